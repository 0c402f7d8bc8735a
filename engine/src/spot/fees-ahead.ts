/** Fees of trades that have not happened, one behind the other: by the rules of settlement, on balances as they would then be. */
import type { Instrument } from '../market/instrument.ts'
import type { Handle } from '../memory/handle.ts'
import { feeOf } from '../money/notional.ts'
import type { State } from '../state.ts'
import { freeFeeAsset, paysInFeeAsset, wholeFee, worthOfFee } from './fee-asset.ts'

export interface OrderAhead {
  /** Row of the user. */
  readonly user: Handle<'user'>
  readonly isBuy: boolean
  /** Minor units held at the placing. */
  readonly held: bigint
  /** Taker's, 1e-8. */
  readonly rate: bigint
}

export interface TradeAhead {
  /** Minor units of quote and base. */
  readonly notional: bigint
  readonly amount: bigint
  /**
   * What the trade and the need of the rest leave of a limit buy's hold, minor units of quote: the most of a fee in quote, since fees of
   * several trades, each rounded up, come to no more than the fee of all; what a fee leaves is free again. Undefined for other orders.
   */
  readonly slack: bigint | undefined
}

/** Minor units of the fee asset, and their worth in quote minor units. */
export interface FeeInAsset {
  readonly fee: bigint
  readonly worth: bigint
}

export class FeesAhead {
  /** In the asset received, or in quote: minor units. */
  fee = 0n
  /** In the fee asset, minor units. */
  inFeeAsset = 0n
  /** What those are worth in quote by rate and discount, each trade rounded up: minor units. */
  worth = 0n
  readonly #state: State
  readonly #instrument: Instrument
  readonly #order: OrderAhead
  readonly #wanted: boolean
  #free: bigint

  constructor(state: State, instrument: Instrument, order: OrderAhead) {
    this.#state = state
    this.#instrument = instrument
    this.#order = order
    this.#wanted = paysInFeeAsset(state, order.user)
    this.#free = this.#wanted ? freeFeeAsset(state, order.user) - (this.#isFeeAsset(!order.isBuy) ? order.held : 0n) : 0n
  }

  charge(trade: TradeAhead): void {
    const { isBuy, rate } = this.#order
    const inQuote = !isBuy || this.#instrument.feeInQuote
    if (this.#wanted) {
      if (this.#isFeeAsset(isBuy)) this.#free += isBuy ? trade.amount : trade.notional
      if (this.#paysWhole(trade)) return
    }
    const full = feeOf(inQuote ? trade.notional : trade.amount, rate)
    const fromHold = isBuy && inQuote
    const fee = fromHold && trade.slack !== undefined && full > trade.slack ? trade.slack : full
    this.fee += fee
    if (!fromHold && this.#isFeeAsset(!inQuote)) this.#free -= fee
    this.#passed(trade, fromHold ? fee : 0n)
  }

  /** Fee of what waits, filled whole behind these trades, in the fee asset; undefined where that would not pay it. */
  ofWaiting(notional: bigint, rate: bigint): FeeInAsset | undefined {
    const fee = wholeFee(this.#state, this.#instrument, this.#order.user, notional, rate)
    return fee > 0n && this.#free >= fee ? { fee, worth: worthOfFee(this.#state, notional, rate) } : undefined
  }

  /** The whole fee or nothing of it: a fee asset just bought may pay. */
  #paysWhole(trade: TradeAhead): boolean {
    const { user, rate } = this.#order
    const fee = wholeFee(this.#state, this.#instrument, user, trade.notional, rate)
    if (fee <= 0n || this.#free < fee) return false
    this.#free -= fee
    this.inFeeAsset += fee
    this.worth += worthOfFee(this.#state, trade.notional, rate)
    this.#passed(trade, 0n)
    return true
  }

  #passed({ slack }: TradeAhead, feeFromHold: bigint): void {
    if (slack !== undefined && this.#isFeeAsset(false)) this.#free += slack - feeFromHold
  }

  #isFeeAsset(isBase: boolean): boolean {
    const { baseAssetId, quoteAssetId } = this.#instrument
    return (isBase ? baseAssetId : quoteAssetId) === this.#state.fees.feeAssetId
  }
}
