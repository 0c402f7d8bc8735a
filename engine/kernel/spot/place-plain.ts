/**
 * Placing a plain limit order, which most commands do: good till cancelled or immediate-or-cancel, one leg, no date, no hidden part.
 * It is accepted here when every check of `placeOrder` passes, and then has the same effects, written out without a draft; in any other
 * case nothing has happened yet and `placeOrder` decides and names the reason.
 */
import { bestOf, ladderOf, ASKS, BIDS } from '../book/ladder'
import { PLACED, writeOrder } from '../events/write-order'
import { writeOutcomeOrder } from '../events/write-outcome'
import { findAccount } from '../ledger/account'
import { availableOf, post } from '../ledger/posting'
import { bandNow } from '../market/band'
import { findDeskFrom, openDesk } from '../market/desk'
import { instrumentAt } from '../market/instrument'
import { indexAdd, mixId } from '../memory/handle-index'
import { allocate, hasRoom } from '../memory/tables'
import { smallInt64 } from '../money'
import { BUY, CAUSE_HOLD, CLOSE_NONE, GTC, IOC, LIMIT, NEW, SELL, STP_DECREMENT, TRADING } from '../constants/code'
import {
  ENTRY_INSTRUMENT,
  ENTRY_USER,
  PLACE_SELF_TRADE,
  PLACE_SOURCE,
  PLACE_TERMS,
  TERMS_PRICE,
  TERMS_QUANTITY,
} from '../constants/entry'
import {
  DESK_BASE_ACCOUNT,
  DESK_OPEN_COUNT,
  DESK_ORDERS,
  DESK_QUOTE_ACCOUNT,
  LEVEL_PRICE,
  ORDER_BYTES,
  ORDER_CREATED,
  ORDER_DESK_PREVIOUS,
  ORDER_EXECUTED_QUOTE,
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
} from '../constants/layout'
import {
  DESKS,
  I_BAND_HIGH,
  I_BAND_LOW,
  I_BAND_RATE,
  I_BASE_ASSET,
  I_LOT_UNIT,
  I_NOTIONAL_UNIT,
  I_OPEN_MOST,
  I_PRICE_MOST,
  I_QUANTITY_LEAST,
  I_QUANTITY_MOST,
  I_QUOTE_ASSET,
  I_STATUS,
  I_TAKES_PLAIN,
  I_VALUE_LEAST,
  I_VALUE_MOST,
  LEVELS,
  ORDERS,
  S_AT,
  S_SEQ,
  T_ACCOUNTS,
  T_DESKS,
  T_EXTRAS,
  T_ORDERS,
  TABLE_LIVE,
  TABLE_MOST,
  USERS,
  X_ORDERS,
} from '../constants/map'
import { bindKey, settlePlainKey } from '../user/keys'
import { makeLabel } from '../user/label'
import { enterMarket, restOrder } from './enter'
import { DESK_ACCOUNTS } from './limits'
import { packTerms } from './order-flags'
import { orderIdOf } from './order-row'

const PRICE: usize = PLACE_TERMS + TERMS_PRICE
const QUANTITY: usize = PLACE_TERMS + TERMS_QUANTITY
/** Bytes "has a child" and "is long" of the word at PLACE_SOURCE; byte "type" of the word at PLACE_TERMS. */
const CHILD_OR_LONG: u32 = 0xffff00
const TYPE_BYTE: u32 = 0xff00
/** Of the user's word of status, role, trading: active and allowed to trade. */
const USER_GATE: u32 = 0xff00ff
const USER_OPEN: u32 = 0x010000
/** Below this every product here is exact as a float. */
const EXACT: f64 = 4503599627370496
/** Rows that `placeOrder` wants room for. */
const ROWS_SPARED: u32 = 8

/** Places the order of a placeOrder entry if it is plain and passes every check; false when nothing happened. */
export function placePlain(start: usize, user: usize, key: usize): bool {
  const instrumentId = load<i32>(start, ENTRY_INSTRUMENT)
  const instrument = instrumentAt(instrumentId)
  if (instrument == 0 || !isPlain(start, user, instrument)) return false
  const terms = load<u32>(start, PLACE_TERMS)
  const isBuy = (terms & 0xff) == BUY
  const isResting = ((terms >>> 16) & 0xff) == GTC
  const price = load<f64>(start, PRICE)
  const quantity = load<f64>(start, QUANTITY)
  const need = isBuy ? price * quantity * load<f64>(instrument, I_NOTIONAL_UNIT) : quantity * load<f64>(instrument, I_LOT_UNIT)
  if (need >= EXACT) return false
  const userId = load<i32>(start, ENTRY_USER)
  let desk = findDeskFrom(user, userId, instrumentId)
  if (isResting && desk != 0 && <f64>load<i32>(desk, DESKS + DESK_OPEN_COUNT) >= load<f64>(instrument, I_OPEN_MOST)) return false
  const account = desk != 0 ? load<usize>(desk + (isBuy ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), DESKS) : accountFor(instrument, userId, isBuy)
  const held = smallInt64(need)
  if (account == 0 || availableOf(account) < held || !hasRows()) return false
  if (desk == 0) desk = openDesk(userId, instrument)
  const order = open(start, terms, desk, key, price, quantity, held)
  post(account, -held, held, CAUSE_HOLD, orderIdOf(order))
  writeOrder(order, PLACED, CLOSE_NONE)
  const status = isResting && meetsNothing(instrument, price, isBuy) ? restOrder(instrument, order) : enterMarket(instrument, order)
  writeOutcomeOrder(load<f64>(S_SEQ) * 8, 0, LIMIT, status, key, instrumentId)
  if (key != 0) settlePlainKey(key, LIMIT, status, instrumentId)
  return true
}

/** User, pair, form, ranges, value and band. */
@inline function isPlain(start: usize, user: usize, instrument: usize): bool {
  const terms = load<u32>(start, PLACE_TERMS)
  const side = terms & 0xff
  if (side > <u32>SELL || (terms & TYPE_BYTE) != 0 || ((terms >>> 16) & 0xff) > <u32>IOC || terms >>> 24 > <u32>STP_DECREMENT) return false
  if ((load<u32>(start, PLACE_SOURCE) & CHILD_OR_LONG) != 0) return false
  if ((load<u32>(user, USERS + USER_STATUS) & USER_GATE) != USER_OPEN) return false
  if (load<i32>(instrument, I_STATUS) != TRADING || load<u8>(instrument + side, I_TAKES_PLAIN) == 0) return false
  const price = load<f64>(start, PRICE)
  const quantity = load<f64>(start, QUANTITY)
  if (!(price >= 1 && price <= load<f64>(instrument, I_PRICE_MOST))) return false
  if (!(quantity >= load<f64>(instrument, I_QUANTITY_LEAST) && quantity <= load<f64>(instrument, I_QUANTITY_MOST))) return false
  if (floor(price) != price || floor(quantity) != quantity) return false
  const value = price * quantity * load<f64>(instrument, I_NOTIONAL_UNIT)
  if (value >= EXACT || quantity * load<f64>(instrument, I_LOT_UNIT) >= EXACT) return false
  if (value < load<f64>(instrument, I_VALUE_LEAST) || value > load<f64>(instrument, I_VALUE_MOST)) return false
  if (load<f64>(instrument, I_BAND_RATE) == 0) return true
  bandNow(instrument)
  return side == BUY ? price <= load<f64>(instrument, I_BAND_HIGH) : price >= load<f64>(instrument, I_BAND_LOW)
}

/** Account that pays for a user's first order on a pair, 0 = none yet, or no room for the rows of a desk. */
function accountFor(instrument: usize, userId: i32, isBuy: bool): usize {
  if (!hasRoom(T_DESKS, 1) || !hasRoom(T_ACCOUNTS, DESK_ACCOUNTS)) return 0
  return findAccount(userId, load<i32>(instrument + (isBuy ? I_QUOTE_ASSET : I_BASE_ASSET)))
}

@inline function hasRows(): bool {
  const live = load<u32>(T_ORDERS, TABLE_LIVE) + ROWS_SPARED
  return live <= load<u32>(T_ORDERS, TABLE_MOST) && live <= load<u32>(T_EXTRAS, TABLE_MOST)
}

/** Would a good-till-cancelled order meet nothing? Then its taker phase is empty and it goes straight into the book. */
@inline function meetsNothing(instrument: usize, price: f64, isBuy: bool): bool {
  const best = bestOf(ladderOf(instrument, isBuy ? ASKS : BIDS))
  if (best == 0) return true
  const bestPrice = load<f64>(best, LEVELS + LEVEL_PRICE)
  return isBuy ? price < bestPrice : price > bestPrice
}

/** The row of the order, known to desk, index and key, with its hold noted. */
@inline function open(start: usize, terms: u32, desk: usize, key: usize, price: f64, quantity: f64, held: i64): usize {
  const order = allocate(ORDERS, T_ORDERS, ORDER_BYTES)
  const label = key == 0 ? 0 : makeLabel(key)
  const orderId = load<f64>(S_SEQ) * 8
  const at = load<f64>(S_AT)
  const packed = packTerms((terms >>> 16) & 0xff, load<u8>(start, PLACE_SELF_TRADE), load<u8>(start, PLACE_SOURCE)) & 0xff
  const first = load<usize>(desk, DESKS + DESK_ORDERS)
  store<f64>(order, orderId, ORDERS + ORDER_ID)
  store<f64>(order, price, ORDERS + ORDER_PRICE)
  store<f64>(order, quantity, ORDERS + ORDER_REMAINING)
  store<f64>(order, quantity, ORDERS + ORDER_QUANTITY)
  store<i64>(order, held, ORDERS + ORDER_HELD)
  store<i64>(order, 0, ORDERS + ORDER_EXECUTED_QUOTE)
  store<i64>(order, 0, ORDERS + ORDER_FEE)
  store<f64>(order, at, ORDERS + ORDER_CREATED)
  store<f64>(order, at, ORDERS + ORDER_UPDATED)
  store<i64>(order, 0, ORDERS + ORDER_PREVIOUS)
  // level and desk, the neighbours at the desk, flags and extra: two fields in a word
  store<u64>(order, <u64>desk << 32, ORDERS + ORDER_LEVEL)
  store<u64>(order, <u64>first << 32, ORDERS + ORDER_DESK_PREVIOUS)
  store<u64>(order, <u64>((terms & 0xff) | (<u32>packed << 8) | (<u32>NEW << 16)), ORDERS + ORDER_KIND)
  store<usize>(order, label, ORDERS + ORDER_LABEL)
  if (first != 0) store<usize>(first, order, ORDERS + ORDER_DESK_PREVIOUS)
  store<usize>(desk, order, DESKS + DESK_ORDERS)
  indexAdd(X_ORDERS, mixId(orderId), order)
  if (key != 0) bindKey(key, orderId)
  return order
}
