/**
 * What a user has in a margin coin: his contract account, and all positions that share it. Free of it is what the shared positions do not
 * need: balance with their profit at the marks, less their initial margins, what orders reserve and the margins of positions of their own.
 */
import { shareOf } from '../../money/exact'
import { CLEARING_PNL, openAccount, openHouseAccount } from '../../ledger/account'
import { post, postHouse } from '../../ledger/posting'
import { allocateZeroed, hasRoom } from '../../memory/tables'
import { contractValue, maintenanceOfValue } from '../contract'
import { gainOf, initialOf, profitOf, valueAtMark, writePosition } from './position'
import { Contract, Cross, crossesTable, Desk, none, Position, Seat, seatsTable, state, Trader, tradersTable, User } from '../../../generated/rows'
import { CAUSE_SETTLED, CONTRACT_ACCOUNT, POSITION_SETTLED } from '../../constants/code'
import { CROSS_BYTES, SEAT_BYTES, TRADER_BYTES } from '../../constants/layout'
import { CROSSES, SEATS, TRADERS } from '../../constants/map'

// ---- rows ----

export function makeTrader(user: User): Trader {
  const trader = allocateZeroed<Trader>(TRADERS, tradersTable, TRADER_BYTES)
  trader.user = user
  trader.openedAt = state.at
  user.trader = trader
  return trader
}

/** What a trader has in a coin, none when he never had anything. */
export function findCross(trader: Trader, asset: i32): Cross {
  let cross = trader.crosses
  while (cross.exists && cross.asset != asset) cross = cross.next
  return cross
}

/** The same, opened with its account when there is none. The caller asked for room. */
export function openCross(trader: Trader, asset: i32): Cross {
  const known = findCross(trader, asset)
  if (known.exists) return known
  const cross = allocateZeroed<Cross>(CROSSES, crossesTable, CROSS_BYTES)
  cross.trader = trader
  cross.asset = asset
  cross.account = openAccount(trader.user.id, asset, CONTRACT_ACCOUNT)
  cross.next = trader.crosses
  trader.crosses = cross
  return cross
}

/** Room for a first seat of a trader in a contract. */
export function hasRoomForSeat(): bool {
  return hasRoom(seatsTable, 1) && hasRoom(crossesTable, 1)
}

/** Gives a new desk of a contract its seat. */
export function openSeat(desk: Desk, cross: Cross, leverage: u32): Seat {
  const seat = allocateZeroed<Seat>(SEATS, seatsTable, SEAT_BYTES)
  const trader = cross.trader
  seat.trader = trader
  seat.desk = desk
  seat.cross = cross
  seat.leverage = leverage
  seat.next = trader.seats
  trader.seats = seat
  desk.seat = seat
  return seat
}

// ---- what shared positions come to, at the marks ----

/** Sums of the last `weigh`. */
export let crossProfit: i64 = 0
export let crossMaintenance: i64 = 0
export let crossInitial: i64 = 0
export let crossValue: i64 = 0
/** Of the profit, what positions have whose contract has no index: it counts for nothing but its own contract. */
export let crossFrozen: i64 = 0
export let crossCount: u32 = 0

/** Sums up the positions that share a coin. */
export function weigh(cross: Cross): void {
  crossProfit = 0
  crossMaintenance = 0
  crossInitial = 0
  crossValue = 0
  crossFrozen = 0
  crossCount = 0
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0) continue
    weighOne(seat.long)
    weighOne(seat.short)
  }
}

function weighOne(position: Position): void {
  if (!position.exists) return
  const value = valueAtMark(position)
  const profit = gainOf(position.isShort != 0, value, position.entry) - position.settled
  crossProfit += profit
  if (profit > 0 && position.contract.isShut != 0) crossFrozen += profit
  crossMaintenance += maintenanceOfValue(position.contract, value)
  crossInitial += initialOf(position)
  crossValue += value
  crossCount += 1
}

/** What a new order may need; below 0 when the shared positions have less than their initial margins. Leaves the sums of `weigh`. */
export function freeOf(cross: Cross): i64 {
  weigh(cross)
  return cross.account.available + crossProfit - crossFrozen - crossInitial
}

/** What the orders of an account reserve. */
@inline export function reserveOf(cross: Cross): i64 {
  return cross.account.held - cross.margins
}

/** What is no profit of open positions: what they have settled ahead, or lost against the mark when they were opened, is none of it. */
@inline export function moneyOf(cross: Cross): i64 {
  return cross.account.available + reserveOf(cross) - cross.ahead - cross.lost
}

/** Of that what may be lost against the mark, or become the margin of one position: not what a contract without an index may come to lose until it has one again. */
export function ownOf(cross: Cross): i64 {
  return ownBut(cross, none<Contract>())
}

/** The same for who trades one contract: what he closes there is no loss beside it. */
export function ownBut(cross: Cross, contract: Contract): i64 {
  let own = moneyOf(cross)
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next)
    if (seat.cross == cross && seat.isIsolated == 0 && seat.contract.isShut != 0 && seat.contract != contract) own -= lossOf(seat)
  return own
}

/** What the shared positions of one contract have lost together. */
@inline function lossOf(seat: Seat): i64 {
  return max(0, -(resultOf(seat.long) + resultOf(seat.short)))
}

/** What may become the margin of one position: free, no profit of others, and promised to none. */
export function movableOf(cross: Cross): i64 {
  return max(0, min(freeOf(cross), ownOf(cross) - cross.pledged))
}

/**
 * What may leave the account: what neither orders reserve nor positions need, without profit that was settled ahead, and less what each
 * contract has lost; a profit of one makes up for no loss of another.
 */
export function transferableOf(cross: Cross): i64 {
  weigh(cross)
  let free = cross.account.available - cross.ahead - crossInitial
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0) continue
    free -= lossOf(seat)
  }
  return max(0, free)
}

const ONE: i64 = 100_000_000

/** Open result without what was settled ahead; of a contract without an index, as much worse than its mark as its terms say. */
function resultOf(position: Position): i64 {
  if (!position.exists) return 0
  const contract = position.contract
  const isShort = position.isShort != 0
  const mark = contract.mark
  const move = contract.frozenMove
  const price = contract.isShut == 0 ? mark : isShort ? mark + <f64>shareOf(<i64>mark, move) : <f64>shareOf(<i64>mark, ONE - move)
  return gainOf(isShort, contractValue(contract, price, position.quantity), position.entry)
}

/** What stands behind the shared positions: without what orders reserve. Leaves the sums of `weigh`. */
export function equityOf(cross: Cross): i64 {
  weigh(cross)
  return cross.account.available + crossProfit
}

// ---- profit that is paid out before it is closed ----

/**
 * Sees to it that so much is available: what is missing is paid out of the profit of shared positions, of the largest first; of contracts
 * without an index when the others have none left. False, and nothing happened to the balance that is not there, when even all of it does
 * not suffice.
 */
export function raise(cross: Cross, amount: i64): bool {
  if (cross.account.available >= amount) return true
  return raiseFrom(cross, amount, 0) || raiseFrom(cross, amount, 1)
}

function raiseFrom(cross: Cross, amount: i64, isShut: u8): bool {
  const account = cross.account
  while (account.available < amount) {
    const position = mostProfitable(cross, isShut)
    if (!position.exists) return false
    settleProfit(position, min(profitOf(position), amount - account.available))
  }
  return true
}

function mostProfitable(cross: Cross, isShut: u8): Position {
  let best = none<Position>()
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0 || seat.contract.isShut != isShut) continue
    best = better(best, seat.long)
    best = better(best, seat.short)
  }
  return best
}

/** Of equal ones the older. */
function better(best: Position, other: Position): Position {
  const profit = other.exists ? profitOf(other) : 0
  if (profit <= 0) return best
  if (!best.exists) return other
  const most = profitOf(best)
  return profit > most || (profit == most && other.id < best.id) ? other : best
}

/** Pays out a part of the profit of a position: it is owed that much less when it is closed. */
export function settleProfit(position: Position, amount: i64): void {
  const cross = position.seat.cross
  position.settled += amount
  if (position.isIsolated == 0) cross.ahead += amount
  postHouse(openHouseAccount(CLEARING_PNL, cross.asset), -amount)
  post(cross.account, amount, 0, CAUSE_SETTLED, position.id)
  writePosition(position, POSITION_SETTLED, amount)
}

/** What was noted of lots that are closed, or go to the house, goes with them. */
export function forgetAhead(position: Position, settled: i64, booked: i64): void {
  position.settled -= settled
  position.booked -= booked
  if (position.isIsolated != 0) return
  const cross = position.seat.cross
  cross.ahead -= settled
  cross.lost -= booked
}

/** Balance that could be paid without what orders reserve: what is there, and the profits that could be paid out, of all but one. */
export function payableOf(cross: Cross, spared: Position): i64 {
  let sum = cross.account.available
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0) continue
    if (seat.long.exists && seat.long != spared) sum += max(0, profitOf(seat.long))
    if (seat.short.exists && seat.short != spared) sum += max(0, profitOf(seat.short))
  }
  return sum
}
