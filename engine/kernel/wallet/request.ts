/** What a withdrawal has to pass, and what it costs. */
import { findAccount } from '../ledger/account'
import { indexOf } from '../index/asset-index'
import { hasRoom } from '../memory/tables'
import { mulDivCeil, mulDivFloor } from '../money/wide'
import { checkStanding } from '../user/user'
import { valueOf } from '../convert/stock'
import { lockedOf } from './deposit'
import { askedInDay, COUNTED_MOST, usedSince } from './withdrawal'
import { findWallet } from './wallet'
import { accountsTable, duesTable, Listing, state, User, Wallet, walletsTable, withdrawalsTable } from '../../generated/rows'
import { DEPOSIT_CREDITED, FINANCIAL_ACCOUNT, SPOT_ACCOUNT } from '../constants/code'
import {
  BAD_NUMBER,
  ENGINE_FULL,
  INSUFFICIENT_BALANCE,
  NONE,
  TOO_MANY_WITHDRAWALS,
  WITHDRAW_CLOSED,
  WITHDRAW_HALTED,
  WITHDRAW_LIMIT,
  WITHDRAW_RANGE,
  WITHDRAW_SCALE,
} from '../constants/reason'

const ONE_E8: u64 = 100_000_000

/** What a withdrawal inside the house costs nothing, and any other one: the fixed fee, or a share rounded up at the scale of withdrawals. */
export function feeOf(listing: Listing, amount: i64, receiver: i32): i64 {
  if (receiver != 0) return 0
  const rate = listing.feeRate
  if (rate == 0) return listing.fee
  const step = stepOf(listing)
  const share = mulDivCeil(<u64>amount, <u64>rate, ONE_E8)
  return max(listing.fee, ((share + step - 1) / step) * step)
}

/** The smallest difference between two amounts of withdrawals. */
function stepOf(listing: Listing): i64 {
  let step = <i64>indexOf(listing.asset).unit
  for (let digit: i32 = 0; digit < <i32>listing.withdrawScale; digit += 1) step /= 10
  return max(step, 1)
}

/** What of a user's spot account may leave: neither more than what of the asset is not locked, nor more value than all that is not. */
export function withdrawableOf(user: User, assetId: i32): i64 {
  const account = findAccount(user.id, assetId, SPOT_ACCOUNT)
  if (!account.exists) return 0
  const wallet = findWallet(user)
  const locked = lockedOf(wallet, assetId)
  const left = max<i64>(account.available - locked, 0)
  const price = indexOf(assetId).price
  if (left == 0 || price == 0 || !hasLocked(wallet)) return left
  const free = freeValue(user) - lockedValue(wallet)
  if (free <= 0) return 0
  const value = valueOf(assetId, left)
  // what is worth no more than what is free; rounded down
  return value <= free ? left : mulDivFloor(<u64>free, <u64>indexOf(assetId).unit * 10_000, <u64>price)
}

function hasLocked(wallet: Wallet): bool {
  if (!wallet.exists) return false
  for (let deposit = wallet.deposits; deposit.exists; deposit = deposit.nextOwn) if (deposit.status == DEPOSIT_CREDITED) return true
  return false
}

/** What an amount counts for a limit, 1e-8 of the unit asset, rounded up: many small withdrawals pass no more than one large one. */
export function limitValueOf(assetId: i32, amount: i64): i64 {
  const row = indexOf(assetId)
  return min(mulDivCeil(<u64>amount, <u64>row.price, <u64>row.unit * 10_000), COUNTED_MOST)
}

@inline function plus(value: i64, assetId: i32, amount: i64): i64 {
  return min(value + min(valueOf(assetId, amount), COUNTED_MOST), COUNTED_MOST)
}

/** Value of everything that a user has free, in his spot and financial accounts. */
function freeValue(user: User): i64 {
  let value: i64 = 0
  for (let account = user.accounts; account.exists; account = account.next)
    if (account.kind == SPOT_ACCOUNT || account.kind == FINANCIAL_ACCOUNT) value = plus(value, account.asset, account.available)
  return value
}

function lockedValue(wallet: Wallet): i64 {
  let value: i64 = 0
  for (let deposit = wallet.deposits; deposit.exists; deposit = deposit.nextOwn)
    if (deposit.status == DEPOSIT_CREDITED) value = plus(value, deposit.listing.asset, deposit.amount)
  return value
}

/** Can nobody say what a withdrawal, or what is locked beside it, is worth? Then a person looks at it, and amounts alone bound it. */
export function lacksPrice(user: User, assetId: i32): bool {
  if (indexOf(assetId).price == 0) return true
  const wallet = findWallet(user)
  if (!wallet.exists) return false
  for (let deposit = wallet.deposits; deposit.exists; deposit = deposit.nextOwn)
    if (deposit.status == DEPOSIT_CREDITED && indexOf(deposit.listing.asset).price == 0) return true
  return false
}

/** May one more be asked for? @param openMost that are not over @param dayMost that were asked for in 24 hours */
function checkCount(wallet: Wallet, openMost: u32, dayMost: u32): i32 {
  if (!wallet.exists) return NONE
  return wallet.open >= openMost || askedInDay(wallet) >= dayMost ? TOO_MANY_WITHDRAWALS : NONE
}

/** In the order of the contract. @param limit value in the window, 0 = unbounded */
export function checkWithdrawal(
  user: User,
  listing: Listing,
  amount: i64,
  receiver: i32,
  limit: i64,
  windowMs: f64,
  openMost: u32,
  dayMost: u32,
): i32 {
  if (amount <= 0) return BAD_NUMBER
  if (!listing.withdrawOpen) return WITHDRAW_CLOSED
  if (listing.halted || listing.network.halted) return WITHDRAW_HALTED
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  const most = listing.maxWithdraw
  if (amount < listing.minWithdraw || (most != 0 && amount > most) || amount <= feeOf(listing, amount, receiver)) return WITHDRAW_RANGE
  if (amount % stepOf(listing) != 0) return WITHDRAW_SCALE
  if (withdrawableOf(user, listing.asset) < amount) return INSUFFICIENT_BALANCE
  const wallet = findWallet(user)
  const count = checkCount(wallet, openMost, dayMost)
  if (count != NONE) return count
  if (limit != 0 && usedSince(wallet, state.at - windowMs) + limitValueOf(listing.asset, amount) > limit) return WITHDRAW_LIMIT
  const isRoom = hasRoom(accountsTable, 4) && hasRoom(duesTable, 3) && hasRoom(withdrawalsTable, 1)
  return isRoom && (wallet.exists || hasRoom(walletsTable, 1)) ? NONE : ENGINE_FULL
}
