/** Words of the messages that name a device and its place: a login from a new one, a lock, wrong codes behind the right password. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import { knownDeviceName } from '../login/session-device.ts'
import type { SessionDevice } from '../login/sessions.ts'
import { fill, type MailText } from './mail-texts.ts'

export type DeviceNews = 'newDevice' | 'loginLocked' | 'codesTried'

interface DeviceTexts {
  readonly news: Readonly<Record<DeviceNews, MailText>>
  /** Of a device whose report names nothing that is known. */
  readonly unknownDevice: string
  readonly unknownPlace: string
}

const DIR = join(import.meta.dirname, 'device-texts')
const kept = new Map<string, DeviceTexts>()

/** A language whose words are not written yet gets the default one's. */
function wordsOf(lang: string): DeviceTexts {
  const known = kept.get(lang)
  if (known !== undefined) return known
  const path = join(DIR, `${lang}.json`)
  if (!/^[a-z]{2}_[A-Z]{2}$/.test(lang) || !existsSync(path)) {
    if (lang === DEFAULT_LANGUAGE) throw new Error('device texts: no default language')
    return wordsOf(DEFAULT_LANGUAGE)
  }
  const words = JSON.parse(readFileSync(path, 'utf8')) as DeviceTexts
  kept.set(lang, words)
  return words
}

export interface DeviceMailValues {
  readonly tenant: string
  /** '' in a message without one. */
  readonly code: string
  /** ms */
  readonly at: number
  readonly link: string
}

/** @param device of its report only names that we know are written */
export function deviceMail(lang: string, news: DeviceNews, device: SessionDevice, values: DeviceMailValues): MailText {
  const words = wordsOf(lang)
  const name = knownDeviceName(device)
  const { subject, text } = words.news[news]
  const filled: Readonly<Record<string, string>> = {
    tenant: values.tenant,
    code: values.code,
    place: device.region === undefined || device.region === '' ? words.unknownPlace : device.region,
    ip: device.ip,
    device: name === '' ? words.unknownDevice : name,
    time: `${new Date(values.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    link: values.link,
  }
  return { subject: fill(subject, filled), text: fill(text, filled) }
}
