/** From what a chain brought to commands of the engine: whose an arrival is, how much it is in units of the ledger, what a payment cost. */
import type { Arrival, BookBlocks, LeaveBlocks, MinedPayment, NoteArrivals } from '@agio/engine/command.ts'
import type { AddressId, ListingId } from '@agio/engine/ids/id.ts'
import { asAddressId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import type { State } from '@agio/engine/state.ts'
import { addressAt, listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { tagName } from '@agio/engine/wallet/wallet-rows.ts'
import type { Log } from '../../core/log.ts'
import type { KnownNetwork, NetworkBook } from '../network-book.ts'
import type { OwnPayment, OwnPayments, Screening } from '../parts.ts'
import type { SeenArrival, SeenOwn, WatchStep } from './messages.ts'

const TAG = /^(0|[1-9][0-9]{0,9})$/

export interface BookingParts {
  readonly state: State
  readonly book: NetworkBook
  readonly payments: OwnPayments
  readonly screening: Screening
  readonly log: Log
}

/** What was ever issued of an asset stays below it: see `bookBlocks`. */
const ISSUED_LIMIT = 2n ** 62n

/** Units of a chain as minor units of the ledger and what is less than one of them. */
interface Measured {
  readonly amount: bigint
  readonly dust: bigint
}

interface ChainCoin {
  readonly listingId: ListingId
  readonly assetId: number
  measure(units: bigint): Measured
}

export class Booking {
  readonly #parts: BookingParts
  readonly #network: KnownNetwork

  constructor(parts: BookingParts, network: KnownNetwork) {
    this.#parts = parts
    this.#network = network
  }

  /** @throws Error when the chain's own coin is not listed and a payment cost some of it: nothing can be booked then */
  commandOf(step: WatchStep): BookBlocks | LeaveBlocks {
    const { networkId } = this.#network
    if (step.kind === 'left') return { kind: 'leaveBlocks', networkId, from: step.from, backTo: step.backTo }
    const { after, upTo } = step
    const coins = this.#coins()
    const payments = this.#payments()
    const mined = step.own.flatMap((own) => this.#mined(own, payments, coins))
    return { kind: 'bookBlocks', networkId, after, upTo, arrivals: this.#arrivals(step.arrivals, payments, coins), mined }
  }

  /** Of what waits for a block; undefined when nothing of it counts. */
  noteOf(waiting: readonly SeenArrival[]): NoteArrivals | undefined {
    const arrivals = this.#arrivals(waiting, this.#payments(), this.#coins())
    return arrivals.length === 0 ? undefined : { kind: 'noteArrivals', networkId: this.#network.networkId, arrivals }
  }

  /** Listed coins of the network by what the chain calls them; null = its own. */
  #coins(): ReadonlyMap<string | null, ChainCoin> {
    const { state, book } = this.#parts
    const terms = new Map(listingsOf(state).map((listing) => [listing.listingId, listing.terms]))
    const found = new Map<string | null, ChainCoin>()
    for (const { listingId, network, document } of book.listings()) {
      const known = terms.get(listingId)
      if (network.networkId !== this.#network.networkId || known === undefined) continue
      const scale = state.assets[known.assetId - 1]?.scale ?? 0
      found.set(document.token, { listingId, assetId: known.assetId, measure: (units) => measured(units, known.chainScale, scale) })
    }
    return found
  }

  #payments(): ReadonlyMap<string, OwnPayment> {
    const under = this.#parts.payments.under(this.#network.networkId)
    return new Map(under.flatMap((payment) => payment.txs.map((tx) => [tx, payment] as const)))
  }

  #arrivals(
    seen: readonly SeenArrival[],
    payments: ReadonlyMap<string, OwnPayment>,
    coins: ReadonlyMap<string | null, ChainCoin>,
  ): readonly Arrival[] {
    const { screening } = this.#parts
    const sums = new Map<number, bigint>()
    return seen.flatMap((arrival) => {
      const coin = coins.get(arrival.token)
      if (coin === undefined || this.#isOurMove(arrival, payments.get(arrival.tx))) return []
      const { key, tx, position, from, height } = arrival
      const measure = coin.measure(arrival.amount)
      if (!this.#fits(coin, measure.amount, sums, tx)) return []
      // What is in no block yet is shown and not credited.
      const isHeld = height !== 0 && screening.isHeld(this.#network, from)
      const addressId = this.#addressOf(arrival)
      return [{ listingId: coin.listingId, addressId, key, tx, position, from, ...measure, height, isHeld }]
    })
  }

  /**
   * Somebody who makes as much of a token as he likes must not hold up a network: what no ledger holds is left out, and shows as a difference.
   * @param sums of the entry so far, by asset
   */
  #fits({ assetId }: ChainCoin, amount: bigint, sums: Map<number, bigint>, tx: string): boolean {
    const sum = (sums.get(assetId) ?? 0n) + amount
    if ((this.#parts.state.issued[assetId] ?? 0n) + sum >= ISSUED_LIMIT) {
      const { blockchain } = this.#network.document
      this.#parts.log.error('coins came that are more than a ledger holds: nobody is credited', { blockchain, tx, amount: String(amount) })
      return false
    }
    sums.set(assetId, sum)
    return true
  }

  /**
   * What the house's own transactions bring is booked with the payment: coins that it moves, and change. What a withdrawal brings to a
   * customer's address is a deposit like any other.
   */
  #isOurMove({ watched }: SeenArrival, payment: OwnPayment | undefined): boolean {
    if (payment === undefined) return false
    return payment.isMove || addressAt(this.#parts.state, watched)?.userId === 0
  }

  /** Where one address serves many, the tag says whose it is; 0 = nobody's. */
  #addressOf({ watched, tag }: SeenArrival): AddressId | 0 {
    const { state } = this.#parts
    const address = addressAt(state, watched)
    if (this.#network.document.tag === null || address?.userId !== 0 || address.place !== 'addresses') return asAddressId(watched)
    const named = tag !== null && TAG.test(tag) ? state.addressByTag.get(tagName(this.#network.family, Number(tag))) : undefined
    return named === undefined ? 0 : asAddressId(named)
  }

  #mined(
    { tx, height, succeeded, fee }: SeenOwn,
    payments: ReadonlyMap<string, OwnPayment>,
    coins: ReadonlyMap<string | null, ChainCoin>,
  ): readonly MinedPayment[] {
    const payment = payments.get(tx)
    if (payment === undefined) return []
    const coin = coins.get(null)
    if (coin === undefined) throw new Error(`the coin that ${this.#network.document.blockchain} takes its fees in is not listed`)
    const { amount: gas, dust: gasDust } = coin.measure(fee)
    return [{ paymentId: payment.paymentId, tx, height, succeeded, gasListingId: coin.listingId, gas, gasDust }]
  }
}

/** Rounded down: what is cut off is the dust. */
function measured(units: bigint, chainScale: number, scale: number): Measured {
  if (chainScale <= scale) return { amount: units * pow10(scale - chainScale), dust: 0n }
  const unit = pow10(chainScale - scale)
  return { amount: units / unit, dust: units % unit }
}
