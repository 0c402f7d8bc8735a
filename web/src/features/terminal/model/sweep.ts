/**
 * What an order would take from the book as it stands now. Pure integers; the same walk as the engine's: best price first, whole lots.
 * The published book has one row for a price where the engine may have many orders: quantity and value are exact all the same, the fee
 * is rounded up once for each order met, so that the one given here is the least it can be. The server's preview knows the rest.
 */
import { divideCeil } from '@agio/engine/money/rounding.ts'
import type { BookLevel } from '../../../data/live/book.ts'
import { baseUnit, feeRate, quoteUnit, type TicketContext } from './context.ts'
import type { Side } from './order-words.ts'

export interface Sweep {
  /** Lots taken. */
  readonly quantity: bigint
  /** Quote minor units paid or received, before fees. */
  readonly value: bigint
  /** Minor units of the fee asset, rounded up once for each price. */
  readonly fee: bigint
  /** Ticks of the worst price touched; 0 when nothing is taken. */
  readonly worst: number
  /** Ticks of the best price before the order; 0 for an empty side. */
  readonly best: number
}

export interface SweepOrder {
  readonly side: Side
  /** Worst acceptable price in ticks; 0 = any. */
  readonly limit: number
  /** Lots wanted; absent when `budget` decides. */
  readonly quantity?: bigint
  /** Quote minor units to spend (a market buy by amount); a fee in the quote asset is paid out of it. */
  readonly budget?: bigint
}

/** Fee of one fill: rounded up in the asset that it is taken from, as the ledger does for each trade. */
export function fillFee(context: TicketContext, side: Side, role: 'maker' | 'taker', lots: bigint, value: bigint): bigint {
  const inQuote = side === 'sell' || context.buyFeeIn === 'quote'
  return rateOf(inQuote ? value : lots * baseUnit(context), feeRate(context.fees, side, role))
}

const ONE_E8 = 100_000_000n

/** `amount × rate ÷ 1e8` rounded up, for amounts of any size: what people type has no bound. */
export function rateOf(amount: bigint, rateE8: number): bigint {
  return divideCeil(amount * BigInt(rateE8), ONE_E8)
}

/** Lots that a budget buys at one price, with the fee where it comes on top. */
function affordable(context: TicketContext, lotPrice: bigint, budget: bigint): bigint {
  if (context.buyFeeIn === 'base') return budget / lotPrice
  const rate = feeRate(context.fees, 'buy', 'taker')
  let lots = (budget * ONE_E8) / (lotPrice * (ONE_E8 + BigInt(rate)))
  while ((lots + 1n) * lotPrice + rateOf((lots + 1n) * lotPrice, rate) <= budget) lots += 1n
  return lots
}

export function sweep(context: TicketContext, order: SweepOrder): Sweep {
  const levels: readonly BookLevel[] = order.side === 'buy' ? context.asks : context.bids
  const unit = quoteUnit(context)
  let wanted = order.quantity ?? 0n
  let budget = order.budget ?? 0n
  let quantity = 0n
  let value = 0n
  let fee = 0n
  let worst = 0
  for (const level of levels) {
    const acceptable = order.limit === 0 || (order.side === 'buy' ? level.price <= order.limit : level.price >= order.limit)
    if (!acceptable) break
    const lotPrice = BigInt(level.price) * unit
    const there = BigInt(level.quantity)
    const most = order.budget === undefined ? wanted : affordable(context, lotPrice, budget)
    const taken = most < there ? most : there
    if (taken <= 0n) break
    const paid = taken * lotPrice
    const charged = fillFee(context, order.side, 'taker', taken, paid)
    quantity += taken
    value += paid
    fee += charged
    worst = level.price
    wanted -= taken
    budget -= order.side === 'buy' && context.buyFeeIn === 'quote' ? paid + charged : paid
    if (order.budget === undefined ? wanted === 0n : taken < there) break
  }
  return { quantity, value, fee, worst, best: levels[0]?.price ?? 0 }
}
