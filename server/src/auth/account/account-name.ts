/** How accounts are named: by an e-mail address or a telephone number. */
import type { Vault } from '../../vault/vault.ts'
import { maskEmail, maskPhone } from './mask.ts'
import { asTyped, type Phone, spellingsOf } from './phone-number.ts'

export interface AccountName {
  /** 1 e-mail, 2 telephone. */
  readonly type: 1 | 2
  readonly account: string
  /** '' for e-mail. */
  readonly areaCode: string
}

/** What a call gives. */
export interface AccountFields {
  readonly type: 1 | 2
  readonly account: string
  readonly areaCode?: string | null | undefined
}

export const emailName = (account: string): AccountName => ({ type: 1, account: account.toLowerCase(), areaCode: '' })
const phoneOf = ({ areaCode, number }: Phone): AccountName => ({ type: 2, account: number, areaCode })

/** A number as an account has it: in the spelling that the account is found by. */
export const phoneName = (phone: Phone): AccountName => phoneOf(asTyped(phone))

/** Under what a name of a call may be known: the first and the second are the name as it was typed, and as a new account gets it. */
export function namesOf({ type, account, areaCode }: AccountFields): readonly [AccountName, AccountName, ...AccountName[]] {
  if (type === 1) return [emailName(account), emailName(account)]
  const [typed, plain, ...others] = spellingsOf({ areaCode: areaCode ?? '', number: account })
  return [phoneOf(typed), phoneOf(plain), ...others.map(phoneOf)]
}

const AREA_DIGITS = 4

/**
 * Every account name that somebody may mean who types an e-mail address, or a telephone number with its area code: +44 7911 …, 0044 7911 …
 * or 44 (0)7911 …. A number does not tell where its area code ends.
 */
export function namesMeant(text: string): readonly AccountName[] {
  if (text.includes('@')) return [emailName(text.trim())]
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  const lengths = Array.from({ length: Math.min(AREA_DIGITS, digits.length) }, (_, index) => index + 1)
  return lengths.flatMap((length) => [...namesOf({ type: 2, areaCode: digits.slice(0, length), account: digits.slice(length) })])
}

/** Account names compare in lower case; a telephone number with its area code. */
const canonical = ({ type, account, areaCode }: AccountName): string =>
  type === 1 ? `1|${account.toLowerCase()}` : `2|${areaCode}|${account}`

export const maskedAccount = ({ type, account }: AccountName): string => (type === 1 ? maskEmail(account) : maskPhone(account))

/** The name under which the engine knows an account. */
export const accountKeyOf = (vault: Vault, name: AccountName): string => vault.accountKey(canonical(name))

/** Where a code is kept: one that a known device of the account asked for is out of every other's reach. */
export const codePlace = (place: string, device: string): string => (device === '' ? place : `${place} @${device}`)

/** Where messages to an account name go. */
export const accountPlace = (name: AccountName): string =>
  name.type === 1 ? name.account.toLowerCase() : `${name.areaCode}${name.account}`
