/** Self-trade prevention in an auction, where both orders rest: the later one counts as the taker, and its mode decides. */
import type { SelfTradeMode } from '@agio/engine/command.ts'
import { limitNeed, setHeld } from './holds.ts'
import { close, endPartner, touch } from './lifecycle.ts'
import { type RefInstrument, type RefOrder, restOf, type World } from './model.ts'
import { heldByRest } from './perp/need.ts'

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
    if (quantity < restOf(order)) endPartner(world, order)
    order.preventedQuantity += quantity
    touch(world, order)
    if (restOf(order) === 0) {
      close(world, order, 'expiredInMatch', 'selfTrade')
      continue
    }
    order.shown = Math.min(order.shown, restOf(order))
    const need = limitNeed(instrument, order.side, order.price, restOf(order), order.heldRateE8)
    setHeld(world, order, order.contract === undefined ? need : heldByRest(world, order))
  }
}

interface Copy {
  readonly order: RefOrder
  rest: number
  shown: number
}

/**
 * The first two that would be kept apart at a price, when what would be left afterwards could still trade: on copies, as the auction
 * would go. Undefined when the price may stand.
 */
export function pairThatGivesWay({ bids, asks }: RefInstrument, price: number): Pair | undefined {
  const copy = (order: RefOrder): Copy => ({ order, rest: restOf(order), shown: order.shown })
  const buying = bids.map(copy)
  const selling = asks.map(copy)
  let first: Pair | undefined
  for (;;) {
    const [bid] = buying
    const [ask] = selling
    if (bid === undefined || ask === undefined) return undefined
    if (bid.order.price < price || ask.order.price > price) return bid.order.price >= ask.order.price ? first : undefined
    const pair = { bid: bid.order, ask: ask.order }
    const isApart = modeOf(pair) !== 'none'
    if (isApart) first ??= pair
    const traded = Math.min(bid.shown, ask.shown)
    const gone = isApart ? losses(pair, bid.rest, ask.rest) : { bid: traded, ask: traded }
    shrink(buying, bid, gone.bid, isApart)
    shrink(selling, ask, gone.ask, isApart)
  }
}

/** Takes a quantity off the head of a queue; a slice that traded away is followed by the next one, behind others of its price. */
function shrink(queue: Copy[], head: Copy, quantity: number, isApart: boolean): void {
  head.rest -= quantity
  head.shown = isApart ? Math.min(head.shown, head.rest) : head.shown - quantity
  if (head.shown > 0) return
  queue.shift()
  if (head.rest === 0) return
  head.shown = Math.min(head.order.visibleQuantity, head.rest)
  const behind = queue.findIndex(({ order }) => order.price !== head.order.price)
  queue.splice(behind < 0 ? queue.length : behind, 0, head)
}
