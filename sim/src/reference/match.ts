/** The taker phase of an order: it walks the other side of the book and then rests, ends or has been ended. */
import type { CloseReason, OrderStatus } from '@agio/engine/event.ts'
import { crosses, opposite, rest, sideOf, slice, wouldCross } from './book.ts'
import { isUnsure, mayTrade, mayTradeWhole, noteLosses } from './bounds.ts'
import { arm, halt, movesTooFar, newBreakerPhase } from './breaker.ts'
import { coversRest, isFiredBuy, lotsOfFired } from './fired.ts'
import { affordableLots } from './holds.ts'
import { clearFront, endLate } from './late.ts'
import { isLate } from './lateness.ts'
import { close, openStatus, touch } from './lifecycle.ts'
import { isMarketLike, notionalOf, type Phase, type RefInstrument, type RefOrder, restOf, type World } from './model.ts'
import { tryWhole } from './perp/dry-run.ts'
import { sweepContract } from './perp/taker.ts'
import { contractAt } from './perp/value.ts'
import { isSamePerson } from './persons.ts'
import { insideBand, referencePrice } from './prices.ts'
import { isByAmount, preventSelfTrade, type Stop } from './self-trade.ts'
import { trade } from './settle.ts'
import { isHedgeOf } from './takers.ts'
import { takeWhole } from './works.ts'

/** Runs the taker phase of an order that is on the live list and holds what it needs. */
export function runTaker(world: World, instrument: RefInstrument, order: RefOrder): void {
  const reference = referencePrice(world, instrument)
  touch(world, order)
  const isWhole = order.contract === undefined ? fillsCompletely : isTriedWhole
  if (order.timeInForce === 'fok' && !isWhole(world, instrument, order, reference)) {
    close(world, order, 'expired', 'fok')
    return
  }
  // what has to trade whole does so in one entry, and so does a contract's order
  if (order.timeInForce === 'fok' || order.contract !== undefined) takeWhole(world)
  continueTaker(world, instrument, order, { orderId: order.orderId, reference, breaker: newBreakerPhase() })
}

/** Goes on with a taker phase, as it began: to its end, or until the slice is over. */
export function continueTaker(world: World, instrument: RefInstrument, order: RefOrder, phase: Phase): void {
  const { reference } = phase
  const stop = order.contract === undefined ? sweep(world, instrument, order, phase) : sweepContract(world, instrument, order, phase)
  if (stop === 'bound' && world.isSliced) {
    instrument.paused = phase
    order.status = openStatus(order)
    touch(world, order)
    return
  }
  instrument.paused = undefined
  finish(world, instrument, order, stop, reference)
  halt(world, instrument, phase.breaker)
}

function isTriedWhole(world: World, instrument: RefInstrument, order: RefOrder): boolean {
  return mayTradeWhole(world, instrument, order, order.price) && tryWhole(world, instrument, order) === 'whole'
}

function sweep(world: World, instrument: RefInstrument, order: RefOrder, phase: Phase): Stop {
  for (;;) {
    if (isByAmount(order) ? order.held === 0n : restOf(order) === 0) return 'done'
    const maker = sideOf(instrument, opposite(order.side))[0]
    if (maker === undefined) return 'exhausted'
    if (!crosses(order.side, order.price, maker.price)) return 'limit'
    if (!insideBand(instrument, order.side, maker.price, phase.reference)) return 'band'
    const hasBudget = isMarketLike(order) && order.side === 'buy'
    const most = isByAmount(order) ? Infinity : restOf(order)
    const budget = isFiredBuy(order)
      ? lotsOfFired(world, instrument, order, maker.price, most)
      : hasBudget
        ? affordableLots(world, instrument, order, maker.price)
        : Infinity
    if (budget === 0) return 'budget'
    if (world.met >= world.edge) return 'bound'
    world.met += 1
    if (isLate(world, maker)) {
      endLate(world, maker)
      continue
    }
    const wanted = Math.min(most, budget)
    if (maker.userId === order.userId && order.selfTrade !== 'none') {
      if (preventSelfTrade(world, instrument, order, maker, wanted) === 'stop') return 'selfTrade'
      continue
    }
    if (isHedgeOf(world, maker.userId, order.side)) return 'selfTrade'
    const { price } = maker
    const quantity = Math.min(wanted, maker.shown)
    if (!mayTrade(world, instrument, order, price, quantity)) return 'lock'
    if (!mayTrade(world, instrument, maker, price, quantity)) {
      close(world, maker, 'canceled', 'lockBound')
      continue
    }
    noteLosses(world, instrument, [maker, order], price, quantity)
    if (tradeWith(world, instrument, order, maker, quantity, phase)) return 'tooFar'
  }
}

/** One fill; true when it moved the price too far for the taker to go on. */
function tradeWith(world: World, instrument: RefInstrument, taker: RefOrder, maker: RefOrder, quantity: number, phase: Phase): boolean {
  const { price } = maker
  const areApart = !isSamePerson(world, maker.userId, taker.userId)
  arm(world, instrument, phase.breaker)
  trade(world, instrument, { maker, taker, price, quantity })
  const isFar = movesTooFar(world, instrument, phase.breaker, { price, value: notionalOf(instrument, price, quantity), areApart })
  return isFar && (isByAmount(taker) ? taker.held > 0n : restOf(taker) > 0)
}

/** How an order that stopped matching ends; undefined = its rest goes to the book. */
function ending(order: RefOrder, stop: Stop): readonly [OrderStatus, CloseReason] | undefined {
  if (stop === 'selfTrade') return ['expiredInMatch', 'selfTrade']
  if (stop === 'lock') return ['expired', 'lockBound']
  if (stop === 'bound') return ['expired', 'workLimit']
  if (stop === 'money') return ['expired', 'insufficientBalance']
  const isFilled = stop === 'done' || (stop === 'budget' && isByAmount(order))
  if (isFilled && order.executedQuantity > 0) return ['filled', 'filled']
  if (stop === 'band' || stop === 'tooFar') return ['expired', 'priceBand']
  if (stop === 'budget' && !isMarketLike(order)) return ['expired', 'insufficientBalance']
  if (isMarketLike(order)) return ['expired', 'noLiquidity']
  const { timeInForce } = order
  return timeInForce === 'ioc' || timeInForce === 'fok' ? ['expired', timeInForce] : undefined
}

/** @param reference of the band, from before the taker phase */
function finish(world: World, instrument: RefInstrument, order: RefOrder, stop: Stop, reference: number): void {
  const isLost = order.triggered && !insideBand(instrument, order.side, order.price, reference)
  const isPaid = (): boolean => order.contract !== undefined || !order.triggered || coversRest(world, instrument, order)
  const end =
    ending(order, stop) ??
    (isLost ? (['expired', 'priceBand'] as const) : isPaid() ? undefined : (['expired', 'insufficientBalance'] as const))
  if (end !== undefined) {
    close(world, order, ...end)
    return
  }
  // what was passed over without an index keeps its place, and the book is not crossed
  const isInTheWay = order.contract !== undefined && contractAt(world, order.instrumentId).isShut
  if (isInTheWay && wouldCross(world, instrument, order.side, order.price)) close(world, order, 'expired', 'noLiquidity')
  else restQuietly(world, instrument, order)
}

/** Rests an order without looking at the other side: the end of a taker phase, and all that an auction does with an order. */
export function restQuietly(world: World, instrument: RefInstrument, order: RefOrder): void {
  if (instrument.status === 'trading') clearFront(world, instrument, order)
  order.status = openStatus(order)
  order.shown = slice(order)
  rest(instrument, order)
}

/** Fill-or-kill, tried on a copy of the other side: own orders are skipped, counted or end the count as the taker's mode says. */
function fillsCompletely(world: World, instrument: RefInstrument, order: RefOrder, reference: number): boolean {
  const queue = sideOf(instrument, opposite(order.side))
    .filter((maker) => !isLate(world, maker))
    .filter((maker) => (maker.userId === order.userId && order.selfTrade !== 'none') || !isUnsure(world, instrument, maker))
    .map((maker) => ({ maker, shown: maker.shown, rest: restOf(maker) }))
  if (meetingsAhead(world, instrument, order) > world.meetingsMost - world.met) return false
  let left = restOf(order)
  let last = order.price
  while (left > 0) {
    const next = queue[0]
    if (next === undefined || !crosses(order.side, order.price, next.maker.price)) return false
    if (!insideBand(instrument, order.side, next.maker.price, reference)) return false
    if (next.maker.userId === order.userId && order.selfTrade !== 'none') {
      if (order.selfTrade !== 'expireMaker') return false
      queue.shift()
      continue
    }
    last = next.maker.price
    const take = Math.min(left, next.shown)
    left -= take
    next.shown -= take
    next.rest -= take
    if (next.shown > 0) continue
    queue.shift()
    if (next.rest === 0) continue
    next.shown = Math.min(next.maker.visibleQuantity, next.rest)
    const behind = queue.findIndex((other) => other.maker.price !== next.maker.price)
    queue.splice(behind < 0 ? queue.length : behind, 0, next)
  }
  return mayTradeWhole(world, instrument, order, last)
}

/** Meetings with all orders at the prices that an order needs, or as far as the first own one that stops it: one with each slice of an iceberg. */
function meetingsAhead(world: World, instrument: RefInstrument, order: RefOrder): number {
  let left = restOf(order)
  let last = 0
  let count = 0
  for (const maker of sideOf(instrument, opposite(order.side))) {
    if (left <= 0 && maker.price !== last) break
    if (!crosses(order.side, order.price, maker.price)) break
    last = maker.price
    count += 1
    const isOwn = maker.userId === order.userId && order.selfTrade !== 'none'
    if (isLate(world, maker) || (isOwn && order.selfTrade === 'expireMaker')) continue
    if (isOwn) break
    if (isUnsure(world, instrument, maker)) continue
    const hidden = restOf(maker) - maker.shown
    if (hidden > 0) count += Math.ceil(hidden / maker.visibleQuantity)
    left -= restOf(maker)
  }
  return count
}
