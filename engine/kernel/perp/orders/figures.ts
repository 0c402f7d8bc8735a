/**
 * What stands behind one side of a fill, taken out of the rows: so that a fill can be tried, and several one behind the other, without
 * anything happening. `judge.ts` says what a fill makes of it.
 */
import { contractValue, initialOfValue, maintenanceOfValue } from '../contract'
import {
  crossCount,
  crossFrozen,
  crossInitial,
  crossMaintenance,
  crossProfit,
  ownBut,
  reserveOf,
  weigh,
} from '../position/cross'
import { gainOf } from '../position/position'
import { isShortLeg } from './legs'
import { SCRATCH } from '../../orders/scratch'
import { Contract, Cross, Figures, Leg, Position, Seat } from '../../../generated/rows'
import { BUY } from '../../constants/code'
import { FIGURES_BYTES } from '../../constants/layout'

/** Of the two sides of a fill that is judged now, and a copy to try on. */
export const OWN: Figures = changetype<Figures>(SCRATCH)
export const TRIED: Figures = changetype<Figures>(SCRATCH + FIGURES_BYTES)
/** Where those of a trial of several fills begin. */
export const TRIAL: usize = SCRATCH + 2 * FIGURES_BYTES

/** Fills in what a seat has now. Funding of its owner was reached. */
export function readFigures(seat: Seat, to: Figures): void {
  const contract = seat.contract
  to.seat = seat
  to.contract = contract
  to.leverage = seat.leverage
  to.isIsolated = seat.isIsolated
  to.isHedged = seat.trader.isHedged
  readLeg(seat.long, to.long)
  readLeg(seat.short, to.short)
  readAccount(seat.cross, contract, to)
}

/** The same of somebody who never had anything in a contract. */
export function readNewcomer(cross: Cross, contract: Contract, leverage: u32, isHedged: u8, to: Figures): void {
  memory.fill(changetype<usize>(to), 0, FIGURES_BYTES)
  to.contract = contract
  to.leverage = leverage
  to.isHedged = isHedged
  if (cross.exists) readAccount(cross, contract, to)
}

function readLeg(position: Position, leg: Leg): void {
  const exists = position.exists
  leg.lots = exists ? position.quantity : 0
  leg.entry = exists ? position.entry : 0
  leg.settled = exists ? position.settled : 0
  leg.margin = exists ? position.margin : 0
  leg.added = exists ? position.added : 0
  leg.booked = exists ? position.booked : 0
  leg.isShort = exists ? position.isShort : 0
}

function readAccount(cross: Cross, contract: Contract, to: Figures): void {
  weigh(cross)
  const available = cross.account.available
  let need = crossMaintenance
  let count = crossCount
  // what profits of contracts without an index are good for is their own contract alone
  let frozen = crossFrozen
  if (to.isIsolated == 0) {
    const long = to.long
    const short = to.short
    need -= needOfLeg(contract, long) + needOfLeg(contract, short)
    count -= u32(long.lots != 0) + u32(short.lots != 0)
    if (contract.isShut != 0) frozen -= max(0, profitOfLeg(contract, long)) + max(0, profitOfLeg(contract, short))
  }
  // what orders promise to margins of their own is there for those orders alone
  to.own = ownBut(cross, contract) - (to.isIsolated != 0 ? cross.pledged : 0)
  to.others = count
  to.need = need
  to.reserve = reserveOf(cross)
  to.equity = available + to.reserve + crossProfit - frozen
  to.free = available + crossProfit - crossFrozen - crossInitial
}

/** The leg that an order of a side is about. */
@inline export function legOf(figures: Figures, side: i32, isClose: bool): Leg {
  return figures.isHedged != 0 && isShortLeg(side, isClose) ? figures.short : figures.long
}

@inline export function otherThan(figures: Figures, leg: Leg): Leg {
  return leg == figures.long ? figures.short : figures.long
}

/** Lots of a leg that an order of this side could close. */
@inline export function opposedIn(leg: Leg, side: i32): f64 {
  return leg.lots != 0 && (leg.isShort != 0) == (side == BUY) ? leg.lots : 0
}

/** What has to stand behind a leg at the mark. */
export function needOfLeg(contract: Contract, leg: Leg): i64 {
  return leg.lots == 0 ? 0 : maintenanceOfValue(contract, contractValue(contract, contract.mark, leg.lots))
}

function profitOfLeg(contract: Contract, leg: Leg): i64 {
  if (leg.lots == 0) return 0
  return gainOf(leg.isShort != 0, contractValue(contract, contract.mark, leg.lots), leg.entry) - leg.settled
}

/** Initial margin of a leg's entry. */
@inline export function initialOfLeg(figures: Figures, entry: i64): i64 {
  return initialOfValue(entry, figures.leverage)
}
