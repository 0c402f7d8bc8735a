/** A maker's ladder around a price that walks: what is missing of it, and what stands where it should not. The same for pairs and contracts. */
import type { AmendOrder, Side } from '@agio/engine/command.ts'
import type { Order } from '@agio/engine/event.ts'
import { asOrderId } from '@agio/engine/ids/id.ts'
import type { SeededRandom } from './seeded-random.ts'

export const LEVELS = 24
/** How often what stands beyond the middle makes room first. More often, and the other side stays behind. */
const ROOM_SHARE = 0.3

export type Resting = Pick<Order, 'price' | 'orderId' | 'userId'>

/** What is quoted around, in ticks with a fraction, and in which sizes. */
export interface Ladder {
  readonly mid: number
  /** Lots of a usual trade, and the fewest that may be traded. */
  readonly tradeLots: number
  readonly leastLots: number
}

/** What helps a ladder: a new order, or one that moves. */
export type LadderStep =
  | { readonly does: 'place'; readonly price: number; readonly quantity: number }
  | { readonly does: 'move'; readonly order: Resting; readonly price: number }

/** Offset of level n (from 0) from the reference, in ticks: close together at the touch, wider further out. */
export function offsetAt(level: number, mid: number): number {
  const unit = mid * 0.00001
  return Math.max(level + 1, Math.round(unit * (0.3 + level * 0.9 + level * level * 0.35)))
}

function targetsOf(side: Side, mid: number): number[] {
  const center = Math.round(mid)
  return Array.from({ length: LEVELS }, (_, level) =>
    side === 'buy' ? center - offsetAt(level, mid) : center + offsetAt(level, mid),
  ).filter((price) => price > 0)
}

/**
 * The one step that helps a ladder most: fill a hole, else move the order that is furthest from every target.
 * @param mostLots largest order that its maker's stock bears
 * @param limit best price of the other side: quotes take nothing, and one that would is refused
 */
export function nextStep(
  orders: readonly Resting[],
  mostLots: number,
  { mid, tradeLots, leastLots }: Ladder,
  side: Side,
  random: SeededRandom,
  limit: number,
): LadderStep | undefined {
  const targets = targetsOf(side, mid)
  const free = targets.filter((price) => (side === 'buy' ? price < limit : price > limit) && !orders.some((order) => order.price === price))
  const hole = free[0]
  if (hole === undefined) return undefined
  const depth = 1 + Math.abs(hole - mid) / Math.max(1, mid * 0.0008)
  const wanted = Math.max(leastLots * 2, Math.round(tradeLots * depth * (0.2 + random.next() * 1.4)))
  const quantity = Math.min(wanted, mostLots)
  if (orders.length < targets.length && quantity >= leastLots * 2) return { does: 'place', price: hole, quantity }
  const [astray] = orders
    .filter((order) => !targets.includes(order.price))
    .sort((a, b) => beyond(b, side, mid) - beyond(a, side, mid) || a.orderId - b.orderId)
  return astray === undefined ? undefined : { does: 'move', order: astray, price: hole }
}

/** No bound of the other side. */
export const unbounded = (side: Side): number => (side === 'buy' ? Number.POSITIVE_INFINITY : 0)

/** An order that rests moves to a price. */
export const moved = ({ userId, orderId }: Resting, price: number): AmendOrder => ({
  kind: 'amendOrder',
  userId,
  orderId: asOrderId(orderId),
  clientOrderId: '',
  price,
  quantity: 0,
  triggerPrice: 0,
})

/** How much an order is in need of moving: before all others those on the wrong side of the middle, which the other side cannot pass. */
function beyond({ price }: Pick<Order, 'price'>, side: Side, mid: number): number {
  const distance = Math.abs(price - mid)
  return (side === 'buy' ? price >= mid : price <= mid) ? Number.MAX_SAFE_INTEGER / 2 + distance : distance
}

/** How far a side's best order is from where it should be, in ticks; a missing side is furthest. */
function lag(side: Side, orders: readonly Resting[], mid: number): number {
  const target = targetsOf(side, mid)[0] ?? 0
  const best = orders.reduce<number | undefined>((found, order) => {
    if (found === undefined) return order.price
    return side === 'buy' ? Math.max(found, order.price) : Math.min(found, order.price)
  }, undefined)
  return best === undefined ? Number.MAX_SAFE_INTEGER : Math.abs(best - target)
}

/** The side to mend: at times one that stands beyond the middle; the thinner one more often than not; else the one whose best order lags. */
export function needySide(bids: readonly Resting[], asks: readonly Resting[], mid: number, random: SeededRandom): Side {
  if (random.next() < ROOM_SHARE && asks.some(({ price }) => price <= mid)) return 'sell'
  if (random.next() < ROOM_SHARE && bids.some(({ price }) => price >= mid)) return 'buy'
  if (bids.length !== asks.length && random.next() < 0.65) return bids.length < asks.length ? 'buy' : 'sell'
  const lead = lag('buy', bids, mid) - lag('sell', asks, mid)
  if (lead === 0) return random.next() < 0.5 ? 'buy' : 'sell'
  return lead > 0 ? 'buy' : 'sell'
}

/** One of them, those of more weight more often. */
export function pick<Weighed extends { readonly weight: number }>(all: readonly Weighed[], random: SeededRandom): Weighed | undefined {
  let left = random.next() * all.reduce((sum, { weight }) => sum + weight, 0)
  return all.find(({ weight }) => {
    left -= weight
    return left <= 0
  })
}

/** How far a beat moves a price towards its reference: after a jump of the clock the market follows within minutes, and no breaker trips. */
const FOLLOW_MAX = 0.0004

/** A price one beat nearer to where it belongs. */
export const followed = (mid: number, reference: number): number =>
  mid + Math.max(-mid * FOLLOW_MAX, Math.min(mid * FOLLOW_MAX, reference - mid))
