/** How the book is shown: levels grouped by a price step, summed from the best price outwards. Pure; prices in ticks, quantities in lots. */
import type { BookLevel } from '../../data/live/book.ts'

export type BookSideName = 'bids' | 'asks'

export interface LadderRow {
  /** Ticks; the edge of the group that is worst for the taker: bids floored, asks raised. */
  readonly price: number
  readonly quantity: number
  /** Sum of the rows from the best one to this one. */
  readonly cumulative: number
  /** Ticks × lots summed up to this row: what sweeping to here costs, before scaling. */
  readonly cumulativeValue: bigint
}

/** The price that stands for a level in a book grouped by `step` ticks: bids round down, asks up, so that no group promises a better price. */
export function groupPrice(price: number, step: number, side: BookSideName): number {
  if (step <= 1) return price
  return side === 'bids' ? Math.floor(price / step) * step : Math.ceil(price / step) * step
}

/**
 * The first `rows` groups of one side, best first, with running sums. Values are summed from the ungrouped prices, so that what a sweep
 * costs does not depend on how the book is shown.
 */
export function ladder(levels: readonly BookLevel[], side: BookSideName, step: number, rows: number): LadderRow[] {
  const out: LadderRow[] = []
  let price: number | undefined
  let quantity = 0
  let cumulative = 0
  let value = 0n
  for (const level of levels) {
    const group = groupPrice(level.price, step, side)
    if (group !== price) {
      if (price !== undefined) {
        out.push({ price, quantity, cumulative, cumulativeValue: value })
        if (out.length === rows) return out
      }
      price = group
      quantity = 0
    }
    quantity += level.quantity
    cumulative += level.quantity
    value += BigInt(level.price) * BigInt(level.quantity)
  }
  if (price !== undefined) out.push({ price, quantity, cumulative, cumulativeValue: value })
  return out
}

/** Share of the bid side in the quantity of these rows, whole percent; undefined when both are empty. */
export function bidShare(bids: readonly LadderRow[], asks: readonly LadderRow[]): number | undefined {
  const bid = bids.at(-1)?.cumulative ?? 0
  const ask = asks.at(-1)?.cumulative ?? 0
  return bid + ask === 0 ? undefined : Math.round((bid / (bid + ask)) * 100)
}
