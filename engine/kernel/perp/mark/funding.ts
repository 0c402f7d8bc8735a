/**
 * Funding: at an instant every open position pays or gets its value at the mark times the rate. The instant is noted in its contract, and
 * positions come to it one by one; whoever touches a position before its turn brings it there first, so that it pays exactly what it held.
 * Payers are rounded up, receivers down; all of it goes through `clearing:funding`, whose rest is the insurance fund’s.
 */
import { CLEARING_FUNDING, openHouseAccount } from '../../ledger/account'
import { makeSure } from '../../events/out'
import { post, postHouse } from '../../ledger/posting'
import { feeOf } from '../../money/exact'
import { mulDivCeil, mulDivFloor } from '../../money/wide'
import { contractValue, maintenanceOfValue } from '../contract'
import { crossMaintenance, crossValue, equityOf, freeOf, raise } from '../position/cross'
import { profitAt, writePosition } from '../position/position'
import { touch } from '../touch'
import { Contract, Cross, Position, Seat, Trader } from '../../../generated/rows'
import { CAUSE_FUNDING, CAUSE_MARGIN, POSITION_FUNDED } from '../../constants/code'

const ONE: u64 = 1_000_000_000_000

/** Brings a position, and with it all of its owner, to the last settlement of their contracts. */
@inline export function reachFunding(position: Position): void {
  if (position.round != position.contract.round) reachOwner(position)
}

function reachOwner(position: Position): void {
  const seat = position.seat
  // the house’s own: what it took over pays as everybody does, out of the fund in the end
  if (!seat.exists) position.round = position.contract.round
  else reachTrader(seat.trader)
}

/** What somebody gets at an instant can pay for what he owes at the same one, whichever position was opened first. */
export function reachTrader(trader: Trader): void {
  reachSeats(trader.seats, false)
  reachSeats(trader.seats, true)
}

function reachSeats(newest: Seat, pays: bool): void {
  for (let seat = newest; seat.exists; seat = seat.next) {
    reachOne(seat.long, pays)
    reachOne(seat.short, pays)
  }
}

/** How many positions were settled, ever: what somebody does for the owner of one may be work for many. */
export let settledCount: i32 = 0

function reachOne(position: Position, pays: bool): void {
  if (!position.exists || position.round == position.contract.round || isPayer(position) != pays) return
  makeSure()
  settledCount += 1
  settle(position, pays)
}

@inline function isPayer(position: Position): bool {
  const rate = position.contract.roundRate
  return position.isShort == 0 ? rate > 0 : rate < 0
}

/** Pays or receives what is due. A position is never more than one settlement behind: the next one waits until all came to this. */
function settle(position: Position, pays: bool): void {
  const contract = position.contract
  position.round = contract.round
  const rate = contract.roundRate
  if (rate == 0) return
  const value = contractValue(contract, contract.roundMark, position.quantity)
  const amount = pays ? mulDivCeil(<u64>value, <u64>abs(rate), ONE) : mulDivFloor(<u64>value, <u64>abs(rate), ONE)
  const moved = pays ? -pay(contract, position, amount, value) : receive(position, amount)
  if (moved == 0) return
  position.funding += moved
  postHouse(openHouseAccount(CLEARING_FUNDING, contract.marginAsset), -moved)
  writePosition(position, POSITION_FUNDED, moved)
  touch(position.seat)
}

function receive(position: Position, amount: i64): i64 {
  if (amount != 0) post(position.seat.cross.account, amount, 0, CAUSE_FUNDING, position.id)
  return amount
}

/** Out of what is free, then out of its margin; never so much that liquidation would follow. Returns what was paid. */
function pay(contract: Contract, position: Position, amount: i64, value: i64): i64 {
  const cross = position.seat.cross
  const account = cross.account
  const fee = feeOf(value, contract.liquidationFee)
  if (position.isIsolated == 0) {
    const most = max(0, equityOf(cross) - crossMaintenance - feeOf(crossValue, contract.liquidationFee))
    const paid = min(amount, most)
    const isThere = raise(cross, paid)
    return take(cross, position, isThere ? paid : account.available)
  }
  const free = max(0, min(freeOf(cross), account.available))
  const first = min(amount, free)
  const spare = position.margin + profitAt(position, contract.roundMark) - maintenanceOfValue(contract, value) - fee
  const second = max(0, min(min(amount - first, spare), position.margin))
  if (second != 0) {
    position.margin -= second
    cross.margins -= second
    post(account, second, -second, CAUSE_MARGIN, position.id)
  }
  return take(cross, position, first + second)
}

function take(cross: Cross, position: Position, amount: i64): i64 {
  if (amount != 0) post(cross.account, -amount, 0, CAUSE_FUNDING, position.id)
  return amount
}
