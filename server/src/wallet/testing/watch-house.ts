/** A wallet that follows chains over an exchange in memory, for tests: networks, customers with addresses, and how their deposits stand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, ListingTerms } from '@agio/engine/command.ts'
import type { DepositStatus } from '@agio/engine/event.ts'
import {
  type AssetId,
  asAssetId,
  asListingId,
  asNetworkId,
  asUserId,
  asWithdrawalId,
  type ListingId,
  type NetworkId,
  type UserId,
  type WithdrawalId,
} from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { bookedBlockOf } from '@agio/engine/wallet/read-holdings.ts'
import { houseAddresses } from '@agio/engine/wallet/read-payments.ts'
import { depositsOf, listingsOf, withdrawableOf } from '@agio/engine/wallet/read-wallet.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { memoryModels } from '../../testing/memory-models.ts'
import type { KnownNetwork } from '../network-book.ts'
import { openWallet, type Wallet, type WalletOptions } from '../open-wallet.ts'
import type { ChainUrls } from '../parts.ts'
import { SeedSigner } from './seed-signer.ts'

const NOBODY = asUserId(0)
const TERMS = {
  ...{ depositOpen: true, withdrawOpen: true, chainScale: 8, withdrawScale: 8, creditAt: 2, unlockAt: 4 },
  ...{ minDeposit: 1_000n, minWithdraw: 1n, maxWithdraw: 0n, fee: 0n, feeRateE8: 0 },
} as const

/** Urls that a test changes. */
export class TestUrls implements ChainUrls {
  readonly first = new Map<string, readonly string[]>()
  readonly second = new Map<string, readonly string[]>()
  readonly #listeners = new Set<() => void>()

  of(blockchain: string): readonly string[] {
    return this.first.get(blockchain) ?? []
  }

  secondOf(blockchain: string): readonly string[] {
    return this.second.get(blockchain) ?? []
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(blockchain: string, urls: readonly string[], second: readonly string[] = []): void {
    this.first.set(blockchain, urls)
    this.second.set(blockchain, second)
    for (const listener of this.#listeners) listener()
  }
}

export class WatchHouse {
  readonly exchange = new MemoryExchange()
  readonly models = memoryModels(this.exchange)
  readonly signer = new SeedSigner(7)
  readonly urls = new TestUrls()
  readonly dir = mkdtempSync(join(tmpdir(), 'watch-house-'))
  readonly logged: string[] = []
  /** Opened with the wallet, in the place of what it has by itself. */
  readonly with: Partial<WalletOptions> = {}
  #wallet: Wallet | undefined
  #registered = 0

  get wallet(): Wallet {
    if (this.#wallet === undefined) throw new Error('the wallet is closed')
    return this.#wallet
  }

  async open(): Promise<Wallet> {
    const note = (text: string, fields = {}): void => void this.logged.push(`${text} ${JSON.stringify(fields)}`)
    this.#wallet = openWallet({
      tenantId: 'agio',
      exchange: this.exchange,
      models: this.models,
      urls: this.urls,
      signer: this.signer,
      clock: { now: () => Date.now() },
      random: (count) => crypto.getRandomValues(new Uint8Array(count)),
      log: { info: note, warn: note, error: note },
      dir: this.dir,
      journalDir: undefined,
      ...this.with,
    })
    await this.#wallet.book.ready
    return this.#wallet
  }

  async close(): Promise<void> {
    await this.#wallet?.stop()
    this.#wallet = undefined
  }

  async end(): Promise<void> {
    await this.close()
    rmSync(this.dir, { recursive: true, force: true })
  }

  asset(symbol: string, scale = 8): AssetId {
    return asAssetId(this.exchange.must({ kind: 'defineAsset', symbol, scale, document: {} }).value)
  }

  /** Gives an asset a price in another one, 1e-12 of it. */
  price(assetId: AssetId, price: bigint, unitAssetId: AssetId): void {
    const why = { actor: 'test', why: '' }
    this.exchange.must({ kind: 'setIndexTerms', unitAssetId, sources: ['one'], freshMs: 86_000_000, capE8: 1_000_000, ...why })
    const items = [{ assetId, source: 0, price: price as never, at: this.exchange.now(), state: 'live' as const }]
    this.exchange.must({ kind: 'reportPrices', items })
  }

  network(family: number, document: JsonObject): NetworkId {
    return asNetworkId(this.exchange.must({ kind: 'defineNetwork', family, document, actor: 'test', why: '' }).value)
  }

  listing(networkId: NetworkId, assetId: AssetId, token: string | null, over: Partial<ListingTerms> = {}): ListingId {
    const terms: ListingTerms = { ...TERMS, assetId, networkId, ...over }
    return asListingId(this.exchange.must({ kind: 'defineListing', terms, document: { token }, actor: 'test', why: '' }).value)
  }

  known(networkId: NetworkId): KnownNetwork {
    const found = this.wallet.book.network(networkId)
    if (found === undefined) throw new Error(`no network ${networkId}`)
    return found
  }

  customer(): UserId {
    this.#registered += 1
    return asUserId(this.exchange.must({ kind: 'registerUser', accountKey: `k${this.#registered}`, role: 'customer', document: {} }).value)
  }

  /** A customer's address with its text. */
  async addressOf(userId: UserId, networkId: NetworkId, label = ''): Promise<{ readonly text: string; readonly tag: string | null }> {
    await this.wallet.addresses.create(userId, this.known(networkId), label)
    return await until(`an address of ${userId}`, async () => {
      const made = (await this.wallet.addresses.list(userId, this.known(networkId))).find((address) => address.label === label)
      return made?.text === undefined ? undefined : { text: made.text, tag: made.tag }
    })
  }

  /** One that nothing stands in the way of. @param amount with the fee, minor units */
  withdraw(userId: UserId, listingId: ListingId, to: string, amount: bigint): WithdrawalId {
    const ask = { kind: 'requestWithdrawal', userId, listingId, amount, receiverId: NOBODY, limit: 0n, windowMs: 0 } as const
    const document = { address: to, memo: null, remark: null, clientId: null, methods: [], facts: {} }
    return asWithdrawalId(this.exchange.must({ ...ask, isVerified: true, reviews: [], document }).value)
  }

  /** Text of the house's first hot address on a network, which whoever pays makes. */
  hot(networkId: NetworkId): Promise<string> {
    return until('a hot address', async () => {
      const hot = houseAddresses(this.exchange.state).find(
        ({ family, place }) => place === 'hot' && family === this.known(networkId).family,
      )
      return hot && this.wallet.addresses.textOf(this.known(networkId), 'hot', hot.addressId)
    })
  }

  /** How deposits of a customer stand, the oldest first: `credited 5`. */
  deposits(userId: UserId): readonly string[] {
    return depositsOf(this.exchange.state, userId)
      .toReversed()
      .map(({ status, amount }) => `${status} ${amount}`)
  }

  statuses(userId: UserId): readonly DepositStatus[] {
    return depositsOf(this.exchange.state, userId)
      .toReversed()
      .map(({ status }) => status)
  }

  /** What he has, what of it may leave, and what he owes. */
  money(userId: UserId, assetId: AssetId): { readonly available: bigint; readonly withdrawable: bigint; readonly owed: bigint } {
    const { state } = this.exchange
    return {
      available: balanceOf(state, userId, assetId).available,
      withdrawable: withdrawableOf(state, userId, assetId),
      owed: -balanceOf(state, userId, assetId, 'debt').available,
    }
  }

  /** Of a listing at customers' addresses. */
  held(listingId: ListingId): bigint {
    return listingsOf(this.exchange.state).find((listing) => listing.listingId === listingId)?.held.addresses ?? 0n
  }

  height(networkId: NetworkId): number {
    return bookedBlockOf(this.exchange.state, networkId)?.height ?? 0
  }

  /** Waits until a height is booked. */
  async reaches(networkId: NetworkId, height: number): Promise<void> {
    await until(
      () => `block ${height}, at ${this.height(networkId)} ${JSON.stringify(this.wallet.watch.health())}`,
      () => Promise.resolve(this.height(networkId) === height ? true : undefined),
    )
  }
}

/** Looks until there is something. @throws Error after two minutes, far more than any of it takes */
export async function until<Found>(what: string | (() => string), look: () => Promise<Found | undefined>): Promise<Found> {
  for (const end = performance.now() + 120_000; performance.now() < end; ) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`waited in vain for ${typeof what === 'string' ? what : what()}`)
}
