/** Quotes of a coin pause when its index goes far within two seconds. */
import { isProductAtMost } from '../money/exact'
import { stockRow } from './stock-row'
import { Move, state, Stock } from '../../generated/rows'
import { MOVES_MOST, MOVES_MS, PAUSE_MS } from '../constants/convert'
import { MOVE_BYTES } from '../constants/layout'

const RATE_ONE: u64 = 100_000_000

@inline function moveAt(row: Stock, place: u32): Move {
  return changetype<Move>(row.moves + <usize>place * MOVE_BYTES)
}

/**
 * The index of a coin is another one. Where somebody begins to hold it in a test, or lets it go, nobody's trading moved it.
 *
 * @param isHeld somebody holds it
 */
export function noteMove(assetId: i32, price: i64, at: f64, isHeld: bool): void {
  const row = stockRow(assetId)
  const wasHeld = row.isHeld != 0
  row.isHeld = u32(isHeld)
  if (isHeld != wasHeld) memory.fill(row.moves, 0, MOVES_MOST * MOVE_BYTES)
  const newest = moveAt(row, row.place)
  if (newest.price == price) return
  row.place = (row.place + 1) % <u32>MOVES_MOST
  const move = moveAt(row, row.place)
  move.at = at
  move.price = price
  if (wentFar(row, at)) row.pausedUntil = at + <f64>PAUSE_MS
}

/** Are the highest and the lowest of two seconds too far apart? What stood when they began is one of them. */
function wentFar(row: Stock, at: f64): bool {
  const share = <u64>state.convertPauseShare
  if (share == 0) return false
  let lowest = moveAt(row, row.place).price
  let highest = lowest
  for (let back: u32 = 1; back < <u32>MOVES_MOST; back += 1) {
    const later = moveAt(row, (row.place + <u32>MOVES_MOST + 1 - back) % <u32>MOVES_MOST)
    const earlier = moveAt(row, (row.place + <u32>MOVES_MOST - back) % <u32>MOVES_MOST)
    // it was over before the two seconds began
    if (earlier.price == 0 || later.at < at - <f64>MOVES_MS) break
    lowest = min(lowest, earlier.price)
    highest = max(highest, earlier.price)
  }
  return isProductAtMost(<u64>lowest, share, <u64>(highest - lowest), RATE_ONE)
}
