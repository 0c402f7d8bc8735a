/**
 * The circuit breaker. A taker phase that moves the price further than the pair allows, from where the reference was when a window began,
 * halts the pair: where the index moved too, or where the trades beyond the bound are worth something. Otherwise the taker's rest ends, and
 * all others go on. So one smallest trade halts nobody.
 */
import { isProductAtMost, RATE_ONE, SAFE_MOST, shareOf } from '../money/exact'
import { valueOf } from './instrument'
import { endOfPart, notePrice, priceBefore } from './price-notes'
import { liveIndex, referencePrice } from './reference-price'
import { setStatus } from './status'
import { Instrument, state } from '../../generated/rows'
import { HALT, TRADING } from '../constants/code'
import { BREAKER_LEAST, HALTED_AGAIN_MS, OPENING_AGAIN_E8, OPENING_BOUND_E8, SHORT_WINDOW_MS } from '../constants/map'

const SHORT_MS: f64 = <f64>SHORT_WINDOW_MS

let isArmed: bool = false
let isTripped: bool = false

/** A taker phase begins. Bounds are made with its first fill. */
@inline export function beginPhase(): void {
  isArmed = false
  isTripped = false
}

/** Before a fill: makes the bounds of the phase. */
@inline export function armBreaker(instrument: Instrument): void {
  if (isArmed) return
  isArmed = true
  instrument.breakerHigh = Infinity
  instrument.breakerLow = 0
  if (instrument.breakerMove != 0 || instrument.longMove != 0) makeBounds(instrument)
}

function makeBounds(instrument: Instrument): void {
  const reference = referencePrice(instrument)
  instrument.breakerReference = reference
  if (reference == 0) return
  const at = state.at
  if (instrument.breakerMove != 0) {
    if (at >= instrument.shortUntil) {
      instrument.shortBase = priceBefore(instrument.shortRing, SHORT_MS, at)
      instrument.shortUntil = endOfPart(SHORT_MS, at)
    }
    notePrice(instrument.shortRing, SHORT_MS, at, reference)
    narrow(instrument, instrument.shortBase, instrument.breakerMove, SHORT_MS)
  }
  if (instrument.longMove != 0) {
    const window = instrument.longWindow
    if (at >= instrument.longUntil) {
      instrument.longBase = priceBefore(instrument.longRing, window, at)
      instrument.longUntil = endOfPart(window, at)
    }
    notePrice(instrument.longRing, window, at, reference)
    narrow(instrument, instrument.longBase, instrument.longMove, window)
  }
}

/**
 * Bounds by one window. What a pair halted for already, while that stands in the window, is no new move: then what is beyond the reference of
 * that halt counts too.
 */
function narrow(instrument: Instrument, base: f64, move: f64, window: f64): void {
  if (base == 0) base = instrument.breakerReference
  const width = widthOf(base, move)
  let high = base + width
  let low = base - width
  if (isHaltIn(instrument, window)) {
    const halted = instrument.haltReference
    const haltedWidth = widthOf(halted, move)
    high = max(high, halted + haltedWidth)
    low = min(low, halted - haltedWidth)
  }
  instrument.breakerHigh = min(instrument.breakerHigh, high)
  instrument.breakerLow = max(instrument.breakerLow, low)
}

@inline function isHaltIn(instrument: Instrument, window: f64): bool {
  return instrument.haltReference != 0 && state.at < instrument.haltedAt + window
}

@inline function widthOf(price: f64, move: f64): f64 {
  return <f64>shareOf(i64(price), i64(move))
}

/**
 * After a fill: must the taker stop here? What one person trades with himself (not `areApart`) is no move. The phase that trips the breaker goes on, and
 * halts the pair behind it.
 */
@inline export function movesTooFar(instrument: Instrument, price: f64, lots: f64, areApart: bool): bool {
  if (price <= instrument.breakerHigh && price >= instrument.breakerLow) return false
  return areApart && !isTripped && instrument.status == TRADING && stops(instrument, price, valueOf(instrument, price, lots))
}

function stops(instrument: Instrument, price: f64, value: i64): bool {
  const isUp = price > instrument.breakerHigh
  notePushed(instrument, isUp, value)
  const pushed = isUp ? instrument.pushedUp : instrument.pushedDown
  isTripped =
    pushed / <i64>BREAKER_LEAST >= instrument.notionalMin ||
    movedInShort(instrument, isUp) ||
    movedInLong(instrument, isUp)
  return !isTripped
}

/** Adds to what was traded beyond a bound in the part of five minutes under way. */
function notePushed(instrument: Instrument, isUp: bool, value: i64): void {
  const part = floor(state.at / SHORT_MS)
  if (instrument.pushedPart != part) {
    instrument.pushedPart = part
    instrument.pushedUp = 0
    instrument.pushedDown = 0
  }
  const before = isUp ? instrument.pushedUp : instrument.pushedDown
  const after = before + min(value, i64.MAX_VALUE - before)
  if (isUp) instrument.pushedUp = after
  else instrument.pushedDown = after
}

function movedInShort(instrument: Instrument, isUp: bool): bool {
  return instrument.breakerMove != 0 && hasIndexMoved(instrument, instrument.shortBase, instrument.breakerMove, isUp)
}

function movedInLong(instrument: Instrument, isUp: bool): bool {
  return instrument.longMove != 0 && hasIndexMoved(instrument, instrument.longBase, instrument.longMove, isUp)
}

/** Did a live index go at least half the way to the bound of a window? */
function hasIndexMoved(instrument: Instrument, base: f64, move: f64, isUp: bool): bool {
  const index = liveIndex(instrument)
  if (index == 0 || base == 0 || (isUp ? index <= base : index >= base)) return false
  return isProductAtMost(u64(base), u64(move), u64(abs(index - base)), 2 * <u64>RATE_ONE)
}

/** A taker phase pauses: its bounds outlive the entry. */
export function keepPhase(instrument: Instrument): void {
  instrument.pausedPhase = u32(isArmed) | (u32(isTripped) << 1)
  instrument.pausedHigh = min(instrument.breakerHigh, SAFE_MOST)
  instrument.pausedLow = instrument.breakerLow
}

/** It goes on. */
export function continuePhase(instrument: Instrument): void {
  isArmed = (instrument.pausedPhase & 1) != 0
  isTripped = (instrument.pausedPhase & 2) != 0
  instrument.breakerHigh = instrument.pausedHigh
  instrument.breakerLow = instrument.pausedLow
}

/** Behind a taker phase: halts the pair where it tripped the breaker. */
@inline export function endPhase(instrument: Instrument): void {
  if (isTripped) halt(instrument)
}

function halt(instrument: Instrument): void {
  const at = state.at
  instrument.haltedAgain = i32(instrument.haltedAt != 0 && at < instrument.haltedAt + <f64>HALTED_AGAIN_MS)
  instrument.haltedAt = at
  // what was traded for this halt halts no other one
  instrument.pushedUp = 0
  instrument.pushedDown = 0
  setStatus(instrument, HALT, at + instrument.breakerHaltMs)
  // before what moved the price
  instrument.haltReference = instrument.breakerReference
}

// ---- the price of a re-opening ----

/** Around what a pair re-opens: the reference as it stopped; where it halted twice within an hour the live index. 0 = nothing is known. */
export function openingAround(instrument: Instrument): f64 {
  const index = instrument.haltedAgain != 0 ? liveIndex(instrument) : 0
  if (index != 0) return index
  return instrument.haltReference
}

@inline function openingWidth(instrument: Instrument, around: f64): f64 {
  const isByIndex = instrument.haltedAgain != 0 && liveIndex(instrument) != 0
  return widthOf(around, isByIndex ? <f64>OPENING_AGAIN_E8 : <f64>OPENING_BOUND_E8)
}

/** The lowest price at which a pair may re-open; 0 = any. */
export function openingLow(instrument: Instrument): f64 {
  const around = openingAround(instrument)
  return around == 0 ? 0 : around - openingWidth(instrument, around)
}

/** The highest one; Infinity = any. */
export function openingHigh(instrument: Instrument): f64 {
  const around = openingAround(instrument)
  return around == 0 ? Infinity : around + openingWidth(instrument, around)
}
