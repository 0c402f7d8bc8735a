/**
 * Whatever the demo gave out lies on its chains: once at first start, and whenever more was given out since, coins are made on the chain and
 * sent to addresses of the house. They are booked like anything else that comes. Nothing is remembered: what is missing is computed from the
 * ledger, when nothing is on the way on the chain that the ledger does not know of.
 */
import type { Payment } from '@agio/chain/port.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import { type AddressId, asAddressId, asUserId, type ListingId, type NetworkId } from '@agio/engine/ids/id.ts'
import { ISSUED_LIMIT } from '@agio/engine/ledger/issued-limit.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import { houseAddressesFrom } from '@agio/engine/wallet/read-holdings.ts'
import { addressAt, listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import type { Duty } from '../../core/leadership.ts'
import type { Log } from '../../core/log.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { KnownListing, KnownNetwork, NetworkBook } from '../../wallet/network-book.ts'
import type { AddressTexts } from '../../wallet/parts.ts'
import type { DemoExchange } from '../accounts.ts'
import { units } from '../listing.ts'
import { stockOf } from '../stock.ts'
import { type ChainKeeper, KeeperFault } from './chain-keeper.ts'
import type { Halts } from './halts.ts'
import { keepOwn } from './keep-own.ts'
import { type Owed, owedOf, toChainUnits } from './owed.ts'

const HOUSE = asUserId(0)
const EVERY_MS = 1000
const ROUNDS_A_LOOK = 2
/** Failed tries before somebody is told. */
const FAILED_TO_TELL = 60
/** Percent that lies hot, for payments; the rest is stored. */
const HOT_PART = 5n
/** That part of what a simulated account begins with is kept hot of a small exchange's coins, and that one for fees where nobody has any. */
const SMALL_PART = 5n
const GAS_PART = 100n
/** Accounts whose coins fit on every chain. */
const ACCOUNTS_THAT_FIT = 20n
/** Percent of a coin that lies on each of its further networks. */
const FURTHER_PART = 20n
/** Coins of Bitcoin's hot address: so many payments can be under way at once. */
const HOT_COINS = 8
/** Less than that many units in an output is dust. */
const LEAST_UNITS = 10_000n

export interface BackingParts {
  readonly exchange: DemoExchange
  readonly models: Pick<ReadModels, 'walletTxs'>
  readonly book: NetworkBook
  readonly texts: Pick<AddressTexts, 'textOf'>
  readonly keeper: Pick<ChainKeeper, 'pay' | 'standing'>
  readonly halts: Halts
  readonly log: Log
}

export class Backing implements Duty {
  readonly #parts: BackingParts
  #isOn = false
  #rounds = 0
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  /** Rounds in vain, by network. */
  readonly #failed = new Map<string, number>()
  /** What a chain will never have, by listing: it is asked for once. */
  readonly #tooMuch = new Map<ListingId, bigint>()

  constructor(parts: BackingParts) {
    this.#parts = parts
  }

  begin(): void {
    this.#isOn = true
    this.#plan(0)
  }

  async end(): Promise<void> {
    this.#isOn = false
    clearTimeout(this.#timer)
    await this.#round
  }

  #plan(afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#goOn().then(() => {
        if (this.#isOn) this.#plan(EVERY_MS)
      })
    }, afterMs).unref()
  }

  async #goOn(): Promise<void> {
    const { book, exchange, halts, log } = this.#parts
    if (!book.isReady || !halts.isReady) return
    try {
      if (this.#rounds % ROUNDS_A_LOOK === 0) await keepOwn(this.#parts)
    } catch (error) {
      log.warn('coins of the house are not its own yet', { error: String(error) })
    }
    this.#rounds += 1
    const owed = owedOf(exchange.state)
    const listings = book.listings()
    for (const network of book.networks()) {
      const short = listings.filter(
        (listing) =>
          listing.network.networkId === network.networkId &&
          (isShort(owed.get(listing.assetId), halts.has(listing.listingId)) || this.#wantsGas(listing)),
      )
      if (short.length === 0) continue
      try {
        await this.#back(network, short, listings)
        this.#failed.delete(network.document.blockchain)
      } catch (error) {
        this.#tell(network.document.blockchain, error instanceof Error ? error.message : String(error))
      }
    }
  }

  /** Nodes take their time to start: that is no news. */
  #tell(blockchain: string, why: string): void {
    const times = (this.#failed.get(blockchain) ?? 0) + 1
    this.#failed.set(blockchain, times)
    if (times === FAILED_TO_TELL) this.#parts.log.warn('coins of the demo are not on their chain yet', { blockchain, why })
  }

  /** Pays what is missing of some coins on a network, or says that it cannot be. */
  async #back(network: KnownNetwork, short: readonly KnownListing[], all: readonly KnownListing[]): Promise<void> {
    const { exchange, keeper, halts } = this.#parts
    const { blockchain } = network.document
    const standing = await keeper.standing(blockchain)
    // What waits, or stands in blocks that were not booked, may be what is missing.
    if (standing.waits || heightOf(exchange, network.networkId) < standing.height) return
    const owed = owedOf(exchange.state)
    for (const listing of short) {
      const of = owed.get(listing.assetId)
      const missing = missingOf(exchange, of, listing, all)
      if (missing <= 0n) await halts.end(listing)
      const wanted = missing <= 0n && this.#wantsGas(listing) ? this.#partOfStock(listing, GAS_PART) : missing
      if (wanted > 0n && wanted < (this.#tooMuch.get(listing.listingId) ?? wanted + 1n)) await this.#pay(listing, wanted)
    }
  }

  /** The house has some of every coin that fees are taken in, even where no customer has any. */
  #wantsGas({ listingId, document }: KnownListing): boolean {
    return document.token === null && heldOf(this.#parts.exchange, listingId) === 0n
  }

  /** A part of what a simulated account begins with; minor units. */
  #partOfStock({ assetId }: KnownListing, part: bigint): bigint {
    const asset = assetsOf(this.#parts.exchange.state).find((one) => one.assetId === assetId)
    return asset === undefined ? 0n : units(stockOf(asset.symbol), asset.scale) / part
  }

  async #pay(listing: KnownListing, missing: bigint): Promise<void> {
    if (!this.#fits(listing, missing)) return this.#giveUp(listing, missing, 'the ledger holds no more of it')
    try {
      await this.#send(listing, missing)
    } catch (error) {
      if (!(error instanceof KeeperFault) || error.why !== 'short') throw error
      await this.#giveUp(listing, missing, error.message)
    }
  }

  /** What the watcher books counts as issued: coins beyond that bound would lie there in no book, and be sent again and again. */
  #fits({ assetId }: KnownListing, amount: bigint): boolean {
    return (this.#parts.exchange.state.issued[assetId] ?? 0n) + amount < ISSUED_LIMIT
  }

  /** Once for each listing. What rests stays at rest; else (a tester gave a fortune away) customers can be paid as far as it goes. */
  async #giveUp(listing: KnownListing, missing: bigint, why: string): Promise<void> {
    const { halts, log } = this.#parts
    const { blockchain } = listing.network.document
    this.#tooMuch.set(listing.listingId, 0n)
    log.error('the demo cannot back what was given out', { blockchain, missing: String(missing), why })
    const part = this.#partOfStock(listing, 1n) * ACCOUNTS_THAT_FIT
    if (!halts.has(listing.listingId) && this.#fits(listing, part)) await this.#send(listing, part)
  }

  async #send(listing: KnownListing, amount: bigint): Promise<void> {
    const payments = await this.#payments(listing, amount)
    if (payments.length > 0) await this.#parts.keeper.pay(listing.network.document.blockchain, payments)
  }

  async #payments(listing: KnownListing, missing: bigint): Promise<readonly Payment[]> {
    const { exchange } = this.#parts
    const { network, document } = listing
    const terms = listingsOf(exchange.state).find(({ listingId }) => listingId === listing.listingId)?.terms
    const scale = assetsOf(exchange.state).find(({ assetId }) => assetId === listing.assetId)?.scale
    if (terms === undefined || scale === undefined) return []
    const inAll = toChainUnits(missing, scale, terms.chainScale)
    if (inAll < LEAST_UNITS) return []
    const [hot, cold] = [await this.#address(network, 'hot'), await this.#address(network, 'cold')]
    if (hot === undefined || cold === undefined) throw new Error('addresses of the house are not made yet')
    const pay = (to: string, amount: bigint): Payment => ({ to, tag: null, token: document.token, amount })
    // Rounded down to what the ledger can say, so that no part leaves dust: the rest is stored.
    const step = pow10(Math.max(0, terms.chainScale - scale))
    const [part, small] = [(inAll * HOT_PART) / 100n, toChainUnits(this.#partOfStock(listing, SMALL_PART), scale, terms.chainScale)]
    const share = part > small ? part : small
    const atHand = share - (share % step)
    if (inAll <= atHand) return [pay(hot, inAll)]
    const parts = document.token === null && network.document.adapter.kind === 'bitcoin' ? split(atHand) : [atHand]
    return [...parts.map((part) => pay(hot, part)), pay(cold, inAll - atHand)]
  }

  /** The first of the house at a place; made where there is none. */
  async #address(network: KnownNetwork, place: Extract<HoldingPlace, 'hot' | 'cold'>): Promise<string | undefined> {
    const { exchange, texts } = this.#parts
    const known = firstAddress(exchange, network.family, place)
    if (known !== undefined) return texts.textOf(network, place, known)
    const { reason, value } = await exchange.submit({
      kind: 'assignAddress',
      userId: HOUSE,
      family: network.family,
      place,
      tag: 0,
      label: place,
    })
    if (reason !== 'none') throw new Error(`no address of the house: ${reason}`)
    return texts.textOf(network, place, asAddressId(value))
  }
}

/** Customers have more than there is; or what was halted may be there by now. */
const isShort = (owed: Owed | undefined, isHalted: boolean): boolean => isHalted || (owed !== undefined && owed.customers > owed.held)

/** Of a coin on several networks each is to hold a part: what is missing here. Minor units, rounded up on the first. */
function missingOf(exchange: DemoExchange, owed: Owed | undefined, listing: KnownListing, all: readonly KnownListing[]): bigint {
  if (owed === undefined || owed.customers <= owed.held) return 0n
  const same = all.filter(({ assetId }) => assetId === listing.assetId)
  const further = (owed.given * FURTHER_PART) / 100n
  const wanted = same[0]?.listingId === listing.listingId ? owed.given - further * BigInt(same.length - 1) : further
  const [here, inAll] = [wanted - heldOf(exchange, listing.listingId), owed.given - owed.held]
  return here < inAll ? here : inAll
}

/** What a listing holds at all places, less what is on its way out. Minor units. */
function heldOf({ state }: DemoExchange, listingId: ListingId): bigint {
  const row = listingsOf(state).find((listing) => listing.listingId === listingId)
  return row === undefined ? 0n : Object.values(row.held).reduce((sum, amount) => sum + amount, row.onTheWay)
}

function split(amount: bigint): readonly bigint[] {
  const part = amount / BigInt(HOT_COINS)
  if (part < LEAST_UNITS) return [amount]
  return Array.from({ length: HOT_COINS }, (_, index) => (index === 0 ? amount - part * BigInt(HOT_COINS - 1) : part))
}

const heightOf = ({ state }: DemoExchange, networkId: NetworkId): number =>
  networksOf(state).find((network) => network.networkId === networkId)?.height ?? 0

function firstAddress({ state }: DemoExchange, family: number, place: HoldingPlace): AddressId | undefined {
  return houseAddressesFrom(state, 0).found.find((addressId) => {
    const address = addressAt(state, addressId)
    return address?.family === family && address.place === place
  })
}
