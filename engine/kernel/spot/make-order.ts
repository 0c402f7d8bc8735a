/** Rows of new orders, single ones and the legs of order lists. */
import { setDeadline } from '../host'
import { highestRateOf } from '../market/fee-schedule'
import { feeInQuote } from '../market/instrument'
import { DUE_EXPIRY } from '../market/status'
import { allocate } from '../memory/tables'
import { BUY, IOC, LIMIT, NEW, ONE_CANCELS_OTHER, PENDING_TRIGGER, STOP_LIMIT, STOP_MARKET } from '../constants/code'
import {
  BIT_BY_AMOUNT,
  BIT_FEE_IN_QUOTE,
  DESK_USER,
  EXTRA_ACTIVATION_PRICE,
  EXTRA_EXPIRE_AT,
  EXTRA_HOLD_RATE,
  EXTRA_LIST_ID,
  EXTRA_PARTNER,
  EXTRA_QUOTE_AMOUNT,
  EXTRA_TRAILING_BPS,
  EXTRA_TRIGGER_PRICE,
  EXTRA_VISIBLE,
  ORDER_BYTES,
  ORDER_CREATED,
  ORDER_DESK,
  ORDER_EXECUTED_QUOTE,
  ORDER_EXTRA,
  ORDER_FEE,
  ORDER_HELD,
  ORDER_ID,
  ORDER_KIND,
  ORDER_LABEL,
  ORDER_LEVEL,
  ORDER_NEXT,
  ORDER_PREVIOUS,
  ORDER_PRICE,
  ORDER_QUANTITY,
  ORDER_REMAINING,
  ORDER_UPDATED,
} from '../constants/layout'
import { DESKS, EXTRAS, ORDERS, S_AT, T_ORDERS } from '../constants/map'
import {
  D_ACTIVATION_PRICE,
  D_EXPIRE_AT,
  D_PRICE,
  D_QUOTE_AMOUNT,
  D_SELF_TRADE,
  D_SOURCE,
  D_TIME_IN_FORCE,
  D_TRAILING_BPS,
  D_TRIGGER_LIMIT_PRICE,
  D_TRIGGER_PRICE,
  D_VISIBLE,
  draftPrice,
  draftQuantity,
  draftSide,
  draftType,
} from './draft'
import { hasLimit } from './holds'
import { extraOf, registerOrder } from './order'
import { packKind, packTerms } from './order-flags'
import { orderIdOf } from './order-row'

/** Makes the row of an order at a desk: known to desk and index, in no queue, without a hold. `label` 0 = no client order id. */
export function makeOrder(instrument: usize, desk: usize, draft: usize, type: i32, orderId: f64, label: usize): usize {
  const order = allocate(ORDERS, T_ORDERS, ORDER_BYTES)
  const at = load<f64>(S_AT)
  const quantity = draftQuantity(draft)
  store<f64>(order, orderId, ORDERS + ORDER_ID)
  store<f64>(order, draftPrice(draft), ORDERS + ORDER_PRICE)
  store<f64>(order, quantity, ORDERS + ORDER_REMAINING)
  store<f64>(order, quantity, ORDERS + ORDER_QUANTITY)
  store<i64>(order, 0, ORDERS + ORDER_HELD)
  store<i64>(order, 0, ORDERS + ORDER_EXECUTED_QUOTE)
  store<i64>(order, 0, ORDERS + ORDER_FEE)
  store<f64>(order, at, ORDERS + ORDER_CREATED)
  store<f64>(order, at, ORDERS + ORDER_UPDATED)
  store<usize>(order, 0, ORDERS + ORDER_PREVIOUS)
  store<usize>(order, 0, ORDERS + ORDER_NEXT)
  store<usize>(order, 0, ORDERS + ORDER_LEVEL)
  store<usize>(order, desk, ORDERS + ORDER_DESK)
  store<u32>(order, flagsOf(instrument, draft, type), ORDERS + ORDER_KIND)
  store<usize>(order, 0, ORDERS + ORDER_EXTRA)
  store<usize>(order, label, ORDERS + ORDER_LABEL)
  registerOrder(order, desk)
  writeExtra(instrument, desk, draft, order, type >= STOP_LIMIT)
  return order
}

/** Kind, terms, status and bits of a new order as one word: see `spot/order-flags.ts`. */
function flagsOf(instrument: usize, draft: usize, type: i32): u32 {
  const timeInForce = hasLimit(type) ? load<i32>(draft, D_TIME_IN_FORCE) : IOC
  const terms = packTerms(timeInForce, load<i32>(draft, D_SELF_TRADE), load<i32>(draft, D_SOURCE)) & 0xff
  const status = type >= STOP_LIMIT ? PENDING_TRIGGER : NEW
  const byAmount: u32 = load<i64>(draft, D_QUOTE_AMOUNT) == 0 ? 0 : <u32>BIT_BY_AMOUNT
  const bits: u32 = holdsFee(instrument, draft) ? byAmount | <u32>BIT_FEE_IN_QUOTE : byAmount
  return <u32>packKind(draftSide(draft), type) | (<u32>terms << 8) | (<u32>status << 16) | (bits << 24)
}

/** Does a draft become a buy that pays its fee in quote? */
@inline function holdsFee(instrument: usize, draft: usize): bool {
  return feeInQuote(instrument) && draftSide(draft) == BUY
}

function writeExtra(instrument: usize, desk: usize, draft: usize, order: usize, isConditional: bool): void {
  const visible = load<f64>(draft, D_VISIBLE)
  const expireAt = load<f64>(draft, D_EXPIRE_AT)
  const amount = load<i64>(draft, D_QUOTE_AMOUNT)
  const isFeeHeld = holdsFee(instrument, draft)
  if (!isConditional && visible == 0 && expireAt == 0 && amount == 0 && !isFeeHeld) return
  const extra = extraOf(order)
  store<f64>(extra, load<f64>(draft, D_TRIGGER_PRICE), EXTRAS + EXTRA_TRIGGER_PRICE)
  store<f64>(extra, load<f64>(draft, D_ACTIVATION_PRICE), EXTRAS + EXTRA_ACTIVATION_PRICE)
  // below 10 000: `checkTerms` saw to it
  store<i32>(extra, i32(load<f64>(draft, D_TRAILING_BPS)), EXTRAS + EXTRA_TRAILING_BPS)
  store<f64>(extra, visible, EXTRAS + EXTRA_VISIBLE)
  store<f64>(extra, expireAt, EXTRAS + EXTRA_EXPIRE_AT)
  store<i64>(extra, amount, EXTRAS + EXTRA_QUOTE_AMOUNT)
  if (isFeeHeld) store<i64>(extra, highestRateOf(load<usize>(desk, DESKS + DESK_USER), instrument, BUY), EXTRAS + EXTRA_HOLD_RATE)
  if (expireAt != 0) setDeadline(expireAt, DUE_EXPIRY, orderIdOf(order), 0)
}

/**
 * Makes the rows of a draft, one or (one-cancels-other: limit leg, stop leg) two, as members of the list `listId` (0 = none).
 * Returns the first; the second is its partner.
 */
export function makeLegs(instrument: usize, desk: usize, draft: usize, firstId: f64, listId: f64, label: usize): usize {
  const type = draftType(draft)
  if (type != ONE_CANCELS_OTHER) {
    const single = makeOrder(instrument, desk, draft, type, firstId, label)
    if (listId != 0) setListId(single, listId)
    return single
  }
  const price = draftPrice(draft)
  const triggerPrice = load<f64>(draft, D_TRIGGER_PRICE)
  const triggerLimitPrice = load<f64>(draft, D_TRIGGER_LIMIT_PRICE)
  store<f64>(draft, 0, D_TRIGGER_PRICE)
  const limitLeg = makeOrder(instrument, desk, draft, LIMIT, firstId, label)
  store<f64>(draft, triggerLimitPrice, D_PRICE)
  store<f64>(draft, triggerPrice, D_TRIGGER_PRICE)
  const stopLeg = makeOrder(instrument, desk, draft, triggerLimitPrice == 0 ? STOP_MARKET : STOP_LIMIT, firstId + 1, 0)
  store<f64>(draft, price, D_PRICE)
  setListId(limitLeg, listId)
  setListId(stopLeg, listId)
  link(limitLeg, EXTRA_PARTNER, stopLeg)
  link(stopLeg, EXTRA_PARTNER, limitLeg)
  return limitLeg
}

/** Makes an order a member of a list. */
export function setListId(order: usize, listId: f64): void {
  store<f64>(extraOf(order), listId, EXTRAS + EXTRA_LIST_ID)
}

/** Sets one of the links of an order's extra row. */
export function link(order: usize, field: usize, target: usize): void {
  store<usize>(extraOf(order) + field, target, EXTRAS)
}
