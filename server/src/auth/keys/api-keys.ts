/** API keys: kept sealed, because a signature can only be checked with the secret itself. */
import { CALLER_MAX } from '@agio/engine/entry.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { highestCallerOf } from '@agio/engine/read.ts'
import { API_KEYS_MAX, type ApiKeyRow } from '@agio/wire/account/api-keys.ts'
import * as z from 'zod/mini'
import type { Clock } from '../../core/clock.ts'
import { Failure, invalid } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { type DocumentParts, UserDocuments } from '../account/user-documents.ts'
import { type AppendLog, linesOf } from '../append-log.ts'
import { isEd25519Key } from './api-signature.ts'
import { isWiderList, readNetwork } from './network-list.ts'

const flag = z.union([z.literal(0), z.literal(1)])
const keySchema = z.object({
  apiKey: z.string(),
  label: z.string(),
  /** '' for a key that signs with Ed25519. */
  secret: z.string(),
  /** Base64url; '' for a key that signs with HMAC. */
  publicKey: z.string(),
  permissions: z.object({ read: flag, trade: flag, futures: flag, withdraw: flag }),
  ipList: z.array(z.string()),
  expireAt: z.nullable(z.number()),
  createdAt: z.number(),
  /** When it was last allowed more; absent = never. */
  grownAt: z.optional(z.number()),
  /** Its number among the callers of its user, whose idempotency keys are its own; absent in keys of earlier versions until they are used. */
  caller: z.optional(z.number()),
  /** 1 open, 2 closed. */
  status: z.union([z.literal(1), z.literal(2)]),
})
export type ApiKey = z.output<typeof keySchema>
export type Permissions = ApiKey['permissions']

export interface UseLine {
  readonly id: string
  readonly at: number
}

export interface NewApiKey {
  readonly label: string
  readonly permissions: Permissions
  readonly ipList: readonly string[]
  /** null = never. */
  readonly expireDays: number | null
  /** null = HMAC with a secret of ours. */
  readonly publicKey: string | null
}

export interface ApiKeyChange {
  readonly label?: string
  readonly permissions?: Permissions
  readonly ipList?: readonly string[]
  readonly status?: 1 | 2
}

const DAY = 86_400_000
/** Uses are written down this often; a restart may take a key's last use back by that much. */
const USE_WRITTEN_MS = 5 * 60_000
const USES_KEPT = 100_000

/** Half of the Internet is no list of addresses: a key that withdraws names networks, the largest that anybody owns at most. */
const WITHDRAW_PREFIX_MIN = { ipv4: 8, ipv6: 16 } as const

/** @throws Failure VALIDATION_FAILED */
function checkTerms({ permissions, ipList }: Pick<ApiKey, 'permissions' | 'ipList'>): void {
  for (const [index, text] of ipList.entries()) {
    const network = readNetwork(text)
    const isTooWide = permissions.withdraw === 1 && network !== undefined && network.prefix < WITHDRAW_PREFIX_MIN[network.family]
    if (network === undefined || isTooWide) throw invalid(`ipList.${index}`, 'format')
  }
  if (permissions.withdraw === 1 && ipList.length === 0) throw invalid('ipList', 'required')
}

const PERMISSIONS = ['read', 'trade', 'futures', 'withdraw'] as const

/** Whether a key can do more than look. */
export const canAct = ({ trade, futures, withdraw }: Permissions): boolean => trade === 1 || futures === 1 || withdraw === 1

/** Whether a change lets a key do what it could not do before, or from where it could not. */
const grows = (before: ApiKey, after: ApiKey): boolean =>
  after.status < before.status ||
  PERMISSIONS.some((name) => after.permissions[name] > before.permissions[name]) ||
  isWiderList(before.ipList, after.ipList)

export class ApiKeys {
  readonly #clock: Clock
  readonly #random: RandomBytes
  readonly #exchange: Exchange
  readonly #documents: UserDocuments<typeof keySchema>
  readonly #log: AppendLog<UseLine>
  readonly #uses = new Map<string, { at: number; writtenAt: number }>()
  readonly #listeners = new Set<(id: string) => void>()

  constructor(parts: DocumentParts & { readonly clock: Clock; readonly random: RandomBytes; readonly useLog: AppendLog<UseLine> }) {
    this.#clock = parts.clock
    this.#random = parts.random
    this.#exchange = parts.exchange
    this.#log = parts.useLog
    this.#documents = new UserDocuments(parts, 'apiKey', keySchema)
  }

  async open(): Promise<void> {
    for (const { id, at } of await this.#log.read()) this.#uses.set(id, { at, writtenAt: at })
    await this.#log.compact(() => linesOf(this.#uses, ([id, { at }]) => ({ id, at })))
  }

  /** Newest first, without secrets. */
  async list(userId: UserId): Promise<ApiKeyRow[]> {
    const rows = [...(await this.#documents.all(userId))].map(([id, key]) => this.#rowOf(id, key))
    return rows.sort((a, b) => b.createTime - a.createTime)
  }

  /**
   * Durable when it resolves.
   * @param settle done before the key is kept, once nothing but the journal can refuse it
   * @returns the row and the secret, which is shown this once
   * @throws Failure API_KEY_LIMIT, VALIDATION_FAILED
   */
  create(userId: UserId, wanted: NewApiKey, settle: () => Promise<void>): Promise<ApiKeyRow & { readonly secret: string }> {
    checkTerms({ permissions: wanted.permissions, ipList: [...wanted.ipList] })
    if (wanted.publicKey !== null && !isEd25519Key(wanted.publicKey)) throw invalid('publicKey', 'format')
    return this.#documents.exclusive(userId, async () => {
      if ((await this.#documents.all(userId)).size >= API_KEYS_MAX) throw new Failure('API_KEY_LIMIT', { max: API_KEYS_MAX })
      const text = (count: number): string => Buffer.from(this.#random(count)).toString('base64url')
      const now = this.#clock.now()
      const id = text(12)
      const key: ApiKey = {
        // The owner's id in front leads to the key without an index beside the journal.
        apiKey: `${userId.toString(36)}.${text(24)}`,
        label: wanted.label,
        secret: wanted.publicKey === null ? text(32) : '',
        publicKey: wanted.publicKey ?? '',
        permissions: wanted.permissions,
        ipList: [...wanted.ipList],
        expireAt: wanted.expireDays === null ? null : now + wanted.expireDays * DAY,
        createdAt: now,
        caller: await this.#freeCaller(userId),
        status: 1,
      }
      await settle()
      const message = { kind: 'apiKeyCreated', params: { label: `${key.apiKey.slice(-4)}` } }
      await this.#documents.save(userId, id, key, { message })
      return { ...this.#rowOf(id, key), secret: key.secret }
    })
  }

  /**
   * Durable when it resolves. Sockets of the key end when it was closed or may do less.
   * @param prove asked with the new terms before any change, and whether it opens the key or lets it do more, or from more addresses;
   *   rejects when its owner did not prove enough
   * @throws Failure API_KEY_NOT_FOUND, VALIDATION_FAILED and those of `prove`
   */
  update(
    userId: UserId,
    id: string,
    change: ApiKeyChange,
    prove: (wanted: ApiKey, isGrowing: boolean) => Promise<void>,
  ): Promise<ApiKeyRow> {
    return this.#documents.exclusive(userId, async () => {
      const key = (await this.#documents.all(userId)).get(id)
      if (key === undefined) throw new Failure('API_KEY_NOT_FOUND')
      const { ipList = key.ipList, ...rest } = change
      const changed: ApiKey = { ...key, ...rest, ipList: [...ipList] }
      checkTerms(changed)
      // Asked in the owner's turn: no other change can come between the comparison and the entry.
      const isGrowing = grows(key, changed)
      await prove(changed, isGrowing)
      await this.#documents.save(userId, id, isGrowing ? { ...changed, grownAt: this.#clock.now() } : changed)
      if (change.status === 2 || change.permissions !== undefined || change.ipList !== undefined) this.#tellEnded(id)
      return this.#rowOf(id, changed)
    })
  }

  /** Durable when it resolves. @throws Failure API_KEY_NOT_FOUND */
  remove(userId: UserId, id: string): Promise<void> {
    return this.#documents.exclusive(userId, async () => {
      if (!(await this.#documents.all(userId)).has(id)) throw new Failure('API_KEY_NOT_FOUND')
      await this.#documents.remove(userId, id)
      this.#uses.delete(id)
      this.#tellEnded(id)
    })
  }

  /** Closes the keys that were made, or allowed more, since a time. @returns how many */
  closeSince(userId: UserId, since: number): Promise<number> {
    return this.#documents.exclusive(userId, async () => {
      const isFresh = ({ status, createdAt, grownAt = createdAt }: ApiKey): boolean => status === 1 && Math.max(createdAt, grownAt) >= since
      const fresh = [...(await this.#documents.all(userId))].filter(([, key]) => isFresh(key))
      for (const [id, key] of fresh) {
        await this.#documents.save(userId, id, { ...key, status: 2 })
        this.#tellEnded(id)
      }
      return fresh.length
    })
  }

  /** The open key of a name, or undefined. */
  async find(userId: UserId, apiKey: string): Promise<{ readonly id: string; readonly key: ApiKey } | undefined> {
    for (const [id, key] of await this.#documents.all(userId)) {
      if (key.apiKey !== apiKey) continue
      const isOpen = key.status === 1 && (key.expireAt === null || key.expireAt > this.#clock.now())
      return isOpen ? { id, key } : undefined
    }
    return undefined
  }

  /**
   * Number of a key among the callers of its user. One of an earlier version has none yet.
   * @param keep whether it gets one for good; otherwise the number is one that nobody has
   */
  async callerOf(userId: UserId, id: string, keep: boolean): Promise<number> {
    const known = (await this.#documents.all(userId)).get(id)?.caller
    if (known !== undefined) return known
    if (!keep) return this.#freeCaller(userId)
    return this.#documents.exclusive(userId, async () => {
      const key = (await this.#documents.all(userId)).get(id)
      if (key === undefined) throw new Failure('API_KEY_INVALID')
      if (key.caller !== undefined) return key.caller
      const caller = await this.#freeCaller(userId)
      await this.#documents.save(userId, id, { ...key, caller })
      return caller
    })
  }

  /** A number that no key of the user has, above all that ever were used: what a deleted key asked is not its successor's. */
  async #freeCaller(userId: UserId): Promise<number> {
    const taken = new Set([...(await this.#documents.all(userId)).values()].map(({ caller = 0 }) => caller))
    const next = Math.max(highestCallerOf(this.#exchange.state, userId), ...taken, 0) + 1
    if (next <= CALLER_MAX) return next
    let free = 1
    while (taken.has(free)) free += 1
    return free
  }

  used(id: string): void {
    const at = this.#clock.now()
    const known = this.#uses.get(id)
    if (known !== undefined && at - known.writtenAt < USE_WRITTEN_MS) {
      known.at = at
      return
    }
    if (this.#uses.size >= USES_KEPT) this.#uses.clear()
    this.#uses.set(id, { at, writtenAt: at })
    this.#log.append({ id, at })
  }

  /** Tells when connections that a key opened have to end. Returns the unsubscribe. */
  onEnded(listener: (id: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the connections of every key of an account. */
  async endAll(userId: UserId): Promise<void> {
    for (const id of (await this.#documents.all(userId)).keys()) this.#tellEnded(id)
  }

  forget(userId: UserId): void {
    this.#documents.forget(userId)
  }

  flush(): Promise<void> {
    return this.#log.flush()
  }

  #tellEnded(id: string): void {
    for (const listener of this.#listeners) listener(id)
  }

  #rowOf(id: string, key: ApiKey): ApiKeyRow {
    return {
      id,
      label: key.label,
      apiKey: key.apiKey,
      algorithm: key.publicKey === '' ? 'HMAC-SHA256' : 'ED25519',
      permissions: key.permissions,
      ipList: key.ipList,
      expireTime: key.expireAt,
      lastUseTime: this.#uses.get(id)?.at ?? null,
      createTime: key.createdAt,
      status: key.status,
    }
  }
}
