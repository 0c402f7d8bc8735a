/** Conditional orders: where they wait, and which of them a trade's price hits. */

import { joinQueue, leaveQueue } from '../book/queue.ts'
import * as code from '../codec/code.ts'
import * as layout from '../layout.ts'
import { FALLING, type Instrument, RISING } from '../market/instrument.ts'
import { sideOf, typeOf } from '../order-flags.ts'
import type { State } from '../state.ts'
import { firesOnRise } from './checks.ts'
import { extraOf, joinTrailing, leave } from './order.ts'

const { SELL, TRAILING_STOP } = code
const {
  BIT_HIT,
  EXTRA_ACTIVATION_PRICE,
  EXTRA_ACTIVATION_SIDE,
  EXTRA_EXTREME,
  EXTRA_TRAILING_BPS,
  EXTRA_TRIGGER_PRICE,
  LEVEL_HEAD,
  LEVEL_PRICE,
  ORDER_BITS,
  ORDER_EXTRA,
  ORDER_ID,
  ORDER_NEXT,
} = layout

const BPS_ONE = 10_000n

/** Lets a conditional order wait for its price. */
export function joinTriggers(state: State, instrument: Instrument, order: number): void {
  const view = state.orders.view
  const type = typeOf(view, order)
  if (type === TRAILING_STOP) {
    joinTrailing(state, instrument, order)
    return
  }
  const extra = extraOf(state, order)
  const price = state.extras.view.getFloat64(extra + EXTRA_TRIGGER_PRICE, true)
  joinQueue(state, instrument, firesOnRise(type, sideOf(view, order)) ? RISING : FALLING, price, order, 0)
}

/** Sets where a new trailing order starts: at the market price, or waiting for its activation price. */
export function startTrailing(state: State, instrument: Instrument, order: number): void {
  const market = instrument.marketPrice()
  const extra = extraOf(state, order)
  const extras = state.extras.view
  const activation = extras.getFloat64(extra + EXTRA_ACTIVATION_PRICE, true)
  if (activation === 0 || activation === market) {
    extras.setFloat64(extra + EXTRA_EXTREME, market, true)
    return
  }
  const isSell = sideOf(state.orders.view, order) === SELL
  const rises = market === 0 ? isSell : activation > market
  extras.setInt32(extra + EXTRA_ACTIVATION_SIDE, rises ? 1 : 2, true)
}

/** Tests all waiting orders of a pair against a trade's price; those hit leave their place and join the entrants, by order id. */
export function testTriggers(state: State, instrument: Instrument, price: number): void {
  const { rising, falling } = instrument
  if (rising.best === 0 && falling.best === 0 && instrument.trailingHead === 0) return
  const levels = state.levels.view
  while (rising.best !== 0 && levels.getFloat64(rising.best + LEVEL_PRICE, true) <= price) hitLevel(state, instrument, rising.best)
  while (falling.best !== 0 && levels.getFloat64(falling.best + LEVEL_PRICE, true) >= price) hitLevel(state, instrument, falling.best)
  for (let order = instrument.trailingHead; order !== 0; ) {
    const next = state.orders.view.getInt32(order + ORDER_NEXT, true)
    if (follow(state, order, price)) {
      leave(state, instrument, order)
      hit(state, order)
    }
    order = next
  }
  const { hits } = state
  if (hits.length > 1) hits.sort((first, second) => first.orderId - second.orderId)
  for (const entrant of hits) state.entrants.push(entrant)
  hits.length = 0
}

function hitLevel(state: State, instrument: Instrument, level: number): void {
  const order = state.levels.view.getInt32(level + LEVEL_HEAD, true)
  leaveQueue(state, instrument, order, 0)
  hit(state, order)
}

function hit(state: State, order: number): void {
  const view = state.orders.view
  view.setUint8(order + ORDER_BITS, view.getUint8(order + ORDER_BITS) | BIT_HIT)
  state.hits.push({ order, orderId: view.getFloat64(order + ORDER_ID, true) })
}

/** Moves a trailing order's extreme; true when this price fires it. */
function follow(state: State, order: number, price: number): boolean {
  const extras = state.extras.view
  const extra = state.orders.view.getInt32(order + ORDER_EXTRA, true)
  const waits = extras.getInt32(extra + EXTRA_ACTIVATION_SIDE, true)
  if (waits !== 0) {
    const activation = extras.getFloat64(extra + EXTRA_ACTIVATION_PRICE, true)
    if (waits === 1 ? price < activation : price > activation) return false
    extras.setInt32(extra + EXTRA_ACTIVATION_SIDE, 0, true)
  }
  const isSell = sideOf(state.orders.view, order) === SELL
  const extreme = extras.getFloat64(extra + EXTRA_EXTREME, true)
  if (extreme === 0 || (isSell ? price > extreme : price < extreme)) {
    extras.setFloat64(extra + EXTRA_EXTREME, price, true)
    return false
  }
  return hasTurned(isSell, price, extreme, extras.getInt32(extra + EXTRA_TRAILING_BPS, true))
}

/** price ≤ max × (1 − δ) for sells, price ≥ min × (1 + δ) for buys, exact. */
export function hasTurned(isSell: boolean, price: number, extreme: number, bps: number): boolean {
  const scaled = BigInt(price) * BPS_ONE
  const delta = BigInt(bps)
  return isSell ? scaled <= BigInt(extreme) * (BPS_ONE - delta) : scaled >= BigInt(extreme) * (BPS_ONE + delta)
}
