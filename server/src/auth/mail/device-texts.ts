/** Words of the message about a login from a device that the account never saw. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'

interface DeviceText {
  readonly subject: string
  readonly text: string
  /** Of a device whose report names nothing that is known. */
  readonly unknownDevice: string
  readonly unknownPlace: string
}

const DIR = join(import.meta.dirname, 'device-texts')
const kept = new Map<string, DeviceText>()

/** A language whose words are not written yet gets the default one's. */
function wordsOf(lang: string): DeviceText {
  const known = kept.get(lang)
  if (known !== undefined) return known
  const path = join(DIR, `${lang}.json`)
  if (!/^[a-z]{2}_[A-Z]{2}$/.test(lang) || !existsSync(path)) {
    if (lang === DEFAULT_LANGUAGE) throw new Error('device texts: no default language')
    return wordsOf(DEFAULT_LANGUAGE)
  }
  const words = JSON.parse(readFileSync(path, 'utf8')) as DeviceText
  kept.set(lang, words)
  return words
}

export interface DeviceMailValues {
  readonly tenant: string
  readonly code: string
  /** '' = unknown. */
  readonly place: string
  readonly ip: string
  /** '' = unknown. */
  readonly device: string
  /** ms */
  readonly at: number
  readonly link: string
}

export function newDeviceMail(lang: string, values: DeviceMailValues): { readonly subject: string; readonly text: string } {
  const words = wordsOf(lang)
  const filled: Readonly<Record<string, string>> = {
    tenant: values.tenant,
    code: values.code,
    place: values.place === '' ? words.unknownPlace : values.place,
    ip: values.ip,
    device: values.device === '' ? words.unknownDevice : values.device,
    time: `${new Date(values.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    link: values.link,
  }
  const put = (template: string): string => template.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '')
  return { subject: put(words.subject), text: put(words.text) }
}
