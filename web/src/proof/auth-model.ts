/** What may be typed as account, code and password, wherever they are asked for. Pure: every fault is a name that the form turns into a sentence. */
import type { Verdict } from '@agio/wire/account/password-guesses.ts'
import { latinText } from '../i18n/typed-text.ts'

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
  const latin = latinText(text)
  return kind === 'email' ? latin.trim() : latin.replace(/[\s()-]/g, '')
}

/** Ten letters and digits in two groups, as recovery codes are printed. */
export function isRecoveryCode(text: string): boolean {
  return /^[A-Za-z0-9]{8,16}$/.test(text.replace(/[\s-]/g, ''))
}

export const PASSWORD_LENGTH_MIN = 10
export const PASSWORD_LENGTH_MAX = 128
const CLASSES_MIN = 3

export type PasswordRule = 'length' | 'classes' | 'guessable' | 'account'
export const PASSWORD_RULES: readonly PasswordRule[] = ['length', 'classes', 'guessable', 'account']

const CLASSES: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/]

export function characterClasses(password: string): number {
  return CLASSES.filter((pattern) => pattern.test(password)).length
}

/** The name part of an account, at least 3 characters, must not stand in the password. */
function containsAccount(password: string, account: string): boolean {
  const name = (account.split('@')[0] ?? '').toLowerCase()
  return name.length >= 3 && password.toLowerCase().includes(name)
}

/**
 * Rules that the password does not meet, in a fixed order.
 * @param verdict of the estimator; where it is not known nothing is held against the password, and the server decides
 */
export function failedPasswordRules(password: string, account: string, verdict?: Verdict): readonly PasswordRule[] {
  const length = [...password].length
  const failed: Readonly<Record<PasswordRule, boolean>> = {
    length: length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX,
    classes: characterClasses(password) < CLASSES_MIN,
    guessable: password === '' || verdict?.isEnough === false,
    account: password === '' || containsAccount(password, account),
  }
  return PASSWORD_RULES.filter((rule) => failed[rule])
}

export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/** Filled bars: guesses tell, and a password that fails a rule never looks good. Before they are known there is at most a beginning. */
export function passwordStrength(password: string, account: string, verdict?: Verdict): PasswordStrength {
  if (password === '') return 0
  if (failedPasswordRules(password, account, verdict).length > 0) return verdict?.isEnough === true ? 2 : 1
  if (verdict === undefined) return 2
  return verdict.isStrong ? 4 : 3
}
