/** Rows of new orders, single ones and the legs of order lists. */
import * as code from '../codec/code.ts'
import * as layout from '../layout.ts'
import { highestRateOf } from '../market/fee-schedule.ts'
import type { Instrument } from '../market/instrument.ts'
import { DUE_EXPIRY } from '../memory/deadlines.ts'
import { packKind, packTerms } from '../order-flags.ts'
import type { State } from '../state.ts'
import type { Draft } from './draft.ts'
import { hasLimit } from './holds.ts'
import { extraOf, registerOrder } from './order.ts'

const { BUY, IOC, LIMIT, NEW, ONE_CANCELS_OTHER, PENDING_TRIGGER, STOP_LIMIT, STOP_MARKET } = code
const {
  BIT_BY_AMOUNT,
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
  ORDER_BITS,
  ORDER_CREATED,
  ORDER_DESK,
  ORDER_EXECUTED_QUOTE,
  ORDER_EXTRA,
  ORDER_FEE,
  ORDER_HELD,
  ORDER_ID,
  ORDER_LABEL,
  ORDER_LEVEL,
  ORDER_NEXT,
  ORDER_PREVIOUS,
  ORDER_PRICE,
  ORDER_QUANTITY,
  ORDER_REMAINING,
  ORDER_KIND,
  ORDER_STATUS,
  ORDER_TERMS,
  ORDER_UPDATED,
} = layout

/** Makes the row of an order at a desk: known to desk and index, in no queue, without a hold. `label` 0 = no client order id. */
export function makeOrder(
  state: State,
  instrument: Instrument,
  desk: number,
  draft: Draft,
  type: number,
  orderId: number,
  label: number,
): number {
  const order = state.orders.allocate()
  const row = state.orders.view
  const isConditional = type >= STOP_LIMIT
  row.setFloat64(order + ORDER_ID, orderId, true)
  row.setFloat64(order + ORDER_PRICE, draft.price, true)
  row.setFloat64(order + ORDER_REMAINING, draft.quantity, true)
  row.setFloat64(order + ORDER_QUANTITY, draft.quantity, true)
  row.setBigInt64(order + ORDER_HELD, 0n, true)
  row.setBigInt64(order + ORDER_EXECUTED_QUOTE, 0n, true)
  row.setBigInt64(order + ORDER_FEE, 0n, true)
  row.setFloat64(order + ORDER_CREATED, state.at, true)
  row.setFloat64(order + ORDER_UPDATED, state.at, true)
  row.setInt32(order + ORDER_PREVIOUS, 0, true)
  row.setInt32(order + ORDER_NEXT, 0, true)
  row.setInt32(order + ORDER_LEVEL, 0, true)
  row.setInt32(order + ORDER_DESK, desk, true)
  row.setUint8(order + ORDER_KIND, packKind(draft.side, type))
  row.setUint8(order + ORDER_TERMS, packTerms(hasLimit(type) ? draft.timeInForce : IOC, draft.selfTrade, draft.source))
  row.setUint8(order + ORDER_STATUS, isConditional ? PENDING_TRIGGER : NEW)
  row.setUint8(order + ORDER_BITS, draft.quoteAmount === 0n ? 0 : BIT_BY_AMOUNT)
  row.setInt32(order + ORDER_EXTRA, 0, true)
  row.setInt32(order + ORDER_LABEL, label, true)
  registerOrder(state, order, desk)
  writeExtra(state, instrument, desk, draft, order, isConditional)
  return order
}

function writeExtra(state: State, instrument: Instrument, desk: number, draft: Draft, order: number, isConditional: boolean): void {
  const holdsFee = instrument.feeInQuote && draft.side === BUY
  if (!isConditional && draft.visible === 0 && draft.expireAt === 0 && draft.quoteAmount === 0n && !holdsFee) return
  const extra = extraOf(state, order)
  const extras = state.extras.view
  extras.setFloat64(extra + EXTRA_TRIGGER_PRICE, draft.triggerPrice, true)
  extras.setFloat64(extra + EXTRA_ACTIVATION_PRICE, draft.activationPrice, true)
  extras.setInt32(extra + EXTRA_TRAILING_BPS, draft.trailingBps, true)
  extras.setFloat64(extra + EXTRA_VISIBLE, draft.visible, true)
  extras.setFloat64(extra + EXTRA_EXPIRE_AT, draft.expireAt, true)
  extras.setBigInt64(extra + EXTRA_QUOTE_AMOUNT, draft.quoteAmount, true)
  if (holdsFee) {
    const user = state.desks.view.getInt32(desk + DESK_USER, true)
    extras.setBigInt64(extra + EXTRA_HOLD_RATE, highestRateOf(state, user, instrument, BUY), true)
  }
  if (draft.expireAt === 0) return
  const orderId = state.orders.view.getFloat64(order + ORDER_ID, true)
  state.deadlines.set({ at: draft.expireAt, due: DUE_EXPIRY, id: orderId, detail: 0 })
}

/**
 * Makes the rows of a draft, one or (one-cancels-other: limit leg, stop leg) two, as members of the list `listId` (0 = none).
 * Returns the first; the second is its partner.
 */
export function makeLegs(
  state: State,
  instrument: Instrument,
  desk: number,
  draft: Draft,
  firstId: number,
  listId: number,
  label: number,
): number {
  if (draft.type !== ONE_CANCELS_OTHER) {
    const single = makeOrder(state, instrument, desk, draft, draft.type, firstId, label)
    if (listId !== 0) setListId(state, single, listId)
    return single
  }
  const { price, triggerPrice } = draft
  draft.triggerPrice = 0
  const limitLeg = makeOrder(state, instrument, desk, draft, LIMIT, firstId, label)
  draft.price = draft.triggerLimitPrice
  draft.triggerPrice = triggerPrice
  const stopLeg = makeOrder(state, instrument, desk, draft, draft.price === 0 ? STOP_MARKET : STOP_LIMIT, firstId + 1, 0)
  draft.price = price
  setListId(state, limitLeg, listId)
  setListId(state, stopLeg, listId)
  link(state, limitLeg, EXTRA_PARTNER, stopLeg)
  link(state, stopLeg, EXTRA_PARTNER, limitLeg)
  return limitLeg
}

/** Makes an order a member of a list. */
export function setListId(state: State, order: number, listId: number): void {
  const extra = extraOf(state, order)
  state.extras.view.setFloat64(extra + EXTRA_LIST_ID, listId, true)
}

/** Sets one of the links of an order's extra row. */
export function link(state: State, order: number, field: number, target: number): void {
  const extra = extraOf(state, order)
  state.extras.view.setInt32(extra + field, target, true)
}
