/** Queues of orders at a price, in the book and in the trigger book alike. Knows rows and ladders, not what an order means. */
import { makeSure, record } from '../events/out'
import { idOf } from '../market/instrument'
import { clear, countOf, handleIn, pushHandle, takeOut } from '../memory/lists'
import { allocate, release } from '../memory/tables'
import * as event from '../constants/event'
import {
  LEVEL_BETTER,
  LEVEL_BOOK,
  LEVEL_BYTES,
  LEVEL_CHANGED,
  LEVEL_HEAD,
  LEVEL_PRICE,
  LEVEL_QUANTITY,
  LEVEL_TAIL,
  LEVEL_WORSE,
  ORDER_LEVEL,
  ORDER_NEXT,
  ORDER_PREVIOUS,
} from '../constants/layout'
import { LADDER_BETTER, LADDER_WORSE, LEVELS, ORDERS, Q_CHANGED, Q_EMPTIED, T_LEVELS } from '../constants/map'
import { ASKS, keyOf, ladderFind, ladderInsert, ladderOf, ladderRemove } from './ladder'

/** Puts an order at the back of the queue of a price. `shown` is what the public sees of it; 0 in the trigger book. */
@inline export function joinQueue(instrument: usize, which: i32, price: f64, order: usize, shown: f64): void {
  let level = ladderFind(ladderOf(instrument, which), keyOf(which, price))
  if (level == 0) level = openLevel(instrument, which, price)
  const tail = load<usize>(level, LEVELS + LEVEL_TAIL)
  store<usize>(order, level, ORDERS + ORDER_LEVEL)
  // ORDER_PREVIOUS and ORDER_NEXT in one word
  store<u64>(order, <u64>tail, ORDERS + ORDER_PREVIOUS)
  if (tail == 0) store<usize>(level, order, LEVELS + LEVEL_HEAD)
  else store<usize>(tail, order, ORDERS + ORDER_NEXT)
  store<usize>(level, order, LEVELS + LEVEL_TAIL)
  if (shown != 0) changeShown(level, shown)
}

/** Takes an order out of its queue; a level without orders leaves its ladder. */
@inline export function leaveQueue(instrument: usize, order: usize, shown: f64): void {
  const level = load<usize>(order, ORDERS + ORDER_LEVEL)
  const previous = load<usize>(order, ORDERS + ORDER_PREVIOUS)
  const next = load<usize>(order, ORDERS + ORDER_NEXT)
  if (previous == 0) store<usize>(level, next, LEVELS + LEVEL_HEAD)
  else store<usize>(previous, next, ORDERS + ORDER_NEXT)
  if (next == 0) store<usize>(level, previous, LEVELS + LEVEL_TAIL)
  else store<usize>(next, previous, ORDERS + ORDER_PREVIOUS)
  store<usize>(order, 0, ORDERS + ORDER_LEVEL)
  if (shown != 0) changeShown(level, -shown)
  if (previous == 0 && next == 0) closeLevel(instrument, level)
}

/** Changes what a level shows and notes it for the end of the entry. */
@inline export function changeShown(level: usize, delta: f64): void {
  store<f64>(level, load<f64>(level, LEVELS + LEVEL_QUANTITY) + delta, LEVELS + LEVEL_QUANTITY)
  if (load<i32>(level, LEVELS + LEVEL_CHANGED) == 1) return
  store<i32>(level, 1, LEVELS + LEVEL_CHANGED)
  pushHandle(Q_CHANGED, level)
}

function openLevel(instrument: usize, which: i32, price: f64): usize {
  const ladder = ladderOf(instrument, which)
  const book = idOf(instrument) * 4 + which
  let level = reviveLevel(book, price)
  if (level == 0) level = newLevel(book, price)
  ladderInsert(ladder, keyOf(which, price), level)
  const better = load<usize>(ladder, LADDER_BETTER)
  const worse = load<usize>(ladder, LADDER_WORSE)
  store<usize>(level, better, LEVELS + LEVEL_BETTER)
  store<usize>(level, worse, LEVELS + LEVEL_WORSE)
  if (better != 0) store<usize>(better, level, LEVELS + LEVEL_WORSE)
  if (worse != 0) store<usize>(worse, level, LEVELS + LEVEL_BETTER)
  return level
}

function newLevel(book: i32, price: f64): usize {
  const level = allocate(LEVELS, T_LEVELS, LEVEL_BYTES)
  store<f64>(level, price, LEVELS + LEVEL_PRICE)
  store<i64>(level, 0, LEVELS + LEVEL_QUANTITY)
  store<i64>(level, 0, LEVELS + LEVEL_HEAD)
  // LEVEL_BOOK and LEVEL_CHANGED in one word
  store<i64>(level, <i64>book, LEVELS + LEVEL_BOOK)
  return level
}

/** A level that this entry emptied and now fills again: one row, so that it is reported once. */
function reviveLevel(book: i32, price: f64): usize {
  const count = countOf(Q_EMPTIED)
  for (let position: u32 = 0; position < count; position += 1) {
    const level = handleIn(Q_EMPTIED, position)
    if (load<i32>(level, LEVELS + LEVEL_BOOK) != book || load<f64>(level, LEVELS + LEVEL_PRICE) != price) continue
    takeOut(Q_EMPTIED, position)
    return level
  }
  return 0
}

function closeLevel(instrument: usize, level: usize): void {
  const which = load<i32>(level, LEVELS + LEVEL_BOOK) & 3
  const better = load<usize>(level, LEVELS + LEVEL_BETTER)
  const worse = load<usize>(level, LEVELS + LEVEL_WORSE)
  if (better != 0) store<usize>(better, worse, LEVELS + LEVEL_WORSE)
  if (worse != 0) store<usize>(worse, better, LEVELS + LEVEL_BETTER)
  ladderRemove(ladderOf(instrument, which), keyOf(which, load<f64>(level, LEVELS + LEVEL_PRICE)))
  if (which <= ASKS) pushHandle(Q_EMPTIED, level)
  else release(LEVELS, T_LEVELS, level)
}

/** Ends an entry: one event for each level that changed; emptied ones go. */
@inline export function reportLevels(): void {
  const changed = countOf(Q_CHANGED)
  for (let position: u32 = 0; position < changed; position += 1) {
    makeSure()
    const level = handleIn(Q_CHANGED, position)
    store<i32>(level, 0, LEVELS + LEVEL_CHANGED)
    const book = load<u32>(level, LEVELS + LEVEL_BOOK)
    const at = record(event.RECORD_LEVEL | ((book & 3) << 8), event.LEVEL_BYTES)
    store<u64>(at, book >> 2, event.LEVEL_INSTRUMENT)
    store<f64>(at, load<f64>(level, LEVELS + LEVEL_PRICE), event.LEVEL_PRICE)
    store<f64>(at, load<f64>(level, LEVELS + LEVEL_QUANTITY), event.LEVEL_QUANTITY)
  }
  clear(Q_CHANGED)
  const emptied = countOf(Q_EMPTIED)
  if (emptied == 0) return
  for (let position: u32 = 0; position < emptied; position += 1) release(LEVELS, T_LEVELS, handleIn(Q_EMPTIED, position))
  clear(Q_EMPTIED)
}
