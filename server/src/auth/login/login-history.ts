/**
 * Who logged in to an account, and who tried. Each login is a command: its facts are sealed, and it takes the place of the oldest one
 * of its kind, so that neither a long life nor a guesser makes the list grow.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'
import type { Listing, Page, TimeRange } from '../../projections/port.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Account } from '../account/account-record.ts'
import { type DocumentParts, openDocument, submitDocument } from '../account/user-documents.ts'
import { knownDeviceName } from './session-device.ts'
import type { SessionDevice } from './sessions.ts'

export const LOGINS_KEPT = 150
/** Failures have places of their own: guessing cannot push a real login out of the list. */
export const FAILURES_KEPT = 50
export const LOGIN_COLLECTION = 'login'
const USERS_KEPT = 20_000

const loginSchema = z.object({
  ip: z.string(),
  region: z.string(),
  device: z.string(),
  os: z.string(),
  browser: z.string(),
  method: z.enum(['password', 'passkey']),
  reason: z.nullable(z.string()),
})
/** What is sealed of a login. */
export type LoginFacts = z.output<typeof loginSchema>

const outerSchema = z.object({
  at: z.number(),
  result: z.union([z.literal(0), z.literal(1)]),
  isNew: z.union([z.literal(0), z.literal(1)]),
})

export interface LoginRecord extends LoginFacts {
  readonly id: string
  /** ms */
  readonly at: number
  readonly result: 0 | 1
  readonly isNew: 0 | 1
}

export interface LoginToRecord {
  readonly device: SessionDevice
  readonly method: 'password' | 'passkey'
  /** Name of the refusal; null for a success. */
  readonly reason: string | null
  readonly isNew: boolean
}

const placeOf = (id: string): string => `${LOGIN_COLLECTION}|${id}`

/** The facts of a login document; undefined when its owner's data key is gone. */
export const openLogin = (vault: Vault, keyId: string, id: string, document: JsonObject): LoginFacts | undefined =>
  openDocument(vault, keyId, placeOf(id), document, loginSchema)

interface Slots {
  success: number
  failure: number
}

export class LoginHistory {
  readonly #parts: DocumentParts
  readonly #slots = new Map<UserId, Promise<Slots>>()

  constructor(parts: DocumentParts) {
    this.#parts = parts
  }

  /** Durable when it resolves. */
  async record({ userId, keyId }: Pick<Account, 'userId' | 'keyId'>, { device, method, reason, isNew }: LoginToRecord): Promise<void> {
    const { exchange, vault } = this.#parts
    const slots = await this.#slotsOf(userId)
    const isSuccess = reason === null
    const id = isSuccess ? `s${slots.success}` : `f${slots.failure}`
    if (isSuccess) slots.success = (slots.success + 1) % LOGINS_KEPT
    else slots.failure = (slots.failure + 1) % FAILURES_KEPT
    const { ip, region = '', device: name, os, browser } = device
    const facts: LoginFacts = { ip, region, device: name, os, browser, method, reason }
    const sealed = vault.seal(keyId, placeOf(id), JSON.stringify(facts))
    const message = isSuccess && isNew ? { message: { kind: 'newDevice', params: { device: knownDeviceName(device) } } } : {}
    await submitDocument(
      this.#parts,
      { userId, collection: LOGIN_COLLECTION, id },
      { at: exchange.now(), result: isSuccess ? 1 : 0, isNew: isNew ? 1 : 0, sealed, ...message },
    )
  }

  /** Newest first. */
  async list(userId: UserId, query: Page & { readonly range?: TimeRange; readonly result?: 0 | 1 }): Promise<Listing<LoginRecord>> {
    const { pageNo, pageSize, range, result } = query
    const found = (await this.all(userId)).filter(
      (login) =>
        (range === undefined || (login.at >= range.from && login.at <= range.to)) && (result === undefined || login.result === result),
    )
    const rows = found.slice((pageNo - 1) * pageSize, pageNo * pageSize)
    return { rows, total: found.length, asOf: this.#parts.models.position() }
  }

  /** Everything that is kept, newest first. */
  async all(userId: UserId): Promise<LoginRecord[]> {
    const { models, vault, accounts } = this.#parts
    const [{ keyId }, documents] = [await accounts.get(userId), await models.documents(userId, LOGIN_COLLECTION)]
    const records = documents.flatMap(({ id, document }) => {
      const outer = z.safeParse(outerSchema, document)
      const facts = openLogin(vault, keyId, id, document)
      return outer.success && facts !== undefined ? [{ id, ...outer.data, ...facts }] : []
    })
    return records.sort((a, b) => b.at - a.at)
  }

  #slotsOf(userId: UserId): Promise<Slots> {
    const known = this.#slots.get(userId)
    if (known !== undefined) return known
    const loading = this.#load(userId)
    if (this.#slots.size >= USERS_KEPT) this.#slots.clear()
    this.#slots.set(userId, loading)
    loading.catch(() => this.#slots.delete(userId))
    return loading
  }

  /** The place after the newest login of each kind. An older picture would have a login written over one that is not in it yet. */
  async #load(userId: UserId): Promise<Slots> {
    const { models, exchange } = this.#parts
    await models.reached(exchange.durableSeq)
    const documents = await models.documents(userId, LOGIN_COLLECTION)
    const next = (kind: 's' | 'f', count: number): number => {
      let newest = -1
      let newestAt = Number.NEGATIVE_INFINITY
      for (const { id, document } of documents) {
        const at = Number(document.at)
        if (!id.startsWith(kind) || at < newestAt) continue
        const place = Number(id.slice(1))
        // Of two in one millisecond the later place counts, unless the ring just turned.
        newest = at === newestAt && Math.abs(place - newest) < count / 2 ? Math.max(newest, place) : place
        newestAt = at
      }
      return (newest + 1) % count
    }
    return { success: next('s', LOGINS_KEPT), failure: next('f', FAILURES_KEPT) }
  }
}
