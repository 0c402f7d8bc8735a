/** The circuit breaker: a taker phase that moves the price too far from its reference halts the pair for a while. */
import { isProductAtMost, RATE_ONE } from '../money'
import { HALT } from '../constants/code'
import { I_BREAKER_HALT_MS, I_BREAKER_MOVE, I_BREAKER_REFERENCE, I_BREAKER_TRADES, I_LAST_PRICE, S_AT, S_TRADES } from '../constants/map'
import { referencePrice } from './instrument'
import { setStatus } from './status'

/** Notes the reference at the start of a taker phase. */
@inline export function armBreaker(instrument: usize): void {
  if (load<f64>(instrument, I_BREAKER_MOVE) == 0) return
  store<f64>(instrument, referencePrice(instrument, load<f64>(S_AT)), I_BREAKER_REFERENCE)
  store<f64>(instrument, load<f64>(S_TRADES), I_BREAKER_TRADES)
}

/** Halts the pair when |last − reference| > reference × move at the end of a taker phase that traded. */
@inline export function testBreaker(instrument: usize): void {
  if (load<f64>(instrument, I_BREAKER_MOVE) == 0 || load<f64>(instrument, I_BREAKER_TRADES) == load<f64>(S_TRADES)) return
  testMove(instrument)
}

function testMove(instrument: usize): void {
  const reference = load<f64>(instrument, I_BREAKER_REFERENCE)
  if (reference == 0) return
  const moved = abs(load<f64>(instrument, I_LAST_PRICE) - reference)
  if (isProductAtMost(u64(moved), <u64>RATE_ONE, u64(reference), u64(load<f64>(instrument, I_BREAKER_MOVE)))) return
  setStatus(instrument, HALT, load<f64>(S_AT) + load<f64>(instrument, I_BREAKER_HALT_MS))
}
