/** What may be typed into the sign-in forms. Pure: every fault is a name that the form turns into a sentence. */

const EMAIL = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/
const EMAIL_LENGTH_MAX = 254
const PHONE = /^[0-9]{4,15}$/
const CODE = /^[0-9]{6}$/

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text)
}

/** Digits only, without country code or plus sign. */
export function isPhone(text: string): boolean {
  return PHONE.test(text)
}

export function isCode(text: string): boolean {
  return CODE.test(text)
}

export type AccountKind = 'email' | 'phone'

/** An account as it is typed: an e-mail address, or a telephone number with the code of its country. */
export interface AccountInput {
  readonly kind: AccountKind
  readonly account: string
  /** Digits without plus sign; matters for telephone numbers only. */
  readonly areaCode: string
}

export function isAccount({ kind, account, areaCode }: AccountInput): boolean {
  return kind === 'email' ? isEmail(account) : isPhone(account) && /^[0-9]{1,4}$/.test(areaCode)
}

/** The text that names what is wrong with an account. */
export function missingAccount({ kind }: AccountInput): 'auth:missing.account' | 'auth:missing.phone' {
  return kind === 'email' ? 'auth:missing.account' : 'auth:missing.phone'
}

/** What may be typed into the field of a kind: spaces never, and of a number only its digits and what makes it wrong. */
export function typedAccount(kind: AccountKind, text: string): string {
  return kind === 'email' ? text.trim() : text.replace(/[\s()-]/g, '')
}

/** Ten letters and digits in two groups, as recovery codes are printed. */
export function isRecoveryCode(text: string): boolean {
  return /^[A-Za-z0-9]{8,16}$/.test(text.replace(/[\s-]/g, ''))
}

export const PASSWORD_LENGTH_MIN = 10
export const PASSWORD_LENGTH_MAX = 128
const CLASSES_MIN = 3

export type PasswordRule = 'length' | 'classes' | 'leaked' | 'account'
export const PASSWORD_RULES: readonly PasswordRule[] = ['length', 'classes', 'leaked', 'account']

const CLASSES: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/]

/** The most common leaked passwords and patterns; the server holds the full list and has the last word. */
const LEAKED =
  /^(?:password|passw0rd|qwerty|letmein|welcome|iloveyou|admin|abc123|monkey|dragon|football|baseball|1q2w3e4r|12345|sunshine|princess|trustno1)[\W\d_]*$/i

export function characterClasses(password: string): number {
  return CLASSES.filter((pattern) => pattern.test(password)).length
}

/** The name part of an account, at least 3 characters, must not stand in the password. */
function containsAccount(password: string, account: string): boolean {
  const name = (account.split('@')[0] ?? '').toLowerCase()
  return name.length >= 3 && password.toLowerCase().includes(name)
}

/** Rules that the password does not meet, in a fixed order. */
export function failedPasswordRules(password: string, account: string): readonly PasswordRule[] {
  const length = [...password].length
  const failed: Readonly<Record<PasswordRule, boolean>> = {
    length: length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX,
    classes: characterClasses(password) < CLASSES_MIN,
    leaked: password === '' || LEAKED.test(password) || /^(.)\1+$/.test(password),
    account: password === '' || containsAccount(password, account),
  }
  return PASSWORD_RULES.filter((rule) => failed[rule])
}

export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/** Filled bars: one for each rule met would flatter; this counts length and variety, and shows at most two while a rule fails. */
export function passwordStrength(password: string, account: string): PasswordStrength {
  if (password === '') return 0
  const length = [...password].length
  const points =
    (length >= PASSWORD_LENGTH_MIN ? 1 : 0) +
    (length >= 14 ? 1 : 0) +
    (characterClasses(password) >= CLASSES_MIN ? 1 : 0) +
    (new Set(password).size >= 9 ? 1 : 0)
  const bars = Math.max(1, points)
  return Math.min(bars, failedPasswordRules(password, account).length > 0 ? 2 : 4) as PasswordStrength
}

export interface Registration extends AccountInput {
  readonly code: string
  readonly password: string
  readonly agreement: boolean
  readonly privacy: boolean
}

export type RegistrationPart = Exclude<keyof Registration, 'kind' | 'areaCode'>

/** Parts that are missing or wrong, in the order of the form. */
export function missingParts(form: Registration): readonly RegistrationPart[] {
  const parts: readonly (readonly [RegistrationPart, boolean])[] = [
    ['account', isAccount(form)],
    ['code', isCode(form.code)],
    ['password', failedPasswordRules(form.password, form.account).length === 0],
    ['agreement', form.agreement],
    ['privacy', form.privacy],
  ]
  return parts.filter(([, fine]) => !fine).map(([part]) => part)
}
