/** The taker phase of a contract order: it trades as much with each order as both can bear. */

import { crosses, opposite, sideOf } from '../book.ts'
import { mayTrade, noteLosses } from '../bounds.ts'
import { arm, movesTooFar } from '../breaker.ts'
import { endLate } from '../late.ts'
import { isLate } from '../lateness.ts'
import { close } from '../lifecycle.ts'
import { notionalOf, type Phase, type RefInstrument, type RefOrder, restOf, type World } from '../model.ts'
import { isSamePerson } from '../persons.ts'
import { insideBand } from '../prices.ts'
import { preventSelfTrade, type Stop } from '../self-trade.ts'
import { trade } from '../settle.ts'
import { bearableLots } from './bear.ts'
import { giveWay } from './give-way.ts'
import { meet } from './judge.ts'
import { worstPrice } from './need.ts'
import { above, below, reachAt } from './numbers.ts'
import { contractAt } from './value.ts'

/** Resting orders that one entry passes over. */
export const PASSED_MOST = 256

/** How many resting orders may one entry end because their owners cannot bear a fill? Who gets out is not held up by them. */
export const cutsMost = (isClose: boolean): number => (isClose ? 4_096 : 256)

/** A market order of a contract trades no worse than this. */
export function isBeyondWorst(world: World, order: RefOrder, price: number): boolean {
  if (order.contract === undefined || order.price !== 0) return false
  const worst = worstPrice(world, order.instrumentId, order.side)
  return order.side === 'buy' ? price > worst : price < worst
}

/** Without an index only what closes and came since meets, near the last mark. */
export function mayMeet(world: World, taker: RefOrder, maker: RefOrder): boolean {
  const { isShut, mark, frozenAfter } = contractAt(world, taker.instrumentId)
  if (!isShut) return true
  const reach = reachAt(world, taker.instrumentId)
  const isNear = maker.price >= below(mark, reach) && maker.price <= above(mark, reach)
  return isNear && [taker, maker].every(({ contract, orderId }) => contract?.isClose === true && orderId > frozenAfter)
}

export function sweepContract(world: World, instrument: RefInstrument, order: RefOrder, phase: Phase): Stop {
  const passed = new Set<RefOrder>()
  for (;;) {
    if (restOf(order) === 0) return 'done'
    const maker = sideOf(instrument, opposite(order.side)).find((one) => !passed.has(one))
    if (maker === undefined) return 'exhausted'
    if (!crosses(order.side, order.price, maker.price)) return 'limit'
    if (isBeyondWorst(world, order, maker.price)) return 'band'
    if (!insideBand(instrument, order.side, maker.price, phase.reference)) return 'band'
    if (!isLate(world, maker) && !mayMeet(world, order, maker)) {
      if (world.perp.passed === PASSED_MOST) return 'exhausted'
      world.perp.passed += 1
      passed.add(maker)
      continue
    }
    if (world.met >= world.edge) return 'bound'
    world.met += 1
    if (isLate(world, maker)) {
      endLate(world, maker)
      continue
    }
    if (maker.userId === order.userId && order.selfTrade !== 'none') {
      if (preventSelfTrade(world, instrument, order, maker, restOf(order)) === 'stop') return 'selfTrade'
      continue
    }
    if (!contractAt(world, order.instrumentId).isShut) {
      const lots = Math.min(restOf(order), maker.shown)
      if (!mayTrade(world, instrument, order, maker.price, lots)) return 'lock'
      if (!mayTrade(world, instrument, maker, maker.price, lots)) {
        close(world, maker, 'canceled', 'lockBound')
        continue
      }
    }
    const met = meetMaker(world, instrument, order, maker, phase)
    if (met !== 'goOn') return met
  }
}

function meetMaker(world: World, instrument: RefInstrument, order: RefOrder, maker: RefOrder, phase: Phase): Stop | 'goOn' {
  const { price } = maker
  const met = meet(
    Math.min(restOf(order), maker.shown),
    (lots) => bearableLots(world, order, price, lots, 'taker'),
    (lots) => bearableLots(world, maker, price, lots, 'maker'),
  )
  if (met === 'takerStops') return 'money'
  const ends = met === 'makerEnds' || met.isMakerCut
  if (ends && !mayCut(world, order.contract?.isClose === true)) return 'money'
  if (met === 'makerEnds') {
    close(world, maker, 'canceled', 'insufficientBalance')
    return 'goOn'
  }
  giveWay(world, order, { price, lots: met.lots, role: 'taker' }, [order, maker])
  giveWay(world, maker, { price, lots: met.lots, role: 'maker' }, [order, maker])
  const areApart = !isSamePerson(world, maker.userId, order.userId)
  arm(world, instrument, phase.breaker)
  if (!contractAt(world, order.instrumentId).isShut) noteLosses(world, instrument, [maker, order], price, met.lots)
  trade(world, instrument, { maker, taker: order, price, quantity: met.lots })
  const value = notionalOf(instrument, price, met.lots)
  const isFar = movesTooFar(world, instrument, phase.breaker, { price, value, areApart })
  if (met.isMakerCut && world.live.has(maker.orderId)) close(world, maker, 'canceled', 'insufficientBalance')
  if (met.isTakerCut) return 'money'
  return isFar && restOf(order) > 0 ? 'tooFar' : 'goOn'
}

/** Counts a resting order that ends because its owner cannot bear a fill; false where the entry has ended as many as it may. */
export function mayCut(world: World, isClose: boolean): boolean {
  if (world.perp.cuts >= cutsMost(isClose)) return false
  world.perp.cuts += 1
  return true
}
