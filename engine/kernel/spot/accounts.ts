/** Which accounts an order of a spot pair moves: quote and base of its desk. */
import { findAccount, openAccount } from '../ledger/account'
import { sideOf } from '../orders/order-flags'
import { Account, Desk, Instrument, Order } from '../../generated/rows'
import { BUY, SPOT_ACCOUNT } from '../constants/code'
import { BIT_FEE_IN_QUOTE } from '../constants/layout'

/** Gives a new desk its accounts. */
export function openAccounts(desk: Desk, instrument: Instrument): void {
  desk.baseAccount = openAccount(desk.userId, instrument.baseAsset, SPOT_ACCOUNT)
  desk.quoteAccount = openAccount(desk.userId, instrument.quoteAsset, SPOT_ACCOUNT)
}

/** Account that pays for an order: quote for buys, base for sells. */
@inline export function payingAccount(order: Order): Account {
  return payerAt(order.desk, sideOf(order) == BUY)
}

/** The same of a desk. */
@inline export function payerAt(desk: Desk, isBuy: bool): Account {
  return isBuy ? desk.quoteAccount : desk.baseAccount
}

/** The same of a user without a desk, none when he has no such account yet. */
export function payerOf(userId: i32, instrument: Instrument, isBuy: bool): Account {
  return findAccount(userId, isBuy ? instrument.quoteAsset : instrument.baseAsset, SPOT_ACCOUNT)
}

/** Of the word of an order's flags: is its fee in base, being a buy that does not pay in quote? */
@inline function paysInBase(flags: u32): bool {
  return (flags & 1) == BUY && (flags & ((<u32>BIT_FEE_IN_QUOTE) << 24)) == 0
}

/** Asset of an order's fee column: what it receives, or quote where it pays there. */
@inline export function feeAssetOf(flags: u32, instrument: Instrument): i32 {
  return paysInBase(flags) ? instrument.baseAsset : instrument.quoteAsset
}
