/** Self-trade prevention in an auction, where both orders rest: the later one counts as the taker, and its mode decides. */
import type { SelfTradeMode } from '@agio/engine/command.ts'
import { listNeed, setHeld } from './holds.ts'
import { close, shrinkPartner, touch } from './lifecycle.ts'
import { type RefInstrument, type RefOrder, restOf, type World } from './model.ts'
import { heldByRest } from './perp/need.ts'
import { canGoOn, spendMeeting } from './works.ts'

export interface Pair {
  readonly bid: RefOrder
  readonly ask: RefOrder
}

const laterOf = ({ bid, ask }: Pair): RefOrder => (bid.orderId > ask.orderId ? bid : ask)

/** What happens when two orders meet: 'none' = they trade. */
export const modeOf = (pair: Pair): SelfTradeMode => (pair.bid.userId === pair.ask.userId ? laterOf(pair).selfTrade : 'none')

/** How much of each of two orders that meet is taken away by a mode. */
function losses(pair: Pair, bidRest: number, askRest: number): { readonly bid: number; readonly ask: number } {
  const mode = modeOf(pair)
  if (mode === 'decrement') return { bid: Math.min(bidRest, askRest), ask: Math.min(bidRest, askRest) }
  const losesLater = mode !== 'expireMaker'
  const losesEarlier = mode !== 'expireTaker'
  const isBidLater = laterOf(pair) === pair.bid
  return {
    bid: (isBidLater ? losesLater : losesEarlier) ? bidRest : 0,
    ask: (isBidLater ? losesEarlier : losesLater) ? askRest : 0,
  }
}

/** Applies the mode to two orders that would have traded. */
export function keepApart(world: World, instrument: RefInstrument, pair: Pair): void {
  const lost = losses(pair, restOf(pair.bid), restOf(pair.ask))
  for (const [order, quantity] of [
    [pair.bid, lost.bid],
    [pair.ask, lost.ask],
  ] as const) {
    if (quantity === 0) continue
    order.preventedQuantity += quantity
    touch(world, order)
    if (restOf(order) === 0) {
      close(world, order, 'expiredInMatch', 'selfTrade')
      continue
    }
    order.shown = Math.min(order.shown, restOf(order))
    shrinkPartner(world, order)
    setHeld(world, order, order.contract === undefined ? listNeed(world, instrument, order) : heldByRest(world, order))
  }
}

/** Best price first, then who came first. */
const byPriority = (a: RefOrder, b: RefOrder): number => (a.side === 'buy' ? b.price - a.price : a.price - b.price) || a.orderId - b.orderId

const ORDERS_A_UNIT = 16

/**
 * Keeps the crossing orders of one customer apart: in the order in which they came, each meets those that came before, by its own mode. False where
 * the slice ended before.
 */
export function keepOwnApart(world: World, instrument: RefInstrument, userId: number): boolean {
  const highest = instrument.bids[0]?.price ?? 0
  const lowest = instrument.asks[0]?.price ?? Number.POSITIVE_INFINITY
  const bids = instrument.bids.filter((order) => order.userId === userId && order.price >= lowest)
  const asks = instrument.asks.filter((order) => order.userId === userId && order.price <= highest)
  const orders = [...bids, ...asks].sort((a, b) => a.orderId - b.orderId)
  world.units -= Math.floor(orders.length / ORDERS_A_UNIT) + 1
  for (const later of orders) {
    if (later.selfTrade === 'none') continue
    for (;;) {
      const [bid, ask] = later.side === 'buy' ? [later, undefined] : [undefined, later]
      const [earlier] = orders
        .filter((one) => one.orderId < later.orderId && one.side !== later.side && world.live.has(one.orderId))
        .filter((one) => (bid === undefined ? one.price >= later.price : one.price <= later.price))
        .sort(byPriority)
      if (earlier === undefined || !world.live.has(later.orderId)) break
      if (!canGoOn(world)) return false
      spendMeeting(world)
      keepApart(world, instrument, { bid: bid ?? earlier, ask: ask ?? earlier })
    }
  }
  return true
}
