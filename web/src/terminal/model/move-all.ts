/** Orders that move together: each by the same distance, up or down. Prices are computed as integers of the smallest decimal. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { readEntry } from './amount-entry.ts'

/** A resting order with a price. */
export interface Movable {
  readonly orderId: string
  readonly side: 'buy' | 'sell'
  /** Decimal. */
  readonly price: string
}

export interface Moved extends Movable {
  /** New price, a decimal. */
  readonly to: string
}

/** Decimals in a price, and the tick in units of the last decimal. */
export interface PriceSteps {
  readonly scale: number
  readonly tick: number
}

export type Direction = 'up' | 'down'

/** New prices of all orders; undefined while the distance is no multiple of the tick above zero, or leaves a price at zero or below. */
export function movedBy(
  orders: readonly Movable[],
  direction: Direction,
  distance: string,
  { scale, tick }: PriceSteps,
): readonly Moved[] | undefined {
  const entry = readEntry(distance, scale)
  if (entry.kind !== 'plain' || entry.value <= 0n || entry.value % BigInt(tick) !== 0n) return undefined
  const change = direction === 'up' ? entry.value : -entry.value
  const moved = orders.map((order) => {
    const price = parseDecimal(order.price, scale)
    const to = typeof price === 'bigint' ? price + change : 0n
    return { ...order, isLeft: to > 0n, to: formatDecimal(to > 0n ? to : 0n, scale) }
  })
  return moved.every(({ isLeft }) => isLeft) ? moved.map(({ orderId, side, price, to }) => ({ orderId, side, price, to })) : undefined
}

/** Rows that one call takes. */
const ROWS_MOST = 20

/**
 * Parts with at most 20 rows. Orders moving away from the other side come first, to keep orders in the same move from meeting: upwards
 * sells before buys, downwards buys before sells.
 */
export function inCalls(moved: readonly Moved[], direction: Direction): readonly (readonly Moved[])[] {
  const first = direction === 'up' ? 'sell' : 'buy'
  const sorted = [...moved.filter(({ side }) => side === first), ...moved.filter(({ side }) => side !== first)]
  return Array.from({ length: Math.ceil(sorted.length / ROWS_MOST) }, (_, at) => sorted.slice(at * ROWS_MOST, (at + 1) * ROWS_MOST))
}
