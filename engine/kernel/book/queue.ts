/** Queues of orders at a price, in the book and in the trigger book alike. Knows rows and ladders, not what an order means. */
import { makeSure } from '../events/out'
import { idOf } from '../market/instrument'
import { clear, pushRow, rowIn, takeOut } from '../memory/lists'
import { allocate, release } from '../memory/tables'
import { anyLadderOf, ASKS, bookOf, FALLING, keyOf, ladderFind, ladderIn, ladderInsert, ladderOf, ladderRemove } from './ladder'
import { LevelRecord } from '../../generated/records'
import { changedList, emptiedList, Instrument, Level, levelsTable, none, Order } from '../../generated/rows'
import { LEVEL_BYTES } from '../constants/layout'
import { LEVELS } from '../constants/map'

/** Puts an order at the back of the queue of a price. `shown` is what the public sees of it; 0 in the trigger book. */
@inline export function joinQueue(instrument: Instrument, which: i32, price: f64, order: Order, shown: f64): void {
  let level = ladderFind(which <= FALLING ? ladderOf(instrument, which) : anyLadderOf(instrument, which), keyOf(which, price))
  if (!level.exists) level = openLevel(instrument, which, price)
  const tail = level.tail
  order.level = level
  // previous, and next, which is none
  order.neighbours = <u64>changetype<usize>(tail)
  if (!tail.exists) level.head = order
  else tail.next = order
  level.tail = order
  if (shown != 0) changeShown(level, shown)
}

/** Takes an order out of its queue; a level without orders leaves its ladder. */
@inline export function leaveQueue(instrument: Instrument, order: Order, shown: f64): void {
  const level = order.level
  const previous = order.previous
  const next = order.next
  if (!previous.exists) level.head = next
  else previous.next = next
  if (!next.exists) level.tail = previous
  else next.previous = previous
  order.level = none<Level>()
  if (shown != 0) changeShown(level, -shown)
  if (!previous.exists && !next.exists) closeLevel(instrument, level)
}

/** Changes what a level shows and notes it for the end of the entry. */
@inline export function changeShown(level: Level, delta: f64): void {
  level.quantity += delta
  if (level.changed == 1) return
  level.changed = 1
  pushRow(changedList, level)
}

export function openLevel(instrument: Instrument, which: i32, price: f64): Level {
  const ladder = anyLadderOf(instrument, which)
  const book = bookOf(idOf(instrument), which)
  let level = which <= ASKS ? reviveLevel(book, price) : none<Level>()
  if (!level.exists) level = newLevel(book, price)
  ladderInsert(ladder, keyOf(which, price), level)
  const better = ladder.better
  const worse = ladder.worse
  level.better = better
  level.worse = worse
  if (better.exists) better.worse = level
  if (worse.exists) worse.better = level
  return level
}

function newLevel(book: i32, price: f64): Level {
  const level = allocate<Level>(LEVELS, levelsTable, LEVEL_BYTES)
  level.price = price
  level.quantity = 0
  level.ends = 0
  // it is not changed yet
  level.bookAndChanged = <u64>book
  return level
}

/** A level that this entry emptied and now fills again: one row, so that it is reported once. */
function reviveLevel(book: i32, price: f64): Level {
  const count = emptiedList.count
  for (let position: u32 = 0; position < count; position += 1) {
    const level = rowIn<Level>(emptiedList, position)
    if (<i32>level.book != book || level.price != price) continue
    takeOut(emptiedList, position)
    return level
  }
  return none<Level>()
}

export function closeLevel(instrument: Instrument, level: Level): void {
  const which = ladderIn(level.book)
  const better = level.better
  const worse = level.worse
  if (better.exists) better.worse = worse
  if (worse.exists) worse.better = better
  ladderRemove(anyLadderOf(instrument, which), keyOf(which, level.price))
  if (which <= ASKS) pushRow(emptiedList, level)
  else release<Level>(LEVELS, levelsTable, level)
}

/** Ends an entry: one event for each level that changed; emptied ones go. */
@inline export function reportLevels(): void {
  const changed = changedList.count
  for (let position: u32 = 0; position < changed; position += 1) {
    makeSure()
    const level = rowIn<Level>(changedList, position)
    level.changed = 0
    const book = level.book
    const record = LevelRecord.begin(book & 3)
    record.instrumentWord = book >> 2
    record.price = level.price
    record.quantity = level.quantity
  }
  clear(changedList)
  const emptied = emptiedList.count
  if (emptied == 0) return
  for (let position: u32 = 0; position < emptied; position += 1) release<Level>(LEVELS, levelsTable, rowIn<Level>(emptiedList, position))
  clear(emptiedList)
}
