/** From what a chain brought to commands of the engine: whose an arrival is, how much it is in units of the ledger, what a payment cost. */

import type { Arrival, BlockName, BookBlocks, LeaveBlocks, MinedPayment, NoteArrivals } from '@agio/engine/command.ts'
import type { AddressId, ListingId } from '@agio/engine/ids/id.ts'
import { asAddressId } from '@agio/engine/ids/id.ts'
import { ISSUED_LIMIT } from '@agio/engine/ledger/issued-limit.ts'
import type { State } from '@agio/engine/state.ts'
import { depositUnder } from '@agio/engine/wallet/read-deposits.ts'
import { addressAt, listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { tagName } from '@agio/engine/wallet/wallet-rows.ts'
import type { Log } from '../../core/log.ts'
import type { KnownNetwork, NetworkBook } from '../network-book.ts'
import type { LeftOut, OwnPayment, OwnPayments, Screening } from '../parts.ts'
import { type Measured, measured } from '../units.ts'
import { balanceKey, otherKey } from './arrival-key.ts'
import type { SeenArrival, SeenOwn, WatchStep } from './messages.ts'

const TAG = /^(0|[1-9][0-9]{0,9})$/

export interface BookingParts {
  readonly state: State
  readonly book: NetworkBook
  readonly payments: OwnPayments
  readonly screening: Screening
  readonly log: Log
}

interface ChainCoin {
  readonly listingId: ListingId
  readonly assetId: number
  measure(units: bigint): Measured
}

/** Kept of coins that no ledger holds: whoever makes as many as he likes fills no memory. */
const LEFT_OUT_MOST = 100

export class Booking {
  readonly #parts: BookingParts
  readonly #network: KnownNetwork
  readonly #leftOut = new Map<string, LeftOut>()

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
    const arrivals = step.arrivals.filter((arrival) => !this.#isFoundAlready(arrival, upTo))
    return { kind: 'bookBlocks', networkId, after, upTo, arrivals: this.#arrivals(arrivals, payments, coins), mined }
  }

  /**
   * The last block may be told again by a node that gives its calls, where the first one gave none: what they brought was found by balances
   * at that block meanwhile, and counts once.
   */
  #isFoundAlready({ key, position, height, watched }: SeenArrival, { height: last, block }: BlockName): boolean {
    if (height !== last || !position.startsWith('c')) return false
    const { state } = this.#parts
    const found = depositUnder(state, balanceKey(this.#network.document.blockchain, block, watched))
    return found?.isBooked === true && depositUnder(state, key)?.isBooked !== true
  }

  /** The last block may have been booked by a build that made a deposit of each. */
  #isBookedInParts({ firstKey }: SeenArrival): boolean {
    return firstKey !== undefined && depositUnder(this.#parts.state, firstKey)?.isBooked === true
  }

  get leftOut(): readonly LeftOut[] {
    return [...this.#leftOut.values()]
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
      if (coin === undefined || this.#isOurMove(arrival, payments.get(arrival.tx)) || this.#isBookedInParts(arrival)) return []
      const { tx, position, from, alsoFrom = [], height, maturity, count } = arrival
      const measure = coin.measure(arrival.amount)
      if (!this.#fits(coin, measure.amount, sums, arrival)) return []
      // What is in no block yet is shown and not credited.
      const isHeld = height !== 0 && [from, ...alsoFrom].some((sender) => screening.isHeld(this.#network, sender))
      const brought = { listingId: coin.listingId, addressId: this.#addressOf(arrival), ...measure }
      return [
        {
          ...brought,
          key: this.#keyOf(arrival, brought),
          tx,
          position,
          from,
          height,
          isHeld,
          ...(maturity !== undefined && { maturity }),
          ...(count !== undefined && { count }),
        },
      ]
    })
  }

  /**
   * The engine keeps what it knows under a key. A block that left may have had the transaction with another outcome: what it brings now is
   * another thing then, or a customer were credited what the chain took back. What is booked keeps its key, however it is told again.
   */
  #keyOf(arrival: SeenArrival, brought: Pick<Arrival, 'listingId' | 'addressId' | 'amount' | 'dust'>): string {
    const known = depositUnder(this.#parts.state, arrival.key)
    if (known === undefined || known.isBooked) return arrival.key
    const isSame =
      known.listingId === brought.listingId &&
      known.addressId === brought.addressId &&
      known.amount === brought.amount &&
      known.dust === brought.dust
    return isSame ? arrival.key : otherKey(this.#network.document.blockchain, arrival)
  }

  /**
   * Somebody who makes as much of a token as he likes must not hold up a network: what no ledger holds is left out, and shows as a difference
   * and to operators.
   * @param sums of the entry so far, by asset
   */
  #fits({ assetId, listingId }: ChainCoin, amount: bigint, sums: Map<number, bigint>, arrival: SeenArrival): boolean {
    const sum = (sums.get(assetId) ?? 0n) + amount
    if ((this.#parts.state.issued[assetId] ?? 0n) + sum >= ISSUED_LIMIT) {
      const { blockchain } = this.#network.document
      const { key, tx, position, height } = arrival
      this.#parts.log.error('coins came that are more than a ledger holds: nobody is credited', { blockchain, tx, amount: String(amount) })
      if (height !== 0 && (this.#leftOut.has(key) || this.#leftOut.size < LEFT_OUT_MOST))
        this.#leftOut.set(key, { listingId, tx, position, addressId: this.#addressOf(arrival), units: arrival.amount })
      return false
    }
    sums.set(assetId, sum)
    return true
  }

  /**
   * What the house's own transactions bring is booked with the payment: coins that it moves, and change. All else that a withdrawal brings
   * is a deposit like any other, also on an address of the house: who is paid may be a contract that sends some of it back.
   */
  #isOurMove({ to }: SeenArrival, payment: OwnPayment | undefined): boolean {
    if (payment === undefined) return false
    return payment.isMove || (payment.slot.kind === 'coins' && payment.slot.change === to)
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
    const hasPaid = succeeded && !payment.cancels.includes(tx)
    return [{ paymentId: payment.paymentId, tx, height, succeeded: hasPaid, gasListingId: coin.listingId, gas, gasDust }]
  }
}
