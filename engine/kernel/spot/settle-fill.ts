/** One fill: money of both sides moves, both orders advance, the trade is recorded. The sum of its postings per asset is zero. */
import { INCOME_FEE, openAccount, openHouseAccount } from '../ledger/account'
import { post, postHouse } from '../ledger/posting'
import { addVolume, MAKER, rateOfReached, reachDay, TAKER } from '../market/fee-schedule'
import { idOf, valueOf } from '../market/instrument'
import { noteTrade } from '../market/last-price'
import { feeOf } from '../money/exact'
import { hasLimit, paysInQuote, setStatus, sideOf, typeOf } from '../orders/order-flags'
import { isSamePerson } from '../user/person'
import { feeAssetOf } from './accounts'
import { payCommission } from './commission'
import { feeInFeeAsset } from './fee-asset'
import { isFiredBuy } from './fired'
import { lotsToAmount, needOf, trimHold } from './holds'
import { TradeRecord } from '../../generated/records'
import { Account, Desk, Instrument, Order, state, User } from '../../generated/rows'
import { BUY, CAUSE_FEE, CAUSE_RELEASE, CAUSE_TRADE, PARTIALLY_FILLED, SELL, SPOT_ACCOUNT } from '../constants/code'

// What a fee that may be paid in the fee asset comes to; computed after the proceeds are credited, because a fee asset just bought may
// pay the fee.
let charged: i64 = 0
let chargedAsset: i32 = 0
let isInFeeAsset: bool = false

/** Is one person on both sides of the fill that is being settled? Then it counts for no fee level, no commission and no price. */
let isOwn: bool = false

/**
 * Settles `quantity` at `price`. Both orders hold enough; the caller ends or requeues them afterwards. Returns whether others may go by
 * the price.
 */
export function settleFill(instrument: Instrument, maker: Order, taker: Order, price: f64, quantity: f64): bool {
  if (state.behind != 0) reachBoth(maker, taker)
  isOwn = isSamePerson(userOf(maker), userOf(taker))
  const at = state.at
  const tradeId = state.trades + 1
  state.trades = tradeId
  const notional = valueOf(instrument, price, quantity)
  const amount = lotsToAmount(instrument, quantity)
  advance(maker, quantity, notional, at)
  advance(taker, quantity, notional, at)
  const trade = recordTrade(instrument, maker, taker, price, quantity)
  trade.tradeId = tradeId
  trade.notional = notional
  const makerBuys = sideOf(maker) == BUY
  move(instrument, makerBuys ? maker : taker, makerBuys ? MAKER : TAKER, BUY, notional, amount, tradeId, trade)
  move(instrument, makerBuys ? taker : maker, makerBuys ? TAKER : MAKER, SELL, notional, amount, tradeId, trade)
  if (isOwn) return false
  noteTrade(instrument, price, quantity, notional, at)
  return true
}

function reachBoth(maker: Order, taker: Order): void {
  reachDay(userOf(maker))
  reachDay(userOf(taker))
}

@inline function userOf(order: Order): User {
  return order.desk.user
}

@inline function advance(order: Order, quantity: f64, notional: i64, at: f64): void {
  order.remaining -= quantity
  order.executedQuote += notional
  setStatus(order, PARTIALLY_FILLED)
  order.updated = at
}

/** The trade's record, in which the caller writes id and value, and `move` the fees. */
@inline function recordTrade(instrument: Instrument, maker: Order, taker: Order, price: f64, quantity: f64): TradeRecord {
  const makerUser = <u32>maker.desk.userId
  const takerUser = <u32>taker.desk.userId
  const trade = TradeRecord.begin(sideOf(taker), i32(isOwn))
  trade.instrumentAndMaker = <u64><u32>idOf(instrument) | (<u64>makerUser << 32)
  // the assets of the fees, and what lies behind them, are zero so far
  trade.takerAndMakerFeeAsset = <u64>takerUser
  trade.takerFeeAssetWord = 0
  trade.price = price
  trade.quantity = quantity
  trade.makerOrderId = maker.id
  trade.takerOrderId = taker.id
  return trade
}

/** Notes a side's fee in the trade's record. */
@inline function noteFee(trade: TradeRecord, role: i32, fee: i64, assetId: i32): void {
  store<i64>(trade.fees + (role == MAKER ? 0 : 8), fee)
  store<i32>(trade.feeAssetIds + (role == MAKER ? 0 : 4), assetId)
}

/** Posts one side of a fill: payment out of the hold, receipt, and the fee from the receipt to the house. */
@inline function move(
  instrument: Instrument,
  order: Order,
  role: i32,
  side: i32,
  notional: i64,
  amount: i64,
  tradeId: f64,
  trade: TradeRecord,
): void {
  const isBuy = side == BUY
  if (state.feeAsset != 0 || (isBuy && paysInQuote(order))) {
    moveWithCharge(instrument, order, role, notional, amount, tradeId, trade)
    return
  }
  const desk = order.desk
  const user = desk.user
  const base = desk.baseAccount
  const quote = desk.quoteAccount
  const paying = isBuy ? quote : base
  const gaining = isBuy ? base : quote
  const paid = isBuy ? notional : amount
  const gained = isBuy ? amount : notional
  const assetId = assetOf(instrument, isBuy)
  const fee = feeOf(gained, rateOfReached(user, instrument, side, role))
  post(paying, 0, -paid, CAUSE_TRADE, tradeId)
  post(gaining, gained, 0, CAUSE_TRADE, tradeId)
  if (fee != 0) {
    const house = houseOf(instrument, isBuy)
    post(gaining, -fee, 0, CAUSE_FEE, tradeId)
    postHouse(house, fee)
    order.fee += fee
    if (user.inviter != 0 && !isOwn) payCommission(order, house, fee, assetId)
  }
  noteFee(trade, role, fee, assetId)
  const held = order.held - paid
  order.held = isBuy ? trimmed(instrument, order, held, paying) : held
  if (instrument.countsVolume != 0 && !isOwn) addVolume(user, notional)
}

/** What a buy without fees in quote keeps on hold: of a limit order, what a better price leaves over is freed. */
@inline function trimmed(instrument: Instrument, order: Order, held: i64, account: Account): i64 {
  if (!hasLimit(typeOf(order))) return held
  const need = order.extra.exists ? needOf(instrument, order) : valueOf(instrument, order.price, order.remaining)
  if (held <= need) return held
  post(account, held - need, need - held, CAUSE_RELEASE, order.id)
  return need
}

/** The pair's base or quote asset. */
@inline function assetOf(instrument: Instrument, isBase: bool): i32 {
  return isBase ? instrument.baseAsset : instrument.quoteAsset
}

/** The house's fee account of the pair's base or quote asset, opened with the first fee. */
@inline function houseOf(instrument: Instrument, isBase: bool): Account {
  const known = isBase ? instrument.baseFeeAccount : instrument.quoteFeeAccount
  return known.exists ? known : openHouse(instrument, isBase)
}

function openHouse(instrument: Instrument, isBase: bool): Account {
  const account = openHouseAccount(INCOME_FEE, assetOf(instrument, isBase))
  if (isBase) instrument.baseFeeAccount = account
  else instrument.quoteFeeAccount = account
  return account
}

/** As `move`, where the fee may be paid in the fee asset, or by a buyer in quote. */
function moveWithCharge(instrument: Instrument, order: Order, role: i32, notional: i64, amount: i64, tradeId: f64, trade: TradeRecord): void {
  const desk = order.desk
  const base = desk.baseAccount
  const quote = desk.quoteAccount
  const isBuy = sideOf(order) == BUY
  const paid = isBuy ? notional : amount
  order.held -= paid
  post(isBuy ? quote : base, 0, -paid, CAUSE_TRADE, tradeId)
  post(isBuy ? base : quote, isBuy ? amount : notional, 0, CAUSE_TRADE, tradeId)
  computeCharge(instrument, order, role, notional, amount)
  chargeFee(instrument, order, isBuy, tradeId)
  if (isBuy) trimHold(instrument, order)
  if (instrument.countsVolume != 0 && !isOwn) addVolume(desk.user, notional)
  noteFee(trade, role, charged, chargedAsset)
}

function computeCharge(instrument: Instrument, order: Order, role: i32, notional: i64, amount: i64): void {
  const user = userOf(order)
  const side = sideOf(order)
  const rate = rateOfReached(user, instrument, side, role)
  const feeAsset = state.feeAsset
  if (feeAsset != 0 && rate != 0 && user.payFeeAsset != 0) {
    const inFeeAsset = feeInFeeAsset(instrument, user, notional, rate)
    if (inFeeAsset != 0) {
      charged = inFeeAsset
      chargedAsset = feeAsset
      isInFeeAsset = true
      return
    }
  }
  const isBuy = side == BUY
  const isInBase = isBuy && !paysInQuote(order)
  isInFeeAsset = false
  chargedAsset = assetOf(instrument, isInBase)
  charged = feeOf(isInBase ? amount : notional, rate)
  if (isBuy && !isInBase) charged = coveredFee(instrument, order, charged)
}

/** A buyer's fee in quote comes out of the hold, and never takes what the rest of the order needs. */
function coveredFee(instrument: Instrument, order: Order, fee: i64): i64 {
  // one that fired takes no more lots than it can pay, fee and all, until it rests
  const isBudgeted = !hasLimit(typeOf(order)) || (isFiredBuy(order) && !order.level.exists)
  const rest: i64 = isBudgeted ? 0 : needOf(instrument, order)
  const most = order.held - rest
  return fee <= most ? fee : most > 0 ? most : 0
}

function chargeFee(instrument: Instrument, order: Order, isBuy: bool, tradeId: f64): void {
  const fee = charged
  if (fee == 0) return
  const account = accountOfDesk(instrument, order.desk, chargedAsset)
  const fromHold = paysInQuote(order) && !isInFeeAsset
  if (fromHold) order.held -= fee
  post(account, fromHold ? 0 : -fee, fromHold ? -fee : 0, CAUSE_FEE, tradeId)
  const house = openHouseAccount(INCOME_FEE, chargedAsset)
  postHouse(house, fee)
  if (userOf(order).inviter != 0 && !isOwn) payCommission(order, house, fee, chargedAsset)
  // the order's fee column sums what was paid in its side's asset; a fee in the fee asset stands in the trade and the statement
  if (chargedAsset == feeAssetOf(order.flags, instrument)) order.fee += fee
}

/** A fee is paid from one of the desk's own two accounts, unless the fee asset is a third one. */
function accountOfDesk(instrument: Instrument, desk: Desk, assetId: i32): Account {
  if (assetId == instrument.quoteAsset) return desk.quoteAccount
  if (assetId == instrument.baseAsset) return desk.baseAccount
  return openAccount(desk.userId, assetId, SPOT_ACCOUNT)
}
