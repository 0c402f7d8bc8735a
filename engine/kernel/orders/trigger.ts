/** Conditional orders: where they wait, and which of them a trade's price hits. */
import { anyLadderOf, FALLING, KINDS_APART, ladderOf, RISING } from '../book/ladder'
import { joinQueue, leaveQueue } from '../book/queue'
import { clear, entrantId, entrantOrder, pushEntrant, sortEntrants } from '../memory/lists'
import { isProductAtMost } from '../money/exact'
import { seenPrice, triggerPriceNow } from '../product'
import { firesOnRise } from './checks'
import { extraOf, triggerByOf } from './extra'
import { joinTrailing, leave } from './order'
import { bitsOf, setBits, sideOf, typeOf } from './order-flags'
import { entrantsList, hitsList, Instrument, Level, Order } from '../../generated/rows'
import { SELL, TRAILING_STOP } from '../constants/code'
import { BIT_HIT } from '../constants/layout'

const BPS_ONE: u64 = 10_000
const RATE_ONE: u64 = 100_000_000

/** Lets a conditional order wait for its price. */
export function joinTriggers(instrument: Instrument, order: Order): void {
  const type = typeOf(order)
  if (type == TRAILING_STOP) {
    joinTrailing(instrument, order)
    return
  }
  const price = extraOf(order).triggerPrice
  joinQueue(instrument, (firesOnRise(type, sideOf(order)) ? RISING : FALLING) + KINDS_APART * triggerByOf(order), price, order, 0)
}

/** Sets where a new trailing order starts: at the market price, or waiting for its activation price. */
export function startTrailing(instrument: Instrument, order: Order): void {
  const market = triggerPriceNow(instrument, triggerByOf(order))
  const extra = extraOf(order)
  const activation = extra.activationPrice
  if (activation == 0 || activation == market) {
    extra.extreme = market
    return
  }
  const rises = market == 0 ? sideOf(order) == SELL : activation > market
  extra.activationSide = rises ? 1 : 2
}

/** Tests all waiting orders of a pair against a trade's price; those hit leave their place and join the entrants, by order id. */
@inline export function testTriggers(instrument: Instrument, price: f64): void {
  const isAny = ladderOf(instrument, RISING).best.exists || ladderOf(instrument, FALLING).best.exists || instrument.trailingHead.exists
  if (isAny) testWaiting(instrument, seenPrice(instrument, price), 0)
}

/** The same of orders that wait for a price of another kind: see `triggerByOf`. */
export function testTriggersBy(instrument: Instrument, price: f64, by: i32): void {
  testWaiting(instrument, price, by)
}

function testWaiting(instrument: Instrument, price: f64, by: i32): void {
  const rising = anyLadderOf(instrument, RISING + KINDS_APART * by)
  const falling = anyLadderOf(instrument, FALLING + KINDS_APART * by)
  while (rising.best.exists && rising.best.price <= price) hitLevel(instrument, rising.best)
  while (falling.best.exists && falling.best.price >= price) hitLevel(instrument, falling.best)
  for (let order = instrument.trailingHead; order.exists; ) {
    const next = order.next
    if (triggerByOf(order) == by && follow(order, price)) {
      leave(instrument, order)
      hit(order)
    }
    order = next
  }
  sortEntrants(hitsList)
  const count = hitsList.count
  for (let position: u32 = 0; position < count; position += 1)
    pushEntrant(entrantsList, entrantOrder(hitsList, position), entrantId(hitsList, position))
  clear(hitsList)
}

function hitLevel(instrument: Instrument, level: Level): void {
  const order = level.head
  leaveQueue(instrument, order, 0)
  hit(order)
}

function hit(order: Order): void {
  setBits(order, bitsOf(order) | BIT_HIT)
  pushEntrant(hitsList, order, order.id)
}

/** Moves a trailing order's extreme; true when this price fires it. */
function follow(order: Order, price: f64): bool {
  const extra = order.extra
  const waits = extra.activationSide
  if (waits != 0) {
    const activation = extra.activationPrice
    if (waits == 1 ? price < activation : price > activation) return false
    extra.activationSide = 0
  }
  const isSell = sideOf(order) == SELL
  const extreme = extra.extreme
  if (extreme == 0 || (isSell ? price > extreme : price < extreme)) {
    extra.extreme = price
    return false
  }
  const condition = extra.condition
  if (!condition.exists) return hasTurned(isSell, u64(price), u64(extreme), <u32>extra.trailingBps)
  const callback = condition.callback
  if (callback != 0) return isSell ? extreme - price >= callback : price - extreme >= callback
  return hasTurnedBy(isSell, u64(price), u64(extreme), <u64>condition.callbackRate, RATE_ONE)
}

/** price ≤ max × (1 − δ) for sells, price ≥ min × (1 + δ) for buys, exact; δ is below 1. */
export function hasTurned(isSell: bool, price: u64, extreme: u64, bps: u64): bool {
  return hasTurnedBy(isSell, price, extreme, bps, BPS_ONE)
}

function hasTurnedBy(isSell: bool, price: u64, extreme: u64, rate: u64, one: u64): bool {
  return isSell ? isProductAtMost(price, one, extreme, one - rate) : isProductAtMost(extreme, one + rate, price, one)
}
