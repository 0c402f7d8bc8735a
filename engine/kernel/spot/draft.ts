/** An order before it exists: terms read from an entry, from a waiting child or from an order that is being replaced. */
import { ONE_CANCELS_OTHER } from '../constants/code'
import {
  TERMS_ACTIVATION_PRICE,
  TERMS_EXPIRE_AT,
  TERMS_PRICE,
  TERMS_QUANTITY,
  TERMS_QUOTE_AMOUNT,
  TERMS_SIDE,
  TERMS_TIME_IN_FORCE,
  TERMS_TRAILING_BPS,
  TERMS_TRIGGER_LIMIT_PRICE,
  TERMS_TRIGGER_PRICE,
  TERMS_TYPE,
  TERMS_VISIBLE,
} from '../constants/entry'
import {
  EXTRA_ACTIVATION_PRICE,
  EXTRA_EXPIRE_AT,
  EXTRA_QUOTE_AMOUNT,
  EXTRA_TRAILING_BPS,
  EXTRA_TRIGGER_PRICE,
  EXTRA_VISIBLE,
  ORDER_QUANTITY,
} from '../constants/layout'
import { EXTRAS, ORDERS } from '../constants/map'
import { selfTradeOf, sideOf, sourceOf, timeInForceOf, typeOf } from './order-flags'
import { extraRowOf, priceOf } from './order-row'

// Drafts: fixed blocks behind the scalars of the state, reused from command to command. Several may be in use at a time.
/** The order of a placeOrder entry, and the child that comes with it. */
export const DRAFT_PARENT: usize = 0x700
export const DRAFT_CHILD: usize = 0x780
/** The order of an amendOrder entry. */
export const DRAFT_AMENDED: usize = 0x800
/** Children of a filled parent while they are placed. */
export const DRAFT_CHILDREN: usize = 0x880

// Terms of a draft: codes are int32, the amount int64, all else float64. 0 = not given.
export const D_SIDE: usize = 0
export const D_TYPE: usize = 4
export const D_TIME_IN_FORCE: usize = 8
export const D_SELF_TRADE: usize = 12
export const D_SOURCE: usize = 16
export const D_PRICE: usize = 24
export const D_QUANTITY: usize = 32
export const D_QUOTE_AMOUNT: usize = 40
export const D_TRIGGER_PRICE: usize = 48
export const D_TRIGGER_LIMIT_PRICE: usize = 56
export const D_ACTIVATION_PRICE: usize = 64
export const D_TRAILING_BPS: usize = 72
export const D_VISIBLE: usize = 80
export const D_EXPIRE_AT: usize = 88

@inline export function draftSide(draft: usize): i32 {
  return load<i32>(draft, D_SIDE)
}

@inline export function draftType(draft: usize): i32 {
  return load<i32>(draft, D_TYPE)
}

/** Ticks; 0 = none. */
@inline export function draftPrice(draft: usize): f64 {
  return load<f64>(draft, D_PRICE)
}

/** Lots; 0 = bought by amount. */
@inline export function draftQuantity(draft: usize): f64 {
  return load<f64>(draft, D_QUANTITY)
}

/** Reads the terms block at `at`; the short form has price and quantity only. */
export function readDraft(draft: usize, at: usize, isLong: bool): void {
  store<i32>(draft, load<u8>(at, TERMS_SIDE), D_SIDE)
  store<i32>(draft, load<u8>(at, TERMS_TYPE), D_TYPE)
  store<i32>(draft, load<u8>(at, TERMS_TIME_IN_FORCE), D_TIME_IN_FORCE)
  store<f64>(draft, load<f64>(at, TERMS_PRICE), D_PRICE)
  store<f64>(draft, load<f64>(at, TERMS_QUANTITY), D_QUANTITY)
  store<i64>(draft, isLong ? load<i64>(at, TERMS_QUOTE_AMOUNT) : 0, D_QUOTE_AMOUNT)
  store<f64>(draft, isLong ? load<f64>(at, TERMS_TRIGGER_PRICE) : 0, D_TRIGGER_PRICE)
  store<f64>(draft, isLong ? load<f64>(at, TERMS_TRIGGER_LIMIT_PRICE) : 0, D_TRIGGER_LIMIT_PRICE)
  store<f64>(draft, isLong ? load<f64>(at, TERMS_ACTIVATION_PRICE) : 0, D_ACTIVATION_PRICE)
  store<f64>(draft, isLong ? load<f64>(at, TERMS_TRAILING_BPS) : 0, D_TRAILING_BPS)
  store<f64>(draft, isLong ? load<f64>(at, TERMS_VISIBLE) : 0, D_VISIBLE)
  store<f64>(draft, isLong ? load<f64>(at, TERMS_EXPIRE_AT) : 0, D_EXPIRE_AT)
}

/** Reads the terms of a live order back; with `second`, of the list whose limit and stop legs are the two. */
export function draftOfOrder(draft: usize, order: usize, second: usize): void {
  store<i32>(draft, sideOf(order), D_SIDE)
  store<i32>(draft, second == 0 ? typeOf(order) : ONE_CANCELS_OTHER, D_TYPE)
  store<i32>(draft, timeInForceOf(order), D_TIME_IN_FORCE)
  store<i32>(draft, selfTradeOf(order), D_SELF_TRADE)
  store<i32>(draft, sourceOf(order), D_SOURCE)
  store<f64>(draft, priceOf(order), D_PRICE)
  store<f64>(draft, load<f64>(order, ORDERS + ORDER_QUANTITY), D_QUANTITY)
  store<f64>(draft, second == 0 ? 0 : priceOf(second), D_TRIGGER_LIMIT_PRICE)
  const extra = extraRowOf(order)
  store<i64>(draft, extra == 0 ? 0 : load<i64>(extra, EXTRAS + EXTRA_QUOTE_AMOUNT), D_QUOTE_AMOUNT)
  store<f64>(draft, extra == 0 ? 0 : load<f64>(extra, EXTRAS + EXTRA_ACTIVATION_PRICE), D_ACTIVATION_PRICE)
  store<f64>(draft, extra == 0 ? 0 : <f64>load<i32>(extra, EXTRAS + EXTRA_TRAILING_BPS), D_TRAILING_BPS)
  store<f64>(draft, extra == 0 ? 0 : load<f64>(extra, EXTRAS + EXTRA_VISIBLE), D_VISIBLE)
  store<f64>(draft, extra == 0 ? 0 : load<f64>(extra, EXTRAS + EXTRA_EXPIRE_AT), D_EXPIRE_AT)
  const triggerExtra = second == 0 ? extra : extraRowOf(second)
  store<f64>(draft, triggerExtra == 0 ? 0 : load<f64>(triggerExtra, EXTRAS + EXTRA_TRIGGER_PRICE), D_TRIGGER_PRICE)
}
