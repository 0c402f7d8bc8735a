/**
 * Pairs that work: their auction, or orders that were set free and are too many for one entry, goes on with the entries to come, by turns. Meanwhile
 * such a pair takes nothing from anybody.
 */
import { idOf, knownInstrument } from '../market/instrument'
import { Instrument, state } from '../../generated/rows'
import { AUCTION } from '../constants/code'
import { AUCTION_LOCK_MS } from '../constants/work'

/** Did a pair begin to work by the command that runs? */
let hasBegun: bool = false

/** A pair works from here on, or goes on to something else. */
export function beginWork(instrument: Instrument, what: u32): void {
  if (instrument.work == 0) append(idOf(instrument))
  instrument.work = what
  hasBegun = true
}

function append(id: i32): void {
  knownInstrument(id).nextWork = 0
  const last = state.worksLast
  if (last == 0) state.worksFirst = id
  else knownInstrument(last).nextWork = id
  state.worksLast = id
}

export function endWork(instrument: Instrument): void {
  const id = idOf(instrument)
  let before: i32 = 0
  for (let one = state.worksFirst; one != id; one = knownInstrument(one).nextWork) before = one
  const next = instrument.nextWork
  if (before == 0) state.worksFirst = next
  else knownInstrument(before).nextWork = next
  if (next == 0) state.worksLast = before
  instrument.nextWork = 0
  instrument.work = 0
}

/** The pair that has its turn goes behind the others. */
export function endTurn(instrument: Instrument): void {
  const next = instrument.nextWork
  if (next == 0) return
  state.worksFirst = next
  append(idOf(instrument))
}

@inline export function hasWorkBegun(): bool {
  return hasBegun
}

@inline export function forgetWorkBegun(): void {
  hasBegun = false
}

/** May nothing be cancelled or made smaller now: the pair works, or its auction is about to end? */
export function isLocked(instrument: Instrument): bool {
  if (instrument.work != 0) return true
  return instrument.status == AUCTION && state.at >= instrument.statusUntil - <f64>AUCTION_LOCK_MS
}
