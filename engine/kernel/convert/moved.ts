/** The last look: how far the middle price of two assets went since a quote. */
import { isWideLess } from '../money/wide-product'
import { highOf } from '../money/wide'
import { state } from '../../generated/rows'

const RATE_ONE: u64 = 100_000_000

export const STAYED: i32 = 0
export const AGAINST_HOUSE: i32 = 1
export const FOR_HOUSE: i32 = 2

/** What a quote of a spread may be away from the index: some of its spreads, or the least share if that is more. 1e-8. */
export function lookOf(spread: i64): u64 {
  return <u64>max(state.convertLookTimes * spread, state.convertLookLeast)
}

/**
 * Where send ÷ receive went, where that is further than a share of what it was. Exact: with a = send now × receive then and
 * b = receive now × send then it went up by more than the share when (a − b) × 1e8 > b × share, and down when (b − a) × 1e8 is.
 */
export function moveOf(sendNow: i64, receiveNow: i64, sendThen: i64, receiveThen: i64, share: u64): i32 {
  const aHigh = highOf(<u64>sendNow, <u64>receiveThen)
  const aLow = <u64>sendNow * <u64>receiveThen
  const bHigh = highOf(<u64>receiveNow, <u64>sendThen)
  const bLow = <u64>receiveNow * <u64>sendThen
  const isDown = aHigh != bHigh ? aHigh < bHigh : aLow < bLow
  // what is sent is worth less: the house would pay too much for it
  const lostLow = isDown ? bLow - aLow : aLow - bLow
  const lostHigh = isDown ? bHigh - aHigh - u64(bLow < aLow) : aHigh - bHigh - u64(aLow < bLow)
  if (!isWideLess(bHigh, bLow, share, lostHigh, lostLow, RATE_ONE)) return STAYED
  return isDown ? AGAINST_HOUSE : FOR_HOUSE
}
