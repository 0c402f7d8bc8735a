/**
 * Customers: registered by a command whose document holds only sealed personal data. Known accounts are kept in memory; the rest is read
 * from the projections.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import type { SecurityInfo, UserInfo } from '@agio/wire/auth.ts'
import { fileUrl } from '@agio/wire/files.ts'
import * as z from 'zod/mini'
import { ApiError } from '../http/errors.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'
import { maskEmail, maskPhone } from './mask.ts'
import { hashPassword } from './password.ts'
import { type Factors, loginMethods, passwordMethods, withdrawMethods } from './second-factor.ts'

export interface AccountName {
  /** 1 e-mail, 2 telephone. */
  readonly type: 1 | 2
  readonly account: string
  /** '' for e-mail. */
  readonly areaCode: string
}

const profileSchema = z.object({ type: z.union([z.literal(1), z.literal(2)]), account: z.string(), areaCode: z.string() })

const documentSchema = z.object({
  keyId: z.string(),
  profile: z.string(),
  password: z.string(),
  lang: z.string(),
  factors: z.object({ google: z.boolean(), email: z.boolean(), phone: z.boolean() }),
  loginMode: z.union([z.literal(0), z.literal(1)]),
})

const settingsSchema = z.object({
  nickname: z.optional(z.string()),
  nicknameAt: z.optional(z.number()),
  /** '' = none. */
  avatarKey: z.optional(z.string()),
  lang: z.optional(z.string()),
  currency: z.optional(z.string()),
  colorMode: z.optional(z.enum(['green-up', 'red-up', 'blue-up'])),
  theme: z.optional(z.enum(['day', 'night', 'system'])),
  hotkeys: z.optional(z.record(z.string(), z.string())),
  channels: z.optional(z.record(z.string(), z.record(z.string(), z.union([z.literal(0), z.literal(1)])))),
  layout: z.optional(z.record(z.string(), z.unknown())),
  notify: z.optional(z.record(z.string(), z.union([z.literal(0), z.literal(1)]))),
})
/** What a customer chose; every part has a default. */
export type Settings = z.output<typeof settingsSchema>

export interface Account {
  readonly userId: UserId
  /** Data key that seals what is personal of this account. */
  readonly keyId: string
  readonly name: AccountName
  readonly createdAt: number
  readonly lang: string
  readonly factors: Factors
  readonly loginMode: 0 | 1
  /** Hash of the password. */
  readonly password: string
}

export interface NewAccount {
  readonly name: AccountName
  readonly password: string
  readonly lang: string
}

export interface AccountsOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly vault: Vault
}

const KEPT = 20_000
const SETTINGS = 'settings'

/** Account names compare in lower case; a telephone number with its area code. */
const canonical = ({ type, account, areaCode }: AccountName): string =>
  type === 1 ? `1|${account.toLowerCase()}` : `2|${areaCode}|${account}`

export const maskedAccount = ({ type, account }: AccountName): string => (type === 1 ? maskEmail(account) : maskPhone(account))

/** The name under which the engine knows an account. */
export const accountKeyOf = (vault: Vault, name: AccountName): string => vault.accountKey(canonical(name))

/** Where the one-time codes of an account are kept, and where they are sent. */
export const accountPlace = (name: AccountName): string =>
  name.type === 1 ? name.account.toLowerCase() : `${name.areaCode}${name.account}`

/**
 * Registers a customer. The data key is durable before the command, so that no acknowledged account can lose its profile.
 * @throws ApiError ACCOUNT_EXISTS
 */
export async function registerCustomer(
  { vault, exchange }: Pick<AccountsOptions, 'vault' | 'exchange'>,
  { name, password, lang }: NewAccount,
): Promise<Account> {
  const passwordHash = await hashPassword(password)
  const keyId = await vault.createKey()
  const factors = { google: false, email: name.type === 1, phone: name.type === 2 }
  const profile = { type: name.type, account: name.type === 1 ? name.account.toLowerCase() : name.account, areaCode: name.areaCode }
  const outcome = await exchange.submit({
    kind: 'registerUser',
    accountKey: accountKeyOf(vault, name),
    document: {
      keyId,
      profile: vault.seal(keyId, 'profile', JSON.stringify(profile)),
      password: vault.seal(keyId, 'password', passwordHash),
      lang,
      factors,
      loginMode: 0,
    },
    role: 'customer',
  })
  if (outcome.reason !== 'none') {
    await vault.destroyKey(keyId)
    throw new ApiError(outcome.reason === 'accountExists' ? 'ACCOUNT_EXISTS' : 'ENGINE_BUSY')
  }
  const userId = asUserId(outcome.value)
  return { userId, keyId, name: profile, createdAt: outcome.at, lang, factors, loginMode: 0, password: passwordHash }
}

/** Durable when it resolves. */
async function saveSettings(exchange: Exchange, userId: UserId, settings: Settings): Promise<void> {
  const outcome = await exchange.submit({
    kind: 'saveDocument',
    userId,
    collection: SETTINGS,
    id: SETTINGS,
    document: JSON.parse(JSON.stringify(settings)) as JsonObject,
    actor: 'user',
  })
  if (outcome.reason !== 'none') throw new ApiError('ENGINE_BUSY')
}

/** A customer without the code by mail, for the demo world. @returns the id of the account, also when it was there before */
export async function createCustomer(
  parts: Pick<AccountsOptions, 'vault' | 'exchange'>,
  { email, password, nickname }: { readonly email: string; readonly password: string; readonly nickname?: string },
): Promise<UserId> {
  const name: AccountName = { type: 1, account: email, areaCode: '' }
  const existing = userByAccountKey(parts.exchange.state, accountKeyOf(parts.vault, name))
  if (existing !== undefined) return existing
  const { userId } = await registerCustomer(parts, { name, password, lang: 'en_US' })
  if (nickname !== undefined) await saveSettings(parts.exchange, userId, { nickname })
  return userId
}

export class Accounts {
  readonly #options: AccountsOptions
  readonly #known = new Map<UserId, Account>()
  readonly #settings = new Map<UserId, Settings>()

  constructor(options: AccountsOptions) {
    this.#options = options
  }

  keyOf(name: AccountName): string {
    return accountKeyOf(this.#options.vault, name)
  }

  idOf(accountKey: string): UserId | undefined {
    return userByAccountKey(this.#options.exchange.state, accountKey)
  }

  /** @throws ApiError ACCOUNT_EXISTS */
  async create(request: NewAccount): Promise<Account> {
    return this.#keep(await registerCustomer(this.#options, request))
  }

  /** @throws ApiError MAINTENANCE when the account exists but the projections have not reached it */
  async get(userId: UserId): Promise<Account> {
    const known = this.#known.get(userId)
    if (known !== undefined) return known
    const { models, vault } = this.#options
    const row = await models.user(userId)
    if (row === undefined) throw new ApiError('MAINTENANCE', { until: null })
    const document = z.parse(documentSchema, row.document)
    const name = z.parse(profileSchema, JSON.parse(vault.open(document.keyId, 'profile', document.profile)))
    const { lang, factors, loginMode } = document
    const password = vault.open(document.keyId, 'password', document.password)
    return this.#keep({ userId, keyId: document.keyId, name, createdAt: row.createdAt, lang, factors, loginMode, password })
  }

  async settings(userId: UserId): Promise<Settings> {
    const kept = this.#settings.get(userId)
    if (kept !== undefined) return kept
    const [stored] = await this.#options.models.documents(userId, SETTINGS)
    const parsed = z.safeParse(settingsSchema, stored?.document ?? {})
    const settings = parsed.success ? parsed.data : {}
    this.#keepSettings(userId, settings)
    return settings
  }

  /** Durable when it resolves; what is absent stays. */
  async saveSettings(userId: UserId, change: Settings): Promise<Settings> {
    const settings = { ...(await this.settings(userId)), ...change }
    await saveSettings(this.#options.exchange, userId, settings)
    this.#keepSettings(userId, settings)
    return settings
  }

  #keep(account: Account): Account {
    if (this.#known.size >= KEPT) this.#known.clear()
    this.#known.set(account.userId, account)
    return account
  }

  #keepSettings(userId: UserId, settings: Settings): void {
    if (this.#settings.size >= KEPT) this.#settings.clear()
    this.#settings.set(userId, settings)
  }
}

/** The public face of an account; personal data is masked. */
export function userInfoOf(account: Account, settings: Settings): UserInfo {
  return {
    userId: String(account.userId),
    avatarUrl: settings.avatarKey === undefined || settings.avatarKey === '' ? null : fileUrl(settings.avatarKey),
    registerAccount: maskedAccount(account.name),
    nickname: settings.nickname ?? `IMUSER-${account.userId}`,
    registerType: account.name.type,
    lang: settings.lang ?? account.lang,
    kycLevel: 0,
    createTime: account.createdAt,
  }
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

export function securityInfoOf(account: Account, frozen: boolean): SecurityInfo {
  const { factors, name, loginMode } = account
  const mask = maskedAccount(name)
  return {
    googleStatus: flag(factors.google),
    emailStatus: flag(factors.email),
    phoneStatus: flag(factors.phone),
    googleBound: flag(factors.google),
    emailBound: flag(name.type === 1),
    phoneBound: flag(name.type === 2),
    emailMask: name.type === 1 ? mask : null,
    phoneMask: name.type === 2 ? mask : null,
    loginMode,
    loginMethods: loginMethods(factors, loginMode),
    passwordMethods: passwordMethods(factors),
    withdrawMethods: withdrawMethods(factors),
    passkeyCount: 0,
    antiPhishing: 0,
    whitelistStatus: 2,
    passwordTime: account.createdAt,
    withdrawLockUntil: null,
    withdrawLockCause: null,
    frozen: flag(frozen),
  }
}
