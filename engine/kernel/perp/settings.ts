/** What a customer sets for contracts: his account, leverage, margin mode, position mode. */
import { findDesk, hasRoomForDesk, openDesk } from '../market/desk'
import { idOf, instrumentAt } from '../market/instrument'
import { hasRoom } from '../memory/tables'
import { checkStanding } from '../user/user'
import { initialOfValue, mostValueAt } from './contract'
import { freeOf, hasRoomForSeat, makeTrader, movableOf, raise } from './position/cross'
import { exposureOf, isBroken } from './orders/holds'
import { reachFunding } from './mark/funding'
import { leastBehind } from './position/margin'
import { initialOf, profitOf, writePosition } from './position/position'
import { moveMargin } from './orders/settle-fill'
import { touch } from './touch'
import { OpenContractAccountEntry, SetLeverageEntry, SetMarginModeEntry, SetPositionModeEntry } from '../../generated/entries'
import { ContractSettingsRecord } from '../../generated/records'
import { Contract, Instrument, Position, Seat, state, Trader, tradersTable, User } from '../../generated/rows'
import { BUY, ISOLATED, POSITION_MARGIN, SELL } from '../constants/code'
import {
  BAD_PARAMETER,
  CONTRACT_NOT_OPENED,
  ENGINE_FULL,
  IN_LIQUIDATION,
  INDEX_FROZEN,
  INSTRUMENT_NOT_FOUND,
  INSUFFICIENT_BALANCE,
  LEVERAGE_LOCKED,
  LEVERAGE_RANGE,
  LEVERAGE_TIER,
  MARGIN_MODE_LOCKED,
  NONE,
  POSITION_MODE_LOCKED,
} from '../constants/reason'

/** Opens a contract account. Who has one gets it again. */
export function openContractAccount(_entry: OpenContractAccountEntry, user: User): i32 {
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  if (!user.trader.exists) {
    if (!hasRoom(tradersTable, 1)) return ENGINE_FULL
    tellAccount(makeTrader(user))
  }
  state.value = <f64>user.id
  return NONE
}

/** The contract that a command names, for a customer with a contract account; a reason when there is none. */
let contract: Contract = changetype<Contract>(0)
let instrument: Instrument = changetype<Instrument>(0)

function find(user: User, instrumentId: i32): i32 {
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  if (!user.trader.exists) return CONTRACT_NOT_OPENED
  instrument = instrumentAt(instrumentId)
  if (!instrument.exists || !instrument.contract.exists) return INSTRUMENT_NOT_FOUND
  contract = instrument.contract
  return NONE
}

/** The seat of a customer, opened when he has none; nobody when there is no room. */
function seatFor(user: User): Seat {
  const desk = findDesk(user.id, idOf(instrument))
  if (desk.exists) return desk.seat
  return hasRoomForDesk(user) && hasRoomForSeat() ? openDesk(user.id, instrument).seat : changetype<Seat>(0)
}

/** Sets the leverage of a contract: of an open position too, whose own margin follows. */
export function setLeverage(entry: SetLeverageEntry, user: User): i32 {
  const found = find(user, entry.instrumentId)
  if (found != NONE) return found
  const leverage = entry.leverage
  if (leverage < contract.leastLeverage || leverage > contract.mostLeverage) return LEVERAGE_RANGE
  const seat = seatFor(user)
  if (!seat.exists) return ENGINE_FULL
  if (isBroken(seat)) return IN_LIQUIDATION
  if (leverage > seat.leverage && contract.isShut != 0) return INDEX_FROZEN
  if (seat.desk.orders.exists) return LEVERAGE_LOCKED
  const most = mostValueAt(contract, leverage)
  if (exposureOf(instrument, seat, BUY, 1, 0, 0) > most || exposureOf(instrument, seat, SELL, 1, 0, 0) > most) return LEVERAGE_TIER
  // nothing is raised or lowered: margin that was added stays
  if (leverage == seat.leverage) {
    tellSeat(seat)
    return NONE
  }
  if (seat.isIsolated != 0 ? !canMove(seat, leverage) : !canShare(seat, leverage)) return INSUFFICIENT_BALANCE
  seat.leverage = leverage
  // what one of two frees may be what the other takes
  const isShortFirst = seat.isIsolated != 0 && marginMoved(seat.long, leverage) > 0 && marginMoved(seat.short, leverage) < 0
  take(isShortFirst ? seat.short : seat.long, leverage)
  take(isShortFirst ? seat.long : seat.short, leverage)
  touch(seat)
  tellSeat(seat)
  return NONE
}

/** Is there free what the margins of their own would come to more? */
function canMove(seat: Seat, leverage: u32): bool {
  const missing = marginMoved(seat.long, leverage) + marginMoved(seat.short, leverage)
  return missing <= 0 || missing <= movableOf(seat.cross)
}

/** Of shared positions: is nothing short with the new initial margins? */
function canShare(seat: Seat, leverage: u32): bool {
  const free = freeOf(seat.cross)
  const more = initialChange(seat.long, leverage) + initialChange(seat.short, leverage)
  return more <= 0 || free - more >= 0
}

function initialChange(position: Position, leverage: u32): i64 {
  return position.exists ? initialOfValue(position.entry, leverage) - initialOf(position) : 0
}

/**
 * What a position's own margin changes by. A lower leverage takes what is missing to value at entry ÷ leverage; a higher one frees the difference
 * of the two, never what was added by hand or for the loss of a fill, and never below what has to stay.
 */
function marginMoved(position: Position, leverage: u32): i64 {
  if (!position.exists) return 0
  const wanted = initialOfValue(position.entry, leverage)
  if (leverage <= position.leverage) return max(0, wanted - position.margin)
  const between = initialOf(position) - wanted
  const spare = position.margin + min(0, profitOf(position)) - leastBehind(position, leverage)
  return -max(0, min(min(between, position.margin - position.added - wanted), spare))
}

function take(position: Position, leverage: u32): void {
  if (!position.exists) return
  reachFunding(position)
  const moved = position.isIsolated != 0 ? marginMoved(position, leverage) : 0
  position.leverage = leverage
  if (moved > 0) raise(position.seat.cross, moved)
  if (moved != 0) moveMargin(position, moved, position.id)
  writePosition(position, POSITION_MARGIN, moved)
}

/** Shared or own margin, while nothing is open. */
export function setMarginMode(entry: SetMarginModeEntry, user: User): i32 {
  const found = find(user, entry.instrumentId)
  if (found != NONE) return found
  if (entry.mode > ISOLATED) return BAD_PARAMETER
  const seat = seatFor(user)
  if (!seat.exists) return ENGINE_FULL
  if (seat.isIsolated != <u8>entry.mode) {
    if (contract.isShut != 0) return INDEX_FROZEN
    if (isUsed(seat)) return MARGIN_MODE_LOCKED
  }
  seat.isIsolated = <u8>entry.mode
  tellSeat(seat)
  return NONE
}

function isUsed(seat: Seat): bool {
  return seat.long.exists || seat.short.exists || seat.desk.orders.exists
}

/** One net position or two beside each other, while nothing is open anywhere. */
export function setPositionMode(entry: SetPositionModeEntry, user: User): i32 {
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  const trader = user.trader
  if (!trader.exists) return CONTRACT_NOT_OPENED
  if (entry.isHedged > 1) return BAD_PARAMETER
  if (trader.isHedged != <u8>entry.isHedged)
    for (let seat = trader.seats; seat.exists; seat = seat.next) if (isUsed(seat)) return POSITION_MODE_LOCKED
  trader.isHedged = <u8>entry.isHedged
  tellAccount(trader)
  return NONE
}

function tellAccount(trader: Trader): void {
  const record = ContractSettingsRecord.begin(0, trader.isHedged)
  record.userId = trader.user.id
  record.instrumentId = 0
  record.leverage = 0
  record.openedAt = trader.openedAt
}

function tellSeat(seat: Seat): void {
  const trader = seat.trader
  const record = ContractSettingsRecord.begin(seat.isIsolated, trader.isHedged)
  record.userId = trader.user.id
  record.instrumentId = seat.contract.instrument
  record.leverage = seat.leverage
  record.openedAt = trader.openedAt
}
