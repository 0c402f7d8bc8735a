/** Amending: a smaller quantity keeps the order's place; anything else is an atomic replace. A refused amend changes nothing. */

import { changeShown } from '../book/queue.ts'
import * as code from '../codec/code.ts'
import * as entry from '../codec/entry-layout.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as event from '../events/event-layout.ts'
import { UPDATED, writeOrder } from '../events/write-order.ts'
import * as layout from '../layout.ts'
import { availableOf } from '../ledger/posting.ts'
import type { Instrument } from '../market/instrument.ts'
import { sideOf, timeInForceOf, typeOf } from '../order-flags.ts'
import { writeOutcomeOfOrder, writeOutcomeOrder } from '../outcome.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { bindKey } from '../user/idempotency.ts'
import { checkPair, checkSize, checkTerms, checkUser } from './checks.ts'
import { Draft, draftOfOrder } from './draft.ts'
import * as find from './find-order.ts'
import { hasLimit, hold, holdRateOf, payingAccount, release, trimHold } from './holds.ts'
import { checkPosition } from './limits.ts'
import { link, makeLegs, setListId } from './make-order.ts'
import { wouldCross } from './match.ts'
import { needAtRate, needOfDraft } from './needs.ts'
import { extraOf, finish, instrumentOfOrder, leave, linkOf, shownOf, unpair } from './order.ts'
import { adopt, isPostOnly, lacksPrice, start, startLegs, writeLegOutcomes } from './place-order.ts'

const { AUCTION, CANCELED, CLOSE_REPLACED, GTC, GTD, LIMIT, MARKET, PENDING_NEW, PENDING_TRIGGER, TRAILING_STOP } = code
const { AMEND_ORDER, AMEND_PRICE, AMEND_QUANTITY, AMEND_TEXT, AMEND_TRIGGER_PRICE, ENTRY_INSTRUMENT } = entry
const { OUTCOME_ORDER_PRIORITY_KEPT, OUTCOME_ORDER_REPLACED } = event
const {
  BIT_TRIGGERED,
  EXTRA_CHILD,
  EXTRA_PARENT,
  EXTRA_PARTNER,
  EXTRA_REPLACED,
  EXTRA_SHOWN,
  EXTRA_VISIBLE,
  LABEL_KEY,
  ORDER_BITS,
  ORDER_DESK,
  ORDER_EXTRA,
  ORDER_HELD,
  ORDER_ID,
  ORDER_LABEL,
  ORDER_LEVEL,
  ORDER_QUANTITY,
  ORDER_REMAINING,
  ORDER_STATUS,
  ORDER_UPDATED,
  USER_ID,
} = layout

const draft = new Draft()

/** New values of an amend; 0 = unchanged. */
interface Change {
  price: number
  quantity: number
  triggerPrice: number
}

/** Runs an amendOrder entry. */
export function amendOrder(state: State, out: EventBuffer, view: DataView, offset: number, user: number): Reason {
  const userReason = checkUser(state, user)
  if (userReason !== 'none') return userReason
  const userId = state.users.view.getInt32(user + USER_ID, true)
  const orderId = view.getFloat64(offset + AMEND_ORDER, true)
  const textLength = view.getInt32(offset + ENTRY_INSTRUMENT, true)
  const key = orderId === 0 && textLength !== 0 ? find.clientKey(state, view, offset + AMEND_TEXT, textLength, user) : 0
  const order = orderId !== 0 ? find.ownOrder(state, userId, orderId) : find.orderOfKey(state, key)
  if (order === 0) return orderId !== 0 ? find.missingReason(state, userId, orderId) : find.missingKeyReason(state, key)
  const instrument = instrumentOfOrder(state, order)
  const { side, type, timeInForce } = kindOf(state, order)
  const pairReason = checkPair(instrument, side, type, timeInForce)
  if (pairReason !== 'none') return pairReason
  const change: Change = {
    price: view.getFloat64(offset + AMEND_PRICE, true),
    quantity: view.getFloat64(offset + AMEND_QUANTITY, true),
    triggerPrice: view.getFloat64(offset + AMEND_TRIGGER_PRICE, true),
  }
  return amend(state, out, instrument, user, order, change)
}

function kindOf(state: State, order: number): { readonly side: number; readonly type: number; readonly timeInForce: number } {
  const orders = state.orders.view
  return {
    side: sideOf(orders, order),
    type: typeOf(orders, order),
    timeInForce: timeInForceOf(orders, order),
  }
}

function amend(state: State, out: EventBuffer, instrument: Instrument, user: number, order: number, change: Change): Reason {
  const orders = state.orders.view
  const type = typeOf(orders, order)
  const status = orders.getUint8(order + ORDER_STATUS)
  if (status === PENDING_NEW || type === MARKET || type === TRAILING_STOP) return 'amendNotAllowed'
  const partner = linkOf(state, order, EXTRA_PARTNER)
  const limitLeg = partner !== 0 && status === PENDING_TRIGGER ? partner : order
  draftOfOrder(state, draft, limitLeg, partner === 0 ? 0 : limitLeg === order ? partner : order)
  const { price, quantity, triggerPrice } = draft
  const applied = applyChange(order === limitLeg ? 'first' : 'second', change, partner !== 0, status === PENDING_TRIGGER)
  if (applied !== 'none') return applied
  if (!hasChanged(price, quantity, triggerPrice, change, order === limitLeg)) return 'amendNoChange'
  const isOnlyLess = draft.quantity < quantity && !hasChanged(price, quantity, triggerPrice, { ...change, quantity: 0 }, order === limitLeg)
  const done = quantity - orders.getFloat64(limitLeg + ORDER_REMAINING, true)
  if (draft.quantity <= done) return 'quantityTooSmall'
  if (draft.visible > draft.quantity) draft.visible = draft.quantity
  const isFired = (orders.getUint8(order + ORDER_BITS) & BIT_TRIGGERED) !== 0
  if (isFired) {
    draft.type = LIMIT
    draft.triggerPrice = 0
  }
  if (isOnlyLess) return decrease(state, out, instrument, limitLeg)
  draft.quantity -= done
  if (draft.visible > draft.quantity) draft.visible = draft.quantity
  return replace(state, out, instrument, user, limitLeg)
}

/** Price the stop leg of a list has is its limit price after firing. */
let oldTriggerLimit = 0

function applyChange(leg: 'first' | 'second', change: Change, isList: boolean, isWaiting: boolean): Reason {
  const { price, quantity, triggerPrice } = change
  for (const value of [price, quantity, triggerPrice]) if (!Number.isSafeInteger(value) || value < 0) return 'badNumber'
  oldTriggerLimit = draft.triggerLimitPrice
  if (leg === 'first') {
    const hasPrice = hasLimit(draft.type) || isList
    if (price !== 0 && !hasPrice) return 'badNumber'
    if (triggerPrice !== 0 && !isWaiting) return 'badNumber'
    if (price !== 0) draft.price = price
  } else if (price !== 0) {
    if (draft.triggerLimitPrice === 0) return 'badNumber'
    draft.triggerLimitPrice = price
  }
  if (triggerPrice !== 0) draft.triggerPrice = triggerPrice
  if (quantity !== 0) draft.quantity = quantity
  return 'none'
}

function hasChanged(price: number, quantity: number, triggerPrice: number, change: Change, isFirst: boolean): boolean {
  const oldPrice = isFirst ? price : oldTriggerLimit
  if (change.price !== 0 && change.price !== oldPrice) return true
  if (change.triggerPrice !== 0 && change.triggerPrice !== triggerPrice) return true
  return change.quantity !== 0 && change.quantity !== quantity
}

/** The terms without their date, which was checked when the order was placed. */
function checkUndated(state: State, instrument: Instrument): Reason {
  const { timeInForce, expireAt } = draft
  if (timeInForce === GTD) draft.timeInForce = GTC
  draft.expireAt = 0
  const reason = checkTerms(state, instrument, draft, false)
  draft.timeInForce = timeInForce
  draft.expireAt = expireAt
  return reason
}

function decrease(state: State, out: EventBuffer, instrument: Instrument, order: number): Reason {
  const type = typeOf(state.orders.view, order)
  if (!hasLimit(type)) draft.price = 0
  const reason = checkSize(state, instrument, draft)
  if (reason !== 'none') return reason
  const partner = linkOf(state, order, EXTRA_PARTNER)
  shrink(state, order)
  if (partner !== 0) shrink(state, partner)
  freeExcess(state, out, instrument, order, partner !== 0)
  for (const leg of partner === 0 ? [order] : [order, partner]) {
    writeOrder(state, out, leg, UPDATED)
    const at = reportAmended(state, out, instrument, leg)
    out.view.setUint8(at + OUTCOME_ORDER_PRIORITY_KEPT, 1)
  }
  return 'none'
}

function shrink(state: State, order: number): void {
  const orders = state.orders.view
  const less = orders.getFloat64(order + ORDER_QUANTITY, true) - draft.quantity
  const shown = shownOf(state, order)
  orders.setFloat64(order + ORDER_QUANTITY, draft.quantity, true)
  const remaining = orders.getFloat64(order + ORDER_REMAINING, true) - less
  orders.setFloat64(order + ORDER_REMAINING, remaining, true)
  orders.setFloat64(order + ORDER_UPDATED, state.at, true)
  const extra = orders.getInt32(order + ORDER_EXTRA, true)
  if (extra !== 0 && state.extras.view.getFloat64(extra + EXTRA_VISIBLE, true) !== 0) {
    state.extras.view.setFloat64(extra + EXTRA_VISIBLE, draft.visible, true)
    state.extras.view.setFloat64(extra + EXTRA_SHOWN, Math.min(shown, remaining, draft.visible), true)
  }
  const level = orders.getInt32(order + ORDER_LEVEL, true)
  const after = shownOf(state, order)
  if (orders.getUint8(order + ORDER_STATUS) !== PENDING_TRIGGER && after !== shown) changeShown(state, level, after - shown)
}

function freeExcess(state: State, out: EventBuffer, instrument: Instrument, order: number, isList: boolean): void {
  const orders = state.orders.view
  if (hasLimit(typeOf(orders, order)) && !isList) {
    trimHold(state, out, instrument, order)
    return
  }
  const excess = orders.getBigInt64(order + ORDER_HELD, true) - needAtRate(state, instrument, draft, holdRateOf(state, order))
  if (excess > 0n) release(state, out, order, excess)
}

function replace(state: State, out: EventBuffer, instrument: Instrument, user: number, order: number): Reason {
  const reason = checkReplacement(state, instrument, user, order)
  if (reason !== 'none') return reason
  const need = needOfDraft(state, instrument, user, draft)
  const orders = state.orders.view
  const desk = orders.getInt32(order + ORDER_DESK, true)
  const label = orders.getInt32(order + ORDER_LABEL, true)
  const key = label === 0 ? 0 : state.labels.view.getInt32(label + LABEL_KEY, true)
  const oldId = orders.getFloat64(order + ORDER_ID, true)
  const child = linkOf(state, order, EXTRA_CHILD)
  const partner = linkOf(state, order, EXTRA_PARTNER)
  const partnerId = partner === 0 ? 0 : orders.getFloat64(partner + ORDER_ID, true)
  state.inheritedLabel = label
  withdraw(state, out, instrument, order, partner)
  state.inheritedLabel = 0
  const firstId = state.seq * 8
  const listId = partner !== 0 || child !== 0 ? firstId : 0
  if (key !== 0) bindKey(state, key, firstId)
  const fresh = makeLegs(state, instrument, desk, draft, firstId, listId, label)
  const twin = linkOf(state, fresh, EXTRA_PARTNER)
  setReplaced(state, fresh, oldId)
  if (twin !== 0) setReplaced(state, twin, partnerId)
  if (child !== 0) moveChildren(state, out, fresh, twin, child, listId)
  hold(state, out, fresh, need)
  const status = twin === 0 ? start(state, out, instrument, fresh, draft.type) : startLegs(state, out, instrument, fresh, twin, 0)
  report(state, out, instrument, firstId, listId, key, status, oldId, partnerId)
  return 'none'
}

function checkReplacement(state: State, instrument: Instrument, user: number, order: number): Reason {
  const reason = checkUndated(state, instrument)
  if (reason !== 'none') return reason
  const orders = state.orders.view
  const desk = orders.getInt32(order + ORDER_DESK, true)
  if (lacksPrice(instrument, draft)) return 'badParameter'
  const position = checkPosition(state, instrument, user, desk, draft, order)
  if (position !== 'none') return position
  const need = needOfDraft(state, instrument, user, draft)
  const free = availableOf(state, payingAccount(state, order)) + orders.getBigInt64(order + ORDER_HELD, true)
  if (need > free) return 'insufficientBalance'
  const crosses = isPostOnly(draft) && instrument.status !== AUCTION && wouldCross(state, instrument, draft.side, draft.price)
  return crosses ? 'postOnlyWouldCross' : 'none'
}

/** Ends the order that is replaced, or both legs; its children stay, to be handed over. */
function withdraw(state: State, out: EventBuffer, instrument: Instrument, order: number, partner: number): void {
  leave(state, instrument, order)
  unpair(state, order)
  finish(state, out, order, CANCELED, CLOSE_REPLACED)
  if (partner === 0) return
  leave(state, instrument, partner)
  finish(state, out, partner, CANCELED, CLOSE_REPLACED)
}

function setReplaced(state: State, order: number, replacedId: number): void {
  const extra = extraOf(state, order)
  state.extras.view.setFloat64(extra + EXTRA_REPLACED, replacedId, true)
}

function moveChildren(state: State, out: EventBuffer, parent: number, twin: number, child: number, listId: number): void {
  const second = linkOf(state, child, EXTRA_PARTNER)
  link(state, child, EXTRA_PARENT, 0)
  adopt(state, parent, twin, child)
  for (const order of second === 0 ? [child] : [child, second]) {
    setListId(state, order, listId)
    writeOrder(state, out, order, UPDATED)
  }
}

function report(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  firstId: number,
  listId: number,
  key: number,
  status: number,
  oldId: number,
  partnerId: number,
): void {
  const from = out.length
  if (partnerId === 0) writeOutcomeOrder(state, out, firstId, listId, draft.type, status, key, instrument.instrumentId)
  else writeLegOutcomes(state, out, instrument, draft, firstId, key, status)
  out.view.setFloat64(from + OUTCOME_ORDER_REPLACED, oldId, true)
  if (partnerId === 0) return
  const second = from + out.view.getUint32(from, true)
  out.view.setFloat64(second + OUTCOME_ORDER_REPLACED, partnerId, true)
}

function reportAmended(state: State, out: EventBuffer, instrument: Instrument, order: number): number {
  const status = state.orders.view.getUint8(order + ORDER_STATUS)
  return writeOutcomeOfOrder(state, out, order, find.listIdOf(state, order), status, instrument.instrumentId)
}
