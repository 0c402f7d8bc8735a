/** Queues of orders at a price, in the book and in the trigger book alike. Knows rows and ladders, not what an order means. */
import type { EventBuffer } from '../event-buffer.ts'
import * as event from '../events/event-layout.ts'
import * as layout from '../layout.ts'
import { ASKS, BIDS, FALLING, type Instrument } from '../market/instrument.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'

const HANDLE = HANDLE_MASK

const { LEVEL_BYTES, LEVEL_INSTRUMENT, LEVEL_PRICE, LEVEL_QUANTITY, LEVEL_SIDE, RECORD_LEVEL } = event
const {
  LEVEL_BETTER,
  LEVEL_BOOK,
  LEVEL_CHANGED,
  LEVEL_HEAD,
  LEVEL_PRICE: LAYOUT_LEVEL_PRICE,
  LEVEL_QUANTITY: LAYOUT_LEVEL_QUANTITY,
  LEVEL_TAIL,
  LEVEL_WORSE,
  ORDER_LEVEL,
  ORDER_NEXT,
  ORDER_PREVIOUS,
} = layout

/** Ladder key of a price: ascending keys end at the best. */
function keyOf(which: number, price: number): number {
  return which === BIDS || which === FALLING ? price : -price
}

/** Puts an order at the back of the queue of a price. `shown` is what the public sees of it; 0 in the trigger book. */
export function joinQueue(state: State, instrument: Instrument, which: number, price: number, order: number, shown: number): void {
  order &= HANDLE
  const level = openLevel(state, instrument, which, price)
  const levels = state.levels.view
  const orders = state.orders.view
  const tail = levels.getInt32(level + LEVEL_TAIL, true) & HANDLE
  orders.setInt32(order + ORDER_LEVEL, level, true)
  orders.setInt32(order + ORDER_PREVIOUS, tail, true)
  orders.setInt32(order + ORDER_NEXT, 0, true)
  if (tail === 0) levels.setInt32(level + LEVEL_HEAD, order, true)
  else orders.setInt32(tail + ORDER_NEXT, order, true)
  levels.setInt32(level + LEVEL_TAIL, order, true)
  if (shown !== 0) changeShown(state, level, shown)
}

/** Takes an order out of its queue; a level without orders leaves its ladder. */
export function leaveQueue(state: State, instrument: Instrument, order: number, shown: number): void {
  order &= HANDLE
  const levels = state.levels.view
  const orders = state.orders.view
  const level = orders.getInt32(order + ORDER_LEVEL, true) & HANDLE
  const previous = orders.getInt32(order + ORDER_PREVIOUS, true) & HANDLE
  const next = orders.getInt32(order + ORDER_NEXT, true) & HANDLE
  if (previous === 0) levels.setInt32(level + LEVEL_HEAD, next, true)
  else orders.setInt32(previous + ORDER_NEXT, next, true)
  if (next === 0) levels.setInt32(level + LEVEL_TAIL, previous, true)
  else orders.setInt32(next + ORDER_PREVIOUS, previous, true)
  orders.setInt32(order + ORDER_LEVEL, 0, true)
  if (shown !== 0) changeShown(state, level, -shown)
  if (previous === 0 && next === 0) closeLevel(state, instrument, level)
}

/** Changes what a level shows and notes it for the end of the entry. */
export function changeShown(state: State, level: number, delta: number): void {
  level &= HANDLE
  const levels = state.levels.view
  levels.setFloat64(level + LAYOUT_LEVEL_QUANTITY, levels.getFloat64(level + LAYOUT_LEVEL_QUANTITY, true) + delta, true)
  if (levels.getInt32(level + LEVEL_CHANGED, true) === 1) return
  levels.setInt32(level + LEVEL_CHANGED, 1, true)
  state.changedLevels.push(level)
}

function openLevel(state: State, instrument: Instrument, which: number, price: number): number {
  const ladder = instrument.ladder(which)
  const key = keyOf(which, price)
  const known = ladder.find(key)
  if (known !== 0) return known
  const book = instrument.instrumentId * 4 + which
  const level = reviveLevel(state, book, price) || newLevel(state, book, price)
  ladder.insert(key, level)
  const levels = state.levels.view
  levels.setInt32(level + LEVEL_BETTER, ladder.better, true)
  levels.setInt32(level + LEVEL_WORSE, ladder.worse, true)
  if (ladder.better !== 0) levels.setInt32(ladder.better + LEVEL_WORSE, level, true)
  if (ladder.worse !== 0) levels.setInt32(ladder.worse + LEVEL_BETTER, level, true)
  return level
}

function newLevel(state: State, book: number, price: number): number {
  const level = state.levels.allocateZeroed()
  state.levels.view.setFloat64(level + LAYOUT_LEVEL_PRICE, price, true)
  state.levels.view.setInt32(level + LEVEL_BOOK, book, true)
  return level
}

/** A level that this entry emptied and now fills again: one row, so that it is reported once. */
function reviveLevel(state: State, book: number, price: number): number {
  const emptied = state.emptiedLevels
  for (let index = 0; index < emptied.length; index += 1) {
    const level = emptied.at(index)
    const levels = state.levels.view
    if (levels.getInt32(level + LEVEL_BOOK, true) !== book || levels.getFloat64(level + LAYOUT_LEVEL_PRICE, true) !== price) continue
    emptied.takeOut(index)
    return level
  }
  return 0
}

function closeLevel(state: State, instrument: Instrument, level: number): void {
  level &= HANDLE
  const levels = state.levels.view
  const which = levels.getInt32(level + LEVEL_BOOK, true) & 3
  const better = levels.getInt32(level + LEVEL_BETTER, true) & HANDLE
  const worse = levels.getInt32(level + LEVEL_WORSE, true) & HANDLE
  if (better !== 0) levels.setInt32(better + LEVEL_WORSE, worse, true)
  if (worse !== 0) levels.setInt32(worse + LEVEL_BETTER, better, true)
  instrument.ladder(which).remove(keyOf(which, levels.getFloat64(level + LAYOUT_LEVEL_PRICE, true)))
  if (which === BIDS || which === ASKS) state.emptiedLevels.push(level)
  else state.levels.release(level)
}

/** Ends an entry: one event for each level that changed; emptied ones go. */
export function reportLevels(state: State, out: EventBuffer): void {
  const { changedLevels, emptiedLevels, levels } = state
  for (let index = 0; index < changedLevels.length; index += 1) {
    const level = changedLevels.at(index)
    const view = levels.view
    view.setInt32(level + LEVEL_CHANGED, 0, true)
    const book = view.getInt32(level + LEVEL_BOOK, true)
    const at = out.record(RECORD_LEVEL, LEVEL_BYTES) & HANDLE
    out.view.setUint8(at + LEVEL_SIDE, book & 3)
    out.view.setInt32(at + LEVEL_INSTRUMENT, book >> 2, true)
    out.view.setFloat64(at + LEVEL_PRICE, view.getFloat64(level + LAYOUT_LEVEL_PRICE, true), true)
    out.view.setFloat64(at + LEVEL_QUANTITY, view.getFloat64(level + LAYOUT_LEVEL_QUANTITY, true), true)
  }
  changedLevels.clear()
  for (let index = 0; index < emptiedLevels.length; index += 1) levels.release(emptiedLevels.at(index))
  emptiedLevels.clear()
}
