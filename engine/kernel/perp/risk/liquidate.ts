/**
 * Looks at what stands behind positions, and liquidates step by step: orders end, opposed positions of one customer meet at the mark, what
 * lies above the first bracket is reduced in the book, and what still does not suffice is taken over by the house.
 */
import { CLEARING_PNL, INCOME_LIQUIDATION_FEE, openHouseAccount } from '../../ledger/account'
import { post, postHouse } from '../../ledger/posting'
import { makeSure } from '../../events/out'
import { feeOf } from '../../money/exact'
import { clearDraft, DRAFT_PARENT } from '../../orders/draft'
import { conditionOf } from '../../orders/extra'
import { makeOrder } from '../../orders/make-order'
import { end, instrumentOfOrder } from '../../orders/order'
import { start } from '../../orders/place-order'
import { bankruptcyPriceOf } from '../position/bankruptcy'
import { contractValue, instrumentOf, maintenanceOfValue, tierAt, tierOf } from '../contract'
import { newestReserving, takeReserves } from '../orders/reserving'
import { crossMaintenance, equityOf, forgetAhead, raise } from '../position/cross'
import { reachFunding, reachTrader } from '../mark/funding'
import { changeFund } from './insurance'
import { isOpen } from '../mark/mark'
import { gainOf, maintenanceOf, nextPositionId, partOf, profitOf, signedPartOf, valueAtMark, writePosition } from '../position/position'
import { writeReceipt } from './receipt'
import { endPosition, moveMargin, takeFromMargin } from '../orders/settle-fill'
import { takeOverCross, takeOverIsolated } from './take-over'
import { limitOf } from './line'
import { joinWaiting } from './waiting'
import { armCross, armIsolated, comeTo, cushionOf } from './watch'
import { MarginWarningRecord } from '../../../generated/records'
import { Contract, Cross, Draft, Instrument, Label, none, Order, Position, Seat, state } from '../../../generated/rows'
import {
  BUY,
  CANCELED,
  CAUSE_LIQUIDATION_FEE,
  CAUSE_REALISED,
  CLOSE_LIQUIDATION,
  INSURANCE_LIQUIDATION,
  IOC,
  LIMIT,
  LIQUIDATED_AGAINST_OWN,
  LIQUIDATED_PARTLY,
  POSITION_CHANGED,
  POSITION_CLOSED,
  POSITION_LIQUIDATED,
  SELL,
  STP_MAKER,
} from '../../constants/code'

const DRAFT: Draft = DRAFT_PARENT
/** `system`. */
const SOURCE_SYSTEM: i32 = 2
/** Between two slices of a reduction. */
const SLICE_MS: f64 = 1_000

/** Looks at a position to which the mark came: at all that shares its coin, or at it alone. Returns how many orders and positions it moved. */
export function examine(position: Position): i32 {
  moved = 1
  reachFunding(position)
  if (position.isIsolated != 0) examineIsolated(position)
  else examineCross(position.seat.cross)
  return moved
}

let moved: i32 = 0

// ---- a position of its own margin ----

function examineIsolated(position: Position): void {
  if (!lacks(position)) {
    // it may have recovered while its next step had to wait
    position.isBroken = 0
    watchIsolated(position)
    armIsolated(position)
    return
  }
  const id = position.id
  if (position.isBroken == 0) {
    position.isBroken = 1
    position.begunAt = state.at
  }
  endOrders(position.seat)
  const lots = stepOf(position, position.begunAt)
  if (lots == 0) {
    takeOverIsolated(position)
    moved += 8
    return
  }
  reduce(position, lots, position.begunAt)
  // closed whole, its row may be another's by now
  if (position.id != id) return
  if (lacks(position)) waitFor(position)
  else position.isBroken = 0
  armIsolated(position)
}

/** The next slice comes in a second. */
function waitFor(position: Position): void {
  position.lookAt = state.at + SLICE_MS
  joinWaiting(position)
  comeTo(position.contract, position.lookAt)
}

/** Is less behind it than has to be? */
function lacks(position: Position): bool {
  return maintenanceOf(position) >= position.margin + profitOf(position)
}

/** Warns once when it comes within 80 %, and again when it had recovered. */
function watchIsolated(position: Position): void {
  const equity = position.margin + profitOf(position)
  const need = maintenanceOf(position)
  const isNear = cushionOf(equity, need, false) <= 0
  if (isNear && position.isWarned == 0) warn(position.seat, position, equity, need)
  position.isWarned = u8(isNear)
}

function warn(seat: Seat, position: Position, equity: i64, need: i64): void {
  makeSure()
  const record = MarginWarningRecord.begin(position.exists ? 1 : 0)
  record.userId = seat.trader.user.id
  record.instrumentId = position.exists ? seat.contract.instrument : 0
  record.assetId = seat.cross.asset
  record.positionId = position.exists ? position.id : 0
  record.maintenance = need
  record.equity = equity
}

// ---- all that share a coin ----

function examineCross(cross: Cross): void {
  reachTrader(cross.trader)
  const equity = equityOf(cross)
  const need = crossMaintenance
  if (need < equity || need == 0) {
    const isNear = need != 0 && cushionOf(equity, need, false) <= 0
    if (isNear && cross.isWarned == 0) warn(firstSeat(cross), none<Position>(), equity, need)
    cross.isWarned = u8(isNear)
    // they may have recovered while the next step had to wait
    cross.isBroken = 0
    armCross(cross)
    return
  }
  if (cross.isBroken == 0) {
    cross.isBroken = 1
    cross.begunAt = state.at
  }
  endSharing(cross)
  if (isCrossShort(cross)) meetAll(cross)
  if (isCrossShort(cross)) reduceOrTake(cross)
  else cross.isBroken = 0
  armCross(cross)
}

/** Reduces the first position by which the account would be above its maintenance again, or takes over all of them. */
function reduceOrTake(cross: Cross): void {
  let candidate = largestBelow(cross, i64.MAX_VALUE, 0)
  while (candidate.exists) {
    const need = maintenanceOf(candidate)
    const id = candidate.id
    const lots = stepOf(candidate, cross.begunAt)
    if (lots != 0) {
      reduce(candidate, lots, cross.begunAt)
      if (!isCrossShort(cross)) cross.isBroken = 0
      else if (candidate.id == id) waitFor(candidate)
      return
    }
    candidate = largestBelow(cross, need, id)
  }
  takeOverCross(cross)
  moved += 16
  cross.isBroken = 0
}

function firstSeat(cross: Cross): Seat {
  let seat = cross.trader.seats
  while (seat.cross != cross) seat = seat.next
  return seat
}

function isCrossShort(cross: Cross): bool {
  const equity = equityOf(cross)
  return crossMaintenance != 0 && crossMaintenance >= equity
}

/** Ends all orders of shared contracts, and of the others those that reserve some of what the account shares. */
function endSharing(cross: Cross): void {
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) if (seat.cross == cross && seat.isIsolated == 0) endOrders(seat)
  for (let order = anyReserving(cross); order.exists; order = anyReserving(cross)) {
    makeSure()
    end(instrumentOfOrder(order), order, CANCELED, CLOSE_LIQUIDATION)
    moved += 1
  }
}

@inline function anyReserving(cross: Cross): Order {
  return newestReserving(cross, none<Order>(), none<Order>())
}

/** Ends all orders at a seat. */
export function endOrders(seat: Seat): void {
  endOrdersFor(seat, CLOSE_LIQUIDATION)
}

export function endOrdersFor(seat: Seat, reason: i32): void {
  const desk = seat.desk
  for (let order = desk.orders; order.exists; order = desk.orders) {
    makeSure()
    end(instrumentOfOrder(order), order, CANCELED, reason)
    moved += 1
  }
}

/** Long and short of one contract meet at the mark: what is left is one of them. Each has its receipt, as both stood before. */
function meetAll(cross: Cross): void {
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next)
    if (seat.cross == cross && seat.isIsolated == 0 && seat.contract.isShut == 0 && seat.long.exists && seat.short.exists) meet(seat)
}

function meet(seat: Seat): void {
  const lots = min(seat.long.quantity, seat.short.quantity)
  const price = seat.contract.mark
  const long = seat.long
  const short = seat.short
  // what both together lose is there, or the house takes both over
  if (seat.cross.account.available + gainOfPart(long, price, lots) + gainOfPart(short, price, lots) < 0) return
  // the winner first, so that the loser can be paid for
  const isLongFirst = profitOf(long) >= profitOf(short)
  const first = isLongFirst ? long : short
  const second = isLongFirst ? short : long
  const userId = seat.desk.userId
  const one = writeReceipt(LIQUIDATED_AGAINST_OWN, nextPositionId(), first, userId, lots)
  const other = writeReceipt(LIQUIDATED_AGAINST_OWN, nextPositionId(), second, userId, lots)
  one.insurance = closeAt(first, price, lots, POSITION_LIQUIDATED)
  other.insurance = closeAt(second, price, lots, POSITION_LIQUIDATED)
}

/** What closing so many lots at a price would make. */
function gainOfPart(position: Position, price: f64, lots: f64): i64 {
  const all = position.quantity
  const value = contractValue(position.contract, price, lots)
  return gainOf(position.isShort != 0, value, partOf(position.entry, lots, all)) - signedPartOf(position.settled, lots, all)
}

/** What the last `closeAt` realised. */
export let closedFor: i64 = 0

/** Closes so many lots at a price without a trade and without a fee. Returns what the fund paid of it, at or below zero. */
export function closeAt(position: Position, price: f64, lots: f64, change: i32): i64 {
  const cross = position.seat.cross
  const all = position.quantity
  const value = contractValue(position.contract, price, lots)
  const entry = partOf(position.entry, lots, all)
  const settled = signedPartOf(position.settled, lots, all)
  const margin = partOf(position.margin, lots, all)
  const gain = gainOf(position.isShort != 0, value, entry)
  const realised = gain - settled
  closedFor = realised
  forgetAhead(position, settled, partOf(position.booked, lots, all))
  position.quantity = all - lots
  position.entry -= entry
  position.closed += lots
  position.closedValue += value
  position.profit += gain
  position.added -= partOf(position.added, lots, all)
  if (position.isShort == 0) position.contract.openInterest -= lots
  if (margin != 0) moveMargin(position, -margin, position.id)
  if (position.isIsolated != 0) takeFromMargin(position, -(margin + realised), position.id)
  else if (realised < 0 && !raise(cross, -realised)) takeReserves(cross, -realised - cross.account.available)
  // a customer never loses what he has not: whoever comes here has asked, and if it is less all the same it is the fund's loss
  const paid = max(realised, -cross.account.available)
  postHouse(openHouseAccount(CLEARING_PNL, cross.asset), -realised)
  if (paid != 0) post(cross.account, paid, 0, CAUSE_REALISED, position.id)
  changeFund(cross.asset, realised - paid, INSURANCE_LIQUIDATION)
  if (position.quantity == 0) endPosition(position, change)
  else writePosition(position, change == POSITION_CLOSED ? POSITION_CHANGED : change, 0)
  return realised - paid
}

// ---- reducing in the book ----

/** Of shared positions above their first bracket in contracts that trade, the one with the largest need behind another one; of equal ones the older first. */
function largestBelow(cross: Cross, need: i64, id: f64): Position {
  let best = none<Position>()
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0) continue
    best = larger(best, seat.long, need, id)
    best = larger(best, seat.short, need, id)
  }
  return best
}

function larger(best: Position, other: Position, need: i64, id: f64): Position {
  if (!other.exists) return best
  const own = maintenanceOf(other)
  if (own > need || (own == need && other.id <= id)) return best
  if (!best.exists) return other
  const most = maintenanceOf(best)
  return own > most || (own == most && other.id < best.id) ? other : best
}

/** Price at which it is reduced now: no worse than the line to its bankruptcy price. */
function limitNow(position: Position, begunAt: f64): f64 {
  return limitOf(position.contract, position.isShort != 0, bankruptcyPriceOf(position), begunAt)
}

/** The fewest lots by which a position gets below a bracket and is above its maintenance then, at the limit and with the fee; 0 = no step helps. */
function stepOf(position: Position, begunAt: f64): f64 {
  const contract = position.contract
  if (contract.isShut != 0 || !isOpen(instrumentOf(contract)) || bankruptcyPriceOf(position) == 0) return 0
  const limit = limitNow(position, begunAt)
  const each = contractValue(contract, contract.mark, 1)
  for (let tier = tierOf(contract, valueAtMark(position)) - 1; tier >= 0; tier -= 1) {
    const kept = <f64>(tierAt(contract, tier).upTo / each)
    const lots = position.quantity - kept
    if (kept > 0 && lots > 0 && suffices(position, lots, limit)) return lots
  }
  return 0
}

/** Would it be above its maintenance after a reduction by so many lots at a price? */
function suffices(position: Position, lots: f64, price: f64): bool {
  const contract = position.contract
  const isShort = position.isShort != 0
  const all = position.quantity
  const value = contractValue(contract, price, lots)
  const rest = contractValue(contract, contract.mark, all - lots)
  const before = valueAtMark(position)
  const entry = partOf(position.entry, lots, all)
  const change = gainOf(isShort, value, entry) + gainOf(isShort, rest, position.entry - entry) - gainOf(isShort, before, position.entry)
  const fee = feeOf(value, contract.liquidationFee)
  const need = maintenanceOfValue(contract, rest)
  if (position.isIsolated != 0) return need < position.margin + profitOf(position) + change - fee
  const equity = equityOf(position.seat.cross)
  return crossMaintenance - maintenanceOf(position) + need < equity + change - fee
}

/** Reduces a position by an order of the system, as far as the book takes it. */
function reduce(position: Position, lots: f64, begunAt: f64): void {
  const contract = position.contract
  const instrument = instrumentOf(contract)
  const limit = limitNow(position, begunAt)
  const receiptId = nextPositionId()
  const seat = position.seat
  const record = writeReceipt(LIQUIDATED_PARTLY, receiptId, position, seat.desk.userId, lots)
  const before = position.quantity
  const positionId = position.id
  const value = sell(instrument, position, limit, lots, receiptId)
  moved += 4
  if (position.id != positionId) {
    record.quantity = before
    return
  }
  record.quantity = before - position.quantity
  if (position.quantity == before) return
  record.fee = takeFee(contract, position, value)
  writePosition(position, POSITION_LIQUIDATED, 0)
}

/** An order of the system for the customer: at a limit or not at all. Returns the value that was traded. */
function sell(instrument: Instrument, position: Position, limit: f64, lots: f64, receiptId: f64): i64 {
  const before = position.closedValue
  const positionId = position.id
  clearDraft(DRAFT)
  DRAFT.side = position.isShort != 0 ? BUY : SELL
  DRAFT.type = LIMIT
  DRAFT.timeInForce = IOC
  DRAFT.selfTrade = STP_MAKER
  DRAFT.source = SOURCE_SYSTEM
  DRAFT.price = limit
  DRAFT.quantity = lots
  DRAFT.isClose = 1
  const order = makeOrder(instrument, position.seat.desk, DRAFT, LIMIT, none<Label>())
  conditionOf(order).receipt = receiptId
  start(instrument, order, LIMIT)
  return position.id == positionId ? position.closedValue - before : 0
}

/** ⌈rate × value⌉, at most what is above the need of what is left. */
function takeFee(contract: Contract, position: Position, value: i64): i64 {
  const cross = position.seat.cross
  const isIsolated = position.isIsolated != 0
  const equity = isIsolated ? position.margin + profitOf(position) : equityOf(cross)
  const need = isIsolated ? maintenanceOf(position) : crossMaintenance
  const fee = max(0, min(feeOf(value, contract.liquidationFee), equity - need))
  if (fee == 0) return 0
  if (isIsolated) takeFromMargin(position, fee, position.id)
  else raise(cross, fee)
  const paid = min(fee, cross.account.available)
  post(cross.account, -paid, 0, CAUSE_LIQUIDATION_FEE, position.id)
  postHouse(openHouseAccount(INCOME_LIQUIDATION_FEE, cross.asset), paid)
  position.fees += paid
  return paid
}
