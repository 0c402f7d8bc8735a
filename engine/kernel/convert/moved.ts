/** Whether the middle price of two assets ran away from the house since a quote. */
import { highOf } from '../money/wide'

/** More than this part of the middle price, upwards: 1 in 100. */
const PART: u64 = 100

/**
 * Is send ÷ receive now less than 99 % of what it was? Exact: with a = send now × receive then and b = receive now × send then it is
 * a < b − b ÷ 100, and so ⌊b ÷ 100⌋ < b − a.
 */
export function hasMoved(sendNow: i64, receiveNow: i64, sendThen: i64, receiveThen: i64): bool {
  const aHigh = highOf(<u64>sendNow, <u64>receiveThen)
  const aLow = <u64>sendNow * <u64>receiveThen
  const bHigh = highOf(<u64>receiveNow, <u64>sendThen)
  const bLow = <u64>receiveNow * <u64>sendThen
  if (bHigh < aHigh || (bHigh == aHigh && bLow <= aLow)) return false
  const borrow = u64(bLow < aLow)
  const lostHigh = bHigh - aHigh - borrow
  const lostLow = bLow - aLow
  // b ÷ 100 in two words of 64 bits, the lower one by halves of 32
  const partHigh = bHigh / PART
  const rest = bHigh % PART
  const upper = (rest << 32) | (bLow >> 32)
  const lower = ((upper % PART) << 32) | (bLow & 0xffffffff)
  const partLow = ((upper / PART) << 32) + lower / PART
  return partHigh != lostHigh ? partHigh < lostHigh : partLow < lostLow
}
