/** Placing orders: checks, then the rows, then the hold, then the market. */
import { PLACED, writeOrder } from '../events/write-order'
import { writeOutcomeOrder } from '../events/write-outcome'
import { findAccount } from '../ledger/account'
import { availableOf } from '../ledger/posting'
import { findDesk, openDesk } from '../market/desk'
import { idOf, instrumentAt, marketPrice } from '../market/instrument'
import {
  AUCTION,
  BUY,
  CLOSE_NONE,
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
import {
  ENTRY_INSTRUMENT,
  ENTRY_USER,
  PLACE_HAS_CHILD,
  PLACE_IS_LONG,
  PLACE_SELF_TRADE,
  PLACE_SOURCE,
  PLACE_TERMS,
  TERMS_BYTES,
} from '../constants/entry'
import {
  BIT_COUNTED_LIST,
  BIT_COUNTED_TRIGGER,
  DESK_BASE_ACCOUNT,
  DESK_QUOTE_ACCOUNT,
  EXTRA_CHILD,
  EXTRA_PARENT,
  EXTRA_PARTNER,
  USER_ID,
} from '../constants/layout'
import { DESKS, I_BASE_ASSET, I_QUOTE_ASSET, I_STATUS, S_NEED, S_SEQ, USERS } from '../constants/map'
import {
  BAD_PARAMETER,
  INSTRUMENT_NOT_FOUND,
  INSUFFICIENT_BALANCE,
  NONE,
  ORDER_TYPE_UNSUPPORTED,
  POST_ONLY_WOULD_CROSS,
  USER_NOT_FOUND,
} from '../constants/reason'
import { RULE_CHILDREN_COUNT } from '../constants/rules'
import { holds } from '../rules'
import { bindKey, settlePlainKey } from '../user/keys'
import { makeLabel } from '../user/label'
import { userHandle } from '../user/user'
import { checkPair, checkTerms, checkUser } from './checks'
import { statusNow } from './closed'
import {
  D_SELF_TRADE,
  D_SOURCE,
  D_TIME_IN_FORCE,
  D_TRIGGER_LIMIT_PRICE,
  DRAFT_CHILD,
  DRAFT_PARENT,
  draftPrice,
  draftSide,
  draftType,
  readDraft,
} from './draft'
import { enterMarket, restOrder } from './enter'
import { hold } from './holds'
import { checkCounts, checkPosition, checkRoom, countChildren } from './limits'
import { link, makeLegs, makeOrder } from './make-order'
import { wouldCross } from './match'
import { needOfDraft } from './needs'
import { count, linkOf } from './order'
import { setStatus } from './order-flags'
import { joinTriggers, startTrailing } from './trigger'

/** The desk that the last check of a placement looked at, 0 = none yet. Its need is S_NEED. */
let checkedDesk: usize = 0

/** Runs a placeOrder entry. `key` is the row of its idempotency key, 0 = none. Returns the reason. */
export function placeOrder(start: usize, user: usize, key: usize): i32 {
  const child = readDrafts(start)
  const reason = checkDrafts(start, user, child)
  if (reason != NONE) return reason
  const need = load<i64>(S_NEED)
  const instrument = instrumentAt(load<i32>(start, ENTRY_INSTRUMENT))
  const desk = checkedDesk != 0 ? checkedDesk : openDesk(load<i32>(user, USERS + USER_ID), instrument)
  const isList = draftType(DRAFT_PARENT) == ONE_CANCELS_OTHER || child != 0
  if (isList) placeList(instrument, desk, DRAFT_PARENT, child, need, key)
  else placeOne(instrument, desk, DRAFT_PARENT, need, key)
  return NONE
}

/**
 * What `placeOrder` would answer to an entry now, for previews: nothing is placed. Leaves the need of its hold in S_NEED when all that
 * comes before funds passed.
 */
export function checkEntry(start: usize): i32 {
  const userId = load<i32>(start, ENTRY_USER)
  const user = userId == 0 ? 0 : userHandle(userId)
  return user == 0 ? USER_NOT_FOUND : checkDrafts(start, user, readDrafts(start))
}

/** Reads the order of a placeOrder entry and its child. Returns the child's draft, 0 = none. */
function readDrafts(start: usize): usize {
  const selfTrade: i32 = load<u8>(start, PLACE_SELF_TRADE)
  const source: i32 = load<u8>(start, PLACE_SOURCE)
  readDraft(DRAFT_PARENT, start + PLACE_TERMS, load<u8>(start, PLACE_IS_LONG) == 1)
  store<i32>(DRAFT_PARENT, selfTrade, D_SELF_TRADE)
  store<i32>(DRAFT_PARENT, source, D_SOURCE)
  if (load<u8>(start, PLACE_HAS_CHILD) != 1) return 0
  readDraft(DRAFT_CHILD, start + PLACE_TERMS + TERMS_BYTES, true)
  store<i32>(DRAFT_CHILD, selfTrade, D_SELF_TRADE)
  store<i32>(DRAFT_CHILD, source, D_SOURCE)
  return DRAFT_CHILD
}

/** Checks of the user, of the pair and of the drafts that were read. */
function checkDrafts(start: usize, user: usize, child: usize): i32 {
  const userReason = checkUser(user)
  if (userReason != NONE) return userReason
  const instrument = instrumentAt(load<i32>(start, ENTRY_INSTRUMENT))
  if (instrument == 0) return INSTRUMENT_NOT_FOUND
  const type = draftType(DRAFT_PARENT)
  const pairReason = checkPair(instrument, draftSide(DRAFT_PARENT), type, load<i32>(DRAFT_PARENT, D_TIME_IN_FORCE))
  if (pairReason != NONE) return pairReason
  return checkPlacement(instrument, user, load<i32>(user, USERS + USER_ID), DRAFT_PARENT, child)
}

/** All checks of a placement, none of which changes anything; `child` 0 = none. The need of the hold is left in S_NEED. */
export function checkPlacement(instrument: usize, user: usize, userId: i32, draft: usize, child: usize): i32 {
  const type = draftType(draft)
  if (child != 0 && type != LIMIT && type != ONE_CANCELS_OTHER) return ORDER_TYPE_UNSUPPORTED
  const terms = checkTerms(instrument, draft, false)
  if (terms != NONE) return terms
  const childTerms = child == 0 ? NONE : checkTerms(instrument, child, true)
  if (childTerms != NONE) return childTerms
  if (lacksPrice(instrument, draft)) return BAD_PARAMETER
  const desk = findDesk(userId, idOf(instrument))
  const counts = checkCounts(instrument, desk, draft, child)
  if (counts != NONE) return counts
  const position = checkPosition(instrument, user, desk, draft, child, 0)
  if (position != NONE) return position
  return checkFunds(instrument, user, userId, desk, draft)
}

function checkFunds(instrument: usize, user: usize, userId: i32, desk: usize, draft: usize): i32 {
  const need = needOfDraft(instrument, user, draft)
  const side = draftSide(draft)
  const account =
    desk != 0
      ? load<usize>(desk + (side == BUY ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), DESKS)
      : findAccount(userId, load<i32>(instrument + (side == BUY ? I_QUOTE_ASSET : I_BASE_ASSET)))
  store<i64>(S_NEED, need)
  checkedDesk = desk
  if (need > (account == 0 ? 0 : availableOf(account))) return INSUFFICIENT_BALANCE
  const isMaker = isPostOnly(draft) && load<i32>(instrument, I_STATUS) != AUCTION
  if (isMaker && wouldCross(instrument, side, draftPrice(draft))) return POST_ONLY_WOULD_CROSS
  return checkRoom(desk)
}

/** The limit leg of a list rests as post-only. */
export function isPostOnly(draft: usize): bool {
  return load<i32>(draft, D_TIME_IN_FORCE) == POST_ONLY || draftType(draft) == ONE_CANCELS_OTHER
}

/** A trailing buy holds by the market price: without one there is nothing to compute its hold from. */
export function lacksPrice(instrument: usize, draft: usize): bool {
  return draftType(draft) == TRAILING_STOP && draftSide(draft) == BUY && marketPrice(instrument) == 0
}

function placeOne(instrument: usize, desk: usize, draft: usize, need: i64, key: usize): void {
  const type = draftType(draft)
  const orderId = load<f64>(S_SEQ) * 8
  const instrumentId = idOf(instrument)
  const order = makeOrder(instrument, desk, draft, type, orderId, labelFor(key))
  hold(order, need)
  const status = start(instrument, order, type)
  writeOutcomeOrder(orderId, 0, type, status, key, instrumentId)
  if (key != 0) settlePlainKey(key, type, status, instrumentId)
}

/** Makes the key of the entry the client order id of its first order. */
function labelFor(key: usize): usize {
  if (key == 0) return 0
  bindKey(key, load<f64>(S_SEQ) * 8)
  return makeLabel(key)
}

/** A funded order takes its place: in the market, or waiting for its trigger. Returns its status. */
export function start(instrument: usize, order: usize, type: i32): i32 {
  if (type == LIMIT || type == MARKET) {
    writeOrder(order, PLACED, CLOSE_NONE)
    return enterMarket(instrument, order)
  }
  if (type == TRAILING_STOP) startTrailing(instrument, order)
  count(order, BIT_COUNTED_TRIGGER)
  writeOrder(order, PLACED, CLOSE_NONE)
  joinTriggers(instrument, order)
  return PENDING_TRIGGER
}

/** Places an order list: one or two parents, and one or two children that wait for a parent to be filled. `child` 0 = none. */
function placeList(instrument: usize, desk: usize, draft: usize, child: usize, need: i64, key: usize): void {
  const listId = load<f64>(S_SEQ) * 8
  const parent = makeLegs(instrument, desk, draft, listId, listId, labelFor(key))
  const twin = linkOf(parent, EXTRA_PARTNER)
  const childId = listId + (twin == 0 ? 1 : 2)
  const firstChild = child == 0 ? 0 : makeChildren(instrument, desk, child, listId, childId)
  if (firstChild != 0) adopt(parent, twin, firstChild)
  hold(parent, need)
  const status = startLegs(instrument, parent, twin, firstChild)
  writeLegOutcomes(instrument, draft, listId, key, status)
  if (child != 0) writeChildOutcomes(instrument, child, listId, childId)
}

function makeChildren(instrument: usize, desk: usize, child: usize, listId: f64, firstId: f64): usize {
  const first = makeLegs(instrument, desk, child, firstId, listId, 0)
  const second = linkOf(first, EXTRA_PARTNER)
  setStatus(first, PENDING_NEW)
  if (second != 0) setStatus(second, PENDING_NEW)
  if (holds(RULE_CHILDREN_COUNT)) countChildren(first)
  return first
}

/** Links parents and children to each other. */
export function adopt(parent: usize, twin: usize, firstChild: usize): void {
  const secondChild = linkOf(firstChild, EXTRA_PARTNER)
  link(parent, EXTRA_CHILD, firstChild)
  if (twin != 0) link(twin, EXTRA_CHILD, firstChild)
  link(firstChild, EXTRA_PARENT, parent)
  if (secondChild != 0) link(secondChild, EXTRA_PARENT, parent)
}

/** Records the members of a list, then starts its parent or its two legs. Returns the parent's status. */
export function startLegs(instrument: usize, parent: usize, twin: usize, firstChild: usize): i32 {
  if (twin != 0) {
    count(parent, BIT_COUNTED_LIST)
    count(twin, BIT_COUNTED_TRIGGER)
  }
  writeOrder(parent, PLACED, CLOSE_NONE)
  if (twin != 0) writeOrder(twin, PLACED, CLOSE_NONE)
  if (firstChild != 0) {
    writeOrder(firstChild, PLACED, CLOSE_NONE)
    const secondChild = linkOf(firstChild, EXTRA_PARTNER)
    if (secondChild != 0) writeOrder(secondChild, PLACED, CLOSE_NONE)
  }
  if (twin == 0) return enterMarket(instrument, parent)
  joinTriggers(instrument, twin)
  return restOrder(instrument, parent)
}

/** Answers for the legs of a draft. */
function writeLegOutcomes(instrument: usize, draft: usize, firstId: f64, key: usize, status: i32): void {
  const instrumentId = idOf(instrument)
  const type = draftType(draft)
  if (type != ONE_CANCELS_OTHER) {
    writeOutcomeOrder(firstId, firstId, type, status, key, instrumentId)
    return
  }
  writeOutcomeOrder(firstId, firstId, LIMIT, status, key, instrumentId)
  writeOutcomeOrder(firstId + 1, firstId, stopTypeOf(draft), PENDING_TRIGGER, 0, instrumentId)
}

function writeChildOutcomes(instrument: usize, child: usize, listId: f64, firstId: f64): void {
  const instrumentId = idOf(instrument)
  const type = draftType(child)
  const isList = type == ONE_CANCELS_OTHER
  writeOutcomeOrder(firstId, listId, isList ? LIMIT : type, statusNow(firstId), 0, instrumentId)
  if (isList) writeOutcomeOrder(firstId + 1, listId, stopTypeOf(child), statusNow(firstId + 1), 0, instrumentId)
}

/** Type of the stop leg of a list. */
export function stopTypeOf(draft: usize): i32 {
  return load<f64>(draft, D_TRIGGER_LIMIT_PRICE) == 0 ? STOP_MARKET : STOP_LIMIT
}
