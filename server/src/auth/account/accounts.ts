/**
 * Customers: registered and changed by commands whose documents hold only sealed personal data. Known accounts are kept in memory; the
 * rest is read from the projections.
 */
import type { Command, JsonObject } from '@agio/engine/command.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import * as z from 'zod/mini'
import { Failure } from '../../core/failure.ts'
import { TurnsByKey } from '../../core/turns.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { Vault } from '../../vault/vault.ts'
import { hashPassword } from '../factors/password.ts'
import { type AccountFields, type AccountName, accountKeyOf, emailName, namesOf } from './account-name.ts'
import { type Account, readAccount, registrationDocument, SECURITY, securityDocument, unchanged } from './account-record.ts'

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

export interface NewAccount {
  readonly name: AccountName
  readonly password: string
  readonly lang: string
  readonly inviterId?: UserId
}

/** What travels with a change. */
export interface ChangeOptions {
  /** A name that the account gets. */
  readonly bind?: AccountName
  /** A name that it loses. */
  readonly release?: AccountName
  /** What its owner is told in the message list. */
  readonly message?: { readonly kind: string; readonly params: Readonly<Record<string, string>> }
}

export interface AccountsOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly vault: Vault
}

const KEPT = 20_000
const SETTINGS = 'settings'

/**
 * Registers a customer. The data key is durable before the command, so that no acknowledged account can lose its profile.
 * @throws Failure ACCOUNT_EXISTS
 */
export async function registerCustomer(
  { vault, exchange }: Pick<AccountsOptions, 'vault' | 'exchange'>,
  { name, password, lang, inviterId }: NewAccount,
): Promise<Account> {
  const passwordHash = await hashPassword(password)
  const keyId = await vault.createKey()
  const factors = { google: false, email: name.type === 1, phone: name.type === 2 }
  const account: Omit<Account, 'userId'> = {
    ...unchanged(name, 0),
    keyId,
    name,
    createdAt: 0,
    lang,
    factors,
    loginMode: 0,
    password: passwordHash,
  }
  const document = registrationDocument(vault, account)
  const outcome = await exchange.submit({
    kind: 'registerUser',
    accountKey: accountKeyOf(vault, name),
    document,
    role: 'customer',
    ...(inviterId !== undefined && { inviterId }),
  })
  if (outcome.reason !== 'none') {
    await vault.destroyKey(keyId)
    throw new Failure(outcome.reason === 'accountExists' ? 'ACCOUNT_EXISTS' : 'ENGINE_BUSY')
  }
  return { ...account, userId: asUserId(outcome.value), createdAt: outcome.at, passwordAt: outcome.at }
}

/** What names, shows or was written by the customer; the journal holds it sealed. */
const personSchema = z.pick(settingsSchema, { nickname: true, avatarKey: true, layout: true, hotkeys: true })
const storedSettings = z.extend(settingsSchema, { person: z.optional(z.string()) })

type SettingsOwner = Pick<Account, 'userId' | 'keyId'>

/** Durable when it resolves. @returns the sequence of the entry */
async function saveSettings(
  { exchange, vault }: Pick<AccountsOptions, 'exchange' | 'vault'>,
  { userId, keyId }: SettingsOwner,
  settings: Settings,
): Promise<number> {
  const { nickname, avatarKey, layout, hotkeys, ...open } = settings
  const person = vault.seal(keyId, SETTINGS, JSON.stringify({ nickname, avatarKey, layout, hotkeys }))
  const document = JSON.parse(JSON.stringify({ ...open, person })) as JsonObject
  const outcome = await exchange.submit({ kind: 'saveDocument', userId, collection: SETTINGS, id: SETTINGS, document, actor: 'user' })
  if (outcome.reason !== 'none') throw new Failure('ENGINE_BUSY')
  return outcome.seq
}

/** @param keyOf the data key; asked for only when something is sealed */
async function readSettings(vault: Vault, document: JsonObject, keyOf: () => Promise<string>): Promise<Settings> {
  const parsed = z.safeParse(storedSettings, document)
  if (!parsed.success) return {}
  const { person, ...open } = parsed.data
  return person === undefined ? open : { ...open, ...z.parse(personSchema, JSON.parse(vault.open(await keyOf(), SETTINGS, person))) }
}

/** A customer without the code by mail, for the demo world. @returns the id of the account, also when it was there before */
export async function createCustomer(
  parts: Pick<AccountsOptions, 'vault' | 'exchange'>,
  { email, password, nickname }: { readonly email: string; readonly password: string; readonly nickname?: string },
): Promise<UserId> {
  const name = emailName(email)
  const existing = userByAccountKey(parts.exchange.state, accountKeyOf(parts.vault, name))
  if (existing !== undefined) return existing
  const account = await registerCustomer(parts, { name, password, lang: 'en_US' })
  if (nickname !== undefined) await saveSettings(parts, account, { nickname })
  return account.userId
}

export class Accounts {
  readonly #options: AccountsOptions
  readonly #known = new Map<UserId, Account>()
  readonly #settings = new Map<UserId, Settings>()
  /** Last entry that may hold the change of an account: nothing older than it is believed. */
  #changedSeq: number
  /** The last change that runs, by user. */
  /** Of each user, so that no change is made of what another is just replacing. */
  readonly #changing = new TurnsByKey<UserId>()

  constructor(options: AccountsOptions) {
    this.#options = options
    this.#changedSeq = options.exchange.durableSeq
  }

  /**
   * Whom a call names: an account in whatever spelling it has its number, where two have the same one in two spellings the one that is
   * spelled as the call does; otherwise the name that a new account gets.
   */
  nameOf(fields: AccountFields): AccountName {
    const names = namesOf(fields)
    // All keys before the first look, so that the time does not tell which one is held.
    const keys = names.map((name) => this.keyOf(name))
    return names[keys.findIndex((key) => this.idOf(key) !== undefined)] ?? names[1]
  }

  keyOf(name: AccountName): string {
    return accountKeyOf(this.#options.vault, name)
  }

  idOf(accountKey: string): UserId | undefined {
    return userByAccountKey(this.#options.exchange.state, accountKey)
  }

  /** @throws Failure ACCOUNT_EXISTS */
  async create(request: NewAccount): Promise<Account> {
    const account = await registerCustomer(this.#options, request)
    this.#changedSeq = Math.max(this.#changedSeq, this.#options.exchange.durableSeq)
    return this.#keep(account)
  }

  /** @throws Failure MAINTENANCE when the account exists but the projections have not reached it */
  async get(userId: UserId): Promise<Account> {
    const known = this.#known.get(userId)
    if (known !== undefined) return known
    const { models, vault } = this.#options
    // An older picture of an account would let a replaced password or a removed method in again.
    await models.reached(this.#changedSeq)
    const [row, [changed]] = [await models.user(userId), await models.documents(userId, SECURITY)]
    if (row === undefined) throw new Failure('MAINTENANCE', { until: null })
    return this.#known.get(userId) ?? this.#keep(readAccount(vault, row, changed?.document))
  }

  /** False when password or methods have changed since this picture of the account was taken. */
  isCurrent({ userId, password, factors }: Account): boolean {
    const now = this.#known.get(userId)
    if (now === undefined) return true
    const { google, email, phone } = now.factors
    return now.password === password && google === factors.google && email === factors.email && phone === factors.phone
  }

  /**
   * Changes an account, one change of a user after another. Durable when it resolves, and seen by every later read.
   * @param edit makes the new account of the newest one, or throws when the change is not allowed any more
   * @throws Failure ACCOUNT_EXISTS when the bound name belongs to another account
   */
  change(userId: UserId, edit: (account: Account) => Account, options: ChangeOptions = {}): Promise<Account> {
    return this.#changing.run(userId, () => this.#change(userId, edit, options))
  }

  async #change(userId: UserId, edit: (account: Account) => Account, options: ChangeOptions): Promise<Account> {
    const { vault, exchange } = this.#options
    const account = edit(await this.get(userId))
    const { bind, release, message } = options
    const document = { ...securityDocument(vault, account), ...(message !== undefined && { message }) }
    // Orders of an account whose withdrawals rest are bounded from the entry on that says so.
    const rests = account.lock !== null && { boundUntil: account.lock.until }
    const saved = { userId, collection: SECURITY, id: SECURITY, document, actor: 'user', ...rests } as const
    const keys = { bind: bind === undefined ? '' : this.keyOf(bind), release: release === undefined ? '' : this.keyOf(release) }
    const command: Command =
      bind === undefined && release === undefined ? { kind: 'saveDocument', ...saved } : { kind: 'changeAccountKeys', ...saved, ...keys }
    const outcome = await exchange.submit(command)
    if (outcome.reason !== 'none') throw new Failure(outcome.reason === 'accountExists' ? 'ACCOUNT_EXISTS' : 'ENGINE_BUSY')
    this.#changedSeq = Math.max(this.#changedSeq, outcome.seq)
    return this.#keep(account)
  }

  async settings(userId: UserId): Promise<Settings> {
    const kept = this.#settings.get(userId)
    if (kept !== undefined) return kept
    const { models, vault } = this.#options
    await models.reached(this.#changedSeq)
    const [stored] = await models.documents(userId, SETTINGS)
    const settings = await readSettings(vault, stored?.document ?? {}, async () => (await this.get(userId)).keyId)
    // A change that came in between knows better than what was read before it.
    return this.#settings.get(userId) ?? this.#keepSettings(userId, settings)
  }

  /**
   * Changes settings, one change of a user after another. Durable when it resolves; nothing is journaled when nothing changes.
   * @param edit the parts that become others, made of the newest settings; what is absent stays. It may throw to change nothing
   */
  changeSettings(userId: UserId, edit: (kept: Settings) => Settings): Promise<Settings> {
    return this.#changing.run(userId, () => this.#changeSettings(userId, edit))
  }

  async #changeSettings(userId: UserId, edit: (kept: Settings) => Settings): Promise<Settings> {
    const kept = await this.settings(userId)
    const change = edit(kept)
    if (Object.keys(change).length === 0) return kept
    const settings = { ...kept, ...change }
    const seq = await saveSettings(this.#options, await this.get(userId), settings)
    this.#changedSeq = Math.max(this.#changedSeq, seq)
    return this.#keepSettings(userId, settings)
  }

  /** Nothing of a closed account stays in memory. */
  forget(userId: UserId): void {
    this.#known.delete(userId)
    this.#settings.delete(userId)
  }

  #keep(account: Account): Account {
    if (this.#known.size >= KEPT) this.#known.clear()
    this.#known.set(account.userId, account)
    return account
  }

  #keepSettings(userId: UserId, settings: Settings): Settings {
    if (this.#settings.size >= KEPT) this.#settings.clear()
    this.#settings.set(userId, settings)
    return settings
  }
}
