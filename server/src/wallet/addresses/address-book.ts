/**
 * Texts of all addresses of a tenant. The engine numbers addresses and the numbers are places of keys; so whatever is here was made of its
 * state and of pinned public keys, and is made again on an empty machine.
 */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkAddress } from '@agio/chain/address/check.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { AddressId } from '@agio/engine/ids/id.ts'
import { addressAt, type OwnAddress } from '@agio/engine/wallet/read-wallet.ts'
import { tagName } from '@agio/engine/wallet/wallet-rows.ts'
import { Failure } from '../../core/failure.ts'
import type { Log } from '../../core/log.ts'
import type { KnownNetwork, NetworkBook } from '../network-book.ts'
import type { AddressTexts, WalletExchange } from '../parts.ts'
import { FamilyTexts, type Unmade } from './family-texts.ts'
import { KeptTexts } from './kept-texts.ts'
import { AddressMaker } from './maker.ts'
import type { PublicKeys } from './public-keys.ts'

const ASSIGNED = new Set(['addressAssigned'] as const)
const BATCH = 128
const FIND_WITHIN_MS = 2000
/** For a first address the signer is asked for a key. */
const MADE_WITHIN_MS = 5000
const RETRY_MS = 1000

/** Hears of each address whose text became known. What it returns is waited for before a new one is shown to its customer. */
export type TextListener = (family: number, addressId: AddressId, text: string) => void | Promise<void>

export interface AddressBookParts {
  readonly exchange: WalletExchange
  readonly book: NetworkBook
  readonly keys: PublicKeys
  readonly log: Log
  /** Of the tenant's soft state. */
  readonly dir: string
}

export class AddressBook implements AddressTexts {
  readonly #parts: AddressBookParts
  readonly #families = new Map<number, FamilyTexts>()
  readonly #maker = new AddressMaker()
  readonly #kept: KeptTexts
  readonly #listeners = new Set<TextListener>()
  readonly #leave: (() => void)[]
  #isStopped = false
  #making: Promise<boolean> = Promise.resolve(true)

  constructor(parts: AddressBookParts) {
    this.#parts = parts
    const { exchange, book, keys } = parts
    this.#kept = new KeptTexts(join(parts.dir, 'addresses.txt'), parts.log)
    for (let id = 1, found = addressAt(exchange.state, id); found !== undefined; id += 1, found = addressAt(exchange.state, id))
      this.#family(found.family).add(found)
    this.#leave = [
      exchange.onDurable(({ events, hasDocuments }) => {
        if (hasDocuments) this.#see(events)
      }),
      book.onChange(() => void this.#make()),
      keys.onChange(() => void this.#make()),
    ]
    void this.#make()
  }

  textOf({ family }: KnownNetwork, _place: HoldingPlace, addressId: AddressId): string | undefined {
    const tag = addressAt(this.#parts.exchange.state, addressId)?.tag ?? 0
    return tag === 0 ? this.#family(family).textOf(addressId) : this.#family(family).sharedText
  }

  async find(network: KnownNetwork, text: string): Promise<OwnAddress | undefined> {
    const checked = checkAddress(network.document.addressRules, text)
    if (typeof checked === 'string') return undefined
    const family = this.#family(network.family)
    const isWhole = await within(this.#whole(), FIND_WITHIN_MS)
    const found = family.find(checked.address)
    if (found !== undefined) return addressAt(this.#parts.exchange.state, found)
    if (!isWhole) throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
    return undefined
  }

  async receiverOf(network: KnownNetwork, text: string, tag: string | null): Promise<OwnAddress | undefined> {
    const found = await this.find(network, text)
    if (found === undefined || network.document.tag === null || tag === null) return found
    if (found.userId !== 0 || found.place !== 'addresses') return found
    const { state } = this.#parts.exchange
    const addressId = state.addressByTag.get(tagName(network.family, Number(tag)))
    return addressId === undefined ? found : addressAt(state, addressId)
  }

  hasShared(family: number): boolean {
    return this.#family(family).hasShared
  }

  /** Those whose text is known; resolves when that is so of all whose key is. The others nobody has seen: they are told when they are made. */
  async all({ family }: KnownNetwork): Promise<readonly (readonly [AddressId, string])[]> {
    await this.#whole()
    return [...this.#family(family).texts()]
  }

  onText(listener: TextListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when a new address is made and everybody who listens has heard of it, or when that has to wait. */
  async makeNow(family: number, addressId: AddressId): Promise<void> {
    const found = addressAt(this.#parts.exchange.state, addressId)
    if (found === undefined) return
    const texts = this.#family(family)
    texts.add(found)
    const wanted = found.tag === 0 ? addressId : undefined
    await this.#make()
    if (await within(texts.known(wanted), MADE_WITHIN_MS)) await this.#making
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const leave of this.#leave) leave()
    await this.#maker.stop()
  }

  #family(family: number): FamilyTexts {
    const known = this.#families.get(family)
    if (known !== undefined) return known
    const made = new FamilyTexts()
    this.#families.set(family, made)
    return made
  }

  #see(events: Uint8Array): void {
    let isNew = false
    for (const { event } of readEvents(events, ASSIGNED))
      if (event.kind === 'addressAssigned') isNew = this.#family(event.family).add(event) || isNew
    if (isNew) void this.#make()
  }

  /** All is made whose key is known, however often that fails. */
  async #whole(): Promise<void> {
    const { keys, book } = this.#parts
    await Promise.all([keys.ready, book.ready])
    while (!(await this.#make()) && !this.#isStopped) await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
  }

  /** One run after the other: a second one finds what the first left. @returns whether all is made that could be */
  #make(): Promise<boolean> {
    this.#making = this.#making
      .then(() => this.#makeAll())
      .then(
        () => true,
        (error: unknown) => this.#later(error),
      )
    return this.#making
  }

  #later(error: unknown): false {
    if (this.#isStopped) return false
    this.#parts.log.error('addresses cannot be made', { error: String(error) })
    setTimeout(() => void this.#make(), RETRY_MS).unref()
    return false
  }

  async #makeAll(): Promise<void> {
    const networks = new Map(this.#parts.book.networks().map((network) => [network.family, network]))
    for (const [family, network] of networks) {
      const byAccount = Map.groupBy(this.#family(family).unmade, ({ place, addressId }) =>
        this.#parts.keys.accountOf(family, place, addressId),
      )
      for (const [account, unmade] of byAccount) {
        if (account === undefined) continue
        for (let from = 0; from < unmade.length && !this.#isStopped; from += BATCH)
          await this.#makeSome(network, account, unmade.slice(from, from + BATCH))
      }
    }
  }

  /** Those that the disk has, and the others by the thread. */
  async #makeSome(network: KnownNetwork, account: PublicAccount, some: readonly Unmade[]): Promise<void> {
    const ids = some.map(({ addressId }) => addressId)
    const missing = ids.filter((addressId) => this.#kept.of(account, addressId) === undefined)
    const made = new Map<AddressId, string>()
    if (missing.length > 0) {
      const texts = await this.#maker.make({ settings: network.document.adapter, account, indexes: missing })
      for (const [index, addressId] of missing.entries()) made.set(addressId, texts[index] ?? '')
    }
    await this.#tell(
      network,
      ids.map((addressId) => [addressId, made.get(addressId) ?? this.#kept.of(account, addressId) ?? '']),
    )
    this.#kept.add(account, [...made])
    // A hundred thousand of them are read without holding anybody up.
    await nextTurn()
  }

  async #tell(network: KnownNetwork, made: readonly (readonly [AddressId, string])[]): Promise<void> {
    const { family, document } = network
    const heard: (void | Promise<void>)[] = []
    for (const [addressId, text] of made) {
      const checked = checkAddress(document.addressRules, text)
      if (typeof checked === 'string')
        throw new Error(`address ${addressId} of ${document.blockchain} breaks the network's rules: ${checked}`)
      this.#family(family).made(addressId, text, checked.address)
      for (const listener of this.#listeners) heard.push(listener(family, addressId, text))
    }
    await Promise.all(heard)
  }
}

/** @returns whether it came in time */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  const isIn = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return isIn
}
