/**
 * The one switch between products. `orders/` is the life of an order, whatever is traded: books, queues, matching, triggers, auctions, lists,
 * amending; it knows neither base nor quote. What an order needs on hold, whose account pays and how a fill settles is the product's, and is
 * asked for here: spot's by `spot/`, a contract's by `perp/`.
 */
import { Account, Cross, Desk, Draft, Instrument, Order, Seat, User } from '../generated/rows'
import * as contractHolds from './perp/orders/holds'
import * as legs from './perp/orders/legs'
import * as meeting from './perp/orders/meet'
import * as pledge from './perp/orders/pledge'
import { limitedLast, priceBy } from './perp/prices'
import * as reserving from './perp/orders/reserving'
import * as resting from './perp/orders/resting'
import * as contractFill from './perp/orders/settle-fill'
import * as trial from './perp/orders/trial'
import * as accounts from './spot/accounts'
import * as fired from './spot/fired'
import * as holds from './spot/holds'
import * as needs from './spot/needs'
import * as position from './spot/position'
import * as fill from './spot/settle-fill'
import { CLOSE_NONE } from './constants/code'
import { NONE } from './constants/reason'

// ---- accounts ----

/** Gives a new desk its accounts. */
@inline export function openAccounts(desk: Desk, instrument: Instrument): void {
  if (instrument.contract.exists) contractHolds.openAccounts(desk, instrument)
  else accounts.openAccounts(desk, instrument)
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

/** Hold of a draft, minor units of what it pays with; −1 when no price is known to compute it. `replaced`: in whose place it comes, or none. */
@inline export function needOfDraft(instrument: Instrument, user: User, draft: Draft, replaced: Order): i64 {
  if (!instrument.contract.exists) return needs.needOfDraft(instrument, user, draft)
  return contractHolds.needOfDraft(instrument, user, draft, replaced.exists ? replaced.remaining : 0)
}

/** Hold of a plain limit order, as a float that is exact below 2^52. */
@inline export function needOfPlain(instrument: Instrument, isBuy: bool, price: f64, quantity: f64): f64 {
  return needs.needOfPlain(instrument, isBuy, price, quantity)
}

/** What an order of a contract that fired needs now. */
@inline export function needOfFired(instrument: Instrument, order: Order): i64 {
  return contractHolds.needOfFired(instrument, order)
}

/** Gives an order of a pair that fires its limit and its money. */
@inline export function fitFired(instrument: Instrument, order: Order): void {
  fired.fitFired(instrument, order)
}

/** Is the money there for what is left of an order that fired and is about to rest? */
@inline export function coversRest(instrument: Instrument, order: Order): bool {
  return instrument.contract.exists || fired.coversRest(instrument, order)
}

/** What a child, or a list of children, needs at its start. */
@inline export function needOfChild(instrument: Instrument, child: Order, draft: Draft): i64 {
  return needs.needOfChild(instrument, child, draft)
}

/** What an order needs with the terms of a draft. */
@inline export function needOfAmended(instrument: Instrument, order: Order, draft: Draft): i64 {
  return instrument.contract.exists ? contractHolds.needOfRest(instrument, order) : needs.needOfAmended(instrument, order, draft)
}

/** Would an order bring its user's holding above the pair's bound? `desk` and `spared`, an order left out, may be none. */
@inline export function exceedsPosition(instrument: Instrument, user: User, desk: Desk, quantity: f64, quoteAmount: i64, spared: Order): bool {
  return position.exceedsPosition(instrument, user, desk, quantity, quoteAmount, spared)
}

/** What an order may need at most, with what it holds already. */
@inline export function spendable(order: Order): i64 {
  return order.desk.seat.exists ? contractHolds.spendable(order) : accounts.payingAccount(order).available + order.held
}

/** Why an order that fired may not enter, what it asks for made fit for it: CLOSE_NONE, it may. */
@inline export function refusalOfFired(instrument: Instrument, order: Order): i32 {
  return instrument.contract.exists ? contractHolds.refusalOfFired(instrument, order) : CLOSE_NONE
}

/** What an amendment of a contract order may not be: a reason; NONE. */
@inline export function checkAmended(instrument: Instrument, order: Order, draft: Draft): i32 {
  return instrument.contract.exists ? contractHolds.checkAmended(instrument, order, draft) : NONE
}

/** A trade's price as triggers see it. */
@inline export function seenPrice(instrument: Instrument, price: f64): f64 {
  const contract = instrument.contract
  return contract.exists ? limitedLast(contract, price) : price
}

/** Price that a trigger is tested against; 0 = not known yet. */
@inline export function triggerPriceNow(instrument: Instrument, by: i32): f64 {
  return priceBy(instrument, by)
}

// ---- holds ----

/** Does a draft become an order whose hold includes its fee? */
@inline export function holdsFee(instrument: Instrument, draft: Draft): bool {
  return !instrument.contract.exists && holds.holdsFee(instrument, draft)
}

/** Bits of the order that a draft becomes. */
@inline export function feeBits(instrument: Instrument, draft: Draft): u32 {
  return instrument.contract.exists ? contractHolds.FEE_BITS : holds.feeBits(instrument, draft)
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
  if (order.desk.seat.exists) contractHolds.hold(order, amount)
  else holds.hold(order, amount)
}

/** Frees part of an order's hold. */
@inline export function releaseHold(order: Order, amount: i64): void {
  holds.releaseHold(order, amount)
  pledge.notePledged(order, -amount)
}

/** Frees what an order holds beyond the need of its rest. */
@inline export function trimHold(instrument: Instrument, order: Order): void {
  if (instrument.contract.exists) contractHolds.trimHold(instrument, order)
  else holds.trimHold(instrument, order)
}

/** Largest quantity whose cost at this price the order's hold covers. */
@inline export function lotsInHold(instrument: Instrument, order: Order, price: f64, wanted: f64): f64 {
  return fired.isFiredBuy(order) ? fired.lotsOfFired(instrument, order, price, wanted) : holds.lotsInHold(instrument, order, price)
}

/** An order reserves so much more or less. */
@inline export function notePledged(order: Order, amount: i64): void {
  pledge.notePledged(order, amount)
}

// ---- what rests ----

/** An order begins to rest with so many lots. */
@inline export function noteMore(instrument: Instrument, order: Order, lots: f64): void {
  if (!instrument.contract.exists) return
  resting.noteMore(order, lots)
  legs.noteExcess(order)
}

/** One that rests shrinks by so many lots without a fill, or goes with them. */
@inline export function noteFewer(instrument: Instrument, order: Order, lots: f64): void {
  if (instrument.contract.exists) resting.noteFewer(order, lots)
}

// ---- settlement ----

/** Is what an order would pay for a fill bounded by its hold alone, so that it has to be asked how much of it it can pay? */
@inline export function isBudgeted(instrument: Instrument, order: Order, isBuy: bool, isLimit: bool): bool {
  return isBuy && !instrument.contract.exists && (!isLimit || fired.isFiredBuy(order))
}

/** The worst price at which an order without a limit trades on a contract. */
@inline export function worstPrice(instrument: Instrument, isBuy: bool): f64 {
  return contractHolds.worstPriceOf(instrument, isBuy)
}

/** Lots that two orders of a contract can bear to trade with each other; 0 = the maker none, TAKER_STOPS = the taker none. See `perp/orders/meet.ts`. */
@inline export function meet(instrument: Instrument, taker: Order, maker: Order, price: f64, quantity: f64): f64 {
  return meeting.meet(instrument, taker, maker, price, quantity)
}

/** Of the last meeting: does the maker's rest end, does the taker stop? */
@inline export function isMakerCut(): bool {
  return meeting.isMakerCut
}

@inline export function isTakerCut(): bool {
  return meeting.isTakerCut
}

/** Has a contract no index? */
@inline export function isShut(instrument: Instrument): bool {
  return instrument.contract.exists && instrument.contract.isShut != 0
}

/** While a contract has no index: may an order trade? */
@inline export function mayCloseNow(instrument: Instrument, order: Order): bool {
  return legs.mayCloseNow(instrument.contract, order)
}

/** May an order of a contract meet a resting one at a price? See `perp/orders/legs.ts`. */
@inline export function meetsNow(instrument: Instrument, maker: Order, price: f64): bool {
  return legs.meetsNow(instrument, maker, price)
}

/** Begins to try an order of a contract out. See `perp/orders/trial.ts`. */
@inline export function beginTrial(instrument: Instrument, seat: Seat, side: i32, isClose: bool, lots: f64, reserve: i64, isReserved: bool): void {
  trial.beginTrial(instrument, seat, side, isClose, lots, reserve, isReserved)
}

@inline export function tradeInTrial(maker: Order, price: f64, quantity: f64): f64 {
  return trial.tradeInTrial(maker, price, quantity)
}

/** A resting order would end behind so many lots that it trades: what it reserves for the others is free. */
@inline export function freeInTrial(maker: Order, traded: f64): void {
  trial.freeInTrial(maker, traded)
}

@inline export function isTrialPoor(): bool {
  return trial.isPoor
}

/** What a fill of a contract lacks that other orders of its owner reserve. */
@inline export function lackOfFill(instrument: Instrument, order: Order, price: f64, quantity: f64, isMaker: bool): i64 {
  return meeting.lackOfFill(instrument, order, price, quantity, isMaker)
}

/** The newest order of an owner that reserves something, but for two. */
@inline export function newestReserving(order: Order, other: Order): Order {
  return reserving.newestReserving(order.desk.seat.cross, order, other)
}

/** The newest order that promises what its owner does not have any more, but for one; none. */
@inline export function overPledged(cross: Cross, spared: Order): Order {
  return pledge.overPledged(cross, spared)
}

/** Does an order only close? */
@inline export function onlyCloses(order: Order): bool {
  return legs.isClosing(order)
}

/**
 * Settles `quantity` at `price`. Both orders hold enough; the caller ends or requeues them afterwards. Returns whether others may go by
 * the price: what one person trades with himself is no price.
 */
@inline export function settleFill(instrument: Instrument, maker: Order, taker: Order, price: f64, quantity: f64): bool {
  const counts = instrument.contract.exists
    ? contractFill.settleFill(instrument, maker, taker, price, quantity)
    : fill.settleFill(instrument, maker, taker, price, quantity)
  return counts
}
