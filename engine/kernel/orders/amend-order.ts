/** Amending: a smaller quantity keeps the order's place; anything else is an atomic replace. A refused amend changes nothing. */
import { changeShown } from '../book/queue'
import { LOWERED, UPDATED, writeOrder } from '../events/write-order'
import { writeOutcomeInPlace, writeOutcomeOfOrder, writeOutcomeOrder } from '../events/write-outcome'
import { idOf } from '../market/instrument'
import { isSafeInteger } from '../money/exact'
import { checkAmended, hold, needOfAmended, needOfDraft, noteFewer, releaseHold, spendable, trimHold } from '../product'
import { makeOriginLabel } from '../user/label'
import { giveAttached, keepAttached } from './attached-terms'
import { checkPair, checkSize, checkTerms, checkUser } from './checks'
import { wasClosed } from './closed'
import { DRAFT_AMENDED as DRAFT, draftOfOrder } from './draft'
import { childOf, extraOf, partnerOf, shownOf } from './extra'
import { listIdOf, missingReason, namedOrder, originOf } from './find-order'
import { checkPosition } from './limits'
import { shrinkTo } from './list-legs'
import { makeLegs, setListId } from './make-order'
import { wouldCross } from './match'
import { finish, instrumentOfOrder, leave, unpair } from './order'
import { bitsOf, hasLimit, sideOf, statusOf, timeInForceOf, typeOf } from './order-flags'
import { nextOrderId } from './order-id'
import { isLocked } from './works'
import { adopt, isLockBound, isPostOnly, lacksPrice, start, startLegs, stopTypeOf } from './place-order'
import { AmendOrderEntry } from '../../generated/entries'
import { Draft, Instrument, Key, Label, none, Order, state, User } from '../../generated/rows'
import {
  AUCTION,
  CANCELED,
  CLOSE_NONE,
  CLOSE_REPLACED,
  GTC,
  GTD,
  LIMIT,
  MARKET,
  PENDING_NEW,
  PENDING_TRIGGER,
  TRAILING_STOP,
} from '../constants/code'
import { BIT_TRIGGERED } from '../constants/layout'
import {
  AMEND_NO_CHANGE,
  AMEND_NOT_ALLOWED,
  BAD_NUMBER,
  BAD_PARAMETER,
  INSUFFICIENT_BALANCE,
  LOCK_BOUND,
  NONE,
  ORDER_CLOSED,
  ORDER_NOT_FOUND,
  PAIR_BUSY,
  POST_ONLY_WOULD_CROSS,
} from '../constants/reason'

// New values of the amend that runs; 0 = unchanged.
let newPrice: f64 = 0
let newQuantity: f64 = 0
let newTriggerPrice: f64 = 0
// The replaced order and its other leg: id, and the id that makes the name. 0 = no such order.
let oldId: f64 = 0
let oldOrigin: f64 = 0
let partnerId: f64 = 0
let partnerOrigin: f64 = 0

/** Runs an amendOrder entry. */
export function amendOrder(entry: AmendOrderEntry, user: User): i32 {
  const userReason = checkUser(user)
  if (userReason != NONE) return userReason
  const order = namedOrder(entry, entry.text, user)
  if (!order.exists) return missingReason(entry, entry.text, user)
  return change(user, order, entry.price, entry.quantity, entry.triggerPrice)
}

/**
 * Changes one order of an amendOrders entry. A refusal is a row in the answer; later rows go on.
 * @param order none where a row names no live order of the user
 * @param orderId as the row has it, 0 = named by client order id
 */
export function amendRow(user: User, order: Order, orderId: f64, instrumentId: i32, price: f64, quantity: f64, triggerPrice: f64): void {
  const isThere = order.exists && order.desk.userId == user.id && idOf(instrumentOfOrder(order)) == instrumentId
  if (!isThere) {
    const record = writeOutcomeOrder(0, 0, LIMIT, CANCELED, none<Key>(), instrumentId)
    record.reason = wasClosed(orderId, user.id) ? ORDER_CLOSED : ORDER_NOT_FOUND
    return
  }
  const reason = change(user, order, price, quantity, triggerPrice)
  if (reason == NONE) return
  const record = writeOutcomeOfOrder(order, listIdOf(order), statusOf(order), instrumentId)
  record.reason = reason
}

/** Changes a live order of the user; 0 = unchanged. */
function change(user: User, order: Order, price: f64, quantity: f64, triggerPrice: f64): i32 {
  const instrument = instrumentOfOrder(order)
  if (isLocked(instrument)) return PAIR_BUSY
  // a contract has its own: `checkAmended`
  const pairReason = instrument.contract.exists ? NONE : checkPair(instrument, sideOf(order), typeOf(order), timeInForceOf(order))
  if (pairReason != NONE) return pairReason
  newPrice = price
  newQuantity = quantity
  newTriggerPrice = triggerPrice
  // the quantity of a stop leg means the rest of the limit leg
  const partner = partnerOf(order)
  if (newQuantity != 0 && partner.exists && statusOf(order) == PENDING_TRIGGER) newQuantity += partner.quantity - partner.remaining
  return amend(instrument, user, order)
}

function amend(instrument: Instrument, user: User, order: Order): i32 {
  const type = typeOf(order)
  const isWaiting = statusOf(order) == PENDING_TRIGGER
  if (statusOf(order) == PENDING_NEW || type == MARKET || type == TRAILING_STOP) return AMEND_NOT_ALLOWED
  const partner = partnerOf(order)
  // two orders that end each other are no limit leg and stop leg
  if (partner.exists && instrument.contract.exists) return AMEND_NOT_ALLOWED
  const isStopLeg = partner.exists && isWaiting
  const limitLeg = isStopLeg ? partner : order
  draftOfOrder(DRAFT, limitLeg, isStopLeg ? order : partner)
  const quantity = DRAFT.quantity
  // a stop leg gets its limit price when the leg fires
  const oldPrice = isStopLeg ? DRAFT.triggerLimitPrice : DRAFT.price
  const hasNewPrice = isNew(newPrice, oldPrice) || isNew(newTriggerPrice, DRAFT.triggerPrice)
  const applied = applyChange(isStopLeg, partner.exists, isWaiting)
  if (applied != NONE) return applied
  if (!hasNewPrice && !isNew(newQuantity, quantity)) return AMEND_NO_CHANGE
  const left = DRAFT.quantity
  const done = quantity - limitLeg.remaining
  if (left <= done && DRAFT.isWhole == 0) return AMEND_NOT_ALLOWED
  capVisible()
  if ((bitsOf(order) & BIT_TRIGGERED) != 0) {
    DRAFT.type = LIMIT
    DRAFT.triggerPrice = 0
    DRAFT.activationPrice = 0
    DRAFT.trailingBps = 0
    DRAFT.callback = 0
    DRAFT.callbackRate = 0
  }
  const ofContract = checkAmended(instrument, order, DRAFT)
  if (ofContract != NONE) return ofContract
  if (left < quantity && !hasNewPrice) return decrease(instrument, limitLeg)
  DRAFT.quantity = left - done
  capVisible()
  return replace(instrument, user, limitLeg)
}

@inline function isNew(value: f64, old: f64): bool {
  return value != 0 && value != old
}

function capVisible(): void {
  const quantity = DRAFT.quantity
  if (DRAFT.visible > quantity) DRAFT.visible = quantity
}

@inline function isCountOrNone(value: f64): bool {
  return isSafeInteger(value) && value >= 0
}

function applyChange(isStopLeg: bool, isList: bool, isWaiting: bool): i32 {
  if (!isCountOrNone(newPrice) || !isCountOrNone(newQuantity) || !isCountOrNone(newTriggerPrice)) return BAD_NUMBER
  if (isStopLeg) {
    if (newPrice != 0 && DRAFT.triggerLimitPrice == 0) return BAD_NUMBER
    if (newPrice != 0) DRAFT.triggerLimitPrice = newPrice
  } else {
    const hasPrice = hasLimit(DRAFT.type) || isList
    if (newPrice != 0 && !hasPrice) return BAD_NUMBER
    if (newTriggerPrice != 0 && !isWaiting) return BAD_NUMBER
    if (newPrice != 0) DRAFT.price = newPrice
  }
  if (newTriggerPrice != 0) DRAFT.triggerPrice = newTriggerPrice
  if (newQuantity != 0) DRAFT.quantity = newQuantity
  return NONE
}

/** The terms without their date, which was checked when the order was placed. */
function checkUndated(instrument: Instrument): i32 {
  const timeInForce = DRAFT.timeInForce
  const expireAt = DRAFT.expireAt
  if (timeInForce == GTD) DRAFT.timeInForce = GTC
  DRAFT.expireAt = 0
  const reason = checkTerms(instrument, DRAFT, false)
  DRAFT.timeInForce = timeInForce
  DRAFT.expireAt = expireAt
  return reason
}

function decrease(instrument: Instrument, order: Order): i32 {
  if (!hasLimit(typeOf(order))) DRAFT.price = 0
  const reason = checkSize(instrument, DRAFT)
  if (reason != NONE) return reason
  const partner = partnerOf(order)
  shrink(instrument, order)
  if (partner.exists) shrinkTo(partner, order.remaining)
  freeExcess(instrument, order)
  reportDecrease(instrument, order)
  if (partner.exists) reportDecrease(instrument, partner)
  return NONE
}

function reportDecrease(instrument: Instrument, order: Order): void {
  writeOrder(order, LOWERED, CLOSE_NONE)
  const record = writeOutcomeOfOrder(order, listIdOf(order), statusOf(order), idOf(instrument))
  record.priorityKept = 1
}

function shrink(instrument: Instrument, order: Order): void {
  const quantity = DRAFT.quantity
  const remaining = order.remaining - (order.quantity - quantity)
  const shown = shownOf(order)
  if (statusOf(order) != PENDING_TRIGGER) noteFewer(instrument, order, order.remaining - remaining)
  order.quantity = quantity
  order.remaining = remaining
  order.updated = state.at
  const extra = order.extra
  if (extra.exists && extra.visible != 0) {
    const visible = DRAFT.visible
    extra.visible = visible
    extra.shown = min(min(shown, remaining), visible)
  }
  const after = shownOf(order)
  if (statusOf(order) != PENDING_TRIGGER && after != shown) changeShown(order.level, after - shown)
}

function freeExcess(instrument: Instrument, order: Order): void {
  if (hasLimit(typeOf(order))) {
    trimHold(instrument, order)
    return
  }
  const excess = order.held - needOfAmended(instrument, order, DRAFT)
  if (excess > 0) releaseHold(order, excess)
}

function replace(instrument: Instrument, user: User, order: Order): i32 {
  const reason = checkReplacement(instrument, user, order)
  if (reason != NONE) return reason
  const need = state.need
  const desk = order.desk
  const child = childOf(order)
  const partner = partnerOf(order)
  noteReplaced(order, partner)
  const key = keyOf(order)
  const label = key.exists ? order.label : none<Label>()
  state.inheritedLabel = label
  keepAttached(order)
  withdraw(instrument, order, partner)
  state.inheritedLabel = none<Label>()
  const firstId = nextOrderId()
  // orders of contracts are no list: each is cancelled alone, with or without attached orders
  const listId = (partner.exists || child.exists) && !instrument.contract.exists ? firstId : 0
  const fresh = makeLegs(instrument, desk, DRAFT, listId, label)
  const twin = partnerOf(fresh)
  succeed(fresh, oldId, oldOrigin)
  if (twin.exists) succeed(twin, partnerId, partnerOrigin)
  if (child.exists) {
    moveChildren(fresh, twin, child, listId)
    giveAttached(fresh)
  }
  hold(fresh, need)
  const status = twin.exists ? startLegs(instrument, fresh, twin, none<Order>()) : start(instrument, fresh, DRAFT.type)
  report(instrument, firstId, listId, key, status)
  return NONE
}

/** The key under which an order lives. */
function keyOf(order: Order): Key {
  const label = order.label
  return label.exists ? label.key : none<Key>()
}

function noteReplaced(order: Order, partner: Order): void {
  oldId = order.id
  oldOrigin = originOf(order)
  partnerId = partner.exists ? partner.id : 0
  partnerOrigin = partner.exists ? originOf(partner) : 0
}

/** All checks of a replacement. Leaves the need for the hold in `state.need`. */
function checkReplacement(instrument: Instrument, user: User, order: Order): i32 {
  const reason = checkUndated(instrument)
  if (reason != NONE) return reason
  if (isLockBound(instrument, user, DRAFT)) return LOCK_BOUND
  if (lacksPrice(instrument, DRAFT)) return BAD_PARAMETER
  const position = checkPosition(instrument, user, order.desk, DRAFT, none<Draft>(), order)
  if (position != NONE) return position
  const need = needOfDraft(instrument, user, DRAFT, order)
  state.need = need
  const free = spendable(order)
  if (need > free) return INSUFFICIENT_BALANCE
  const isMaker = isPostOnly(DRAFT) && instrument.status != AUCTION
  return isMaker && wouldCross(instrument, DRAFT.side, DRAFT.price) ? POST_ONLY_WOULD_CROSS : NONE
}

/** Ends the replaced order, or both legs; children stay, to be handed over. */
function withdraw(instrument: Instrument, order: Order, partner: Order): void {
  leave(instrument, order)
  unpair(order)
  finish(order, CANCELED, CLOSE_REPLACED)
  if (!partner.exists) return
  leave(instrument, partner)
  finish(partner, CANCELED, CLOSE_REPLACED)
}

/** A new order keeps the name of the replaced order, and notes its id. */
function succeed(order: Order, replacedId: f64, originId: f64): void {
  extraOf(order).replaced = replacedId
  if (originId == 0) return
  const label = makeOriginLabel(originId)
  label.order = order
  order.label = label
}

function moveChildren(parent: Order, twin: Order, child: Order, listId: f64): void {
  const second = partnerOf(child)
  extraOf(child).parent = none<Order>()
  adopt(parent, twin, child)
  moveChild(child, listId)
  if (second.exists) moveChild(second, listId)
}

function moveChild(child: Order, listId: f64): void {
  setListId(child, listId)
  writeOrder(child, UPDATED, CLOSE_NONE)
}

function report(instrument: Instrument, firstId: f64, listId: f64, key: Key, status: i32): void {
  const type = DRAFT.type
  const instrumentId = idOf(instrument)
  const isList = partnerId != 0
  const record =
    oldOrigin == 0
      ? writeOutcomeOrder(firstId, listId, isList ? LIMIT : type, status, key, instrumentId)
      : writeOutcomeInPlace(firstId, listId, isList ? LIMIT : type, status, oldOrigin, instrumentId)
  record.replacedOrderId = oldId
  if (isList) reportStopLeg(firstId, instrumentId)
}

function reportStopLeg(listId: f64, instrumentId: i32): void {
  const type = stopTypeOf(DRAFT)
  const record =
    partnerOrigin == 0
      ? writeOutcomeOrder(listId + 1, listId, type, PENDING_TRIGGER, none<Key>(), instrumentId)
      : writeOutcomeInPlace(listId + 1, listId, type, PENDING_TRIGGER, partnerOrigin, instrumentId)
  record.replacedOrderId = partnerId
}
