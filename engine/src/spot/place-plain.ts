/**
 * Placing a plain limit order, which most commands do: good till cancelled or immediate-or-cancel, one leg, no date, no hidden part.
 * It is accepted here when every check of `placeOrder` passes, and then has the same effects, written out without a draft; in any other
 * case nothing has happened yet and `placeOrder` decides and names the reason.
 */
import * as code from '../codec/code.ts'
import * as entry from '../codec/entry-layout.ts'
import type { EventBuffer } from '../event-buffer.ts'
import { PLACED as CHANGE_PLACED, writeOrder } from '../events/write-order.ts'
import * as layout from '../layout.ts'
import { postHold } from '../ledger/posting.ts'
import { bandOf } from '../market/band.ts'
import { findDesk } from '../market/desk.ts'
import type { Instrument } from '../market/instrument.ts'
import { mixId } from '../memory/handle-index.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { int64Of } from '../money/notional.ts'
import { packTerms } from '../order-flags.ts'
import { writeOutcomeOrder } from '../outcome.ts'
import { instrumentAt, type State } from '../state.ts'
import { bindKey, settlePlainKey } from '../user/idempotency.ts'
import { makeLabel } from '../user/label.ts'
import { enterMarket, restOrder } from './enter.ts'

const HANDLE = HANDLE_MASK

const { BUY, GTC, IOC, LIMIT, NEW, SELL, STP_DECREMENT, TRADING } = code
const { ENTRY_INSTRUMENT, ENTRY_USER, PLACE_SELF_TRADE, PLACE_SOURCE, PLACE_TERMS, TERMS_PRICE, TERMS_QUANTITY, TERMS_TIME_IN_FORCE } =
  entry
const {
  ACCOUNT_AVAILABLE,
  DESK_BASE_ACCOUNT,
  DESK_OPEN_COUNT,
  DESK_ORDERS,
  DESK_QUOTE_ACCOUNT,
  LEVEL_PRICE,
  ORDER_CREATED,
  ORDER_DESK,
  ORDER_DESK_NEXT,
  ORDER_DESK_PREVIOUS,
  ORDER_EXECUTED_QUOTE,
  ORDER_EXTRA,
  ORDER_FEE,
  ORDER_HELD,
  ORDER_ID,
  ORDER_KIND,
  ORDER_LABEL,
  ORDER_LEVEL,
  ORDER_PREVIOUS,
  ORDER_PRICE,
  ORDER_QUANTITY,
  ORDER_REMAINING,
  ORDER_UPDATED,
  USER_STATUS,
} = layout
const PLACED = CHANGE_PLACED

const PRICE = PLACE_TERMS + TERMS_PRICE
const QUANTITY = PLACE_TERMS + TERMS_QUANTITY
/** Bytes "has a child" and "is long" of the word at PLACE_SOURCE; byte "type" of the word at PLACE_TERMS. */
const CHILD_OR_LONG = 0xffff00
const TYPE_BYTE = 0xff00
/** Of the user's word of status, role, trading: active and allowed to trade. */
const USER_GATE = 0xff00ff
const USER_OPEN = 0x010000
/** Below this every product here is exact as a float. */
const EXACT = 2 ** 52
/** Rows that `placeOrder` wants room for. */
const ROWS_SPARED = 8

/** Places the order of a placeOrder entry if it is plain and passes every check; false when nothing happened. */
export function placePlain(state: State, out: EventBuffer, view: DataView, start: number, user: number, key: number): boolean {
  start &= HANDLE
  user &= HANDLE
  key &= HANDLE
  const instrument = instrumentAt(state, view.getInt32(start + ENTRY_INSTRUMENT, true))
  if (instrument === undefined || !isPlain(state, view, start, user, instrument)) return false
  const desk = findDesk(state, view.getInt32(start + ENTRY_USER, true), instrument.instrumentId) & HANDLE
  if (desk === 0 || !isCovered(state, view, start, instrument, desk)) return false
  const order = openPlain(state, view, start, instrument, desk, key)
  const isBuy = view.getUint8(start + PLACE_TERMS) === BUY
  postHold(state, out, state.desks.view.getInt32(desk + (isBuy ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), true), order)
  writeOrder(state, out, order, PLACED)
  const status = restsAtOnce(state, view, start, instrument)
    ? restOrder(state, out, instrument, order)
    : enterMarket(state, out, instrument, order)
  writeOutcomeOrder(state, out, state.seq * 8, 0, LIMIT, status, key, instrument.instrumentId)
  if (key !== 0) settlePlainKey(state, key, LIMIT, status, instrument.instrumentId)
  return true
}

/** Would a good-till-cancelled order meet nothing? Then its taker phase is empty and it goes straight into the book. */
function restsAtOnce(state: State, view: DataView, start: number, instrument: Instrument): boolean {
  start &= HANDLE
  if (view.getUint8(start + PLACE_TERMS + TERMS_TIME_IN_FORCE) !== GTC) return false
  const isBuy = view.getUint8(start + PLACE_TERMS) === BUY
  const best = (isBuy ? instrument.asks.best : instrument.bids.best) & HANDLE
  if (best === 0) return true
  const bestPrice = state.levels.view.getFloat64(best + LEVEL_PRICE, true)
  const price = view.getFloat64(start + PRICE, true)
  return isBuy ? price < bestPrice : price > bestPrice
}

/** User, pair, form, ranges, value and band. */
function isPlain(state: State, view: DataView, start: number, user: number, instrument: Instrument): boolean {
  start &= HANDLE
  user &= HANDLE
  const terms = view.getInt32(start + PLACE_TERMS, true)
  const side = terms & 0xff
  if (side > SELL || (terms & TYPE_BYTE) !== 0 || ((terms >>> 16) & 0xff) > IOC || terms >>> 24 > STP_DECREMENT) return false
  if ((view.getInt32(start + PLACE_SOURCE, true) & CHILD_OR_LONG) !== 0) return false
  if ((state.users.view.getInt32(user + USER_STATUS, true) & USER_GATE) !== USER_OPEN) return false
  if (instrument.status !== TRADING || !(side === BUY ? instrument.takesPlainBuys : instrument.takesPlainSells)) return false
  const price = view.getFloat64(start + PRICE, true)
  const quantity = view.getFloat64(start + QUANTITY, true)
  if (!(price >= 1 && price <= instrument.priceMost)) return false
  if (!(quantity >= instrument.quantityLeast && quantity <= instrument.quantityMost)) return false
  if (Math.floor(price) !== price || Math.floor(quantity) !== quantity) return false
  const value = price * quantity * instrument.notionalUnit
  if (value >= EXACT || quantity * instrument.lotUnit >= EXACT) return false
  if (value < instrument.valueLeast || value > instrument.valueMost) return false
  if (instrument.terms.priceBandE8 === 0) return true
  const band = bandOf(state, instrument)
  return side === BUY ? price <= band.high : price >= band.low
}

/** Count of open orders, money and room. */
function isCovered(state: State, view: DataView, start: number, instrument: Instrument, desk: number): boolean {
  start &= HANDLE
  desk &= HANDLE
  const desks = state.desks.view
  const most = instrument.terms.maxOpenOrders
  const rests = view.getUint8(start + PLACE_TERMS + TERMS_TIME_IN_FORCE) === GTC
  if (rests && most !== 0 && desks.getInt32(desk + DESK_OPEN_COUNT, true) >= most) return false
  const isBuy = view.getUint8(start + PLACE_TERMS) === BUY
  const account = desks.getInt32(desk + (isBuy ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), true)
  if (state.accounts.view.getBigInt64(account + ACCOUNT_AVAILABLE, true) < int64Of(needOf(view, start, instrument))) return false
  const { orders, extras } = state
  return orders.hasRoom(ROWS_SPARED) && orders.liveCount + ROWS_SPARED <= extras.rowsMax
}

/** What the order holds, exact: value of a buy, base units of a sell. */
function needOf(view: DataView, start: number, instrument: Instrument): number {
  start &= HANDLE
  const quantity = view.getFloat64(start + QUANTITY, true)
  if (view.getUint8(start + PLACE_TERMS) !== BUY) return quantity * instrument.lotUnit
  return view.getFloat64(start + PRICE, true) * quantity * instrument.notionalUnit
}

/** The row of the order, known to desk, index and key, with its hold noted. */
function openPlain(state: State, view: DataView, start: number, instrument: Instrument, desk: number, key: number): number {
  start &= HANDLE
  desk &= HANDLE
  key &= HANDLE
  const order = state.orders.allocate() & HANDLE
  const label = key === 0 ? 0 : makeLabel(state, key)
  const row = state.orders.view
  const side = view.getUint8(start + PLACE_TERMS)
  const terms = packTerms(
    view.getUint8(start + PLACE_TERMS + TERMS_TIME_IN_FORCE),
    view.getUint8(start + PLACE_SELF_TRADE),
    view.getUint8(start + PLACE_SOURCE),
  )
  const quantity = view.getFloat64(start + QUANTITY, true)
  const orderId = state.seq * 8
  const held = int64Of(needOf(view, start, instrument))
  row.setFloat64(order + ORDER_ID, orderId, true)
  row.setFloat64(order + ORDER_PRICE, view.getFloat64(start + PRICE, true), true)
  row.setFloat64(order + ORDER_REMAINING, quantity, true)
  row.setFloat64(order + ORDER_QUANTITY, quantity, true)
  row.setBigInt64(order + ORDER_HELD, held, true)
  row.setFloat64(order + ORDER_EXECUTED_QUOTE, 0, true)
  row.setFloat64(order + ORDER_FEE, 0, true)
  row.setFloat64(order + ORDER_CREATED, state.at, true)
  row.setFloat64(order + ORDER_UPDATED, state.at, true)
  row.setFloat64(order + ORDER_PREVIOUS, 0, true)
  row.setInt32(order + ORDER_LEVEL, 0, true)
  row.setInt32(order + ORDER_DESK, desk, true)
  row.setInt32(order + ORDER_KIND, side | ((terms & 0xff) << 8) | (NEW << 16), true)
  row.setInt32(order + ORDER_EXTRA, 0, true)
  row.setInt32(order + ORDER_LABEL, label, true)
  const desks = state.desks.view
  const first = desks.getInt32(desk + DESK_ORDERS, true) & HANDLE
  row.setInt32(order + ORDER_DESK_PREVIOUS, 0, true)
  row.setInt32(order + ORDER_DESK_NEXT, first, true)
  if (first !== 0) row.setInt32(first + ORDER_DESK_PREVIOUS, order, true)
  desks.setInt32(desk + DESK_ORDERS, order, true)
  state.orderIndex.add(mixId(orderId), order)
  if (key !== 0) bindKey(state, key, orderId)
  return order
}
