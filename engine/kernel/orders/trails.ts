/**
 * Trailing orders that follow a price. Those whose extreme is the same price stand together, in a heap: the one that the least way back fires is its
 * top, and waits in the ladder of triggers at the price that does. A new extreme melds the heaps that it passed into one. So a price that
 * fires nobody and is no new extreme costs nothing, and any other the logarithm of how many there are, if what is melded is counted where it was placed.
 */
import { anyLadderOf, FALLING, keyOf, KINDS_APART, ladderFind, makeLadder, RISING, TRAILS } from '../book/ladder'
import { closeLevel, joinQueue, leaveQueue, openLevel } from '../book/queue'
import { divideCeil, divideFloor, multiply, quotient } from '../money/wide'
import { extraOf, triggerByOf } from './extra'
import { sideOf } from './order-flags'
import { Instrument, Level, none, Order } from '../../generated/rows'
import { BUY } from '../constants/code'

const RATE_ONE: u64 = 100_000_000
/** One hundredth of a percent of RATE_ONE. */
const BPS: f64 = 10_000
/** A price that no trade has. */
const NEVER: f64 = 9007199254740991

// Ladders of extremes by what is followed, by share or distance, and by side: those whose number is odd stand highest first.
const KINDS: i32 = 4
const BY_DISTANCE: i32 = 2

/** Does an order follow, or does it wait for its first extreme? */
export function isFollowing(order: Order): bool {
  const extra = order.extra
  return extra.activationSide == 0 && extra.extreme != 0
}

/** Lets a trailing order wait: for the price that it follows from, or for the price to come back from the extreme that it knows. */
export function joinTrails(instrument: Instrument, order: Order): void {
  const extra = extraOf(order)
  extra.below = none<Order>()
  extra.trail = none<Level>()
  if (isFollowing(order)) {
    addTo(instrument, order, extra.extreme)
    return
  }
  // without a price that it waits for the first one will do
  const isFalling = extra.activationSide == 2
  const price = extra.activationSide == 0 ? 1 : extra.activationPrice
  joinQueue(instrument, (isFalling ? FALLING : RISING) + KINDS_APART * triggerByOf(order), price, order, 0)
}

/** Takes a trailing order out, wherever it waits. */
export function leaveTrails(instrument: Instrument, order: Order): void {
  if (!isFollowing(order)) leaveQueue(instrument, order, 0)
  else if (order.extra.trail.exists) leaveTop(instrument, order)
  else leaveHeap(order)
}

/** It fires: its extreme is noted with it. */
export function leaveTop(instrument: Instrument, order: Order): void {
  const extra = order.extra
  const level = extra.trail
  extra.extreme = level.price
  extra.trail = none<Level>()
  leaveQueue(instrument, order, 0)
  const top = childrenOf(order)
  if (top.exists) setTop(instrument, level, top)
  else closeLevel(instrument, level)
}

/** A price of a kind was seen, up to `high` and down to `low`: extremes that it passed become it. */
export function followPrice(instrument: Instrument, low: f64, high: f64, by: i32): void {
  const first = TRAILS + by * KINDS
  pass(instrument, first, high)
  pass(instrument, first + 1, low)
  pass(instrument, first + BY_DISTANCE, high)
  pass(instrument, first + BY_DISTANCE + 1, low)
}

@inline function pass(instrument: Instrument, which: i32, price: f64): void {
  const best = anyLadderOf(instrument, which).best
  if (best.exists && isPassed(which, best.price, price)) moveExtremes(instrument, which, price)
}

@inline function isPassed(which: i32, extreme: f64, price: f64): bool {
  return isOfBuys(which) ? price < extreme : price > extreme
}

@inline function isOfBuys(which: i32): bool {
  return (which & 1) != 0
}

function moveExtremes(instrument: Instrument, which: i32, price: f64): void {
  const ladder = anyLadderOf(instrument, which)
  let merged = none<Order>()
  for (let level = ladder.best; level.exists && isPassed(which, level.price, price); level = ladder.best) {
    const top = level.head
    leaveQueue(instrument, top, 0)
    top.extra.trail = none<Level>()
    closeLevel(instrument, level)
    merged = meld(merged, top)
  }
  addHeap(instrument, which, merged, price)
}

function addTo(instrument: Instrument, order: Order, extreme: f64): void {
  const condition = order.extra.condition
  const isByDistance = condition.exists && condition.callback != 0
  const which = TRAILS + triggerByOf(order) * KINDS + (isByDistance ? BY_DISTANCE : 0) + i32(sideOf(order) == BUY)
  addHeap(instrument, which, order, extreme)
}

/** Puts a heap with those of the same extreme. */
function addHeap(instrument: Instrument, which: i32, heap: Order, extreme: f64): void {
  const ladder = anyLadderOf(instrument, which)
  if (ladder.recentKeys == 0) makeLadder(ladder)
  let level = ladderFind(ladder, keyOf(which, extreme))
  let top = heap
  if (level.exists) {
    const known = level.head
    leaveQueue(instrument, known, 0)
    known.extra.trail = none<Level>()
    top = meld(known, heap)
  } else level = openLevel(instrument, which, extreme)
  setTop(instrument, level, top)
}

/** The top of a heap waits for the price that fires it. */
function setTop(instrument: Instrument, level: Level, top: Order): void {
  level.head = top
  top.extra.trail = level
  joinQueue(instrument, (sideOf(top) == BUY ? RISING : FALLING) + KINDS_APART * triggerByOf(top), firingPrice(top, level.price), top, 0)
}

/** The price nearest to an extreme that fires an order: floor(max × (1 − share)) or max − distance for sells, ceil(min × (1 + share)) or min + distance. */
function firingPrice(order: Order, extreme: f64): f64 {
  const isBuy = sideOf(order) == BUY
  const way = wayOf(order)
  const condition = order.extra.condition
  if (condition.exists && condition.callback != 0) return isBuy ? min(extreme + way, NEVER) : max(extreme - way, 0)
  multiply(u64(extreme), isBuy ? RATE_ONE + u64(way) : RATE_ONE - u64(way))
  if (isBuy) divideCeil(RATE_ONE)
  else divideFloor(RATE_ONE)
  return min(<f64>quotient(), NEVER)
}

/** How far back the price has to come: a distance in ticks, or a share. */
function wayOf(order: Order): f64 {
  const extra = order.extra
  const condition = extra.condition
  if (!condition.exists) return <f64>extra.trailingBps * BPS
  return condition.callback != 0 ? condition.callback : <f64>condition.callbackRate
}

// ---- heaps: the children of an order hang one behind the other, by `next` from `below` on; `previous` leads back ----

function isBefore(one: Order, other: Order): bool {
  const way = wayOf(one)
  const otherWay = wayOf(other)
  return way != otherWay ? way < otherWay : one.id < other.id
}

/** One heap of two, of which either may be none. */
function meld(one: Order, other: Order): Order {
  if (!one.exists) return other
  if (!other.exists) return one
  if (isBefore(other, one)) return hang(one, other)
  return hang(other, one)
}

function hang(child: Order, parent: Order): Order {
  const extra = parent.extra
  const first = extra.below
  child.next = first
  child.previous = parent
  if (first.exists) first.previous = child
  extra.below = child
  return parent
}

/** The children of an order as a heap of their own, none when it has none: melded by twos, then one behind the other. */
function childrenOf(order: Order): Order {
  let rest = order.extra.below
  order.extra.below = none<Order>()
  let pairs = none<Order>()
  while (rest.exists) {
    const second = rest.next
    const behind = second.exists ? second.next : none<Order>()
    const pair = meld(rest, second)
    pair.next = pairs
    pairs = pair
    rest = behind
  }
  let heap = none<Order>()
  while (pairs.exists) {
    const behind = pairs.next
    heap = meld(heap, pairs)
    pairs = behind
  }
  return heap
}

/** Takes one that is not the top of its heap out: its children take its place. */
function leaveHeap(order: Order): void {
  const before = order.previous
  const behind = order.next
  const heap = childrenOf(order)
  const follower = heap.exists ? heap : behind
  if (before.extra.below == order) before.extra.below = follower
  else before.next = follower
  if (follower.exists) follower.previous = before
  if (!heap.exists) return
  heap.next = behind
  if (behind.exists) behind.previous = heap
}
