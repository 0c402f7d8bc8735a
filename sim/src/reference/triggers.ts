/** Waiting orders: which trade price wakes them. */
import type { RefInstrument, RefOrder, World } from './model.ts'

const BPS_ONE = 10_000n

/** Waiting orders of a pair by rising order id. */
export function waitingOrders(world: World, instrumentId: number): RefOrder[] {
  return [...world.live.values()]
    .filter((order) => order.instrumentId === instrumentId && order.status === 'pendingTrigger')
    .sort((a, b) => a.orderId - b.orderId)
}

/** Is a stop or take-profit condition met at this price? */
export function conditionMet(order: Pick<RefOrder, 'type' | 'side' | 'triggerPrice'>, price: number): boolean {
  const isStop = order.type === 'stopLimit' || order.type === 'stopMarket'
  const firesBelow = isStop === (order.side === 'sell')
  return firesBelow ? price <= order.triggerPrice : price >= order.triggerPrice
}

/** Follows a price with a trailing order and tells whether it has come back far enough. */
function trail(order: RefOrder, price: number): boolean {
  if (!order.following) {
    const starts = order.activation === 'above' ? price >= order.activationPrice : price <= order.activationPrice
    if (order.activationPrice !== 0 && !starts) return false
    order.following = true
    order.extreme = price
  }
  const better = order.side === 'sell' ? price > order.extreme : price < order.extreme
  if (better || order.extreme === 0) order.extreme = price
  const bps = BigInt(order.trailingBps)
  const scaled = BigInt(price) * BPS_ONE
  const extreme = BigInt(order.extreme)
  return order.side === 'sell' ? scaled <= extreme * (BPS_ONE - bps) : scaled >= extreme * (BPS_ONE + bps)
}

/** Shows a price to a waiting order; true when the order has to fire. */
export const isHit = (order: RefOrder, price: number): boolean =>
  order.type === 'trailingStop' ? trail(order, price) : conditionMet(order, price)

/** Queues every waiting order that a trade price hits, by order id, once each. */
export function collectHits(world: World, instrument: RefInstrument, price: number): void {
  for (const order of waitingOrders(world, instrument.instrumentId)) {
    const queued = [...world.queue, ...instrument.queue].some((work) => work.orderId === order.orderId)
    if (!queued && isHit(order, price)) world.queue.push({ kind: 'fire', orderId: order.orderId })
  }
}
