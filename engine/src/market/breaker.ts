/** The circuit breaker: a taker phase that moves the price too far from its reference halts the pair for a while. */
import { HALT } from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import { RATE_ONE } from '../money/rounding.ts'
import type { State } from '../state.ts'
import type { Instrument } from './instrument.ts'
import { setStatus } from './status.ts'

/** Notes the reference at the start of a taker phase. */
export function armBreaker(state: State, instrument: Instrument): void {
  if (instrument.terms.breakerMoveE8 === 0) return
  instrument.breakerReference = instrument.referencePrice(state.at)
  instrument.breakerTradeCount = state.tradeCount
}

/** Halts the pair when |last − reference| > reference × move at the end of a taker phase that traded. */
export function testBreaker(state: State, out: EventBuffer, instrument: Instrument): void {
  const { breakerMoveE8, breakerHaltMs } = instrument.terms
  if (breakerMoveE8 === 0 || instrument.breakerReference === 0 || instrument.breakerTradeCount === state.tradeCount) return
  const moved = Math.abs(instrument.lastPrice - instrument.breakerReference)
  if (isWithin(moved, instrument.breakerReference, breakerMoveE8)) return
  setStatus(state, out, instrument, HALT, state.at + breakerHaltMs)
}

/** moved ≤ reference × rate ÷ 1e8, compared as products: in floats while both are exact. */
function isWithin(moved: number, reference: number, rateE8: number): boolean {
  const left = moved * RATE_ONE
  const right = reference * rateE8
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left <= right
  return BigInt(moved) * BigInt(RATE_ONE) <= BigInt(reference) * BigInt(rateE8)
}
