/**
 * A contract whose index stays silent is settled at its last one, as two operators decide: its orders end, and all positions are closed at that
 * price. Who loses pays as far as he has anything; the rest is the fund's within its bounds, else those share it who have gained, else it is the
 * house's. In slices: what is closed first does not change what is left for the others.
 */
import { post } from '../../ledger/posting'
import { makeSure } from '../../events/out'
import { valueOf } from '../../market/instrument'
import { setStatus } from '../../market/status'
import { end, instrumentOfOrder } from '../../orders/order'
import { instrumentOf } from '../contract'
import { reachFunding } from '../mark/funding'
import { remark } from '../mark/mark'
import { crossMaintenance, equityOf, payableOf, reserveOf } from '../position/cross'
import { profitOf } from '../position/position'
import { touch } from '../touch'
import { mayLose, noteLoss } from './bounds'
import { closingOrder, tellClosing } from './closing-order'
import { firstOf, LATER, SOONER, takeTurn, WATCH } from './heap'
import { closeHouse, endHouse, resultOf, writeHouseFill } from './house'
import { changeFund } from './insurance'
import { closeAt } from './liquidate'
import { shareLoss } from './share'
import { leaveWaiting } from './waiting'
import { comeTo } from './watch'
import { Contract, Cross, Instrument, Position, positionsTable, Seat, seatsTable, state } from '../../../generated/rows'
import { BUY, CANCELED, CAUSE_REALISED, CLOSE_HALT, HALT, INSURANCE_LIQUIDATION, POSITION_CLOSED, SELL } from '../../constants/code'
import { DUE_ORDER_UNITS } from '../../constants/due'
import { POSITION_BYTES, SEAT_BYTES } from '../../constants/layout'

/** What goes on: `isSettled` of a contract. */
const ORDERS_END: u8 = 1
const POSITIONS_CLOSE: u8 = 2
const OVER: u8 = 3
/** `system`. */
const SOURCE_SYSTEM: i32 = 2

/** Begins it. False where the contract has an index, or has been without one for too short a time, or never had one, or is settled. */
export function settleContract(contract: Contract): bool {
  if (contract.isSettled != 0 || contract.isShut == 0 || contract.mark == 0) return false
  if (state.at - contract.shutAt < contract.settleAfter) return false
  contract.isSettled = ORDERS_END
  contract.mark = contract.index
  remark(contract)
  setStatus(instrumentOf(contract), HALT, 0)
  comeTo(contract, state.at)
  return true
}

/** Goes on with it, as much as so many units are for. Returns those that it took; `isSettling` tells whether something is left. */
export function settleOn(contract: Contract, left: i32): i32 {
  let units: i32 = 1
  const instrument = instrumentOf(contract)
  if (contract.isSettled == ORDERS_END) units += endOrders(contract, left)
  while (units < left && contract.isSettled == POSITIONS_CLOSE) {
    makeSure()
    units += <i32>DUE_ORDER_UNITS
    const house = oldestOfHouse(contract)
    if (house.exists) settleHouse(instrument, contract, house)
    else {
      const position = nextOf(contract)
      if (position.exists) settlePosition(contract, position)
      else contract.isSettled = OVER
    }
  }
  return units
}

@inline export function isSettling(contract: Contract): bool {
  return contract.isSettled != 0 && contract.isSettled != OVER
}

/** Nobody's order is left, then positions get the order in which they are closed. */
function endOrders(contract: Contract, left: i32): i32 {
  let units: i32 = 0
  for (let at: usize = SEAT_BYTES; at < <usize>seatsTable.used; at += SEAT_BYTES) {
    const seat = changetype<Seat>(at)
    if (!seat.desk.exists || seat.contract != contract) continue
    for (let order = seat.desk.orders; order.exists; order = seat.desk.orders) {
      if (units >= left) return units
      makeSure()
      end(instrumentOfOrder(order), order, CANCELED, CLOSE_HALT)
      units += <i32>DUE_ORDER_UNITS
    }
  }
  contract.isSettled = POSITIONS_CLOSE
  for (let at: usize = POSITION_BYTES; at < <usize>positionsTable.used; at += POSITION_BYTES) {
    const position = changetype<Position>(at)
    if (position.id == 0 || position.contract != contract || !position.seat.exists || position.quantity == 0) continue
    reachFunding(position)
    takeTurn(position, profitOf(position) < 0 ? SOONER : LATER)
  }
  return units
}

function oldestOfHouse(contract: Contract): Position {
  const long = contract.houseLong
  const short = contract.houseShort
  if (!long.exists || !short.exists) return long.exists ? long : short
  return long.id < short.id ? long : short
}

/** Of customers: who loses before who gains, longs before shorts, the older before the younger. */
function nextOf(contract: Contract): Position {
  const long = firstOf(contract, false, WATCH)
  const short = firstOf(contract, true, WATCH)
  if (!long.exists || !short.exists) return long.exists ? long : short
  return profitOf(long) >= 0 && profitOf(short) < 0 ? short : long
}

function settleHouse(instrument: Instrument, contract: Contract, house: Position): void {
  const mark = contract.mark
  const lots = house.quantity
  const loss = -resultOf(instrument, house, mark, lots)
  if (mayLose(contract, house.broken, loss)) noteLoss(contract, house.broken, loss)
  else house.shared -= shareLoss(contract, house.isShort == 0, loss)
  state.trades += 1
  const gain = closeHouse(instrument, house, mark, lots, INSURANCE_LIQUIDATION)
  writeHouseFill(instrument, house, state.trades, mark, lots, valueOf(instrument, mark, lots), gain)
  endHouse(house)
}

function settlePosition(contract: Contract, position: Position): void {
  const seat = position.seat
  const cross = seat.cross
  const isShort = position.isShort != 0
  const behind = position.isIsolated != 0 ? position.margin : payableOf(cross, position) + reserveOf(cross)
  const lack = -(behind + profitOf(position))
  if (lack > 0) payFor(contract, position, cross, lack)
  const lots = position.quantity
  const id = position.id
  const order = closingOrder(seat, contract, isShort ? BUY : SELL, lots, 0, SOURCE_SYSTEM)
  touch(seat)
  closeAt(position, contract.mark, lots, POSITION_CLOSED)
  tellClosing(order, contract, id, contract.mark, lots)
  lookAnew(cross)
}

/** What its owner lacks comes to him, so that he loses no more than he has. */
function payFor(contract: Contract, position: Position, cross: Cross, lack: i64): void {
  const userId = position.seat.desk.userId
  if (mayLose(contract, userId, lack)) noteLoss(contract, userId, lack)
  else shareLoss(contract, position.isShort == 0, lack)
  changeFund(contract.marginAsset, -lack, INSURANCE_LIQUIDATION)
  post(cross.account, lack, 0, CAUSE_REALISED, position.id)
}

/** An account that is being liquidated may have enough now; else it waits no longer for a book that is gone. */
function lookAnew(cross: Cross): void {
  if (cross.isBroken == 0) return
  const equity = equityOf(cross)
  if (crossMaintenance == 0 || crossMaintenance < equity) cross.isBroken = 0
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0) continue
    if (seat.long.exists) leaveWaiting(seat.long)
    if (seat.short.exists) leaveWaiting(seat.short)
    touch(seat)
  }
}
