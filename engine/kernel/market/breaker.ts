/** The circuit breaker: a taker phase that moves the price too far halts the pair for a while. */
import { isProductAtMost, RATE_ONE } from '../money/exact'
import { referencePrice } from './instrument'
import { moveLongWindow } from './long-window'
import { setStatus } from './status'
import { Instrument, state } from '../../generated/rows'
import { HALT, TRADING } from '../constants/code'

@inline function isArmed(instrument: Instrument): bool {
  return instrument.breakerMove != 0 || instrument.longMove != 0
}

/** Notes the reference at the start of a taker phase. */
@inline export function armBreaker(instrument: Instrument): void {
  if (!isArmed(instrument)) return
  instrument.breakerReference = referencePrice(instrument, state.at)
  instrument.breakerTrades = state.trades
}

/** A trade of one person with himself is no move of the price, and no reason to look at it. */
@inline export function passBreaker(instrument: Instrument): void {
  instrument.breakerTrades += 1
}

/**
 * Halts the pair at the end of a taker phase that traded: when the last price is further from the reference of the last minutes than the
 * one move, or further from the price at the start of the longer window than the other, which small steps cannot carry along.
 */
@inline export function testBreaker(instrument: Instrument): void {
  if (!isArmed(instrument) || instrument.breakerTrades == state.trades) return
  testMove(instrument, instrument.breakerReference, instrument.breakerMove)
  const move = instrument.longMove
  if (move != 0) testMove(instrument, moveLongWindow(instrument), move)
}

/** Halts when |last − reference| > reference × move; 0 = no reference, or no bound. */
function testMove(instrument: Instrument, reference: f64, move: f64): void {
  if (reference == 0 || move == 0 || instrument.status != TRADING) return
  const moved = abs(instrument.lastPrice - reference)
  if (isProductAtMost(u64(moved), <u64>RATE_ONE, u64(reference), u64(move))) return
  setStatus(instrument, HALT, state.at + instrument.breakerHaltMs)
  // before what moved the price
  instrument.haltReference = instrument.breakerReference
}
