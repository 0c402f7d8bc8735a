/**
 * The house takes a position over at the price of its bankruptcy: with its entry, its settled profit and all that stands behind it, so that
 * what the customer loses is that and no more. Of shared positions all of a coin are taken over, and the balance is divided among them so
 * that at the marks each has the part of what is left that its need is of all.
 */
import { INVENTORY_LIQUIDATION, openHouseAccount } from '../../ledger/account'
import { post, postHouse } from '../../ledger/posting'
import { bankruptcyPriceFor, bankruptValueWith, partByNeed } from '../position/bankruptcy'
import { crossMaintenance, equityOf, forgetAhead } from '../position/cross'
import { dropPosition } from '../position/drop'
import { LINE_MS } from './line'
import { maintenanceOf, makePosition, profitOf, writePosition } from '../position/position'
import { writeReceipt } from './receipt'
import { touch } from '../touch'
import { comeTo } from './watch'
import { Contract, Cross, none, Position, Seat, state } from '../../../generated/rows'
import { CAUSE_LIQUIDATION, LIQUIDATED_WHOLE, POSITION_LIQUIDATED } from '../../constants/code'

/** Takes over a position with its own margin. */
export function takeOverIsolated(position: Position): void {
  const cross = position.seat.cross
  const margin = position.margin
  if (margin != 0) post(cross.account, 0, -margin, CAUSE_LIQUIDATION, position.id)
  cross.margins -= margin
  postHouse(openHouseAccount(INVENTORY_LIQUIDATION, cross.asset), margin)
  hand(position, margin)
}

/**
 * Takes over all that share a coin and have an index, with the whole balance that nothing else has reserved. What has no index now waits for
 * it, and where there is nothing else the balance waits with it.
 */
export function takeOverCross(cross: Cross): void {
  if (!nextShared(cross).exists) return
  const equity = equityOf(cross)
  const needs = crossMaintenance
  const balance = cross.account.available
  let left = balance
  for (let position = nextShared(cross); position.exists; ) {
    const isLast = !another(cross, position)
    const share = isLast ? left : partByNeed(equity, maintenanceOf(position), needs) - profitOf(position)
    left -= share
    hand(position, share)
    position = nextShared(cross)
  }
  if (balance != 0) post(cross.account, -balance, 0, CAUSE_LIQUIDATION, 0)
  postHouse(openHouseAccount(INVENTORY_LIQUIDATION, cross.asset), balance)
}

/** The first of a contract with the lowest id, a long before a short. */
function nextShared(cross: Cross): Position {
  let best = none<Seat>()
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0 || seat.contract.isShut != 0) continue
    if (!seat.long.exists && !seat.short.exists) continue
    if (!best.exists || seat.contract.instrument < best.contract.instrument) best = seat
  }
  if (!best.exists) return none<Position>()
  const isLongFirst = best.long.exists && (best.long.isShort == 0 || !best.short.exists)
  return isLongFirst ? best.long : best.short
}

/** Is there one besides this? */
function another(cross: Cross, position: Position): bool {
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0 || seat.contract.isShut != 0) continue
    if ((seat.long.exists && seat.long != position) || (seat.short.exists && seat.short != position)) return true
  }
  return false
}

/** Gives a position to the house, with so much behind it; of a shared one that may be below zero. Its receipt has the id of the house’s. */
function hand(position: Position, margin: i64): void {
  const contract = position.contract
  const seat = position.seat
  const userId = seat.desk.userId
  const house = makePosition(contract, none<Seat>(), position.isShort != 0)
  const record = writeReceipt(LIQUIDATED_WHOLE, house.id, position, userId, position.quantity)
  // of several that share a balance those before it are gone by now, and what is behind it is what it brings along
  record.margin = margin
  record.equity = margin + profitOf(position)
  record.bankruptcy = bankruptValueWith(position, record.equity)
  house.quantity = position.quantity
  house.opened = position.quantity
  house.entry = position.entry
  house.settled = position.settled
  house.margin = margin
  house.broken = userId
  house.brokenId = position.id
  house.begunAt = state.at
  house.takenAt = state.at
  house.deadline = state.at + LINE_MS
  house.bankrupt = bankruptcyPriceFor(contract, position.quantity, position.isShort != 0, record.equity)
  house.round = contract.round
  queue(contract, house)
  position.isBroken = 1
  position.closed += position.quantity
  position.closedValue += record.bankruptcy
  position.profit -= margin
  forgetAhead(position, position.settled, position.booked)
  position.quantity = 0
  position.entry = 0
  position.margin = 0
  writePosition(position, POSITION_LIQUIDATED, -margin)
  dropPosition(position)
  touch(seat)
  contract.offerAt = state.at
  comeTo(contract, state.at)
}

/** What was taken over first is disposed of first. */
function queue(contract: Contract, house: Position): void {
  let last = house.isShort != 0 ? contract.houseShort : contract.houseLong
  if (!last.exists) {
    if (house.isShort != 0) contract.houseShort = house
    else contract.houseLong = house
    return
  }
  while (last.next.exists) last = last.next
  last.next = house
}
