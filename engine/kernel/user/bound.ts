/**
 * Value that is lost on purpose counts as leaving. While a deposit of an account may still be undone, or withdrawals of it rest, its orders trade
 * no worse than 1 % beyond the reference of the pair (of a contract: its mark), and lose 2 % of what it had, and still has, by such prices and by
 * shares of its fees in all.
 * Without a reference it trades nothing: a price that is missing frees no money.
 */
import { valueOf as worthOf } from '../convert/stock'
import { clearDue, setDue } from '../due/queue'
import { indexOf } from '../index/asset-index'
import { profitOf } from '../perp/position/position'
import { valueOf } from '../market/instrument'
import { referenceAbove, referencePrice } from '../market/reference-price'
import { allocateZeroed, hasRoom, release } from '../memory/tables'
import { shareOf } from '../money/exact'
import { mulDivCeil } from '../money/wide'
import { sideOf, sourceOf, timeInForceOf } from '../orders/order-flags'
import { Account, Bound, boundsTable, Instrument, none, Order, Position, state, User } from '../../generated/rows'
import { BUY, CONTRACT_ACCOUNT, FINANCIAL_ACCOUNT, FOK, SPOT_ACCOUNT } from '../constants/code'
import { DUE_BOUND } from '../constants/due'
import { BOUND_BYTES } from '../constants/layout'
import { BOUNDS } from '../constants/map'

const EDGE_E8: i64 = 1_000_000
/** One in so many of what an account has may be lost while it is bounded: 2 %. What is left is counted in parts, so that nothing rounds. */
const LOSS_PARTS: i64 = 50
const VALUE_MOST: i64 = 1 << 60
/** More than any account may lose; so many parts of it stay in int64. */
const LOSS_MOST: i64 = 1 << 57
/** Each fill of an order rounds its loss up, by one at most, and an entry makes no more fills. */
const FILLS_MOST: i64 = 20_000
/** Orders of the house's liquidation, and of deleveraging, are not the customer's. */
const SOURCE_SYSTEM: i32 = 2

@inline function runs(bound: Bound): bool {
  return bound.unsettled != 0 || bound.until > state.at
}

/** What bounds the orders of a user now; none = nothing does. */
@inline export function boundOf(user: User): Bound {
  const bound = user.bound
  return bound.exists && runs(bound) ? bound : none<Bound>()
}

/** What an account has in the unit asset, as far as that has a price, less what its open positions lose. */
function wealthOf(user: User): i64 {
  let value: i64 = 0
  for (let account = user.accounts; account.exists; account = account.next) {
    const kind = account.kind
    if (kind != SPOT_ACCOUNT && kind != FINANCIAL_ACCOUNT && kind != CONTRACT_ACCOUNT) continue
    value = min(value + min(worthOf(account.asset, account.available + account.held), VALUE_MOST), VALUE_MOST)
  }
  const trader = user.trader
  if (!trader.exists) return value
  for (let seat = trader.seats; seat.exists; seat = seat.next) {
    const asset = seat.cross.asset
    value -= min(lostBy(seat.long, asset) + lostBy(seat.short, asset), value)
  }
  return value
}

/** What an open position loses at its mark. */
function lostBy(position: Position, asset: i32): i64 {
  return position.exists ? min(worthOf(asset, max<i64>(0, -profitOf(position))), VALUE_MOST) : 0
}

/** Coins of a user were set aside to leave. Of what is not there any more nothing may be lost: what came to be undone would pay for it. */
export function boundByLeaving(user: User): void {
  const bound = boundOf(user)
  if (bound.exists) bound.lossLeft = min(bound.lossLeft, wealthOf(user))
}

/** The row of a user, whose loss is counted from now on where nothing bounded him before. None where the table is full, which no hundred thousand customers bring about. */
function begin(user: User): Bound {
  let bound = user.bound
  if (bound.exists && runs(bound)) return bound
  if (!bound.exists) {
    if (!hasRoom(boundsTable, 1)) return bound
    bound = allocateZeroed<Bound>(BOUNDS, boundsTable, BOUND_BYTES)
    user.bound = bound
  }
  bound.lossLeft = wealthOf(user)
  return bound
}

/** Withdrawals of a user rest until a time; an earlier end than the one that is known changes nothing. */
export function boundUntil(user: User, until: f64): void {
  if (until <= state.at) return
  const bound = begin(user)
  if (!bound.exists) return
  bound.until = max(bound.until, until)
  setDue(bound.until, DUE_BOUND, <f64>user.id, 0)
}

/** A deposit was posted to an account of a user that may still be undone. It counts as much as it adds to what the account is worth, and what was lost or left before counts no more. */
export function boundByDeposit(user: User, account: Account, amount: i64): void {
  const known = boundOf(user)
  const bound = begin(user)
  if (!bound.exists) return
  if (known.exists) {
    const after = account.available + account.held
    const more = min(worthOf(account.asset, after), VALUE_MOST) - min(worthOf(account.asset, after - amount), VALUE_MOST)
    bound.lossLeft = min(min(bound.lossLeft, max<i64>(0, wealthOf(user) - more)) + more, VALUE_MOST)
  }
  bound.unsettled += 1
}

/** A deposit is as deep as it needs to be, or was undone. */
export function settleDeposit(user: User): void {
  const bound = user.bound
  if (!bound.exists) return
  if (bound.unsettled != 0) bound.unsettled -= 1
  endBound(user)
}

/** Forgets what bounded a user, where nothing does any more. */
export function endBound(user: User): void {
  const bound = user.bound
  if (!bound.exists || runs(bound)) return
  clearDue(DUE_BOUND, <f64>user.id, 0)
  user.bound = none<Bound>()
  release<Bound>(BOUNDS, boundsTable, bound)
}

/** The price that a side is measured from, where it lies between two ticks the one that is worse for that side; 0 = nobody knows one. */
export function fairPrice(instrument: Instrument, isBuy: bool): f64 {
  const contract = instrument.contract
  if (contract.exists) return contract.mark
  return isBuy ? referencePrice(instrument) : referenceAbove(instrument)
}

/** The worst price of a bounded order: rounded towards the fair price, but a tick from it at least. */
@inline export function edgeOf(fair: f64, isBuy: bool): f64 {
  if (fair == 0) return isBuy ? 0 : Infinity
  const width = max<f64>(1, <f64>shareOf(i64(fair), EDGE_E8))
  return isBuy ? fair + width : fair - width
}

/** How many ticks a price is worse than fair for a side; below 0: it is better. */
@inline function worseBy(fair: f64, price: f64, isBuy: bool): f64 {
  return isBuy ? price - fair : fair - price
}

/** What lots at a price lose, 1e-8 of the unit asset, rounded up; nobody can say it where the coin has no index: then it is too much. */
function lossOf(instrument: Instrument, ticks: f64, lots: f64): i64 {
  if (ticks <= 0) return 0
  const index = indexOf(instrument.quoteAsset)
  if (index.price == 0) return LOSS_MOST
  return min(mulDivCeil(<u64>valueOf(instrument, ticks, lots), <u64>index.price, <u64>index.unit * 10_000), LOSS_MOST)
}

/** May so many lots of an order trade at a price? */
export function mayTrade(instrument: Instrument, order: Order, price: f64, lots: f64): bool {
  const bound = boundOf(order.desk.user)
  if (!bound.exists || sourceOf(order) >= SOURCE_SYSTEM) return true
  const isBuy = sideOf(order) == BUY
  const fair = fairPrice(instrument, isBuy)
  const edge = edgeOf(fair, isBuy)
  if (isBuy ? price > edge : price < edge) return false
  return lossOf(instrument, worseBy(fair, price, isBuy), lots) * LOSS_PARTS <= bound.lossLeft
}

/** The same of a fill-or-kill that trades at this price at worst, whose fills each round up. */
export function mayTradeWhole(instrument: Instrument, order: Order, price: f64): bool {
  const bound = boundOf(order.desk.user)
  if (!bound.exists) return true
  const isBuy = sideOf(order) == BUY
  const fair = fairPrice(instrument, isBuy)
  const edge = edgeOf(fair, isBuy)
  const ticks = worseBy(fair, price, isBuy)
  if (ticks <= 0) return true
  return (isBuy ? price <= edge : price >= edge) && (lossOf(instrument, ticks, order.remaining) + FILLS_MOST) * LOSS_PARTS <= bound.lossLeft
}

/** Would an order lose by a price, so that its bound may end it? What has to be sure of a fill does not count on it. */
export function isUnsure(instrument: Instrument, order: Order, price: f64): bool {
  if (!boundOf(order.desk.user).exists) return false
  const isBuy = sideOf(order) == BUY
  const fair = fairPrice(instrument, isBuy)
  return fair == 0 || worseBy(fair, price, isBuy) > 0
}

/** Takes off what a fill loses. */
export function noteLoss(instrument: Instrument, order: Order, price: f64, lots: f64): void {
  const bound = boundOf(order.desk.user)
  if (!bound.exists || sourceOf(order) >= SOURCE_SYSTEM) return
  const isBuy = sideOf(order) == BUY
  bound.lossLeft = max<i64>(0, bound.lossLeft - lossOf(instrument, worseBy(fairPrice(instrument, isBuy), price, isBuy), lots) * LOSS_PARTS)
}

/**
 * May so much of an order's fee go to somebody else? That is lost as well as by a price, and is taken off: whoever pays fees on purpose would pay
 * a friend. A fill-or-kill, which was sure of its fills, gives nobody anything.
 */
export function mayGive(order: Order, assetId: i32, amount: i64): bool {
  const bound = boundOf(order.desk.user)
  if (!bound.exists) return true
  const index = indexOf(assetId)
  if (index.price == 0 || timeInForceOf(order) == FOK) return false
  const lost = min(mulDivCeil(<u64>amount, <u64>index.price, <u64>index.unit * 10_000), LOSS_MOST) * LOSS_PARTS
  if (lost > bound.lossLeft) return false
  bound.lossLeft -= lost
  return true
}

/** Does a limit lie where the orders of a user may not trade? */
export function isBeyondBound(instrument: Instrument, user: User, side: i32, price: f64): bool {
  if (price == 0 || !boundOf(user).exists) return false
  const isBuy = side == BUY
  const edge = edgeOf(fairPrice(instrument, isBuy), isBuy)
  return isBuy ? price > edge : price < edge
}
