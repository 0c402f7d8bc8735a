/** Words of the messages that carry codes and notices. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'

export interface MailText {
  readonly subject: string
  readonly text: string
}

/** What a notice tells: `{tenant}`, `{time}` and `{left}` stand in its words. */
export type Notice =
  | 'registered'
  | 'addressTried'
  | 'passwordChanged'
  | 'passwordReset'
  | 'googleBound'
  | 'googleRemoved'
  | 'emailChanged'
  | 'emailRemoved'
  | 'phoneChanged'
  | 'phoneRemoved'
  | 'methodSwitched'
  | 'recoveryUsed'
  | 'recoveryRenewed'
  | 'passkeyAdded'
  | 'apiKeyCreated'
  | 'apiKeyGrown'
  | 'newKeysClosed'
  | 'whitelistClosed'
  | 'frozen'

interface Texts {
  readonly codeSubject: string
  readonly codeText: string
  /** Of a code that lets coins leave: it names them, and where they go. */
  readonly withdrawSubject: string
  readonly withdrawText: string
  /** Follows what a security notice says. */
  readonly notYou: string
  readonly antiPhishing: string
  readonly notices: Readonly<Record<Notice, string>>
}

const DIR = join(import.meta.dirname, 'mail-texts')
const kept = new Map<string, Texts>()

function textsOf(lang: string): Texts {
  const known = kept.get(lang)
  if (known !== undefined) return known
  let texts: Texts
  try {
    if (!/^[a-z]{2}_[A-Z]{2}$/.test(lang)) throw new RangeError('no language')
    texts = JSON.parse(readFileSync(join(DIR, `${lang}.json`), 'utf8')) as Texts
  } catch {
    // A language whose mails are not written yet: the default language stands in for it.
    if (lang === DEFAULT_LANGUAGE) throw new Error('mail texts: no default language')
    return textsOf(DEFAULT_LANGUAGE)
  }
  kept.set(lang, texts)
  return texts
}

/** `{name}` gives way to the value of that name. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

export function codeMail(lang: string, tenant: string, code: string): MailText {
  const { codeSubject, codeText } = textsOf(lang)
  return { subject: fill(codeSubject, { tenant, code }), text: fill(codeText, { tenant, code }) }
}

/** What a withdrawal is, for whoever confirms it. */
export interface WithdrawalWords {
  /** `1.5 BTC` */
  readonly amount: string
  readonly network: string
  /** With its tag, if it has one. */
  readonly address: string
}

export function withdrawalMail(lang: string, tenant: string, code: string, withdrawal: WithdrawalWords): MailText {
  const { withdrawSubject, withdrawText, notYou } = textsOf(lang)
  const values = { tenant, code, ...withdrawal }
  return { subject: fill(withdrawSubject, values), text: fill(`${withdrawText}\n\n${notYou}`, values) }
}

/** Notices of something the reader may not have done himself say what to do then; the others stand alone. */
const CALM: ReadonlySet<Notice> = new Set(['registered', 'addressTried', 'newKeysClosed'])

export function noticeMail(lang: string, notice: Notice, values: { readonly tenant: string; readonly [name: string]: string }): MailText {
  const { notices, notYou } = textsOf(lang)
  const [first = '', ...rest] = notices[notice].split('\n')
  const parts = [rest.join('\n') === '' ? first : rest.join('\n'), ...(CALM.has(notice) ? [] : [notYou])]
  return { subject: fill(`{tenant}: ${first}`, values), text: fill(parts.join('\n\n'), values) }
}

/** The line by which the owner of an account knows that a mail is ours. */
export const antiPhishingLine = (lang: string, words: string): string => fill(textsOf(lang).antiPhishing, { words })
