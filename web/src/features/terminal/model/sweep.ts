/** What an order would take from the book as it stands now. Pure integers; the same walk as the engine's: best price first, whole lots. */
import { mulRate } from '@agio/engine/money/rounding.ts'
import type { BookLevel } from '../../../data/live/book.ts'
import { baseUnit, feeRate, quoteUnit, type TicketContext } from './context.ts'
import type { Side } from './order-words.ts'

export interface Sweep {
  /** Lots taken. */
  readonly quantity: bigint
  /** Quote minor units paid or received, before fees. */
  readonly value: bigint
  /** Minor units of the fee asset. */
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
  /** Quote minor units to spend (a market buy by amount). */
  readonly budget?: bigint
}

/** Fee of one fill: rounded up in the asset that it is taken from, as the ledger does for each trade. */
export function fillFee(context: TicketContext, side: Side, role: 'maker' | 'taker', lots: bigint, value: bigint): bigint {
  const inQuote = side === 'sell' || context.buyFeeIn === 'quote'
  return mulRate(inQuote ? value : lots * baseUnit(context), feeRate(context.fees, side, role), 'ceil')
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
    const affordable = order.budget === undefined ? wanted : budget / lotPrice
    const taken = affordable < there ? affordable : there
    if (taken === 0n) break
    const paid = taken * lotPrice
    quantity += taken
    value += paid
    fee += fillFee(context, order.side, 'taker', taken, paid)
    worst = level.price
    wanted -= taken
    budget -= paid
    if (order.budget === undefined ? wanted === 0n : taken < there) break
  }
  return { quantity, value, fee, worst, best: levels[0]?.price ?? 0 }
}
