/**
 * What stands for the price of a pair without a live index. It begins at the configured reference, or at the last index, and goes once a minute
 * towards the mean of the last half an hour, by a 633rd of itself at most: 60 such steps are less than 10 %. Trades of less than ten times the
 * least value, and those of one person with himself, move nothing.
 */
import { addToRing, meanOfRing, newestOfRing } from './price-ring'
import { Instrument } from '../../generated/rows'
import { MEAN_HOURS, REFERENCE_LEAST, REFERENCE_MINUTES } from '../constants/map'

const MINUTE_MS: f64 = 60_000
const HOUR_MS: f64 = 3_600_000
const STEP: i64 = 633
const FINE: i64 = 1000
const MINUTES: f64 = <f64>REFERENCE_MINUTES
const MINUTE_SLOTS: f64 = <f64>REFERENCE_MINUTES + 1
const HOURS: f64 = <f64>MEAN_HOURS
const HOUR_SLOTS: f64 = <f64>MEAN_HOURS + 1

@inline function minuteOf(at: f64): f64 {
  return floor(at / MINUTE_MS)
}

/** Begins anew at a price in ticks; 0 = at whatever is traded. */
export function beginReference(instrument: Instrument, price: f64, at: f64): void {
  instrument.movedReference = i64(price) * FINE
  instrument.movedMinute = minuteOf(at)
}

/** Notes a trade between two persons. */
export function moveReference(instrument: Instrument, lots: f64, value: i64, at: f64): void {
  if (value / <i64>REFERENCE_LEAST < instrument.notionalMin) return
  reachMinute(instrument, at)
  addToRing(instrument.minuteRing, MINUTE_SLOTS, minuteOf(at), lots, value)
  addToRing(instrument.hourRing, HOUR_SLOTS, floor(at / HOUR_MS), lots, value)
}

/** Takes the steps of all minutes that ended. */
@inline function reachMinute(instrument: Instrument, at: f64): void {
  const minute = minuteOf(at)
  if (minute <= instrument.movedMinute) return
  instrument.movedReference = steppedTo(instrument, minute)
  instrument.movedMinute = minute
}

/** Where the steps of the minutes up to one lead. Nothing is stored: whoever only looks between two entries changes no state. */
function steppedTo(instrument: Instrument, minute: f64): i64 {
  let moved = instrument.movedReference
  // while there is an index nothing is asked for this: it begins where the index ends
  if (instrument.indexPrice != 0) return moved
  const ring = instrument.minuteRing
  const from = instrument.movedMinute
  const newest = newestOfRing(ring, MINUTE_SLOTS, from - MINUTES - 1, min(minute, from))
  if (newest == 0) return moved
  const end = min(minute, newest + MINUTES)
  for (let number = from + 1; number <= end; number += 1) {
    const mean = meanOfRing(ring, MINUTE_SLOTS, number - MINUTES, number - 1, instrument.unitNotional)
    if (mean != 0) moved = towards(moved, mean)
  }
  return moved
}

function towards(from: i64, to: i64): i64 {
  if (from == 0) return to
  const step = from / STEP
  return to > from ? min(to, from + step) : max(to, from - step)
}

/** In ticks, rounded down, a tick at least; 0 = nothing was configured, and nothing traded that counts. */
export function movedReference(instrument: Instrument, at: f64): f64 {
  const fine = fineReference(instrument, at)
  return fine == 0 ? 0 : max<f64>(1, <f64>(fine / FINE))
}

/** The same rounded up. */
export function movedAbove(instrument: Instrument, at: f64): f64 {
  return <f64>((fineReference(instrument, at) + FINE - 1) / FINE)
}

function fineReference(instrument: Instrument, at: f64): i64 {
  const minute = minuteOf(at)
  return minute > instrument.movedMinute ? steppedTo(instrument, minute) : instrument.movedReference
}

/** Mean price of the last 24 hours and the one under way, in ticks, rounded down; 0 = nothing was traded that counts. */
export function meanOfDay(instrument: Instrument, at: f64): f64 {
  const hour = floor(at / HOUR_MS)
  const fine = meanOfRing(instrument.hourRing, HOUR_SLOTS, hour - HOURS, hour, instrument.unitNotional)
  return fine == 0 ? 0 : max<f64>(1, <f64>(fine / FINE))
}
