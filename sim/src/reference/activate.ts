/** What happens between a placed order and its taker phase: firing of waiting orders, placing of children, and the queue of both. */
import { wouldCross } from './book.ts'
import { fitFired } from './fired.ts'
import { heldRateFor, needOf, setHeld, waitingNeed } from './holds.ts'
import { reachUser } from './late.ts'
import { availableOf } from './ledger.ts'
import { close, endPartner, touch } from './lifecycle.ts'
import { continueTaker, restQuietly, runTaker } from './match.ts'
import { heldAssetOf, instrumentAt, larger, type RefInstrument, type RefOrder, type Work, type World } from './model.ts'
import { armContract, fireContract } from './perp/fire.ts'
import { isContractHit, triggerPriceOf } from './perp/triggers.ts'
import { insideBand, marketPrice, referencePrice } from './prices.ts'
import { collectHits, conditionMet, isSeen, sightOf, waitingOrders } from './triggers.ts'
import { asSlice, beginWork, canGoOn, endWork } from './works.ts'

/** Lets queued orders enter, first in first out, until nothing is left. What a stop catches, or is too much for the slice, waits at its pair. */
export function drainQueue(world: World): void {
  for (let work = world.queue.shift(); work !== undefined; work = world.queue.shift()) admit(world, work)
}

function admit(world: World, work: Work): void {
  const owner = world.live.get(work.orderId)?.userId
  if (owner === undefined) return
  reachUser(world, owner)
  const order = world.live.get(work.orderId)
  if (order === undefined) return
  const instrument = instrumentAt(world, order.instrumentId)
  if (instrument.work !== undefined) instrument.queue.push(work)
  else if (!isOpen(instrument)) {
    if (work.kind === 'child') instrument.queue.push(work)
  } else {
    const may = canGoOn(world)
    if (may) enterOne(world, instrument, order, work)
    if (may && instrument.paused === undefined) return
    beginWork(world, instrument, 'entering')
    instrument.queue.push(work)
  }
}

const isOpen = ({ status }: RefInstrument): boolean => status === 'trading' || status === 'reduceOnly'

const ENTRANT_UNITS = 16

function enterOne(world: World, instrument: RefInstrument, order: RefOrder, { kind }: Work): void {
  asSlice(world, () => {
    if (kind === 'child') {
      if (order.status === 'pendingNew') placeChild(world, instrument, order)
    } else if (order.status === 'pendingTrigger') {
      if (order.contract !== undefined) fireContract(world, order)
      else fire(world, instrument, order)
    }
  })
  world.units -= ENTRANT_UNITS
}

/** Goes on with the orders of a pair that wait to enter. */
export function enterSome(world: World, instrument: RefInstrument): void {
  for (let [work] = instrument.queue; work !== undefined && canGoOn(world); [work] = instrument.queue) {
    if (!isOpen(instrument)) {
      giveBack(world, instrument)
      return
    }
    const { paused } = instrument
    const order = world.live.get(paused?.orderId ?? work.orderId)
    if (order === undefined) {
      instrument.paused = undefined
      world.units -= 1
    } else if (paused !== undefined) asSlice(world, () => continueTaker(world, instrument, order, paused))
    else enterOne(world, instrument, order, work)
    drainQueue(world)
    if (instrument.paused === undefined) instrument.queue.shift()
  }
  if (instrument.queue.length === 0) endWork(world, instrument)
}

/** The pair stopped while orders entered: children wait on, what was hit waits for its price again, and who traded ends. */
export function giveBack(world: World, instrument: RefInstrument): void {
  const { paused, queue } = instrument
  instrument.paused = undefined
  instrument.queue = queue.filter(({ kind, orderId }) => kind === 'child' && world.live.get(orderId)?.status === 'pendingNew')
  endWork(world, instrument)
  const trading = world.live.get(paused?.orderId ?? 0)
  if (trading !== undefined) close(world, trading, 'expired', 'halt')
}

/** After a halt or an auction every waiting order looks at the last price. */
export function lookAtLast(world: World, instrument: RefInstrument): void {
  if (instrument.lastPrice !== 0) {
    if (instrument.isContract === true) collectContractHits(world, instrument)
    else collectHits(world, instrument, instrument.lastPrice)
  }
}

function collectContractHits(world: World, instrument: RefInstrument): void {
  for (const order of waitingOrders(world, instrument.instrumentId)) {
    const queued = world.queue.some((work) => work.orderId === order.orderId)
    if (!queued && isContractMet(world, instrument, order)) world.queue.push({ kind: 'fire', orderId: order.orderId })
  }
}

function isContractMet(world: World, instrument: RefInstrument, order: RefOrder): boolean {
  // what waits for mark or index is tested when that is made anew
  if (order.contract?.by !== 'last') return false
  const price = triggerPriceOf(world, instrument, order.contract.by)
  return price > 0 && isContractHit(order, order.contract, price)
}

/** A waiting order becomes an ordinary one: its list partner goes, its hold is made what the order now needs, and it enters. */
export function fire(world: World, instrument: RefInstrument, order: RefOrder): void {
  endPartner(world, order)
  order.triggered = true
  order.triggeredAt = world.time
  order.status = 'new'
  touch(world, order)
  fitFired(world, instrument, order)
  runTaker(world, instrument, order)
}

/** Starts to follow the market: the extreme is the market price, or the activation price has to trade first. */
export function startTrailing(instrument: RefInstrument, order: RefOrder): void {
  const market = marketPrice(instrument)
  order.placementPrice = market
  const { activationPrice } = order
  order.following = market !== 0 && (activationPrice === 0 || activationPrice === market)
  if (order.following) order.extreme = market
  if (market === 0) order.activation = order.side === 'sell' ? 'above' : 'below'
  else order.activation = activationPrice > market ? 'above' : 'below'
}

/** Places the order or the pair of orders that a filled parent was waiting with. */
function placeChild(world: World, instrument: RefInstrument, first: RefOrder): void {
  const second = world.live.get(first.partnerId)
  const legs = second === undefined ? [first] : [first, second]
  if (first.contract !== undefined) {
    armContract(world, legs)
    return
  }
  for (const leg of legs) {
    leg.status = isWaitingType(leg) ? 'pendingTrigger' : 'new'
    if (leg.type === 'trailingStop') startTrailing(instrument, leg)
    leg.heldRateE8 = heldRateFor(world, instrument, leg.userId, leg.paysInQuote)
    touch(world, leg)
  }
  const need = groupNeed(world, instrument, legs)
  const lacks = need > availableOf(world, first.userId, heldAssetOf(instrument, first.side))
  const isPostOnly = second !== undefined || first.timeInForce === 'postOnly'
  const crosses = isPostOnly && !isWaitingType(first) && wouldCross(world, instrument, first.side, first.price)
  const inBand = isWaitingType(first) || insideBand(instrument, first.side, first.price, referencePrice(world, instrument))
  if (lacks || crosses || (first.type === 'limit' && !inBand)) {
    reject(world, legs, lacks ? 'insufficientBalance' : crosses ? 'postOnly' : 'priceBand')
    return
  }
  setHeld(world, first, need)
  enter(world, instrument, legs)
}

function reject(world: World, legs: readonly RefOrder[], reason: 'insufficientBalance' | 'postOnly' | 'priceBand'): void {
  for (const leg of legs) leg.partnerId = 0
  for (const leg of legs) close(world, leg, 'rejected', reason)
}

export const isWaitingType = (order: RefOrder): boolean => order.type !== 'limit' && order.type !== 'market'

/** One hold for a list: the larger need of its legs. */
export function groupNeed(world: World, instrument: RefInstrument, legs: readonly RefOrder[]): bigint {
  const reference = referencePrice(world, instrument)
  const needs = legs.map((leg) => (isWaitingType(leg) ? waitingNeed(instrument, leg) : needOf(instrument, leg, reference)))
  return needs.reduce((most, need) => larger(most, need), 0n)
}

/** Orders that are live and hold their money start to match, rest or wait; in an auction nothing matches. */
export function enter(world: World, instrument: RefInstrument, legs: readonly RefOrder[]): void {
  for (const leg of legs) {
    if (!world.live.has(leg.orderId)) continue
    if (instrument.status === 'auction') {
      if (!isWaitingType(leg)) restQuietly(world, instrument, leg)
    } else if (!isWaitingType(leg)) runTaker(world, instrument, leg)
    else if (firesAtOnce(world, instrument, leg)) fire(world, instrument, leg)
  }
}

function firesAtOnce(world: World, instrument: RefInstrument, leg: RefOrder): boolean {
  const { lastPrice } = instrument
  if (leg.type === 'trailingStop' || lastPrice === 0 || !conditionMet(leg, lastPrice)) return false
  return isSeen(leg, sightOf(world, instrument, lastPrice))
}
