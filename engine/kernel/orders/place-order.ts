/** Placing orders: checks, then the rows, then the hold, then the market. */
import { PLACED, writeOrder } from '../events/write-order'
import { writeOutcomeOrder } from '../events/write-outcome'
import { findDesk, openDesk } from '../market/desk'
import { idOf, instrumentAt, marketPrice } from '../market/instrument'
import { hold, needOfDraft, payerAt, payerOf } from '../product'
import { isBeyondBound } from '../user/bound'
import { bindKey, settlePlainKey } from '../user/keys'
import { makeLabel } from '../user/label'
import { userHandle } from '../user/user'
import { checkPair, checkTerms, checkUser } from './checks'
import { statusNow } from './closed'
import { DRAFT_CHILD, DRAFT_PARENT, readDraft } from './draft'
import { enterMarket, restOrder } from './enter'
import { extraOf, partnerOf } from './extra'
import { checkCounts, checkPosition, checkRoom, countChildren } from './limits'
import { makeLegs, makeOrder } from './make-order'
import { meetsNothing, wouldCross } from './match'
import { count } from './order'
import { setStatus, sideOf, timeInForceOf } from './order-flags'
import { nextOrderId } from './order-id'
import { joinTriggers, startTrailing } from './trigger'
import { PlaceOrderEntry } from '../../generated/entries'
import { Desk, Draft, Instrument, Key, Label, none, Order, state, User } from '../../generated/rows'
import {
  AUCTION,
  BUY,
  CLOSE_NONE,
  GTC,
  LIMIT,
  MARKET,
  ONE_CANCELS_OTHER,
  PENDING_NEW,
  PENDING_TRIGGER,
  POST_ONLY,
  STOP_LIMIT,
  STOP_MARKET,
  TRAILING_STOP,
} from '../constants/code'
import { BIT_COUNTED_LIST, BIT_COUNTED_TRIGGER } from '../constants/layout'
import {
  BAD_PARAMETER,
  INSTRUMENT_NOT_FOUND,
  INSUFFICIENT_BALANCE,
  LOCK_BOUND,
  NONE,
  ORDER_TYPE_UNSUPPORTED,
  POST_ONLY_WOULD_CROSS,
  USER_NOT_FOUND,
} from '../constants/reason'

/** The desk that the last check of a placement looked at, none when there is none yet. Its need is `state.need`. */
let checkedDesk: Desk = changetype<Desk>(0)

/** Runs a placeOrder entry. `key` is the row of its idempotency key, none when there is none. Returns the reason. */
export function placeOrder(entry: PlaceOrderEntry, user: User, key: Key): i32 {
  const child = readDrafts(entry)
  const reason = checkDrafts(entry, user, child)
  if (reason != NONE) return reason
  const need = state.need
  const instrument = instrumentAt(entry.instrumentId)
  const desk = checkedDesk.exists ? checkedDesk : openDesk(user.id, instrument)
  const isList = DRAFT_PARENT.type == ONE_CANCELS_OTHER || child.exists
  if (isList) placeList(instrument, desk, DRAFT_PARENT, child, need, key)
  else placeOne(instrument, desk, DRAFT_PARENT, need, key)
  return NONE
}

/**
 * What `placeOrder` would answer to an entry now, for previews: nothing is placed. Leaves the need of its hold in `state.need` when all that
 * comes before funds passed.
 */
export function checkEntry(entry: PlaceOrderEntry): i32 {
  const userId = entry.userId
  const user = userId == 0 ? none<User>() : userHandle(userId)
  return user.exists ? checkDrafts(entry, user, readDrafts(entry)) : USER_NOT_FOUND
}

/** Reads the order of a placeOrder entry and its child. Returns the child's draft, none when it has none. */
function readDrafts(entry: PlaceOrderEntry): Draft {
  const selfTrade = entry.selfTrade
  const source = entry.source
  readDraft(DRAFT_PARENT, entry.terms, entry.isLong == 1)
  DRAFT_PARENT.selfTrade = selfTrade
  DRAFT_PARENT.source = source
  if (entry.hasChild != 1) return none<Draft>()
  readDraft(DRAFT_CHILD, entry.child, true)
  DRAFT_CHILD.selfTrade = selfTrade
  DRAFT_CHILD.source = source
  return DRAFT_CHILD
}

/** Checks of the user, of the pair and of the drafts that were read. */
function checkDrafts(entry: PlaceOrderEntry, user: User, child: Draft): i32 {
  const userReason = checkUser(user)
  if (userReason != NONE) return userReason
  const instrument = instrumentAt(entry.instrumentId)
  if (!instrument.exists || instrument.contract.exists) return INSTRUMENT_NOT_FOUND
  const type = DRAFT_PARENT.type
  const pairReason = checkPair(instrument, DRAFT_PARENT.side, type, DRAFT_PARENT.timeInForce)
  if (pairReason != NONE) return pairReason
  return checkPlacement(instrument, user, user.id, DRAFT_PARENT, child)
}

/** All checks of a placement, none of which changes anything; `child` may be none. The need of the hold is left in `state.need`. */
export function checkPlacement(instrument: Instrument, user: User, userId: i32, draft: Draft, child: Draft): i32 {
  const type = draft.type
  if (child.exists && type != LIMIT && type != ONE_CANCELS_OTHER) return ORDER_TYPE_UNSUPPORTED
  const terms = checkTerms(instrument, draft, false)
  if (terms != NONE) return terms
  if (isLockBound(instrument, user, draft)) return LOCK_BOUND
  const childTerms = child.exists ? checkTerms(instrument, child, true) : NONE
  if (childTerms != NONE) return childTerms
  if (lacksPrice(instrument, draft)) return BAD_PARAMETER
  const desk = findDesk(userId, idOf(instrument))
  const counts = checkCounts(instrument, desk, draft, child)
  if (counts != NONE) return counts
  const position = checkPosition(instrument, user, desk, draft, child, none<Order>())
  if (position != NONE) return position
  const isDated = draft.expireAt != 0 || (child.exists && child.expireAt != 0)
  const funds = checkFunds(instrument, user, userId, desk, draft)
  return funds != NONE ? funds : checkRoom(user, desk, isDated)
}

/** Does a limit lie beyond what bounds the user's orders? What waits for a trigger is measured when it enters. */
export function isLockBound(instrument: Instrument, user: User, draft: Draft): bool {
  return user.bound.exists && (draft.type == LIMIT || draft.type == ONE_CANCELS_OTHER) && isBeyondBound(instrument, user, draft.side, draft.price)
}

function checkFunds(instrument: Instrument, user: User, userId: i32, desk: Desk, draft: Draft): i32 {
  const need = needOfDraft(instrument, user, draft, none<Order>())
  const side = draft.side
  const account = desk.exists ? payerAt(desk, side == BUY) : payerOf(userId, instrument, side == BUY)
  state.need = need
  checkedDesk = desk
  if (need > (account.exists ? account.available : 0)) return INSUFFICIENT_BALANCE
  const isMaker = isPostOnly(draft) && instrument.status != AUCTION
  if (isMaker && wouldCross(instrument, side, draft.price)) return POST_ONLY_WOULD_CROSS
  return NONE
}

/** The limit leg of a list rests as post-only. */
export function isPostOnly(draft: Draft): bool {
  return draft.timeInForce == POST_ONLY || draft.type == ONE_CANCELS_OTHER
}

/** A trailing buy holds by the market price: without one there is nothing to compute its hold from. */
export function lacksPrice(instrument: Instrument, draft: Draft): bool {
  return draft.type == TRAILING_STOP && draft.side == BUY && marketPrice(instrument) == 0
}

function placeOne(instrument: Instrument, desk: Desk, draft: Draft, need: i64, key: Key): void {
  const type = draft.type
  const orderId = nextOrderId()
  const instrumentId = idOf(instrument)
  const order = makeOrder(instrument, desk, draft, type, labelFor(key))
  hold(order, need)
  const status = start(instrument, order, type)
  writeOutcomeOrder(orderId, 0, type, status, key, instrumentId)
  if (key.exists) settlePlainKey(key, type, status, instrumentId)
}

/** Makes the key of the entry the client order id of its first order, which is made next. */
function labelFor(key: Key): Label {
  if (!key.exists) return none<Label>()
  bindKey(key, nextOrderId())
  return makeLabel(key)
}

/** A funded order takes its place: in the market, or waiting for its trigger. Returns its status. */
export function start(instrument: Instrument, order: Order, type: i32): i32 {
  if (type == LIMIT || type == MARKET) {
    writeOrder(order, PLACED, CLOSE_NONE)
    const canRest = type == LIMIT && timeInForceOf(order) == GTC
    return canRest && meetsNothing(instrument, order.price, sideOf(order) == BUY) ? restOrder(instrument, order) : enterMarket(instrument, order)
  }
  if (type == TRAILING_STOP) startTrailing(instrument, order)
  count(order, BIT_COUNTED_TRIGGER)
  writeOrder(order, PLACED, CLOSE_NONE)
  joinTriggers(instrument, order)
  return PENDING_TRIGGER
}

/** Places an order list: one or two parents, and one or two children that wait for a parent to be filled. `child` may be none. */
function placeList(instrument: Instrument, desk: Desk, draft: Draft, child: Draft, need: i64, key: Key): void {
  // the id of its first order
  const listId = nextOrderId()
  const parent = makeLegs(instrument, desk, draft, listId, labelFor(key))
  const twin = partnerOf(parent)
  const childId = nextOrderId()
  const firstChild = child.exists ? makeChildren(instrument, desk, child, listId) : none<Order>()
  if (firstChild.exists) adopt(parent, twin, firstChild)
  hold(parent, need)
  const status = startLegs(instrument, parent, twin, firstChild)
  writeLegOutcomes(instrument, draft, listId, key, status)
  if (child.exists) writeChildOutcomes(instrument, child, listId, childId)
}

function makeChildren(instrument: Instrument, desk: Desk, child: Draft, listId: f64): Order {
  const first = makeLegs(instrument, desk, child, listId, none<Label>())
  const second = partnerOf(first)
  setStatus(first, PENDING_NEW)
  if (second.exists) setStatus(second, PENDING_NEW)
  countChildren(first)
  return first
}

/** Links parents and children to each other. */
export function adopt(parent: Order, twin: Order, firstChild: Order): void {
  const secondChild = partnerOf(firstChild)
  extraOf(parent).child = firstChild
  if (twin.exists) extraOf(twin).child = firstChild
  extraOf(firstChild).parent = parent
  if (secondChild.exists) extraOf(secondChild).parent = parent
}

/** Records the members of a list, then starts its parent or its two legs. Returns the parent's status. */
export function startLegs(instrument: Instrument, parent: Order, twin: Order, firstChild: Order): i32 {
  if (twin.exists) {
    count(parent, BIT_COUNTED_LIST)
    count(twin, BIT_COUNTED_TRIGGER)
  }
  writeOrder(parent, PLACED, CLOSE_NONE)
  if (twin.exists) writeOrder(twin, PLACED, CLOSE_NONE)
  if (firstChild.exists) {
    writeOrder(firstChild, PLACED, CLOSE_NONE)
    const secondChild = partnerOf(firstChild)
    if (secondChild.exists) writeOrder(secondChild, PLACED, CLOSE_NONE)
  }
  if (!twin.exists) return enterMarket(instrument, parent)
  joinTriggers(instrument, twin)
  return restOrder(instrument, parent)
}

/** Answers for the legs of a draft. */
function writeLegOutcomes(instrument: Instrument, draft: Draft, firstId: f64, key: Key, status: i32): void {
  const instrumentId = idOf(instrument)
  const type = draft.type
  if (type != ONE_CANCELS_OTHER) {
    writeOutcomeOrder(firstId, firstId, type, status, key, instrumentId)
    return
  }
  writeOutcomeOrder(firstId, firstId, LIMIT, status, key, instrumentId)
  writeOutcomeOrder(firstId + 1, firstId, stopTypeOf(draft), PENDING_TRIGGER, none<Key>(), instrumentId)
}

function writeChildOutcomes(instrument: Instrument, child: Draft, listId: f64, firstId: f64): void {
  const instrumentId = idOf(instrument)
  const type = child.type
  const isList = type == ONE_CANCELS_OTHER
  writeOutcomeOrder(firstId, listId, isList ? LIMIT : type, statusNow(firstId), none<Key>(), instrumentId)
  if (isList) writeOutcomeOrder(firstId + 1, listId, stopTypeOf(child), statusNow(firstId + 1), none<Key>(), instrumentId)
}

/** Type of the stop leg of a list. */
export function stopTypeOf(draft: Draft): i32 {
  return draft.triggerLimitPrice == 0 ? STOP_MARKET : STOP_LIMIT
}
