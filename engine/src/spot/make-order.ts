/** Rows of new orders, single ones and the legs of order lists. */
import * as code from '../codec/code.ts'
import * as layout from '../layout.ts'
import { highestRateOf } from '../market/fee-schedule.ts'
import type { Instrument } from '../market/instrument.ts'
import { DUE_EXPIRY } from '../memory/deadlines.ts'
import type { State } from '../state.ts'
import { bindKey } from '../user/idempotency.ts'
import type { Draft } from './draft.ts'
import { hasLimit } from './holds.ts'
import { extraOf, registerOrder } from './order.ts'

/** Makes the row of an order at a desk: known to desk and index, in no queue, without a hold. `key` 0 = no client order id. */
export function makeOrder(
  state: State,
  instrument: Instrument,
  desk: number,
  draft: Draft,
  type: number,
  orderId: number,
  key: number,
): number {
  const order = state.orders.allocate()
  const row = state.orders.view
  const isConditional = type >= code.STOP_LIMIT
  row.setFloat64(order + layout.ORDER_ID, orderId, true)
  row.setFloat64(order + layout.ORDER_PRICE, draft.price, true)
  row.setFloat64(order + layout.ORDER_REMAINING, draft.quantity, true)
  row.setFloat64(order + layout.ORDER_QUANTITY, draft.quantity, true)
  row.setBigInt64(order + layout.ORDER_HELD, 0n, true)
  row.setBigInt64(order + layout.ORDER_EXECUTED_QUOTE, 0n, true)
  row.setBigInt64(order + layout.ORDER_FEE, 0n, true)
  row.setFloat64(order + layout.ORDER_CREATED, state.at, true)
  row.setFloat64(order + layout.ORDER_UPDATED, state.at, true)
  row.setInt32(order + layout.ORDER_PREVIOUS, 0, true)
  row.setInt32(order + layout.ORDER_NEXT, 0, true)
  row.setInt32(order + layout.ORDER_LEVEL, 0, true)
  row.setInt32(order + layout.ORDER_DESK, desk, true)
  row.setUint8(order + layout.ORDER_SIDE, draft.side)
  row.setUint8(order + layout.ORDER_TYPE, type)
  row.setUint8(order + layout.ORDER_TIME_IN_FORCE, hasLimit(type) ? draft.timeInForce : code.IOC)
  row.setUint8(order + layout.ORDER_SELF_TRADE, draft.selfTrade)
  row.setUint8(order + layout.ORDER_SOURCE, draft.source)
  row.setUint8(order + layout.ORDER_STATUS, isConditional ? code.PENDING_TRIGGER : code.NEW)
  row.setUint8(order + layout.ORDER_CLOSE_REASON, 0)
  row.setUint8(order + layout.ORDER_BITS, draft.quoteAmount === 0n ? 0 : layout.BIT_BY_AMOUNT)
  row.setInt32(order + layout.ORDER_EXTRA, 0, true)
  row.setInt32(order + layout.ORDER_KEY, key, true)
  if (key !== 0) bindKey(state, key, orderId)
  registerOrder(state, order, desk)
  writeExtra(state, instrument, desk, draft, order, isConditional)
  return order
}

function writeExtra(state: State, instrument: Instrument, desk: number, draft: Draft, order: number, isConditional: boolean): void {
  const holdsFee = instrument.feeInQuote && draft.side === code.BUY
  if (!isConditional && draft.visible === 0 && draft.expireAt === 0 && draft.quoteAmount === 0n && !holdsFee) return
  const extra = extraOf(state, order)
  const extras = state.extras.view
  extras.setFloat64(extra + layout.EXTRA_TRIGGER_PRICE, draft.triggerPrice, true)
  extras.setFloat64(extra + layout.EXTRA_ACTIVATION_PRICE, draft.activationPrice, true)
  extras.setInt32(extra + layout.EXTRA_TRAILING_BPS, draft.trailingBps, true)
  extras.setFloat64(extra + layout.EXTRA_VISIBLE, draft.visible, true)
  extras.setFloat64(extra + layout.EXTRA_EXPIRE_AT, draft.expireAt, true)
  extras.setBigInt64(extra + layout.EXTRA_QUOTE_AMOUNT, draft.quoteAmount, true)
  if (holdsFee) {
    const user = state.desks.view.getInt32(desk + layout.DESK_USER, true)
    extras.setBigInt64(extra + layout.EXTRA_HOLD_RATE, highestRateOf(state, user, instrument, code.BUY), true)
  }
  if (draft.expireAt === 0) return
  const orderId = state.orders.view.getFloat64(order + layout.ORDER_ID, true)
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
  key: number,
): number {
  if (draft.type !== code.ONE_CANCELS_OTHER) {
    const single = makeOrder(state, instrument, desk, draft, draft.type, firstId, key)
    if (listId !== 0) setListId(state, single, listId)
    return single
  }
  const { price, triggerPrice } = draft
  draft.triggerPrice = 0
  const limitLeg = makeOrder(state, instrument, desk, draft, code.LIMIT, firstId, key)
  draft.price = draft.triggerLimitPrice
  draft.triggerPrice = triggerPrice
  const stopLeg = makeOrder(state, instrument, desk, draft, draft.price === 0 ? code.STOP_MARKET : code.STOP_LIMIT, firstId + 1, 0)
  draft.price = price
  setListId(state, limitLeg, listId)
  setListId(state, stopLeg, listId)
  link(state, limitLeg, layout.EXTRA_PARTNER, stopLeg)
  link(state, stopLeg, layout.EXTRA_PARTNER, limitLeg)
  return limitLeg
}

/** Makes an order a member of a list. */
export function setListId(state: State, order: number, listId: number): void {
  const extra = extraOf(state, order)
  state.extras.view.setFloat64(extra + layout.EXTRA_LIST_ID, listId, true)
}

/** Sets one of the links of an order's extra row. */
export function link(state: State, order: number, field: number, target: number): void {
  const extra = extraOf(state, order)
  state.extras.view.setInt32(extra + field, target, true)
}
