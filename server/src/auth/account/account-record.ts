/**
 * What the journal keeps of an account: the document of its registration, and the security document that replaces it with the first
 * change. Personal data and secrets are in it only sealed.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { LOCK_CAUSES, type LockCause } from '@agio/wire/account/auth-factors.ts'
import * as z from 'zod/mini'
import type { UserRow } from '../../projections/port.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Factors } from '../factors/second-factor.ts'
import { type AccountName, emailName, phoneName } from './account-name.ts'
import type { Phone } from './phone-number.ts'

/** Collection and id of the security document. */
export const SECURITY = 'security'

/** While it lasts, withdrawals rest. */
export interface WithdrawLock {
  /** ms */
  readonly until: number
  readonly cause: LockCause
}

export interface Account {
  readonly userId: UserId
  /** Data key of the customer, for sealing. */
  readonly keyId: string
  /** How the account is shown: the address it was registered with, or the other kind when that is gone. */
  readonly name: AccountName
  readonly email: string | null
  readonly phone: Phone | null
  readonly createdAt: number
  readonly lang: string
  /** Methods that are on; what is on is bound. */
  readonly factors: Factors
  readonly loginMode: 0 | 1
  /** Hash of the password. */
  readonly password: string
  /** ms */
  readonly passwordAt: number
  /** Secret of the authenticator, sealed; null = none bound. */
  readonly totp: string | null
  /** Keyed hashes of the unused recovery codes. */
  readonly recovery: readonly string[]
  readonly antiPhishing: string | null
  readonly lock: WithdrawLock | null
  /** Withdrawals go to whitelisted addresses alone. */
  readonly whitelist: boolean
}

const bit = z.boolean()
const factorsSchema = z.object({ google: bit, email: bit, phone: bit })
const loginModeSchema = z.union([z.literal(0), z.literal(1)])
const nameSchema = z.object({ type: z.union([z.literal(1), z.literal(2)]), account: z.string(), areaCode: z.string() })

const registrationSchema = z.object({
  keyId: z.string(),
  profile: z.string(),
  password: z.string(),
  lang: z.string(),
  factors: factorsSchema,
  loginMode: loginModeSchema,
})

const securitySchema = z.object({
  profile: z.string(),
  password: z.string(),
  passwordAt: z.number(),
  factors: factorsSchema,
  loginMode: loginModeSchema,
  totp: z.nullable(z.string()),
  recovery: z.string(),
  lock: z.nullable(z.object({ until: z.number(), cause: z.enum(LOCK_CAUSES) })),
  /** Absent in documents from before there was one. */
  whitelist: z.optional(z.boolean()),
})

const profileSchema = z.object({
  type: z.union([z.literal(1), z.literal(2)]),
  email: z.nullable(z.string()),
  phone: z.nullable(z.object({ areaCode: z.string(), number: z.string() })),
  antiPhishing: z.nullable(z.string()),
})

const PROFILE = 'security-profile'
const RECOVERY = 'recovery'
/** Place of the sealed secret of an authenticator. */
export const TOTP = 'totp'

/** The document of a new account. */
export function registrationDocument(vault: Vault, account: Omit<Account, 'userId'>): JsonObject {
  const { keyId, name, password, lang, factors, loginMode } = account
  return {
    keyId,
    profile: vault.seal(keyId, 'profile', JSON.stringify(name)),
    password: vault.seal(keyId, 'password', password),
    lang,
    factors: { ...factors },
    loginMode,
  }
}

/** The document of a changed account. */
export function securityDocument(vault: Vault, account: Account): JsonObject {
  const { keyId, name, email, phone, antiPhishing, lock } = account
  const profile: z.output<typeof profileSchema> = { type: name.type, email, phone, antiPhishing }
  return {
    profile: vault.seal(keyId, PROFILE, JSON.stringify(profile)),
    password: vault.seal(keyId, 'password', account.password),
    passwordAt: account.passwordAt,
    factors: { ...account.factors },
    loginMode: account.loginMode,
    totp: account.totp,
    recovery: vault.seal(keyId, RECOVERY, JSON.stringify(account.recovery)),
    lock: lock === null ? null : { ...lock },
    whitelist: account.whitelist,
  }
}

/** The name an account is shown by. @throws Error when it has none left, which no change allows */
export function shownName(type: 1 | 2, email: string | null, phone: Phone | null): AccountName {
  if (email !== null && (type === 1 || phone === null)) return emailName(email)
  if (phone !== null) return phoneName(phone)
  throw new Error('account without a name')
}

/** @param changed the newest security document, undefined before the first change */
export function readAccount(vault: Vault, row: UserRow, changed: JsonObject | undefined): Account {
  const { keyId, lang, ...first } = z.parse(registrationSchema, row.document)
  const base = { userId: row.userId, keyId, lang, createdAt: row.createdAt }
  if (changed !== undefined) {
    const document = z.parse(securitySchema, changed)
    const profile = z.parse(profileSchema, JSON.parse(vault.open(keyId, PROFILE, document.profile)))
    const { passwordAt, factors, loginMode, totp, lock, whitelist = false } = document
    return {
      ...base,
      name: shownName(profile.type, profile.email, profile.phone),
      email: profile.email,
      phone: profile.phone,
      antiPhishing: profile.antiPhishing,
      password: vault.open(keyId, 'password', document.password),
      recovery: z.parse(z.array(z.string()), JSON.parse(vault.open(keyId, RECOVERY, document.recovery))),
      ...{ passwordAt, factors, loginMode, totp, lock, whitelist },
    }
  }
  const name = z.parse(nameSchema, JSON.parse(vault.open(keyId, 'profile', first.profile)))
  const password = vault.open(keyId, 'password', first.password)
  return { ...base, ...unchanged(name, row.createdAt), name, password, factors: first.factors, loginMode: first.loginMode }
}

/** What an account has before its owner changes anything. */
export function unchanged(name: AccountName, createdAt: number) {
  const phone: Phone | null = name.type === 2 ? { areaCode: name.areaCode, number: name.account } : null
  return {
    email: name.type === 1 ? name.account : null,
    phone,
    passwordAt: createdAt,
    totp: null,
    recovery: [],
    antiPhishing: null,
    lock: null,
    whitelist: false,
  }
}
