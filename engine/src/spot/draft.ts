/** An order before it exists: terms read from an entry, from a waiting child or from an order that is being replaced. */
import * as code from '../codec/code.ts'
import * as entry from '../codec/entry-layout.ts'
import * as layout from '../layout.ts'
import { selfTradeOf, sideOf, sourceOf, timeInForceOf, typeOf } from '../order-flags.ts'
import type { State } from '../state.ts'

const { ONE_CANCELS_OTHER } = code
const {
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
} = entry
const {
  EXTRA_ACTIVATION_PRICE,
  EXTRA_EXPIRE_AT,
  EXTRA_QUOTE_AMOUNT,
  EXTRA_TRAILING_BPS,
  EXTRA_TRIGGER_PRICE,
  EXTRA_VISIBLE,
  ORDER_EXTRA,
  ORDER_PRICE,
  ORDER_QUANTITY,
} = layout

/** Terms in codes and numbers, reused from command to command. 0 = not given. */
export class Draft {
  side = 0
  type = 0
  timeInForce = 0
  selfTrade = 0
  source = 0
  price = 0
  quantity = 0
  quoteAmount = 0n
  triggerPrice = 0
  triggerLimitPrice = 0
  activationPrice = 0
  trailingBps = 0
  visible = 0
  expireAt = 0
}

/** Reads the terms block at `at`; the short form has price and quantity only. */
export function readDraft(draft: Draft, view: DataView, at: number, isLong: boolean): void {
  draft.side = view.getUint8(at + TERMS_SIDE)
  draft.type = view.getUint8(at + TERMS_TYPE)
  draft.timeInForce = view.getUint8(at + TERMS_TIME_IN_FORCE)
  draft.price = view.getFloat64(at + TERMS_PRICE, true)
  draft.quantity = view.getFloat64(at + TERMS_QUANTITY, true)
  if (isLong) {
    draft.quoteAmount = view.getBigInt64(at + TERMS_QUOTE_AMOUNT, true)
    draft.triggerPrice = view.getFloat64(at + TERMS_TRIGGER_PRICE, true)
    draft.triggerLimitPrice = view.getFloat64(at + TERMS_TRIGGER_LIMIT_PRICE, true)
    draft.activationPrice = view.getFloat64(at + TERMS_ACTIVATION_PRICE, true)
    draft.trailingBps = view.getFloat64(at + TERMS_TRAILING_BPS, true)
    draft.visible = view.getFloat64(at + TERMS_VISIBLE, true)
    draft.expireAt = view.getFloat64(at + TERMS_EXPIRE_AT, true)
    return
  }
  draft.quoteAmount = 0n
  draft.triggerPrice = 0
  draft.triggerLimitPrice = 0
  draft.activationPrice = 0
  draft.trailingBps = 0
  draft.visible = 0
  draft.expireAt = 0
}

/** Reads the terms of a live order back; with `second`, of the list whose limit and stop legs are the two. */
export function draftOfOrder(state: State, draft: Draft, order: number, second: number): void {
  const orders = state.orders.view
  draft.side = sideOf(orders, order)
  draft.type = second === 0 ? typeOf(orders, order) : ONE_CANCELS_OTHER
  draft.timeInForce = timeInForceOf(orders, order)
  draft.selfTrade = selfTradeOf(orders, order)
  draft.source = sourceOf(orders, order)
  draft.price = orders.getFloat64(order + ORDER_PRICE, true)
  draft.quantity = orders.getFloat64(order + ORDER_QUANTITY, true)
  draft.triggerLimitPrice = second === 0 ? 0 : orders.getFloat64(second + ORDER_PRICE, true)
  const extra = orders.getInt32(order + ORDER_EXTRA, true)
  const extras = state.extras.view
  draft.quoteAmount = extra === 0 ? 0n : extras.getBigInt64(extra + EXTRA_QUOTE_AMOUNT, true)
  draft.activationPrice = extra === 0 ? 0 : extras.getFloat64(extra + EXTRA_ACTIVATION_PRICE, true)
  draft.trailingBps = extra === 0 ? 0 : extras.getInt32(extra + EXTRA_TRAILING_BPS, true)
  draft.visible = extra === 0 ? 0 : extras.getFloat64(extra + EXTRA_VISIBLE, true)
  draft.expireAt = extra === 0 ? 0 : extras.getFloat64(extra + EXTRA_EXPIRE_AT, true)
  const triggerExtra = second === 0 ? extra : orders.getInt32(second + ORDER_EXTRA, true)
  draft.triggerPrice = triggerExtra === 0 ? 0 : extras.getFloat64(triggerExtra + EXTRA_TRIGGER_PRICE, true)
}
