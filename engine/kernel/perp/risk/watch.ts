/**
 * At which mark a position has to be looked at again. An estimate that is never too late: between two looks a long can lose what its value
 * falls by, a short that and the larger maintenance. Shared positions divide what their account can lose by their values; a quarter of it is
 * kept for what orders reserve meanwhile, so that placing one seldom has to make thresholds anew.
 */
import { findDue, setDue } from '../../due/queue'
import { divideFloor, mulDivFloor, multiply, quotient } from '../../money/wide'
import { instrumentOf, tierAt } from '../contract'
import { crossMaintenance, crossValue, equityOf } from '../position/cross'
import { firstOf, isReached, RECOVERY, setRecovery, setThreshold, WATCH } from './heap'
import { maintenanceOf, profitOf, valueAtMark } from '../position/position'
import { Contract, Cross, Position, state } from '../../../generated/rows'
import { DUE_RISK } from '../../constants/due'

const RATE_ONE: u64 = 100_000_000

/**
 * What is left before something happens, in quarters where nobody was warned yet (then it happens at 80 %): 4 × equity − 5 × need, else
 * equity − need. Below 0 when it happened.
 */
@inline export function cushionOf(equity: i64, need: i64, isWarned: bool): i64 {
  return isWarned ? equity - need : 4 * equity - 5 * need
}

/** Sets the threshold of a position of its own margin. */
export function armIsolated(position: Position): void {
  if (position.isWaiting != 0) {
    rest(position)
    return
  }
  const isWarned = position.isWarned != 0
  const equity = position.margin + profitOf(position)
  const need = maintenanceOf(position)
  arm(position, cushionOf(equity, need, isWarned), isWarned)
  armRecovery(position, isWarned ? -cushionOf(equity, need, false) : 0, isWarned)
}

/** Nobody looks at a position before its time has come: it waits for the next slice of its reduction. */
function rest(position: Position): void {
  setThreshold(position, position.isShort != 0 ? Infinity : 0)
  setRecovery(position, 0)
}

function isAnyWaiting(cross: Cross): bool {
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0) continue
    if ((seat.long.exists && seat.long.isWaiting != 0) || (seat.short.exists && seat.short.isWaiting != 0)) return true
  }
  return false
}

/** Sets where a position may have recovered: when it gained what was missing when its owner was warned. */
function armRecovery(position: Position, missing: i64, isWarned: bool): void {
  if (!isWarned) {
    setRecovery(position, 0)
    return
  }
  const contract = position.contract
  const mark = contract.mark
  const ticks = missing <= 0 ? 1 : max<f64>(1, <f64>ticksOf(position, contract, missing, false))
  setRecovery(position, position.isShort != 0 ? max<f64>(1, mark - ticks) : mark + ticks)
}

/** Sets those of all positions that share a coin. */
export function armCross(cross: Cross): void {
  cross.isTight = 0
  if (cross.isBroken != 0 && isAnyWaiting(cross)) {
    for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
      if (seat.cross != cross || seat.isIsolated != 0) continue
      if (seat.long.exists) rest(seat.long)
      if (seat.short.exists) rest(seat.short)
    }
    return
  }
  const isWarned = cross.isWarned != 0
  const equity = equityOf(cross)
  const cushion = cushionOf(equity, crossMaintenance, isWarned)
  const value = crossValue
  cross.slack = cushion > 0 ? cushion / 4 : 0
  const shared = cushion > 0 ? cushion - cross.slack : 0
  const missing = isWarned ? max(0, -cushionOf(equity, crossMaintenance, false)) : 0
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0) continue
    armShare(seat.long, shared, missing, value, isWarned)
    armShare(seat.short, shared, missing, value, isWarned)
  }
}

function armShare(position: Position, shared: i64, missing: i64, value: i64, isWarned: bool): void {
  if (!position.exists) return
  const own = valueAtMark(position)
  arm(position, shareOf(shared, own, value), isWarned)
  armRecovery(position, shareOf(missing, own, value), isWarned)
}

/** The part of an amount that falls to a value out of all, rounded down. */
@inline function shareOf(amount: i64, own: i64, all: i64): i64 {
  if (own == all) return all == 0 ? 0 : amount
  return mulDivFloor(<u64>amount, <u64>own, <u64>all)
}

/** A position can lose so much before it is looked at: nothing, then it is looked at with the next slice of what is due. */
function arm(position: Position, cushion: i64, isWarned: bool): void {
  const contract = position.contract
  const mark = contract.mark
  if (cushion <= 0) {
    // at whatever mark that is: a contract without an index may come back with a better one, and the rest of the account still lacks
    setThreshold(position, position.isShort != 0 ? 0 : Infinity)
    callForRisk(contract)
    return
  }
  // at the current mark nothing is the matter, so it is not before the next one
  const ticks = max<f64>(1, <f64>ticksOf(position, contract, cushion, isWarned))
  setThreshold(position, position.isShort != 0 ? mark + ticks : mark - ticks)
}

/** Ticks of the mark that cost at most a cushion, rounded down. */
function ticksOf(position: Position, contract: Contract, cushion: i64, isWarned: bool): i64 {
  const unit = <u64>instrumentOf(contract).unitNotional
  const quarters: u64 = isWarned ? 1 : 4
  const needs: u64 = isWarned ? 1 : 5
  // of a long the same, with divisors that fit: its maintenance falls with its value
  if (position.isShort == 0) return cushion / <i64>quarters / <i64>position.quantity / <i64>unit
  const rate = <u64>tierAt(contract, <i32>contract.tierCount - 1).rate
  multiply(<u64>cushion, RATE_ONE)
  divideFloor(quarters * RATE_ONE + needs * rate)
  divideFloor(<u64>position.quantity)
  divideFloor(unit)
  return quotient()
}

/** So much less is free of what stands behind shared positions. */
@inline export function noteReserved(cross: Cross, amount: i64): void {
  const slack = cross.slack - (cross.isWarned != 0 ? amount : 4 * amount)
  cross.slack = slack
  if (slack < 0) armCross(cross)
}

/** Has the positions of a contract looked at that its mark has come to: with the next slice of what is due. */
export function callForRisk(contract: Contract): void {
  if (contract.isShut != 0) return
  if (isAnyReached(contract, WATCH) || isAnyReached(contract, RECOVERY)) comeTo(contract, state.at)
}

/** Has a contract come to at a time, unless it is due before. */
export function comeTo(contract: Contract, at: f64): void {
  const known = findDue(DUE_RISK, <f64>contract.instrument, 0)
  if (!known.exists || known.at > at) setDue(at, DUE_RISK, <f64>contract.instrument, 0)
}

/** What the house has is offered when it is time, also where the contract had no index then. */
export function offerLater(contract: Contract): void {
  if (contract.houseLong.exists || contract.houseShort.exists) comeTo(contract, contract.offerAt)
  if (contract.waiting.exists) comeTo(contract, max(state.at, contract.waiting.lookAt))
}

function isAnyReached(contract: Contract, kind: i32): bool {
  const long = firstOf(contract, false, kind)
  const short = firstOf(contract, true, kind)
  return (long.exists && isReached(long, kind)) || (short.exists && isReached(short, kind))
}
