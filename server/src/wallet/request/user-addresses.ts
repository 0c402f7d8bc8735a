/**
 * The address book of a customer: addresses that he sends to. One sealed document holds all of it, so that entries go together or not at
 * all; with it stand the keys of requests of the last day, and what each was answered.
 */
import type { AssetId, NetworkId, UserId } from '@agio/engine/ids/id.ts'
import { BOOK_MAX, WHITELIST_REST_MS } from '@agio/wire/wallet/address-book.ts'
import * as z from 'zod/mini'
import { type DocumentParts, UserDocuments } from '../../auth/account/user-documents.ts'
import { Failure } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'

export const ADDRESS_BOOK = 'addressBook'
const BOOK = 'book'
const KEYS_KEPT = 50
const KEY_MS = 86_400_000
const ID_BYTES = 12

const entrySchema = z.object({
  id: z.string(),
  assetId: z.number(),
  networkId: z.number(),
  /** As the network's wallets show it. */
  address: z.string(),
  memo: z.nullable(z.string()),
  label: z.string(),
  isWhitelisted: z.boolean(),
  /** From when on it may be used while the whitelist is on, ms. */
  effectiveAt: z.number(),
  createdAt: z.number(),
})
export type AddressEntry = z.output<typeof entrySchema>

const bookSchema = z.object({
  entries: z.array(entrySchema),
  keys: z.array(z.object({ key: z.string(), request: z.string(), at: z.number(), entry: entrySchema })),
})
type Book = z.output<typeof bookSchema>
const EMPTY: Book = { entries: [], keys: [] }

/** Where coins go. */
export interface Destination {
  readonly assetId: AssetId
  readonly networkId: NetworkId
  readonly address: string
  readonly memo: string | null
}

export interface SaveRequest {
  /** '' = none. */
  readonly key: string
  /** A digest of what was asked. */
  readonly request: string
}

const isThere = (entry: AddressEntry, { assetId, networkId, address, memo }: Destination): boolean =>
  entry.assetId === assetId && entry.networkId === networkId && entry.address === address && entry.memo === memo

/** @throws Failure ADDRESS_DUPLICATE, ADDRESS_LIMIT */
function refuseFor({ entries }: Book, wanted: Destination): void {
  const twin = entries.find((entry) => isThere(entry, wanted))
  if (twin !== undefined) throw new Failure('ADDRESS_DUPLICATE', { id: twin.id })
  if (entries.length >= BOOK_MAX) throw new Failure('ADDRESS_LIMIT', { max: BOOK_MAX })
}

export class UserAddresses {
  readonly #parts: DocumentParts & { readonly random: RandomBytes }
  readonly #documents: UserDocuments<typeof bookSchema>

  constructor(parts: DocumentParts & { readonly random: RandomBytes }) {
    this.#parts = parts
    this.#documents = new UserDocuments(parts, ADDRESS_BOOK, bookSchema)
  }

  /** Newest first. */
  async list(userId: UserId): Promise<readonly AddressEntry[]> {
    return [...(await this.#book(userId)).entries].reverse()
  }

  async find(userId: UserId, id: string): Promise<AddressEntry | undefined> {
    return (await this.#book(userId)).entries.find((entry) => entry.id === id)
  }

  async of(userId: UserId, destination: Destination): Promise<AddressEntry | undefined> {
    return (await this.#book(userId)).entries.find((entry) => isThere(entry, destination))
  }

  /** @throws Failure ADDRESS_DUPLICATE, ADDRESS_LIMIT */
  async mustHaveRoomFor(userId: UserId, wanted: Destination): Promise<void> {
    refuseFor(await this.#book(userId), wanted)
  }

  /** Durable when it resolves. @throws Failure ADDRESS_DUPLICATE, ADDRESS_LIMIT, IDEMPOTENCY_CONFLICT */
  add(userId: UserId, wanted: Destination & Pick<AddressEntry, 'label' | 'isWhitelisted'>, request: SaveRequest) {
    const { assetId, networkId, address, memo, label, isWhitelisted } = wanted
    return this.#change(userId, request, (book, now) => {
      refuseFor(book, wanted)
      const effectiveAt = isWhitelisted ? now + WHITELIST_REST_MS : now
      const id = Buffer.from(this.#parts.random(ID_BYTES)).toString('base64url')
      const entry = { id, assetId, networkId, address, memo, label, isWhitelisted, effectiveAt, createdAt: now }
      return { entry, entries: [...book.entries, entry] }
    })
  }

  /** Durable when it resolves. @throws Failure ADDRESS_NOT_FOUND, IDEMPOTENCY_CONFLICT */
  rename(userId: UserId, id: string, label: string, request: SaveRequest) {
    return this.#change(userId, request, ({ entries }) => {
      const known = entries.find((entry) => entry.id === id)
      if (known === undefined) throw new Failure('ADDRESS_NOT_FOUND')
      const entry = { ...known, label }
      return { entry, entries: entries.map((one) => (one.id === id ? entry : one)) }
    })
  }

  /** All of them, or none. Durable when it resolves. @returns how many @throws Failure ADDRESS_NOT_FOUND */
  remove(userId: UserId, ids: readonly string[]): Promise<number> {
    const wanted = new Set(ids)
    return this.#documents.exclusive(userId, async () => {
      const book = await this.#book(userId)
      const entries = book.entries.filter(({ id }) => !wanted.has(id))
      if (book.entries.length - entries.length !== wanted.size) throw new Failure('ADDRESS_NOT_FOUND')
      await this.#documents.save(userId, BOOK, { ...book, entries })
      return wanted.size
    })
  }

  forget(userId: UserId): void {
    this.#documents.forget(userId)
  }

  #change(
    userId: UserId,
    { key, request }: SaveRequest,
    edit: (book: Book, now: number) => { readonly entry: AddressEntry; readonly entries: AddressEntry[] },
  ): Promise<{ readonly entry: AddressEntry; readonly isRepeat: boolean }> {
    return this.#documents.exclusive(userId, async () => {
      const book = await this.#book(userId)
      const now = this.#parts.exchange.now()
      const keys = book.keys.filter(({ at }) => at > now - KEY_MS)
      const first = key === '' ? undefined : keys.find((known) => known.key === key)
      if (first !== undefined) {
        if (first.request !== request) throw new Failure('IDEMPOTENCY_CONFLICT', { key })
        return { entry: first.entry, isRepeat: true }
      }
      const { entry, entries } = edit(book, now)
      const kept = key === '' ? keys : [...keys, { key, request, at: now, entry }].slice(-KEYS_KEPT)
      await this.#documents.save(userId, BOOK, { entries, keys: kept })
      return { entry, isRepeat: false }
    })
  }

  async #book(userId: UserId): Promise<Book> {
    return (await this.#documents.all(userId)).get(BOOK) ?? EMPTY
  }
}
