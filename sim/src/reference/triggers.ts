/** Waiting orders: which trade price wakes them. */
import { RATE_ONE, type RefInstrument, type RefOrder, type World } from './model.ts'
import { liveIndex } from './prices.ts'

const BPS_ONE = 10_000n
const RECENT_MS = 10_000

/** What orders see of a last price: a fall down to `low`, a rise up to `high`. */
export interface Sight {
  readonly low: number
  readonly high: number
}

/** Near a live index all of it; elsewhere what trades of the last ten seconds reached that are worth fifty times the least value. */
export function sightOf(world: World, instrument: RefInstrument, price: number): Sight {
  const { notionalMin, priceBandE8 } = instrument.terms
  const index = liveIndex(world, instrument)
  const isNear =
    index !== 0 && (priceBandE8 === 0 || BigInt(Math.abs(price - index)) * 2n * RATE_ONE <= BigInt(index) * BigInt(priceBandE8))
  if (notionalMin === 0n || isNear) return { low: price, high: price }
  const recent = instrument.recent.filter(({ at }) => at > world.time - RECENT_MS)
  const worth = (beyond: (other: number) => boolean): bigint =>
    recent.filter((trade) => beyond(trade.price)).reduce((sum, { value }) => sum + value, 0n)
  const reached = recent.map((trade) => trade.price)
  const falls = reached.filter((limit) => worth((other) => other <= limit) >= 50n * notionalMin)
  const rises = reached.filter((limit) => worth((other) => other >= limit) >= 50n * notionalMin)
  return { low: Math.max(price, Math.min(Number.POSITIVE_INFINITY, ...falls)), high: Math.min(price, Math.max(0, ...rises)) }
}

/** Waiting orders of a pair by rising order id. */
export function waitingOrders(world: World, instrumentId: number): RefOrder[] {
  return [...world.live.values()]
    .filter((order) => order.instrumentId === instrumentId && order.status === 'pendingTrigger')
    .sort((a, b) => a.orderId - b.orderId)
}

const firesBelow = ({ type, side }: Pick<RefOrder, 'type' | 'side'>): boolean =>
  (type === 'stopLimit' || type === 'stopMarket') === (side === 'sell')

/** Is a stop or take-profit condition met at this price? */
export const conditionMet = (order: Pick<RefOrder, 'type' | 'side' | 'triggerPrice'>, price: number): boolean =>
  firesBelow(order) ? price <= order.triggerPrice : price >= order.triggerPrice

/** The same by what is seen of it. */
export const isSeen = (order: Pick<RefOrder, 'type' | 'side' | 'triggerPrice'>, { low, high }: Sight): boolean =>
  firesBelow(order) ? low <= order.triggerPrice : high >= order.triggerPrice

/** Follows a price with a trailing order and tells whether it has come back far enough. */
function trail(order: RefOrder, { low, high }: Sight): boolean {
  if (!order.following) {
    const isAbove = order.activation === 'above'
    const starts = isAbove ? high > 0 && high >= order.activationPrice : low <= order.activationPrice
    if (!starts) return false
    order.following = true
    order.extreme = isAbove ? high : low
    return false
  }
  const isSell = order.side === 'sell'
  if (isSell) order.extreme = Math.max(order.extreme, high)
  else if (order.extreme === 0 || low < order.extreme) order.extreme = low === Number.POSITIVE_INFINITY ? order.extreme : low
  const price = isSell ? low : high
  if (order.extreme === 0 || price === 0 || price === Number.POSITIVE_INFINITY) return false
  const bps = BigInt(order.trailingBps)
  const scaled = BigInt(price) * BPS_ONE
  const extreme = BigInt(order.extreme)
  return isSell ? scaled <= extreme * (BPS_ONE - bps) : scaled >= extreme * (BPS_ONE + bps)
}

/** Shows a price to a waiting order; true when the order has to fire. */
const isHit = (order: RefOrder, sight: Sight): boolean => (order.type === 'trailingStop' ? trail(order, sight) : isSeen(order, sight))

/** Queues every waiting order that a last price hits, by order id, once each. */
export function collectHits(world: World, instrument: RefInstrument, price: number): void {
  const sight = sightOf(world, instrument, price)
  for (const order of waitingOrders(world, instrument.instrumentId)) {
    const queued = [...world.queue, ...instrument.queue].some((work) => work.orderId === order.orderId)
    if (!queued && isHit(order, sight)) world.queue.push({ kind: 'fire', orderId: order.orderId })
  }
}
