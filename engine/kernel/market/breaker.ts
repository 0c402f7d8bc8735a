/** The circuit breaker: a taker phase that moves the price too far halts the pair for a while. */
import { isProductAtMost, RATE_ONE } from '../money'
import { HALT, TRADING } from '../constants/code'
import {
  I_BREAKER_HALT_MS,
  I_BREAKER_MOVE,
  I_BREAKER_REFERENCE,
  I_BREAKER_TRADES,
  I_LAST_PRICE,
  I_LONG_MOVE,
  I_STATUS,
  S_AT,
  S_TRADES,
} from '../constants/map'
import { referencePrice } from './instrument'
import { moveLongWindow } from './long-window'
import { setStatus } from './status'

@inline function isArmed(instrument: usize): bool {
  return load<f64>(instrument, I_BREAKER_MOVE) != 0 || load<f64>(instrument, I_LONG_MOVE) != 0
}

/** Notes the reference at the start of a taker phase. */
@inline export function armBreaker(instrument: usize): void {
  if (!isArmed(instrument)) return
  store<f64>(instrument, referencePrice(instrument, load<f64>(S_AT)), I_BREAKER_REFERENCE)
  store<f64>(instrument, load<f64>(S_TRADES), I_BREAKER_TRADES)
}

/**
 * Halts the pair at the end of a taker phase that traded: when the last price is further from the reference of the last minutes than the
 * one move, or further from the price at the start of the longer window than the other, which small steps cannot carry along.
 */
@inline export function testBreaker(instrument: usize): void {
  if (!isArmed(instrument) || load<f64>(instrument, I_BREAKER_TRADES) == load<f64>(S_TRADES)) return
  testMove(instrument, load<f64>(instrument, I_BREAKER_REFERENCE), load<f64>(instrument, I_BREAKER_MOVE))
  const move = load<f64>(instrument, I_LONG_MOVE)
  if (move != 0) testMove(instrument, moveLongWindow(instrument), move)
}

/** Halts when |last − reference| > reference × move; 0 = no reference, or no bound. */
function testMove(instrument: usize, reference: f64, move: f64): void {
  if (reference == 0 || move == 0 || load<i32>(instrument, I_STATUS) != TRADING) return
  const moved = abs(load<f64>(instrument, I_LAST_PRICE) - reference)
  if (isProductAtMost(u64(moved), <u64>RATE_ONE, u64(reference), u64(move))) return
  setStatus(instrument, HALT, load<f64>(S_AT) + load<f64>(instrument, I_BREAKER_HALT_MS))
}
