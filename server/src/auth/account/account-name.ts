/** How accounts are named: by an e-mail address or a telephone number. */
import type { Vault } from '../../vault/vault.ts'
import { maskEmail, maskPhone } from './mask.ts'

export interface AccountName {
  /** 1 e-mail, 2 telephone. */
  readonly type: 1 | 2
  readonly account: string
  /** '' for e-mail. */
  readonly areaCode: string
}

export interface Phone {
  readonly areaCode: string
  readonly number: string
}

/** What a call gives. */
interface AccountFields {
  readonly type: 1 | 2
  readonly account: string
  readonly areaCode?: string | null | undefined
}

/** 0086 and 86 are one area. */
const areaOf = (areaCode: string): string => areaCode.replace(/^0+(?=[0-9])/, '')

export const nameOf = ({ type, account, areaCode }: AccountFields): AccountName =>
  type === 1 ? { type, account: account.toLowerCase(), areaCode: '' } : { type, account, areaCode: areaOf(areaCode ?? '') }

export const emailName = (email: string): AccountName => nameOf({ type: 1, account: email })
export const phoneName = ({ areaCode, number }: Phone): AccountName => nameOf({ type: 2, account: number, areaCode })

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
