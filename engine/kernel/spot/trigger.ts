/** Conditional orders: where they wait, and which of them a trade's price hits. */
import { bestOf, FALLING, ladderOf, RISING } from '../book/ladder'
import { joinQueue, leaveQueue } from '../book/queue'
import { marketPrice } from '../market/instrument'
import { clear, countOf, entrantId, entrantOrder, pushEntrant, sortEntrants } from '../memory/lists'
import { isProductAtMost } from '../money'
import { SELL, TRAILING_STOP } from '../constants/code'
import {
  BIT_HIT,
  EXTRA_ACTIVATION_PRICE,
  EXTRA_ACTIVATION_SIDE,
  EXTRA_EXTREME,
  EXTRA_TRAILING_BPS,
  EXTRA_TRIGGER_PRICE,
  LEVEL_HEAD,
  LEVEL_PRICE,
  ORDER_NEXT,
} from '../constants/layout'
import { EXTRAS, I_LADDERS, I_TRAILING_HEAD, LADDER_BEST, LADDER_BYTES, LEVELS, ORDERS, Q_ENTRANTS, Q_HITS } from '../constants/map'
import { firesOnRise } from './checks'
import { extraOf, joinTrailing, leave } from './order'
import { bitsOf, setBits, sideOf, typeOf } from './order-flags'
import { extraRowOf, orderIdOf } from './order-row'

const RISING_BEST: usize = I_LADDERS + <usize>RISING * LADDER_BYTES + LADDER_BEST
const FALLING_BEST: usize = I_LADDERS + <usize>FALLING * LADDER_BYTES + LADDER_BEST

const BPS_ONE: u64 = 10_000

/** Lets a conditional order wait for its price. */
export function joinTriggers(instrument: usize, order: usize): void {
  const type = typeOf(order)
  if (type == TRAILING_STOP) {
    joinTrailing(instrument, order)
    return
  }
  const price = load<f64>(extraOf(order), EXTRAS + EXTRA_TRIGGER_PRICE)
  joinQueue(instrument, firesOnRise(type, sideOf(order)) ? RISING : FALLING, price, order, 0)
}

/** Sets where a new trailing order starts: at the market price, or waiting for its activation price. */
export function startTrailing(instrument: usize, order: usize): void {
  const market = marketPrice(instrument)
  const extra = extraOf(order)
  const activation = load<f64>(extra, EXTRAS + EXTRA_ACTIVATION_PRICE)
  if (activation == 0 || activation == market) {
    store<f64>(extra, market, EXTRAS + EXTRA_EXTREME)
    return
  }
  const rises = market == 0 ? sideOf(order) == SELL : activation > market
  store<i32>(extra, rises ? 1 : 2, EXTRAS + EXTRA_ACTIVATION_SIDE)
}

/** Tests all waiting orders of a pair against a trade's price; those hit leave their place and join the entrants, by order id. */
@inline export function testTriggers(instrument: usize, price: f64): void {
  const waiting = load<usize>(instrument, RISING_BEST) | load<usize>(instrument, FALLING_BEST) | load<usize>(instrument, I_TRAILING_HEAD)
  if (waiting != 0) testWaiting(instrument, price)
}

function testWaiting(instrument: usize, price: f64): void {
  const rising = ladderOf(instrument, RISING)
  const falling = ladderOf(instrument, FALLING)
  while (bestOf(rising) != 0 && load<f64>(bestOf(rising), LEVELS + LEVEL_PRICE) <= price) hitLevel(instrument, bestOf(rising))
  while (bestOf(falling) != 0 && load<f64>(bestOf(falling), LEVELS + LEVEL_PRICE) >= price) hitLevel(instrument, bestOf(falling))
  for (let order = load<usize>(instrument, I_TRAILING_HEAD); order != 0; ) {
    const next = load<usize>(order, ORDERS + ORDER_NEXT)
    if (follow(order, price)) {
      leave(instrument, order)
      hit(order)
    }
    order = next
  }
  sortEntrants(Q_HITS)
  const count = countOf(Q_HITS)
  for (let position: u32 = 0; position < count; position += 1)
    pushEntrant(Q_ENTRANTS, entrantOrder(Q_HITS, position), entrantId(Q_HITS, position))
  clear(Q_HITS)
}

function hitLevel(instrument: usize, level: usize): void {
  const order = load<usize>(level, LEVELS + LEVEL_HEAD)
  leaveQueue(instrument, order, 0)
  hit(order)
}

function hit(order: usize): void {
  setBits(order, bitsOf(order) | BIT_HIT)
  pushEntrant(Q_HITS, order, orderIdOf(order))
}

/** Moves a trailing order's extreme; true when this price fires it. */
function follow(order: usize, price: f64): bool {
  const extra = extraRowOf(order)
  const waits = load<i32>(extra, EXTRAS + EXTRA_ACTIVATION_SIDE)
  if (waits != 0) {
    const activation = load<f64>(extra, EXTRAS + EXTRA_ACTIVATION_PRICE)
    if (waits == 1 ? price < activation : price > activation) return false
    store<i32>(extra, 0, EXTRAS + EXTRA_ACTIVATION_SIDE)
  }
  const isSell = sideOf(order) == SELL
  const extreme = load<f64>(extra, EXTRAS + EXTRA_EXTREME)
  if (extreme == 0 || (isSell ? price > extreme : price < extreme)) {
    store<f64>(extra, price, EXTRAS + EXTRA_EXTREME)
    return false
  }
  return hasTurned(isSell, u64(price), u64(extreme), load<u32>(extra, EXTRAS + EXTRA_TRAILING_BPS))
}

/** price ≤ max × (1 − δ) for sells, price ≥ min × (1 + δ) for buys, exact; δ is below 1. */
export function hasTurned(isSell: bool, price: u64, extreme: u64, bps: u64): bool {
  return isSell ? isProductAtMost(price, BPS_ONE, extreme, BPS_ONE - bps) : isProductAtMost(extreme, BPS_ONE + bps, price, BPS_ONE)
}
