/**
 * The one switch between products. `orders/` is the life of an order, whatever is traded: books, queues, matching, triggers, auctions, lists,
 * amending; it knows neither base nor quote. What an order needs on hold, whose account pays and how a fill settles is the product's, and is
 * asked for here. So far there is one, spot; contracts will stand beside it in `perp/`, and each of these will ask the pair which it is.
 */
import { Account, Desk, Draft, Instrument, Order, User } from '../generated/rows'
import * as accounts from './spot/accounts'
import * as holds from './spot/holds'
import * as needs from './spot/needs'
import * as position from './spot/position'
import * as fill from './spot/settle-fill'

// ---- accounts ----

/** Gives a new desk its accounts. */
@inline export function openAccounts(desk: Desk, instrument: Instrument): void {
  accounts.openAccounts(desk, instrument)
}

/** Account that pays for an order. */
@inline export function payingAccount(order: Order): Account {
  return accounts.payingAccount(order)
}

/** Account of a desk that pays for an order of this side. */
@inline export function payerAt(desk: Desk, isBuy: bool): Account {
  return accounts.payerAt(desk, isBuy)
}

/** The same of a user without a desk, none when he has no such account yet. */
@inline export function payerOf(userId: i32, instrument: Instrument, isBuy: bool): Account {
  return accounts.payerOf(userId, instrument, isBuy)
}

/** Asset of an order's fee column, by the word of its flags. */
@inline export function feeAssetOf(flags: u32, instrument: Instrument): i32 {
  return accounts.feeAssetOf(flags, instrument)
}

// ---- what an order needs ----

/** Hold of a draft, minor units of what it pays with; −1 when no price is known to compute it. */
@inline export function needOfDraft(instrument: Instrument, user: User, draft: Draft): i64 {
  return needs.needOfDraft(instrument, user, draft)
}

/** Hold of a plain limit order, as a float that is exact below 2^52. */
@inline export function needOfPlain(instrument: Instrument, isBuy: bool, price: f64, quantity: f64): f64 {
  return needs.needOfPlain(instrument, isBuy, price, quantity)
}

/** What an order that fired needs now. */
@inline export function needOfFired(instrument: Instrument, order: Order): i64 {
  return needs.needOfFired(instrument, order)
}

/** What a child, or a list of children, needs at its start. */
@inline export function needOfChild(instrument: Instrument, child: Order, draft: Draft): i64 {
  return needs.needOfChild(instrument, child, draft)
}

/** What an order needs with the terms of a draft. */
@inline export function needOfAmended(instrument: Instrument, order: Order, draft: Draft): i64 {
  return needs.needOfAmended(instrument, order, draft)
}

/** Would an order bring its user's holding above the pair's bound? `desk` and `spared`, an order left out, may be none. */
@inline export function exceedsPosition(instrument: Instrument, user: User, desk: Desk, quantity: f64, quoteAmount: i64, spared: Order): bool {
  return position.exceedsPosition(instrument, user, desk, quantity, quoteAmount, spared)
}

// ---- holds ----

/** Does a draft become an order whose hold includes its fee? */
@inline export function holdsFee(instrument: Instrument, draft: Draft): bool {
  return holds.holdsFee(instrument, draft)
}

/** Bits of the order that a draft becomes. */
@inline export function feeBits(instrument: Instrument, draft: Draft): u32 {
  return holds.feeBits(instrument, draft)
}

/** Rate of the fee in such a hold. */
@inline export function holdRateOfDraft(instrument: Instrument, user: User): i64 {
  return holds.holdRateOfDraft(instrument, user)
}

/** The hold of a child covers the fee at the rate of its start, not of its parent's placing. */
@inline export function renewHoldRate(instrument: Instrument, order: Order): void {
  holds.renewHoldRate(instrument, order)
}

/** Puts an amount on hold for an order. The caller has checked that it is available. */
@inline export function hold(order: Order, amount: i64): void {
  holds.hold(order, amount)
}

/** Frees part of an order's hold. */
@inline export function releaseHold(order: Order, amount: i64): void {
  holds.releaseHold(order, amount)
}

/** Frees what an order holds beyond the need of its rest. */
@inline export function trimHold(instrument: Instrument, order: Order): void {
  holds.trimHold(instrument, order)
}

/** Largest quantity whose cost at this price the order's hold covers. */
@inline export function lotsInHold(instrument: Instrument, order: Order, price: f64): f64 {
  return holds.lotsInHold(instrument, order, price)
}

// ---- settlement ----

/** Settles `quantity` at `price`. Both orders hold enough; the caller ends or requeues them afterwards. */
@inline export function settleFill(instrument: Instrument, maker: Order, taker: Order, price: f64, quantity: f64): void {
  fill.settleFill(instrument, maker, taker, price, quantity)
}
