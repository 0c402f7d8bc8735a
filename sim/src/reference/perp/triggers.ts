/** Waiting contract orders: which price each waits for, and what wakes it. */
import type { TriggerPrice } from '@agio/engine/event.ts'
import { RATE_ONE, type RefInstrument, type RefOrder, type World } from '../model.ts'
import { marketPrice } from '../prices.ts'
import { conditionMet, waitingOrders } from '../triggers.ts'
import { above, below, reachAt } from './numbers.ts'
import type { RefContractOrder } from './perp-model.ts'
import { contractAt } from './value.ts'

/** A price that triggers are tested against; 0 = there is none. */
export function triggerPriceOf(world: World, instrument: RefInstrument, by: TriggerPrice): number {
  if (by === 'last') return nearMark(world, instrument.instrumentId, marketPrice(instrument))
  const contract = contractAt(world, instrument.instrumentId)
  return by === 'mark' ? contract.mark : contract.index
}

/** No trade wakes an order further from the mark than the mark may be from the index. */
function nearMark(world: World, instrumentId: number, price: number): number {
  const { mark } = contractAt(world, instrumentId)
  if (mark === 0 || price === 0) return price
  const reach = reachAt(world, instrumentId)
  return Math.min(above(mark, reach), Math.max(1, below(mark, reach), price))
}

/** Follows a price, and tells whether it turned as far as the order says. */
function trail(order: RefOrder, { callback, callbackRate }: RefContractOrder, price: number): boolean {
  if (!order.following) {
    const starts = order.activation === 'above' ? price >= order.activationPrice : price <= order.activationPrice
    if (order.activationPrice !== 0 && !starts) return false
    order.following = true
    order.extreme = price
  }
  const better = order.side === 'sell' ? price > order.extreme : price < order.extreme
  if (better || order.extreme === 0) order.extreme = price
  if (callback > 0) return order.side === 'sell' ? price <= order.extreme - callback : price >= order.extreme + callback
  const [scaled, extreme] = [BigInt(price) * RATE_ONE, BigInt(order.extreme)]
  return order.side === 'sell' ? scaled <= extreme * (RATE_ONE - callbackRate) : scaled >= extreme * (RATE_ONE + callbackRate)
}

/** Shows a price to a waiting order. */
export const isContractHit = (order: RefOrder, of: RefContractOrder, price: number): boolean =>
  order.type === 'trailingStop' ? trail(order, of, price) : conditionMet(order, price)

/** Queues every order of a contract that waits for this kind of price and is hit by it, by order id, once each. */
export function notePrice(world: World, instrument: RefInstrument, by: TriggerPrice, noted: number): void {
  if (noted === 0) return
  const price = by === 'last' ? nearMark(world, instrument.instrumentId, noted) : noted
  for (const order of waitingOrders(world, instrument.instrumentId)) {
    const { contract } = order
    if (contract === undefined || contract.by !== by) continue
    const isQueued = world.queue.some((work) => work.orderId === order.orderId)
    if (!isQueued && isContractHit(order, contract, price)) world.queue.push({ kind: 'fire', orderId: order.orderId })
  }
}
