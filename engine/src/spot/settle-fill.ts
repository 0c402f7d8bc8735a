/** One fill: money of both sides moves, both orders advance, the trade is recorded. The sum of its postings per asset is zero. */
import * as code from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as event from '../events/event-layout.ts'
import { orderFeeAsset } from '../events/write-order.ts'
import * as layout from '../layout.ts'
import { openAccount } from '../ledger/account.ts'
import { INCOME_FEE } from '../ledger/chart-of-accounts.ts'
import * as posting from '../ledger/posting.ts'
import { addVolume, MAKER as ROLE_MAKER, TAKER as ROLE_TAKER, rateOf } from '../market/fee-schedule.ts'
import { type Instrument, RATES as MONEY_RATES } from '../market/instrument.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { feeOf } from '../money/notional.ts'
import { sideOf, typeOf } from '../order-flags.ts'
import type { State } from '../state.ts'
import { payCommission } from './commission.ts'
import { feeInFeeAsset } from './fee-asset.ts'
import { hasLimit, lotsToAmount, needOf, quoteValue, trimHold } from './holds.ts'

const HANDLE = HANDLE_MASK

const { BUY, CAUSE_FEE, CAUSE_TRADE, PARTIALLY_FILLED, SELL } = code
const { FILL: amounts, FILL_AMOUNT: AMOUNT, FILL_FEE: FEE, FILL_NOTIONAL: NOTIONAL, post, postFill, postHouse } = posting
const MAKER = ROLE_MAKER
const TAKER = ROLE_TAKER
const RATES = MONEY_RATES
const {
  RECORD_TRADE,
  TRADE_BYTES,
  TRADE_ID,
  TRADE_INSTRUMENT,
  TRADE_MAKER_FEE,
  TRADE_MAKER_FEE_ASSET,
  TRADE_MAKER_ORDER,
  TRADE_MAKER_USER,
  TRADE_NOTIONAL,
  TRADE_PRICE,
  TRADE_QUANTITY,
  TRADE_TAKER_FEE,
  TRADE_TAKER_FEE_ASSET,
  TRADE_TAKER_ORDER,
  TRADE_TAKER_USER,
} = event
const {
  DESK_BASE_ACCOUNT,
  DESK_QUOTE_ACCOUNT,
  DESK_USER,
  DESK_USER_ID,
  ORDER_DESK,
  ORDER_EXECUTED_QUOTE,
  ORDER_FEE,
  ORDER_HELD,
  ORDER_ID,
  ORDER_REMAINING,
  ORDER_STATUS,
  ORDER_UPDATED,
  USER_ID,
  USER_INVITER,
  USER_LEVEL,
} = layout

/** What a fee in the fee asset comes to; computed after the proceeds are credited, because a fee asset just bought may pay the fee. */
interface Charge {
  fee: bigint
  feeAssetId: number
  isInFeeAsset: boolean
}

const charge: Charge = { fee: 0n, feeAssetId: 0, isInFeeAsset: false }

/**
 * Settles `quantity` at `price`. Both orders hold enough; the caller ends or requeues them afterwards.
 */
export function settleFill(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  maker: number,
  taker: number,
  price: number,
  quantity: number,
): void {
  maker &= HANDLE
  taker &= HANDLE
  state.tradeCount += 1
  amounts.setBigInt64(NOTIONAL, quoteValue(instrument, price, quantity), true)
  amounts.setBigInt64(AMOUNT, lotsToAmount(instrument, quantity), true)
  advance(state, maker, quantity)
  advance(state, taker, quantity)
  const at = recordTrade(state, out, instrument, maker, taker, price, quantity)
  if (sideOf(state.orders.view, maker) === BUY) {
    move(state, out, instrument, maker, MAKER, BUY, at)
    move(state, out, instrument, taker, TAKER, SELL, at)
  } else {
    move(state, out, instrument, taker, TAKER, BUY, at)
    move(state, out, instrument, maker, MAKER, SELL, at)
  }
  instrument.lastPrice = price
  instrument.window.add(price, state.at)
}

function userOf(state: State, order: number): number {
  order &= HANDLE
  return state.desks.view.getInt32(state.orders.view.getInt32(order + ORDER_DESK, true) + DESK_USER, true)
}

function advance(state: State, order: number, quantity: number): void {
  order &= HANDLE
  const view = state.orders.view
  view.setFloat64(order + ORDER_REMAINING, view.getFloat64(order + ORDER_REMAINING, true) - quantity, true)
  const executed = BigInt.asIntN(64, view.getBigInt64(order + ORDER_EXECUTED_QUOTE, true) + amounts.getBigInt64(NOTIONAL, true))
  view.setBigInt64(order + ORDER_EXECUTED_QUOTE, executed, true)
  view.setUint8(order + ORDER_STATUS, PARTIALLY_FILLED)
  view.setFloat64(order + ORDER_UPDATED, state.at, true)
}

/** Moves the money of one side and notes its fee in the trade's record at `at`. */
function move(state: State, out: EventBuffer, instrument: Instrument, order: number, role: number, side: number, at: number): void {
  order &= HANDLE
  at &= HANDLE
  const isBuy = side === BUY
  if (state.fees.feeAssetId !== 0 || (isBuy && instrument.feeInQuote)) {
    moveWithCharge(state, out, instrument, order, role, at)
    return
  }
  const orders = state.orders.view
  const desks = state.desks.view
  const desk = orders.getInt32(order + ORDER_DESK, true) & HANDLE
  const user = desks.getInt32(desk + DESK_USER, true) & HANDLE
  const base = desks.getInt32(desk + DESK_BASE_ACCOUNT, true) & HANDLE
  const quote = desks.getInt32(desk + DESK_QUOTE_ACCOUNT, true) & HANDLE
  const paidAt = isBuy ? NOTIONAL : AMOUNT
  const gainedAt = isBuy ? AMOUNT : NOTIONAL
  const heldAfter = BigInt.asIntN(64, orders.getBigInt64(order + ORDER_HELD, true) - amounts.getBigInt64(paidAt, true))
  orders.setBigInt64(order + ORDER_HELD, heldAfter, true)
  const feeAssetId = isBuy ? instrument.baseAssetId : instrument.quoteAssetId
  const house = findFee(state, user, instrument, side, role, gainedAt) ? houseOf(state, instrument, isBuy) : 0
  postFill(state, out, isBuy ? quote : base, isBuy ? base : quote, house, paidAt, gainedAt)
  const fee = amounts.getBigInt64(FEE, true)
  orders.setBigInt64(order + ORDER_FEE, BigInt.asIntN(64, orders.getBigInt64(order + ORDER_FEE, true) + fee), true)
  out.view.setBigInt64(at + (role === MAKER ? TRADE_MAKER_FEE : TRADE_TAKER_FEE), fee, true)
  out.view.setInt32(at + (role === MAKER ? TRADE_MAKER_FEE_ASSET : TRADE_TAKER_FEE_ASSET), feeAssetId, true)
  if (house !== 0 && state.users.view.getInt32(user + USER_INVITER, true) !== 0) payCommission(state, out, user, house, feeAssetId)
  if (isBuy) trimHold(state, out, instrument, order)
  if (instrument.countsVolume) addVolume(state, user, amounts)
}

/** Leaves the fee in what the side gains, ceil(gained × rate ÷ 1e8), for the postings; false when there is none. */
function findFee(state: State, user: number, instrument: Instrument, side: number, role: number, gainedAt: number): boolean {
  user &= HANDLE
  gainedAt &= HANDLE
  const level = state.users.view.getInt32(user + USER_LEVEL, true)
  const { rates, levelCount } = state.fees
  const isByLevel = level >= 0 && levelCount !== 0
  const table = isByLevel ? rates : instrument.money
  const rate = table.getBigInt64(isByLevel ? Math.min(level, levelCount - 1) * 16 + role * 8 : RATES + side * 16 + role * 8, true)
  const fee = feeOf(amounts.getBigInt64(gainedAt, true), rate)
  amounts.setBigInt64(FEE, fee, true)
  return fee !== 0n
}

/** The house's fee account of the pair's base or quote asset, opened with the first fee. */
function houseOf(state: State, instrument: Instrument, isBase: boolean): number {
  const known = isBase ? instrument.baseFeeAccount : instrument.quoteFeeAccount
  if (known !== 0) return known
  const account = openAccount(state, INCOME_FEE, isBase ? instrument.baseAssetId : instrument.quoteAssetId)
  if (isBase) instrument.baseFeeAccount = account
  else instrument.quoteFeeAccount = account
  return account
}

/** As `move`, where the fee may be paid in the fee asset, or by a buyer in quote. */
function moveWithCharge(state: State, out: EventBuffer, instrument: Instrument, order: number, role: number, at: number): void {
  const orders = state.orders.view
  const desk = orders.getInt32(order + ORDER_DESK, true) & HANDLE
  const base = state.desks.view.getInt32(desk + DESK_BASE_ACCOUNT, true) & HANDLE
  const quote = state.desks.view.getInt32(desk + DESK_QUOTE_ACCOUNT, true) & HANDLE
  const tradeId = state.tradeCount
  const isBuy = sideOf(orders, order) === BUY
  const notional = amounts.getBigInt64(NOTIONAL, true)
  const amount = amounts.getBigInt64(AMOUNT, true)
  const paid = isBuy ? notional : amount
  orders.setBigInt64(order + ORDER_HELD, BigInt.asIntN(64, orders.getBigInt64(order + ORDER_HELD, true) - paid), true)
  post(state, out, isBuy ? quote : base, 0n, -paid, CAUSE_TRADE, tradeId)
  post(state, out, isBuy ? base : quote, isBuy ? amount : notional, 0n, CAUSE_TRADE, tradeId)
  computeCharge(state, instrument, order, role, notional, amount)
  chargeFee(state, out, instrument, order, isBuy)
  if (isBuy) trimHold(state, out, instrument, order)
  if (instrument.countsVolume) addVolume(state, state.desks.view.getInt32(desk + DESK_USER, true), amounts)
  out.view.setBigInt64(at + (role === MAKER ? TRADE_MAKER_FEE : TRADE_TAKER_FEE), charge.fee, true)
  out.view.setInt32(at + (role === MAKER ? TRADE_MAKER_FEE_ASSET : TRADE_TAKER_FEE_ASSET), charge.feeAssetId, true)
}

function computeCharge(state: State, instrument: Instrument, order: number, role: number, notional: bigint, amount: bigint): void {
  order &= HANDLE
  const user = userOf(state, order)
  const side = sideOf(state.orders.view, order)
  const rate = rateOf(state, user, instrument, side, role)
  if (state.fees.feeAssetId !== 0) {
    const inFeeAsset = feeInFeeAsset(state, instrument, user, notional, rate)
    if (inFeeAsset !== 0n) {
      charge.fee = inFeeAsset
      charge.feeAssetId = state.fees.feeAssetId
      charge.isInFeeAsset = true
      return
    }
  }
  const isBuy = side === BUY
  charge.isInFeeAsset = false
  charge.feeAssetId = isBuy && !instrument.feeInQuote ? instrument.baseAssetId : instrument.quoteAssetId
  charge.fee = feeOf(isBuy && !instrument.feeInQuote ? amount : notional, rate)
  if (isBuy && instrument.feeInQuote) charge.fee = coveredFee(state, instrument, order, charge.fee)
}

/** A buyer's fee in quote comes out of the hold, and never takes what the rest of the order needs. */
function coveredFee(state: State, instrument: Instrument, order: number, fee: bigint): bigint {
  const held = state.orders.view.getBigInt64(order + ORDER_HELD, true)
  const rest = hasLimit(typeOf(state.orders.view, order)) ? needOf(state, instrument, order) : 0n
  const most = held - rest
  return fee <= most ? fee : most > 0n ? most : 0n
}

function chargeFee(state: State, out: EventBuffer, instrument: Instrument, order: number, isBuy: boolean): void {
  order &= HANDLE
  const { fee, feeAssetId } = charge
  if (fee === 0n) return
  const orders = state.orders.view
  const account = accountOfDesk(state, instrument, orders.getInt32(order + ORDER_DESK, true), feeAssetId)
  const fromHold = isBuy && instrument.feeInQuote && !charge.isInFeeAsset
  if (fromHold) orders.setBigInt64(order + ORDER_HELD, orders.getBigInt64(order + ORDER_HELD, true) - fee, true)
  post(state, out, account, fromHold ? 0n : -fee, fromHold ? -fee : 0n, CAUSE_FEE, state.tradeCount)
  const house = openAccount(state, INCOME_FEE, feeAssetId)
  postHouse(state, house, fee)
  const user = userOf(state, order)
  if (state.users.view.getInt32(user + USER_INVITER, true) !== 0) {
    amounts.setBigInt64(FEE, fee, true)
    payCommission(state, out, user, house, feeAssetId)
  }
  addFee(state, instrument, order)
}

/** A fee is paid from one of the desk's own two accounts, unless the fee asset is a third one. */
function accountOfDesk(state: State, instrument: Instrument, desk: number, assetId: number): number {
  const desks = state.desks.view
  if (assetId === instrument.quoteAssetId) return desks.getInt32(desk + DESK_QUOTE_ACCOUNT, true)
  if (assetId === instrument.baseAssetId) return desks.getInt32(desk + DESK_BASE_ACCOUNT, true)
  return openAccount(state, desks.getInt32(desk + DESK_USER_ID, true), assetId)
}

/** The order's fee column sums what was paid in its side's asset; a fee in the fee asset stands in the trade and the statement. */
function addFee(state: State, instrument: Instrument, order: number): void {
  order &= HANDLE
  if (charge.feeAssetId !== orderFeeAsset(state, order, instrument)) return
  const orders = state.orders.view
  orders.setBigInt64(order + ORDER_FEE, BigInt.asIntN(64, orders.getBigInt64(order + ORDER_FEE, true) + charge.fee), true)
}

function recordTrade(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  maker: number,
  taker: number,
  price: number,
  quantity: number,
): number {
  maker &= HANDLE
  taker &= HANDLE
  const orders = state.orders.view
  const users = state.users.view
  const at = out.record(RECORD_TRADE | (sideOf(orders, taker) << 8), TRADE_BYTES) & HANDLE
  const record = out.view
  record.setInt32(at + TRADE_INSTRUMENT, instrument.instrumentId, true)
  record.setInt32(at + TRADE_MAKER_USER, users.getInt32(userOf(state, maker) + USER_ID, true), true)
  record.setInt32(at + TRADE_TAKER_USER, users.getInt32(userOf(state, taker) + USER_ID, true), true)
  record.setFloat64(at + TRADE_ID, state.tradeCount, true)
  record.setFloat64(at + TRADE_PRICE, price, true)
  record.setFloat64(at + TRADE_QUANTITY, quantity, true)
  record.setBigInt64(at + TRADE_NOTIONAL, amounts.getBigInt64(NOTIONAL, true), true)
  record.setFloat64(at + TRADE_MAKER_ORDER, orders.getFloat64(maker + ORDER_ID, true), true)
  record.setFloat64(at + TRADE_TAKER_ORDER, orders.getFloat64(taker + ORDER_ID, true), true)
  return at
}
