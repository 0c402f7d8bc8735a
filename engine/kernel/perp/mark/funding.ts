/**
 * Funding: at an instant every open position pays or gets its value at the mark times the rate. The instant is noted in its contract, and
 * positions come to it one by one; whoever touches a position before its turn brings it there first, so that each pays exactly what it held.
 * Payers come first. What they paid is known when all of them have; then those who receive get their claims, or as much of them as was paid.
 * Payers are rounded up, receivers down; all of it goes through `clearing:funding`, whose rest is the insurance fund’s.
 */
import { CLEARING_FUNDING, openHouseAccount } from '../../ledger/account'
import { makeSure } from '../../events/out'
import { post, postHouse } from '../../ledger/posting'
import { mulDivCeil, mulDivFloor } from '../../money/wide'
import { contractValue } from '../contract'
import { freeOf, raise, settleProfit } from '../position/cross'
import { takeReserves } from '../orders/reserving'
import { freePosition, profitOf, writePosition } from '../position/position'
import { touch } from '../touch'
import { Cross, Position, Seat, state, Trader } from '../../../generated/rows'
import { CAUSE_FUNDING, CAUSE_MARGIN, POSITION_FUNDED } from '../../constants/code'

const ONE: u64 = 1_000_000_000_000

/** What the settlement under way is about. */
export const PAYERS: u32 = 1
export const RECEIVERS: u32 = 2

/** Brings a position, and with it all of its owner, to the last settlement of their contracts. */
@inline export function reachFunding(position: Position): void {
  if (position.round != position.contract.round || (position.claim != 0 && state.fundingPass == RECEIVERS)) reachOwner(position)
}

function reachOwner(position: Position): void {
  const seat = position.seat
  // the house’s own neither pays nor gets: funding moves between holders
  if (!seat.exists) position.round = position.contract.round
  else reachTrader(seat.trader)
}

/** Brings all positions of a customer to the last settlement. */
export function reachTrader(trader: Trader): void {
  for (let seat = trader.seats; seat.exists; seat = seat.next) {
    reachSeat(seat, seat.long)
    reachSeat(seat, seat.short)
  }
}

function reachSeat(_seat: Seat, position: Position): void {
  if (!position.exists) return
  if (position.round != position.contract.round) settle(position)
  if (position.claim != 0 && state.fundingPass == RECEIVERS) payClaim(position)
}

/** How many positions were settled, ever: what somebody does for the owner of one may be work for many. */
export let settledCount: i32 = 0

/** Pays what is due, or notes what is owed to it. A position is never more than one settlement behind: the next one waits until all came to this. */
function settle(position: Position): void {
  const contract = position.contract
  makeSure()
  settledCount += 1
  position.round = contract.round
  const rate = contract.roundRate
  if (rate == 0) return
  const value = <u64>contractValue(contract, contract.roundMark, position.quantity)
  if ((rate > 0) == (position.isShort != 0)) {
    const claim = mulDivFloor(value, <u64>abs(rate), ONE)
    position.claim = claim
    contract.claimed += claim
    return
  }
  const paid = pay(position, mulDivCeil(value, <u64>abs(rate), ONE))
  contract.collected += paid
  note(position, -paid)
}

function note(position: Position, moved: i64): void {
  if (moved == 0) return
  position.funding += moved
  postHouse(openHouseAccount(CLEARING_FUNDING, position.contract.marginAsset), -moved)
  if (position.quantity == 0) return
  writePosition(position, POSITION_FUNDED, moved)
  touch(position.seat)
}

/** Pays out what a position is owed, in proportion to what the payers paid. One that was closed since is gone with it. */
export function payClaim(position: Position): void {
  const contract = position.contract
  const collected = <u64>min(contract.collected, contract.claimed)
  const amount = mulDivFloor(<u64>position.claim, collected, <u64>contract.claimed)
  position.claim = 0
  makeSure()
  if (amount != 0) post(position.seat.cross.account, amount, 0, CAUSE_FUNDING, position.id)
  note(position, amount)
  if (position.quantity != 0) return
  if (amount != 0) touch(position.seat)
  freePosition(position)
}

/** A position pays funding from the free balance, then from a margin of its own, then from its profit, as far as they go. Returns what was paid. */
function pay(position: Position, amount: i64): i64 {
  const cross = position.seat.cross
  const account = cross.account
  if (position.isIsolated == 0) {
    settleOwn(position, amount - account.available)
    if (!raise(cross, amount)) takeReserves(cross, amount - account.available)
    return take(cross, position, min(amount, account.available))
  }
  const first = min(amount, max(0, min(freeOf(cross), account.available)))
  const second = min(amount - first, position.margin)
  if (second != 0) {
    position.margin -= second
    position.added = max(0, position.added - second)
    cross.margins -= second
    post(account, second, -second, CAUSE_MARGIN, position.id)
  }
  const third = settleOwn(position, amount - first - second)
  return take(cross, position, first + second + third)
}

/** Pays a part of a position's own profit into the account. Returns what came. */
function settleOwn(position: Position, amount: i64): i64 {
  const part = min(amount, profitOf(position))
  if (part <= 0) return 0
  settleProfit(position, part)
  return part
}

function take(cross: Cross, position: Position, amount: i64): i64 {
  if (amount != 0) post(cross.account, -amount, 0, CAUSE_FUNDING, position.id)
  return amount
}
