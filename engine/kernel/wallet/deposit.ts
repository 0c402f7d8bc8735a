/**
 * Deposits: rows under their business key, so that what is told twice is booked once. From the block that has it on, a deposit is part of
 * what the house holds; until it is credited it stands in suspense.
 */
import { after, hashAt, homeOf, indexAdd, indexRemove, rowAt } from '../memory/handle-index'
import { allocateZeroed, release } from '../memory/tables'
import { endAll } from '../orders/cancel-order'
import { reachUser } from '../orders/late'
import { makeSure } from '../events/out'
import { findAccount, openAccount, openHouseAccount } from '../ledger/account'
import { payDebt, takeBack } from '../ledger/debt'
import { post, postHouse } from '../ledger/posting'
import { boundByDeposit, settleDeposit } from '../user/bound'
import { addDust, EQUITY_HOUSE, hold, SUSPENSE_DEPOSIT } from './holding'
import { DepositRecord } from '../../generated/records'
import { Address, Deposit, depositsIndex, depositsTable, Listing, Network, none, state, Wallet } from '../../generated/rows'
import {
  CAUSE_DEPOSIT,
  CLOSE_FREEZE,
  DEPOSIT_BELOW_MIN,
  DEPOSIT_CONFIRMING,
  DEPOSIT_CREDITED,
  DEPOSIT_DETECTED,
  DEPOSIT_HELD,
  DEPOSIT_REORGED,
  DEPOSIT_REVIEW,
  DEPOSIT_UNLOCKED,
  DEPOSIT_VANISHED,
  ON_ADDRESSES,
  SPOT_ACCOUNT,
} from '../constants/code'
import { DEPOSIT_BYTES } from '../constants/layout'
import { DEPOSITS } from '../constants/map'

/** The key is a digest: any word of it is spread well. */
@inline function hashOf(low: u64): i32 {
  return <i32>low
}

/** The deposit under a key, none when none is known. */
export function findDeposit(high: u64, low: u64): Deposit {
  const hash = hashOf(low)
  let slot = homeOf(depositsIndex, hash)
  let deposit = rowAt<Deposit>(depositsIndex, slot)
  while (deposit.exists && (hashAt(depositsIndex, slot) != hash || deposit.keyLow != low || deposit.keyHigh != high)) {
    slot = after(depositsIndex, slot)
    deposit = rowAt<Deposit>(depositsIndex, slot)
  }
  return deposit
}

/** A new deposit, in no block yet. Room for it is what admission has asked for. */
export function openDeposit(high: u64, low: u64, id: f64, listing: Listing, address: Address, amount: i64, dust: i64, count: i32): Deposit {
  const deposit = allocateZeroed<Deposit>(DEPOSITS, depositsTable, DEPOSIT_BYTES)
  deposit.keyHigh = high
  deposit.keyLow = low
  deposit.id = id
  deposit.listing = listing
  deposit.address = address
  deposit.amount = amount
  deposit.dust = dust
  deposit.count = count
  hangDeposit(deposit)
  own(deposit, address.exists ? address.wallet : none<Wallet>())
  join(deposit, 0)
  return deposit
}

/** Puts a row, whose table was filled from a snapshot or which is new, into the index. */
export function hangDeposit(deposit: Deposit): void {
  indexAdd<Deposit>(depositsIndex, hashOf(deposit.keyLow), deposit)
}

/** Makes a deposit a wallet's, or (none) nobody's, and counts it. */
function own(deposit: Deposit, wallet: Wallet): void {
  deposit.wallet = wallet
  if (!wallet.exists) {
    deposit.listing.network.nobodys += 1
    return
  }
  wallet.kept += 1
  if (deposit.amount < deposit.listing.minDeposit) {
    deposit.small = 1
    wallet.small += 1
  }
  const next = wallet.deposits
  deposit.nextOwn = next
  if (next.exists) next.previousOwn = deposit
  wallet.deposits = deposit
}

/** Its wallet has a row less that counts for a bound. */
export function uncount(deposit: Deposit): void {
  const wallet = deposit.wallet
  wallet.kept -= 1
  if (deposit.small) wallet.small -= 1
}

/** Puts a deposit behind the others of its network: those that wait, or those that are settled. */
function join(deposit: Deposit, deep: i32): void {
  const network = deposit.listing.network
  const last = deep ? network.settledLast : network.waitingLast
  deposit.deep = deep
  deposit.previous = last
  deposit.next = none<Deposit>()
  if (last.exists) last.next = deposit
  else if (deep) network.settled = deposit
  else network.waiting = deposit
  if (deep) network.settledLast = deposit
  else network.waitingLast = deposit
}

function leave(deposit: Deposit): void {
  const network = deposit.listing.network
  const next = deposit.next
  const previous = deposit.previous
  if (previous.exists) previous.next = next
  else if (deposit.deep) network.settled = next
  else network.waiting = next
  if (next.exists) next.previous = previous
  else if (deposit.deep) network.settledLast = previous
  else network.waitingLast = previous
}

/** Moves a deposit to the other list of its network. */
export function moveTo(deposit: Deposit, deep: i32): void {
  if (<i32>deposit.deep == deep) return
  leave(deposit)
  join(deposit, deep)
}

/** Forgets a deposit: it is too deep to come again, or was never there. */
export function forget(deposit: Deposit): void {
  leave(deposit)
  const wallet = deposit.wallet
  if (wallet.exists) {
    const next = deposit.nextOwn
    const previous = deposit.previousOwn
    if (next.exists) next.previousOwn = previous
    if (previous.exists) previous.nextOwn = next
    else wallet.deposits = next
    if (!deposit.pile) uncount(deposit)
  } else deposit.listing.network.nobodys -= 1
  indexRemove<Deposit>(depositsIndex, hashOf(deposit.keyLow), deposit)
  release<Deposit>(DEPOSITS, depositsTable, deposit)
}

/** Moves a deposit to a status and tells so. What may still be undone bounds the orders of its owner. */
export function setDeposit(deposit: Deposit, status: i32): void {
  const before: i32 = deposit.status
  deposit.status = status
  tellDeposit(deposit)
  if (before == status || !deposit.wallet.exists) return
  if (before == DEPOSIT_CREDITED) settleDeposit(deposit.wallet.user)
}

/** Tells how a deposit stands, with those that are part of it. */
export function tellDeposit(deposit: Deposit): void {
  tellPart(deposit, deposit.pile ? deposit : none<Deposit>())
}

/** Tells how a deposit stands, and of which it is part. */
export function tellPart(deposit: Deposit, pile: Deposit): void {
  makeSure()
  const listing = deposit.listing
  const record = DepositRecord.begin(deposit.status)
  record.userId = deposit.wallet.exists ? deposit.wallet.user.id : 0
  record.assetId = listing.asset
  record.networkId = listing.network.id
  record.listingId = listing.id
  record.depositId = deposit.id
  record.height = deposit.height
  record.amount = deposit.amount
  record.pileId = pile.exists ? pile.id : 0
}

@inline export function suspend(listing: Listing, amount: i64): void {
  postHouse(openHouseAccount(SUSPENSE_DEPOSIT, listing.asset), amount)
}

/** A block has it: from now on the house holds it. */
export function bookDeposit(deposit: Deposit, height: f64, held: i32, maturity: i32): void {
  const listing = deposit.listing
  const address = deposit.address
  const place: i32 = address.exists ? address.place : ON_ADDRESSES
  deposit.height = height
  deposit.held = held
  deposit.maturity = maturity
  // one that had vanished stands among the settled ones, which no block looks at
  moveTo(deposit, 0)
  hold(listing, place, deposit.amount)
  suspend(listing, deposit.amount)
  addDust(listing, place, deposit.dust)
  setDeposit(deposit, DEPOSIT_CONFIRMING)
}

/** Is it in a block that is on the chain? */
export function isBooked(deposit: Deposit): bool {
  return !isWaiting(deposit) && deposit.status != DEPOSIT_VANISHED
}

/** Its block, behind the one that the chain went back to, is not on the chain any more. What was credited is taken back; what is not there any more becomes a debt. */
export function unbook(deposit: Deposit, backTo: f64): void {
  const listing = deposit.listing
  const address = deposit.address
  const place: i32 = address.exists ? address.place : ON_ADDRESSES
  const status: i32 = deposit.status
  const amount = deposit.amount
  addDust(listing, place, -deposit.dust)
  hold(listing, place, -amount)
  if (status == DEPOSIT_UNLOCKED && !deposit.wallet.exists) postHouse(openHouseAccount(EQUITY_HOUSE, listing.asset), -amount)
  else if (status == DEPOSIT_CREDITED || status == DEPOSIT_UNLOCKED) {
    const user = deposit.wallet.user
    if (state.behind != 0) reachUser(user)
    const account = findAccount(user.id, listing.asset, SPOT_ACCOUNT)
    if (!account.exists || account.available < amount) endAll(user, 0, CLOSE_FREEZE)
    takeBack(user, listing.asset, amount, CAUSE_DEPOSIT)
  } else suspend(listing, -amount)
  deposit.height = 0
  deposit.leftAt = backTo
  moveTo(deposit, 0)
  setDeposit(deposit, DEPOSIT_REORGED)
}

/** Gives a booked deposit to whose it is. */
function credit(deposit: Deposit): void {
  const listing = deposit.listing
  const user = deposit.wallet.user
  const account = openAccount(user.id, listing.asset, SPOT_ACCOUNT)
  suspend(listing, -deposit.amount)
  post(account, deposit.amount, 0, CAUSE_DEPOSIT, deposit.id)
  boundByDeposit(user, account, deposit.amount)
  payDebt(user, account)
  setDeposit(deposit, DEPOSIT_CREDITED)
}

/** A person says that a deposit which waits for one is a wallet's (none = whose it is already). */
export function creditByHand(deposit: Deposit, wallet: Wallet): void {
  if (wallet.exists && !deposit.wallet.exists) {
    deposit.listing.network.nobodys -= 1
    own(deposit, wallet)
  }
  credit(deposit)
  settleNow(deposit)
}

/** What was credited between two blocks. */
function settleNow(deposit: Deposit): void {
  if (confirmationsOf(deposit) >= unlockDepthOf(deposit)) {
    setDeposit(deposit, DEPOSIT_UNLOCKED)
    moveTo(deposit, 1)
  } else moveTo(deposit, 0)
}

/** What was credited when it stood among the settled ones, which no block looks at: terms or a shorter chain may have made it shallow again. */
function settleLate(deposit: Deposit): void {
  if (deposit.deep) settleNow(deposit)
}

/** It came to an address of the house and is its own. */
export function keepDeposit(deposit: Deposit): void {
  const listing = deposit.listing
  suspend(listing, -deposit.amount)
  postHouse(openHouseAccount(EQUITY_HOUSE, listing.asset), deposit.amount)
  setDeposit(deposit, DEPOSIT_UNLOCKED)
}

@inline export function confirmationsOf(deposit: Deposit): f64 {
  return deposit.listing.network.height - deposit.height + 1
}

/** Where the chain itself lets nobody spend it before, it is unlocked no sooner. */
@inline export function unlockDepthOf(deposit: Deposit): f64 {
  return <f64>max(deposit.listing.unlockAt, deposit.maturity)
}

/** Judges a deposit that is as deep as its coin needs to be credited. */
export function judgeDepth(deposit: Deposit): void {
  if (deposit.status == DEPOSIT_CONFIRMING && confirmationsOf(deposit) >= <f64>deposit.listing.creditAt) judge(deposit)
}

/** What follows from how deep a deposit is by now, behind its judgement. One whose block left, and that no block of the other way has at its depth, is gone. */
export function settleDepth(deposit: Deposit): void {
  const isGone = deposit.status == DEPOSIT_REORGED && deposit.listing.network.height - deposit.leftAt >= <f64>deposit.listing.unlockAt
  if (isGone) vanish(deposit)
  if (!isBooked(deposit)) return
  // what is too little stays where each block looks at it: some blocks later it is part of the sum of its address
  if (deposit.status == DEPOSIT_BELOW_MIN && !deposit.pile) return
  if (confirmationsOf(deposit) < unlockDepthOf(deposit)) return
  if (deposit.status == DEPOSIT_CREDITED) setDeposit(deposit, DEPOSIT_UNLOCKED)
  moveTo(deposit, 1)
}

/** Deep enough to be credited: unless a person has to look at it, nobody's tag is on it, or it is too little by itself. */
function judge(deposit: Deposit): void {
  if (deposit.held) setDeposit(deposit, DEPOSIT_HELD)
  else if (!deposit.wallet.exists) setDeposit(deposit, DEPOSIT_REVIEW)
  else if (deposit.amount >= deposit.listing.minDeposit) credit(deposit)
  else {
    setDeposit(deposit, DEPOSIT_BELOW_MIN)
    creditTogether(deposit)
  }
}

/** Credits what is too little by itself, once there is enough of it at one address. */
function creditTogether(last: Deposit): void {
  let sum: i64 = 0
  for (let deposit = last.wallet.deposits; deposit.exists; deposit = deposit.nextOwn) if (isTogether(deposit, last)) sum += deposit.amount
  if (sum < last.listing.minDeposit) return
  for (let deposit = last.wallet.deposits; deposit.exists; deposit = deposit.nextOwn) {
    if (!isTogether(deposit, last)) continue
    credit(deposit)
    settleLate(deposit)
  }
}

function isTogether(deposit: Deposit, other: Deposit): bool {
  return deposit.status == DEPOSIT_BELOW_MIN && deposit.listing == other.listing && deposit.address == other.address
}

/** What of a user's spot account in an asset was credited and may not leave yet. */
export function lockedOf(wallet: Wallet, assetId: i32): i64 {
  let locked: i64 = 0
  if (!wallet.exists) return locked
  for (let deposit = wallet.deposits; deposit.exists; deposit = deposit.nextOwn)
    if (deposit.status == DEPOSIT_CREDITED && deposit.listing.asset == assetId) locked += deposit.amount
  return locked
}

/** Is it seen, and in no block? */
export function isWaiting(deposit: Deposit): bool {
  return deposit.status == DEPOSIT_DETECTED || deposit.status == DEPOSIT_REORGED
}

/** It is seen nowhere any more; it may come again. */
export function vanish(deposit: Deposit): void {
  moveTo(deposit, 1)
  setDeposit(deposit, DEPOSIT_VANISHED)
  // since when, so that it is forgotten some day
  deposit.height = deposit.listing.network.height
}

/** It is seen again. */
export function detectAgain(deposit: Deposit): void {
  deposit.height = 0
  moveTo(deposit, 0)
  setDeposit(deposit, DEPOSIT_DETECTED)
}

/** Deposits of a network that have their depth are forgotten so many blocks later. */
const KEPT_BLOCKS: f64 = 20_000
/** So many are looked at with each entry of blocks. */
const FORGOTTEN_MOST: i32 = 64

/**
 * Forgets the oldest deposits of a network that cannot come again. One that waits for a person, or for more at its address, goes to the end:
 * those behind it are looked at all the same, or whoever sends thousands that are too small would keep the others from being forgotten.
 */
export function forgetOld(network: Network): void {
  for (let looked: i32 = 0; looked < FORGOTTEN_MOST; looked += 1) {
    const oldest = network.settled
    if (!oldest.exists || network.height - oldest.height < KEPT_BLOCKS) return
    if (oldest.status == DEPOSIT_UNLOCKED || oldest.status == DEPOSIT_VANISHED) forget(oldest)
    else {
      leave(oldest)
      join(oldest, 1)
    }
  }
}
