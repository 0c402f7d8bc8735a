/** Amending: a smaller quantity keeps the order's place; anything else is an atomic replace. A refused amend changes nothing. */
import { changeShown } from '../book/queue'
import { UPDATED, writeOrder } from '../events/write-order'
import { writeOutcomeInPlace, writeOutcomeOfOrder, writeOutcomeOrder } from '../events/write-outcome'
import { availableOf } from '../ledger/posting'
import { idOf } from '../market/instrument'
import { isSafeInteger } from '../money'
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
import { AMEND_ORDER, AMEND_PRICE, AMEND_QUANTITY, AMEND_TEXT, AMEND_TRIGGER_PRICE } from '../constants/entry'
import { OUTCOME_ORDER_PRIORITY_KEPT, OUTCOME_ORDER_REPLACED } from '../constants/event'
import {
  BIT_TRIGGERED,
  EXTRA_CHILD,
  EXTRA_PARENT,
  EXTRA_PARTNER,
  EXTRA_REPLACED,
  EXTRA_SHOWN,
  EXTRA_VISIBLE,
  LABEL_KEY,
  ORDER_LABEL,
  ORDER_LEVEL,
  ORDER_QUANTITY,
  ORDER_REMAINING,
  ORDER_UPDATED,
} from '../constants/layout'
import { EXTRAS, I_STATUS, LABELS, ORDERS, S_AT, S_INHERITED_LABEL, S_NEED, S_SEQ } from '../constants/map'
import {
  AMEND_NO_CHANGE,
  AMEND_NOT_ALLOWED,
  BAD_NUMBER,
  BAD_PARAMETER,
  INSUFFICIENT_BALANCE,
  NONE,
  POST_ONLY_WOULD_CROSS,
  QUANTITY_TOO_SMALL,
} from '../constants/reason'
import { RULE_AMEND_TO_TRADED_IS_NO_AMEND, RULE_ORIGIN_IS_KEPT } from '../constants/rules'
import { holds } from '../rules'
import { bindKey } from '../user/keys'
import { makeOriginLabel } from '../user/label'
import { checkPair, checkSize, checkTerms, checkUser } from './checks'
import {
  D_EXPIRE_AT,
  D_PRICE,
  D_QUANTITY,
  D_TIME_IN_FORCE,
  D_TRIGGER_LIMIT_PRICE,
  D_TRIGGER_PRICE,
  D_TYPE,
  D_VISIBLE,
  DRAFT_AMENDED as DRAFT,
  draftOfOrder,
  draftPrice,
  draftQuantity,
  draftSide,
  draftType,
} from './draft'
import { listIdOf, missingReason, namedOrder, originOf } from './find-order'
import { hasLimit, hold, holdRateOf, payingAccount, releaseHold, trimHold } from './holds'
import { checkPosition } from './limits'
import { link, makeLegs, setListId } from './make-order'
import { wouldCross } from './match'
import { needAtRate, needOfDraft } from './needs'
import { extraOf, finish, instrumentOfOrder, leave, linkOf, shownOf, unpair } from './order'
import { bitsOf, sideOf, statusOf, timeInForceOf, typeOf } from './order-flags'
import { deskOf, extraRowOf, heldOf, labelOf, orderIdOf, remainingOf } from './order-row'
import { adopt, isPostOnly, lacksPrice, start, startLegs, stopTypeOf } from './place-order'

// New values of the amend that runs; 0 = unchanged.
let newPrice: f64 = 0
let newQuantity: f64 = 0
let newTriggerPrice: f64 = 0
// Of the order that it replaces, and of the other leg: id, and from which id its name is made. 0 = there is none.
let oldId: f64 = 0
let oldOrigin: f64 = 0
let partnerId: f64 = 0
let partnerOrigin: f64 = 0

/** Runs an amendOrder entry. */
export function amendOrder(start: usize, user: usize): i32 {
  const userReason = checkUser(user)
  if (userReason != NONE) return userReason
  const order = namedOrder(start, user, AMEND_ORDER, AMEND_TEXT)
  if (order == 0) return missingReason(start, user, AMEND_ORDER, AMEND_TEXT)
  const instrument = instrumentOfOrder(order)
  const pairReason = checkPair(instrument, sideOf(order), typeOf(order), timeInForceOf(order))
  if (pairReason != NONE) return pairReason
  newPrice = load<f64>(start, AMEND_PRICE)
  newQuantity = load<f64>(start, AMEND_QUANTITY)
  newTriggerPrice = load<f64>(start, AMEND_TRIGGER_PRICE)
  return amend(instrument, user, order)
}

function amend(instrument: usize, user: usize, order: usize): i32 {
  const type = typeOf(order)
  const isWaiting = statusOf(order) == PENDING_TRIGGER
  if (statusOf(order) == PENDING_NEW || type == MARKET || type == TRAILING_STOP) return AMEND_NOT_ALLOWED
  const partner = linkOf(order, EXTRA_PARTNER)
  const isStopLeg = partner != 0 && isWaiting
  const limitLeg = isStopLeg ? partner : order
  draftOfOrder(DRAFT, limitLeg, isStopLeg ? order : partner)
  const quantity = draftQuantity(DRAFT)
  // the stop leg of a list has its limit price from firing on
  const oldPrice = isStopLeg ? load<f64>(DRAFT, D_TRIGGER_LIMIT_PRICE) : draftPrice(DRAFT)
  const hasNewPrice = isNew(newPrice, oldPrice) || isNew(newTriggerPrice, load<f64>(DRAFT, D_TRIGGER_PRICE))
  const applied = applyChange(isStopLeg, partner != 0, isWaiting)
  if (applied != NONE) return applied
  if (!hasNewPrice && !isNew(newQuantity, quantity)) return AMEND_NO_CHANGE
  const left = draftQuantity(DRAFT)
  const done = quantity - remainingOf(limitLeg)
  if (left <= done) return holds(RULE_AMEND_TO_TRADED_IS_NO_AMEND) ? AMEND_NOT_ALLOWED : QUANTITY_TOO_SMALL
  capVisible()
  if ((bitsOf(order) & BIT_TRIGGERED) != 0) {
    store<i32>(DRAFT, LIMIT, D_TYPE)
    store<f64>(DRAFT, 0, D_TRIGGER_PRICE)
  }
  if (left < quantity && !hasNewPrice) return decrease(instrument, limitLeg)
  store<f64>(DRAFT, left - done, D_QUANTITY)
  capVisible()
  return replace(instrument, user, limitLeg)
}

@inline function isNew(value: f64, old: f64): bool {
  return value != 0 && value != old
}

function capVisible(): void {
  const quantity = draftQuantity(DRAFT)
  if (load<f64>(DRAFT, D_VISIBLE) > quantity) store<f64>(DRAFT, quantity, D_VISIBLE)
}

@inline function isCountOrNone(value: f64): bool {
  return isSafeInteger(value) && value >= 0
}

function applyChange(isStopLeg: bool, isList: bool, isWaiting: bool): i32 {
  if (!isCountOrNone(newPrice) || !isCountOrNone(newQuantity) || !isCountOrNone(newTriggerPrice)) return BAD_NUMBER
  if (isStopLeg) {
    if (newPrice != 0 && load<f64>(DRAFT, D_TRIGGER_LIMIT_PRICE) == 0) return BAD_NUMBER
    if (newPrice != 0) store<f64>(DRAFT, newPrice, D_TRIGGER_LIMIT_PRICE)
  } else {
    const hasPrice = hasLimit(draftType(DRAFT)) || isList
    if (newPrice != 0 && !hasPrice) return BAD_NUMBER
    if (newTriggerPrice != 0 && !isWaiting) return BAD_NUMBER
    if (newPrice != 0) store<f64>(DRAFT, newPrice, D_PRICE)
  }
  if (newTriggerPrice != 0) store<f64>(DRAFT, newTriggerPrice, D_TRIGGER_PRICE)
  if (newQuantity != 0) store<f64>(DRAFT, newQuantity, D_QUANTITY)
  return NONE
}

/** The terms without their date, which was checked when the order was placed. */
function checkUndated(instrument: usize): i32 {
  const timeInForce = load<i32>(DRAFT, D_TIME_IN_FORCE)
  const expireAt = load<f64>(DRAFT, D_EXPIRE_AT)
  if (timeInForce == GTD) store<i32>(DRAFT, GTC, D_TIME_IN_FORCE)
  store<f64>(DRAFT, 0, D_EXPIRE_AT)
  const reason = checkTerms(instrument, DRAFT, false)
  store<i32>(DRAFT, timeInForce, D_TIME_IN_FORCE)
  store<f64>(DRAFT, expireAt, D_EXPIRE_AT)
  return reason
}

function decrease(instrument: usize, order: usize): i32 {
  if (!hasLimit(typeOf(order))) store<f64>(DRAFT, 0, D_PRICE)
  const reason = checkSize(instrument, DRAFT)
  if (reason != NONE) return reason
  const partner = linkOf(order, EXTRA_PARTNER)
  shrink(order)
  if (partner != 0) shrink(partner)
  freeExcess(instrument, order, partner != 0)
  reportDecrease(instrument, order)
  if (partner != 0) reportDecrease(instrument, partner)
  return NONE
}

function reportDecrease(instrument: usize, order: usize): void {
  writeOrder(order, UPDATED, CLOSE_NONE)
  const at = writeOutcomeOfOrder(order, listIdOf(order), statusOf(order), idOf(instrument))
  store<u8>(at, 1, OUTCOME_ORDER_PRIORITY_KEPT)
}

function shrink(order: usize): void {
  const quantity = draftQuantity(DRAFT)
  const remaining = remainingOf(order) - (load<f64>(order, ORDERS + ORDER_QUANTITY) - quantity)
  const shown = shownOf(order)
  store<f64>(order, quantity, ORDERS + ORDER_QUANTITY)
  store<f64>(order, remaining, ORDERS + ORDER_REMAINING)
  store<f64>(order, load<f64>(S_AT), ORDERS + ORDER_UPDATED)
  const extra = extraRowOf(order)
  if (extra != 0 && load<f64>(extra, EXTRAS + EXTRA_VISIBLE) != 0) {
    const visible = load<f64>(DRAFT, D_VISIBLE)
    store<f64>(extra, visible, EXTRAS + EXTRA_VISIBLE)
    store<f64>(extra, min(min(shown, remaining), visible), EXTRAS + EXTRA_SHOWN)
  }
  const after = shownOf(order)
  if (statusOf(order) != PENDING_TRIGGER && after != shown) changeShown(load<usize>(order, ORDERS + ORDER_LEVEL), after - shown)
}

function freeExcess(instrument: usize, order: usize, isList: bool): void {
  if (hasLimit(typeOf(order)) && !isList) {
    trimHold(instrument, order)
    return
  }
  const excess = heldOf(order) - needAtRate(instrument, DRAFT, holdRateOf(order))
  if (excess > 0) releaseHold(order, excess)
}

function replace(instrument: usize, user: usize, order: usize): i32 {
  const reason = checkReplacement(instrument, user, order)
  if (reason != NONE) return reason
  const need = load<i64>(S_NEED)
  const desk = deskOf(order)
  const child = linkOf(order, EXTRA_CHILD)
  const partner = linkOf(order, EXTRA_PARTNER)
  noteReplaced(order, partner)
  const key = keyOf(order)
  const label = key == 0 ? 0 : labelOf(order)
  store<usize>(S_INHERITED_LABEL, label)
  withdraw(instrument, order, partner)
  store<usize>(S_INHERITED_LABEL, 0)
  const firstId = load<f64>(S_SEQ) * 8
  const listId = partner != 0 || child != 0 ? firstId : 0
  if (key != 0) bindKey(key, firstId)
  const fresh = makeLegs(instrument, desk, DRAFT, firstId, listId, label)
  const twin = linkOf(fresh, EXTRA_PARTNER)
  succeed(fresh, oldId, oldOrigin)
  if (twin != 0) succeed(twin, partnerId, partnerOrigin)
  if (child != 0) moveChildren(fresh, twin, child, listId)
  hold(fresh, need)
  const status = twin == 0 ? start(instrument, fresh, draftType(DRAFT)) : startLegs(instrument, fresh, twin, 0)
  report(instrument, firstId, listId, key, status)
  return NONE
}

/** Row of the key under which an order lives, 0 = none. */
function keyOf(order: usize): usize {
  const label = labelOf(order)
  return label == 0 ? 0 : load<usize>(label, LABELS + LABEL_KEY)
}

function noteReplaced(order: usize, partner: usize): void {
  const isKept = holds(RULE_ORIGIN_IS_KEPT)
  oldId = orderIdOf(order)
  oldOrigin = isKept ? originOf(order) : 0
  partnerId = partner == 0 ? 0 : orderIdOf(partner)
  partnerOrigin = isKept && partner != 0 ? originOf(partner) : 0
}

/** All checks of a replacement. The need of its hold is left in S_NEED. */
function checkReplacement(instrument: usize, user: usize, order: usize): i32 {
  const reason = checkUndated(instrument)
  if (reason != NONE) return reason
  if (lacksPrice(instrument, DRAFT)) return BAD_PARAMETER
  const position = checkPosition(instrument, user, deskOf(order), DRAFT, 0, order)
  if (position != NONE) return position
  const need = needOfDraft(instrument, user, DRAFT)
  store<i64>(S_NEED, need)
  const free = availableOf(payingAccount(order)) + heldOf(order)
  if (need > free) return INSUFFICIENT_BALANCE
  const isMaker = isPostOnly(DRAFT) && load<i32>(instrument, I_STATUS) != AUCTION
  return isMaker && wouldCross(instrument, draftSide(DRAFT), draftPrice(DRAFT)) ? POST_ONLY_WOULD_CROSS : NONE
}

/** Ends the order that is replaced, or both legs; its children stay, to be handed over. */
function withdraw(instrument: usize, order: usize, partner: usize): void {
  leave(instrument, order)
  unpair(order)
  finish(order, CANCELED, CLOSE_REPLACED)
  if (partner == 0) return
  leave(instrument, partner)
  finish(partner, CANCELED, CLOSE_REPLACED)
}

/** A new order knows whose place it takes, and keeps its name. */
function succeed(order: usize, replacedId: f64, originId: f64): void {
  store<f64>(extraOf(order), replacedId, EXTRAS + EXTRA_REPLACED)
  if (originId != 0) store<usize>(order, makeOriginLabel(originId), ORDERS + ORDER_LABEL)
}

function moveChildren(parent: usize, twin: usize, child: usize, listId: f64): void {
  const second = linkOf(child, EXTRA_PARTNER)
  link(child, EXTRA_PARENT, 0)
  adopt(parent, twin, child)
  moveChild(child, listId)
  if (second != 0) moveChild(second, listId)
}

function moveChild(child: usize, listId: f64): void {
  setListId(child, listId)
  writeOrder(child, UPDATED, CLOSE_NONE)
}

function report(instrument: usize, firstId: f64, listId: f64, key: usize, status: i32): void {
  const type = draftType(DRAFT)
  const instrumentId = idOf(instrument)
  const isList = partnerId != 0
  const at =
    oldOrigin == 0
      ? writeOutcomeOrder(firstId, listId, isList ? LIMIT : type, status, key, instrumentId)
      : writeOutcomeInPlace(firstId, listId, isList ? LIMIT : type, status, oldOrigin, instrumentId)
  store<f64>(at, oldId, OUTCOME_ORDER_REPLACED)
  if (isList) reportStopLeg(firstId, instrumentId)
}

function reportStopLeg(listId: f64, instrumentId: i32): void {
  const type = stopTypeOf(DRAFT)
  const at =
    partnerOrigin == 0
      ? writeOutcomeOrder(listId + 1, listId, type, PENDING_TRIGGER, 0, instrumentId)
      : writeOutcomeInPlace(listId + 1, listId, type, PENDING_TRIGGER, partnerOrigin, instrumentId)
  store<f64>(at, partnerId, OUTCOME_ORDER_REPLACED)
}
