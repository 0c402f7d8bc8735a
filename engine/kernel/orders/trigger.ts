/** Conditional orders: where they wait, and which of them a trade's price hits. */
import { anyLadderOf, FALLING, KINDS_APART, ladderOf, RISING } from '../book/ladder'
import { joinQueue, leaveQueue } from '../book/queue'
import { clear, entrantId, entrantOrder, pushEntrant, sortEntrants } from '../memory/lists'
import { triggerPriceNow } from '../product'
import { firesOnRise } from './checks'
import { extraOf, triggerByOf } from './extra'
import { isFollowing, joinTrails, leaveTop, followPrice } from './trails'
import { bitsOf, setBits, sideOf, typeOf } from './order-flags'
import { fallingEdge, lookAt, risingEdge } from './trigger-edges'
import { entrantsList, hitsList, Instrument, Level, none, Order } from '../../generated/rows'
import { SELL, TRAILING_STOP } from '../constants/code'
import { BIT_HIT } from '../constants/layout'

const BPS_ONE: u64 = 10_000
const RATE_ONE: u64 = 100_000_000

/** Lets a conditional order wait for its price. */
export function joinTriggers(instrument: Instrument, order: Order): void {
  const type = typeOf(order)
  if (type == TRAILING_STOP) {
    joinTrails(instrument, order)
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

/** Tests all waiting orders of a pair against a last price; those hit leave their place and join the entrants, by order id. */
@inline export function testTriggers(instrument: Instrument, price: f64): void {
  const isAny = ladderOf(instrument, RISING).best.exists || ladderOf(instrument, FALLING).best.exists
  if (isAny) testLast(instrument, price)
}

function testLast(instrument: Instrument, price: f64): void {
  lookAt(instrument, price)
  testWaiting(instrument, fallingEdge, risingEdge, 0)
}

/** The same of orders that wait for a price of another kind: see `triggerByOf`. */
export function testTriggersBy(instrument: Instrument, price: f64, by: i32): void {
  testWaiting(instrument, price, price, by)
}

function testWaiting(instrument: Instrument, low: f64, high: f64, by: i32): void {
  const rising = anyLadderOf(instrument, RISING + KINDS_APART * by)
  const falling = anyLadderOf(instrument, FALLING + KINDS_APART * by)
  followPrice(instrument, low, high, by)
  let starting = none<Order>()
  while (rising.best.exists && rising.best.price <= high) starting = hitFirst(instrument, rising.best, high, starting)
  while (falling.best.exists && falling.best.price >= low) starting = hitFirst(instrument, falling.best, low, starting)
  while (starting.exists) {
    const order = starting
    starting = order.next
    joinTrails(instrument, order)
  }
  sortEntrants(hitsList)
  const count = hitsList.count
  for (let position: u32 = 0; position < count; position += 1)
    pushEntrant(entrantsList, entrantOrder(hitsList, position), entrantId(hitsList, position))
  clear(hitsList)
}

/** The first order at a price is hit, or begins to follow it, behind all that this price hits: then it is put in front of those that do. */
function hitFirst(instrument: Instrument, level: Level, price: f64, starting: Order): Order {
  const order = level.head
  if (typeOf(order) != TRAILING_STOP) leaveQueue(instrument, order, 0)
  else if (isFollowing(order)) leaveTop(instrument, order)
  else {
    leaveQueue(instrument, order, 0)
    order.extra.activationSide = 0
    order.extra.extreme = price
    order.next = starting
    return order
  }
  hit(order)
  return starting
}

function hit(order: Order): void {
  setBits(order, bitsOf(order) | BIT_HIT)
  pushEntrant(hitsList, order, order.id)
}
