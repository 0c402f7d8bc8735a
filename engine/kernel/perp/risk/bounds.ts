/**
 * What bankruptcies may cost the insurance fund of a coin in a day: a share of what it had a day before over all contracts, and a smaller one by one
 * customer, as the contract says in which they happen. Losses alone count, surpluses make up for none. What operators put in counts at once.
 */
import { FUND_INSURANCE, openHouseAccount } from '../../ledger/account'
import { allocateZeroed } from '../../memory/tables'
import { shareOf } from '../../money/exact'
import { findCross } from '../position/cross'
import { userHandle } from '../../user/user'
import { Contract, Cross, Fund, fundsTable, none, state } from '../../../generated/rows'
import { FUND_BYTES } from '../../constants/layout'
import { FUNDS } from '../../constants/map'
import { FUND_HOURS } from '../../constants/perp'

const HOUR_MS: f64 = 3_600_000
const DAY_MS: f64 = 86_400_000
const HOUR_BYTES: usize = 24
/** Of an hour: losses, what operators put in, and the balance at its begin. */
const PUT_IN: usize = 8
const BALANCE: usize = 16

/** Row of a coin’s fund, opened with the balance that it has. */
export function openFund(asset: i32): Fund {
  const known = findFund(asset)
  if (known.exists) return known
  const fund = allocateZeroed<Fund>(FUNDS, fundsTable, FUND_BYTES)
  fund.asset = asset
  fund.hour = floor(state.at / HOUR_MS)
  fund.next = state.funds
  state.funds = fund
  const balance = balanceOf(asset)
  for (let hour: usize = 0; hour < FUND_HOURS; hour += 1) store<i64>(fund.hours + hour * HOUR_BYTES, balance, BALANCE)
  return fund
}

export function findFund(asset: i32): Fund {
  let fund = state.funds
  while (fund.exists && fund.asset != asset) fund = fund.next
  return fund
}

@inline function balanceOf(asset: i32): i64 {
  return openHouseAccount(FUND_INSURANCE, asset).available
}

@inline function placeOf(fund: Fund, hour: f64): usize {
  return fund.hours + (<usize>i64(hour) % FUND_HOURS) * HOUR_BYTES
}

/** Begins the hours that passed since it was looked at last. */
function reach(fund: Fund): void {
  const hour = floor(state.at / HOUR_MS)
  const balance = balanceOf(fund.asset)
  for (let next = max(fund.hour + 1, hour - <f64>FUND_HOURS + 1); next <= hour; next += 1) {
    const at = placeOf(fund, next)
    store<i64>(at, 0)
    store<i64>(at, 0, PUT_IN)
    store<i64>(at, balance, BALANCE)
  }
  fund.hour = max(fund.hour, hour)
}

/** An operator changed the fund by so much. Asked before the balance changes. */
export function notePutIn(asset: i32, amount: i64): void {
  const fund = findFund(asset)
  if (!fund.exists) return
  reach(fund)
  const at = placeOf(fund, fund.hour)
  store<i64>(at, load<i64>(at, PUT_IN) + amount, PUT_IN)
}

/** Who went bankrupt: what he has in a coin. None of who has nothing any more. */
function crossOf(contract: Contract, userId: i32): Cross {
  const user = userHandle(userId)
  return user.exists && user.trader.exists ? findCross(user.trader, contract.marginAsset) : none<Cross>()
}

/** May the fund pay so much for the bankruptcy of a customer? */
export function mayLose(contract: Contract, userId: i32, loss: i64): bool {
  if (loss <= 0) return true
  if (loss > balanceOf(contract.marginAsset) || !isWithinDay(contract, loss)) return false
  return lostBy(crossOf(contract, userId)) + loss <= shareOf(base, contract.lossOfOne)
}

/** The same of two that meet each other, by what each of them brings; a gain of one is there for the other. */
export function mayLoseBoth(contract: Contract, one: i32, ofOne: i64, other: i32, ofOther: i64): bool {
  const first = max(0, -ofOne)
  const second = max(0, -ofOther)
  if (first + second == 0) return true
  if (first + second > balanceOf(contract.marginAsset) + max(0, ofOne) + max(0, ofOther)) return false
  if (!isWithinDay(contract, first + second)) return false
  const most = shareOf(base, contract.lossOfOne)
  if (one == other) return lostBy(crossOf(contract, one)) + first + second <= most
  return (first == 0 || lostBy(crossOf(contract, one)) + first <= most) && (second == 0 || lostBy(crossOf(contract, other)) + second <= most)
}

/** Of the last question: what the fund had a day before, with what was put in since. */
let base: i64 = 0

/** Is a loss within what all contracts may cost in a day? */
function isWithinDay(contract: Contract, loss: i64): bool {
  const fund = contract.fund
  reach(fund)
  base = load<i64>(placeOf(fund, fund.hour - 24), BALANCE)
  let lost: i64 = 0
  for (let hour: usize = 0; hour < FUND_HOURS; hour += 1) {
    lost += load<i64>(fund.hours + hour * HOUR_BYTES)
    base += load<i64>(fund.hours + hour * HOUR_BYTES, PUT_IN)
  }
  base = max(0, base)
  return lost + loss <= shareOf(base, contract.lossOfAll)
}

/** What one customer cost since he last cost nothing for a day. */
function lostBy(cross: Cross): i64 {
  return !cross.exists || state.at - cross.lossAt >= DAY_MS ? 0 : cross.lossSum
}

/** The fund pays so much for a bankruptcy. */
export function noteLoss(contract: Contract, userId: i32, loss: i64): void {
  if (loss <= 0) return
  const fund = contract.fund
  reach(fund)
  const at = placeOf(fund, fund.hour)
  store<i64>(at, load<i64>(at) + loss)
  const cross = crossOf(contract, userId)
  if (!cross.exists) return
  cross.lossSum = lostBy(cross) + loss
  cross.lossAt = state.at
}
