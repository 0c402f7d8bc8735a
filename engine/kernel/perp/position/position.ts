/** Positions: what they are worth, and the record of what happened to one. */
import { makeSure } from '../../events/out'
import { allocateZeroed, release } from '../../memory/tables'
import { mulDivFloor } from '../../money/wide'
import { contractValue, initialOfValue, maintenanceOfValue } from '../contract'
import { PositionRecord } from '../../../generated/records'
import { Contract, none, Position, positionsTable, Seat, state } from '../../../generated/rows'
import { POSITION_BYTES } from '../../constants/layout'
import { POSITIONS } from '../../constants/map'

/** A new id of a position, or of the receipt of a liquidation. */
export function nextPositionId(): f64 {
  const id = state.positions + 1
  state.positions = id
  return id
}

/** A position of nothing yet. `seat` none: of the house. */
export function makePosition(contract: Contract, seat: Seat, isShort: bool): Position {
  const position = allocateZeroed<Position>(POSITIONS, positionsTable, POSITION_BYTES)
  position.id = nextPositionId()
  position.contract = contract
  position.seat = seat
  position.isShort = u8(isShort)
  position.round = contract.round
  position.createdAt = state.at
  position.updatedAt = state.at
  return position
}

export function freePosition(position: Position): void {
  position.id = 0
  release<Position>(POSITIONS, positionsTable, position)
}

/** Of a change of value: what a long gains, a short loses. */
@inline export function gainOf(isShort: bool, value: i64, entry: i64): i64 {
  return isShort ? entry - value : value - entry
}

/** Profit at a price that nobody was paid yet. */
export function profitAt(position: Position, price: f64): i64 {
  const value = contractValue(position.contract, price, position.quantity)
  return gainOf(position.isShort != 0, value, position.entry) - position.settled
}

@inline export function profitOf(position: Position): i64 {
  return profitAt(position, position.contract.mark)
}

@inline export function valueAtMark(position: Position): i64 {
  const contract = position.contract
  return contractValue(contract, contract.mark, position.quantity)
}

/** What has to stand behind it at the mark. */
@inline export function maintenanceOf(position: Position): i64 {
  return maintenanceOfValue(position.contract, valueAtMark(position))
}

/** ⌈value at entry ÷ leverage⌉. */
@inline export function initialOf(position: Position): i64 {
  return initialOfValue(position.entry, position.leverage)
}

/** A part of an amount of 0 or more that goes with so many of its lots, rounded down; with all of them, all. */
export function partOf(amount: i64, lots: f64, all: f64): i64 {
  return lots == all ? amount : mulDivFloor(<u64>amount, <u64>lots, <u64>all)
}

/** The same of an amount of either sign, rounded towards zero. */
export function signedPartOf(amount: i64, lots: f64, all: f64): i64 {
  return amount < 0 ? -partOf(-amount, lots, all) : partOf(amount, lots, all)
}

/** Records a position as it stands. The house’s are nobody’s business. */
export function writePosition(position: Position, change: i32, amount: i64): void {
  const seat = position.seat
  if (!seat.exists) return
  makeSure()
  position.updatedAt = state.at
  const record = PositionRecord.begin(change, position.isIsolated, position.isShort)
  record.isBroken = position.isBroken
  record.userId = seat.desk.userId
  record.instrumentId = position.contract.instrument
  record.leverage = position.leverage
  record.positionId = position.id
  record.quantity = position.quantity
  record.entry = position.entry
  record.margin = position.margin
  record.settled = position.settled
  record.amount = amount
  record.opened = position.opened
  record.openedValue = position.openedValue
  record.closed = position.closed
  record.closedValue = position.closedValue
  record.profit = position.profit
  record.fees = position.fees
  record.funding = position.funding
  record.shared = position.shared
  record.createdAt = position.createdAt
}
