/** What is wrong with the fields of a verification, all of it at once, each beside its field. */
import type { DocumentType, ImageField } from '@agio/wire/account/identity.ts'
import type { Issue } from '@agio/wire/envelope.ts'

export interface VerificationFields {
  readonly level: 1 | 2
  readonly countryCode?: string | null | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly birthday?: string | null | undefined
  readonly idType?: DocumentType | null | undefined
  readonly idCard?: string | null | undefined
  readonly expireDate?: string | null | undefined
  readonly frontKey?: string | null | undefined
  readonly reverseKey?: string | null | undefined
  readonly handKey?: string | null | undefined
  readonly addressProofKey?: string | null | undefined
}

const AGE_MIN = 18
const AGE_MAX = 120
const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’·-]*$/u
const NUMBER = /^[A-Za-z0-9][A-Za-z0-9 ./-]*$/

/** Pictures that a verification needs. */
export function neededImages({ level, idType }: Pick<VerificationFields, 'level' | 'idType'>): readonly ImageField[] {
  if (level === 2) return ['addressProofKey']
  return idType === 'PASSPORT' ? ['frontKey', 'handKey'] : ['frontKey', 'reverseKey', 'handKey']
}

/** A day of the calendar, as ms of its start in UTC. */
function dayOf(text: string): number | undefined {
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : at
}

/** The same day of another year; 29 February becomes 1 March. */
function yearsBefore(now: number, years: number): number {
  const day = new Date(now)
  return Date.UTC(day.getUTCFullYear() - years, day.getUTCMonth(), day.getUTCDate())
}

function birthdayRule(birthday: string, now: number): Issue['rule'] | undefined {
  const born = dayOf(birthday)
  if (born === undefined) return 'format'
  if (born > yearsBefore(now, AGE_MIN)) return 'max'
  return born < yearsBefore(now, AGE_MAX) ? 'min' : undefined
}

function expiryRule(
  expireDate: string | null | undefined,
  idType: DocumentType | null | undefined,
  now: number,
): Issue['rule'] | undefined {
  if (expireDate == null) return idType === 'ID_CARD' ? undefined : 'required'
  const last = dayOf(expireDate)
  if (last === undefined) return 'format'
  return last < yearsBefore(now, 0) ? 'min' : undefined
}

/**
 * Rules: `required`, `format`, `enum`; `max` for a birthday under 18, `min` for a document that has expired.
 * @param now ms
 */
export function verificationIssues(fields: VerificationFields, now: number, isCountry: (code: string) => boolean): Issue[] {
  const issues: Issue[] = []
  const check = (path: keyof VerificationFields, rule: (value: string) => Issue['rule'] | undefined): void => {
    const value = fields[path]
    const broken = value == null || value === '' ? 'required' : rule(String(value))
    if (broken !== undefined) issues.push({ path, rule: broken })
  }
  if (fields.level === 1) {
    check('countryCode', (code) => (isCountry(code) ? undefined : 'enum'))
    check('firstName', (text) => (NAME.test(text) ? undefined : 'format'))
    check('lastName', (text) => (NAME.test(text) ? undefined : 'format'))
    check('birthday', (text) => birthdayRule(text, now))
    check('idType', () => undefined)
    check('idCard', (text) => (NUMBER.test(inAscii(text)) ? undefined : 'format'))
    const expiry = expiryRule(fields.expireDate, fields.idType, now)
    if (expiry !== undefined) issues.push({ path: 'expireDate', rule: expiry })
  }
  for (const image of neededImages(fields)) check(image, () => undefined)
  return issues
}

const DIGIT = /\p{Nd}/u

/** Every script has its digits side by side from zero to nine, so what stands before one of them tells its value. */
function digitValue(digit: string): string {
  const from = digit.codePointAt(0) ?? 0
  let first = from
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1
  return String((from - first) % 10)
}

/** Wide forms and the digits of every script as plain ones. Letters that only look like Latin ones stay, and are refused. */
const inAscii = (text: string): string => text.normalize('NFKC').replace(/\p{Nd}/gu, digitValue)

/**
 * A document's number as it is compared: letter case, spaces, dashes and the script of its digits do not make another document.
 * @param idCard one that has passed `verificationIssues`
 */
export const comparableNumber = (idCard: string): string =>
  inAscii(idCard)
    .toUpperCase()
    .replace(/[ ./-]/g, '')
