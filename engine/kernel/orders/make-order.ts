/** Rows of new orders, single ones and the legs of order lists. */
import { setDue } from '../due/queue'
import { allocate } from '../memory/tables'
import { feeBits, holdRateOfDraft, holdsFee } from '../product'
import { conditionOf, extraOf } from './extra'
import { registerOrder } from './order'
import { hasLimit, packKind, packTerms } from './order-flags'
import { takeOrderId } from './order-id'
import { Condition, Desk, Draft, Extra, Instrument, Label, Level, none, Order, ordersTable, state } from '../../generated/rows'
import { IOC, LIMIT, NEW, ONE_CANCELS_OTHER, PENDING_TRIGGER, STOP_LIMIT, STOP_MARKET, TRAILING_STOP } from '../constants/code'
import { DUE_EXPIRY } from '../constants/due'
import { BIT_BY_AMOUNT, BIT_CLOSE, ORDER_BYTES } from '../constants/layout'
import { ORDERS } from '../constants/map'

/** Makes the row of an order at a desk: known to desk and index, in no queue, without a hold. `label` 0 = no client order id. */
export function makeOrder(instrument: Instrument, desk: Desk, draft: Draft, type: i32, label: Label): Order {
  const order = allocate<Order>(ORDERS, ordersTable, ORDER_BYTES)
  const at = state.at
  const quantity = draft.quantity
  order.id = takeOrderId()
  order.price = draft.price
  order.remaining = quantity
  order.quantity = quantity
  order.held = 0
  order.executedQuote = 0
  order.fee = 0
  order.created = at
  order.updated = at
  order.previous = none<Order>()
  order.next = none<Order>()
  order.level = none<Level>()
  order.desk = desk
  order.flags = flagsOf(instrument, draft, type)
  order.extra = none<Extra>()
  order.label = label
  if (label.exists) label.order = order
  registerOrder(order, desk)
  if (draft.isClose != 0) desk.seat.closing += 1
  writeExtra(instrument, desk, draft, order, type >= STOP_LIMIT)
  return order
}

/** Kind, terms, status and bits of a new order as one word: see `orders/order-flags.ts`. */
function flagsOf(instrument: Instrument, draft: Draft, type: i32): u32 {
  const timeInForce = hasLimit(type) || (type == TRAILING_STOP && draft.price != 0) ? draft.timeInForce : IOC
  const terms = packTerms(timeInForce, draft.selfTrade, draft.source) & 0xff
  const status = type >= STOP_LIMIT ? PENDING_TRIGGER : NEW
  const byAmount: u32 = draft.quoteAmount == 0 ? 0 : <u32>BIT_BY_AMOUNT
  const bits = byAmount | feeBits(instrument, draft) | (draft.isClose != 0 ? <u32>BIT_CLOSE : 0)
  return <u32>packKind(draft.side, type) | (<u32>terms << 8) | (<u32>status << 16) | (bits << 24)
}

function writeExtra(instrument: Instrument, desk: Desk, draft: Draft, order: Order, isConditional: bool): void {
  const visible = draft.visible
  const expireAt = draft.expireAt
  const amount = draft.quoteAmount
  const isFeeHeld = holdsFee(instrument, draft)
  if (!isConditional && visible == 0 && expireAt == 0 && amount == 0 && !isFeeHeld) return
  const extra = extraOf(order)
  extra.triggerPrice = draft.triggerPrice
  extra.activationPrice = draft.activationPrice
  // below 10 000: `checkTerms` saw to it
  extra.trailingBps = i32(draft.trailingBps)
  extra.visible = visible
  extra.expireAt = expireAt
  extra.quoteAmount = amount
  if (isFeeHeld) extra.holdRate = holdRateOfDraft(instrument, desk.user)
  if (isConditional && instrument.contract.exists) writeCondition(conditionOf(order), draft)
  if (expireAt != 0) setDue(expireAt, DUE_EXPIRY, order.id, 0)
}

/** What a conditional contract order has besides. */
function writeCondition(condition: Condition, draft: Draft): void {
  condition.by = draft.triggerBy
  condition.isWhole = draft.isWhole
  condition.isProtection = draft.isProtection
  condition.callback = draft.callback
  condition.callbackRate = draft.callbackRate
}

/**
 * Makes the rows of a draft, one or (one-cancels-other: limit leg, stop leg) two, whose ids follow each other, as members of the list `listId`
 * (0 = none). Returns the first; the second is its partner.
 */
export function makeLegs(instrument: Instrument, desk: Desk, draft: Draft, listId: f64, label: Label): Order {
  const type = draft.type
  if (type != ONE_CANCELS_OTHER) {
    const single = makeOrder(instrument, desk, draft, type, label)
    if (listId != 0) setListId(single, listId)
    return single
  }
  const price = draft.price
  const triggerPrice = draft.triggerPrice
  const triggerLimitPrice = draft.triggerLimitPrice
  draft.triggerPrice = 0
  const limitLeg = makeOrder(instrument, desk, draft, LIMIT, label)
  draft.price = triggerLimitPrice
  draft.triggerPrice = triggerPrice
  const stopLeg = makeOrder(instrument, desk, draft, triggerLimitPrice == 0 ? STOP_MARKET : STOP_LIMIT, none<Label>())
  draft.price = price
  setListId(limitLeg, listId)
  setListId(stopLeg, listId)
  extraOf(limitLeg).partner = stopLeg
  extraOf(stopLeg).partner = limitLeg
  return limitLeg
}

/** Makes an order a member of a list. */
export function setListId(order: Order, listId: f64): void {
  extraOf(order).listId = listId
}
