/** Placing orders: checks, then the rows, then the hold, then the market. */
import * as code from '../codec/code.ts'
import * as entry from '../codec/entry-layout.ts'
import type { EventBuffer } from '../event-buffer.ts'
import { PLACED, writeOrder } from '../events/write-order.ts'
import * as layout from '../layout.ts'
import { findAccount } from '../ledger/account.ts'
import { availableOf } from '../ledger/posting.ts'
import { findDesk, openDesk } from '../market/desk.ts'
import type { Instrument } from '../market/instrument.ts'
import { writeOutcomeOrder } from '../outcome.ts'
import type { Reason } from '../reason.ts'
import { instrumentAt, type State } from '../state.ts'
import { bindKey, settlePlainKey } from '../user/idempotency.ts'
import { makeLabel } from '../user/label.ts'
import { checkPair, checkTerms, checkUser } from './checks.ts'
import { Draft, readDraft } from './draft.ts'
import { enterMarket, restOrder } from './enter.ts'
import { hold } from './holds.ts'
import { checkCounts, checkPosition, checkRoom } from './limits.ts'
import { link, makeLegs, makeOrder } from './make-order.ts'
import { wouldCross } from './match.ts'
import { needOfDraft } from './needs.ts'
import { count, linkOf, statusNow } from './order.ts'
import { joinTriggers, startTrailing } from './trigger.ts'

const { AUCTION, BUY, LIMIT, MARKET, ONE_CANCELS_OTHER, PENDING_NEW, PENDING_TRIGGER, POST_ONLY, STOP_LIMIT, STOP_MARKET, TRAILING_STOP } =
  code
const { ENTRY_INSTRUMENT, PLACE_HAS_CHILD, PLACE_IS_LONG, PLACE_SELF_TRADE, PLACE_SOURCE, PLACE_TERMS, TERMS_BYTES } = entry
const {
  BIT_COUNTED_LIST,
  BIT_COUNTED_TRIGGER,
  DESK_BASE_ACCOUNT,
  DESK_QUOTE_ACCOUNT,
  EXTRA_CHILD,
  EXTRA_PARENT,
  EXTRA_PARTNER,
  ORDER_STATUS,
  USER_ID,
} = layout

const parentDraft = new Draft()
const childDraft = new Draft()

/** Runs a placeOrder entry. `key` is the row of its idempotency key, 0 = none. */
export function placeOrder(state: State, out: EventBuffer, view: DataView, offset: number, user: number, key: number): Reason {
  const isLong = view.getUint8(offset + PLACE_IS_LONG) === 1
  readDraft(parentDraft, view, offset + PLACE_TERMS, isLong)
  parentDraft.selfTrade = view.getUint8(offset + PLACE_SELF_TRADE)
  parentDraft.source = view.getUint8(offset + PLACE_SOURCE)
  let child: Draft | null = null
  if (view.getUint8(offset + PLACE_HAS_CHILD) === 1) {
    child = childDraft
    readDraft(child, view, offset + PLACE_TERMS + TERMS_BYTES, true)
    child.selfTrade = parentDraft.selfTrade
    child.source = parentDraft.source
  }
  const instrument = instrumentAt(state, view.getInt32(offset + ENTRY_INSTRUMENT, true))
  const userReason = checkUser(state, user)
  if (userReason !== 'none') return userReason
  if (instrument === undefined) return 'instrumentNotFound'
  const pairReason = checkPair(instrument, parentDraft.side, parentDraft.type, parentDraft.timeInForce)
  if (pairReason !== 'none') return pairReason
  return placeDraft(state, out, instrument, user, parentDraft, child, key)
}

function placeDraft(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  user: number,
  draft: Draft,
  child: Draft | null,
  key: number,
): Reason {
  const userId = state.users.view.getInt32(user + USER_ID, true)
  const reason = checkPlacement(state, instrument, user, userId, draft, child)
  if (reason !== 'none') return reason
  const need = lastNeed.amount
  const desk = lastNeed.desk !== 0 ? lastNeed.desk : openDesk(state, userId, instrument)
  if (draft.type === ONE_CANCELS_OTHER || child !== null) placeList(state, out, instrument, desk, draft, child, need, key)
  else placeOne(state, out, instrument, desk, draft, need, key)
  return 'none'
}

/** The need computed by the last successful check, and the desk it looked at (0 = none yet). */
const lastNeed = { amount: 0n, desk: 0 }

/** All checks of a placement, none of which changes anything. The need of the hold is left for `checkedNeed`. */
export function checkPlacement(
  state: State,
  instrument: Instrument,
  user: number,
  userId: number,
  draft: Draft,
  child: Draft | null,
): Reason {
  if (child !== null && draft.type !== LIMIT && draft.type !== ONE_CANCELS_OTHER) return 'orderTypeUnsupported'
  const terms = checkTerms(state, instrument, draft, false)
  if (terms !== 'none') return terms
  const childTerms = child === null ? 'none' : checkTerms(state, instrument, child, true)
  if (childTerms !== 'none') return childTerms
  if (lacksPrice(instrument, draft)) return 'badParameter'
  const desk = findDesk(state, userId, instrument.instrumentId)
  const counts = checkCounts(state, instrument, desk, draft)
  if (counts !== 'none') return counts
  const position = checkPosition(state, instrument, user, desk, draft, 0)
  if (position !== 'none') return position
  return checkFunds(state, instrument, user, userId, desk, draft)
}

/** The need that the last `checkPlacement` found, in the paying asset's minor units. */
export function checkedNeed(): bigint {
  return lastNeed.amount
}

function checkFunds(state: State, instrument: Instrument, user: number, userId: number, desk: number, draft: Draft): Reason {
  const need = needOfDraft(state, instrument, user, draft)
  const isBuy = draft.side === BUY
  const account =
    desk !== 0
      ? state.desks.view.getInt32(desk + (isBuy ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), true)
      : findAccount(state, userId, isBuy ? instrument.quoteAssetId : instrument.baseAssetId)
  lastNeed.amount = need
  lastNeed.desk = desk
  if (need > (account === 0 ? 0n : availableOf(state, account))) return 'insufficientBalance'
  if (isPostOnly(draft) && instrument.status !== AUCTION && wouldCross(state, instrument, draft.side, draft.price))
    return 'postOnlyWouldCross'
  return checkRoom(state, desk)
}

/** The limit leg of a list rests as post-only. */
export function isPostOnly(draft: Draft): boolean {
  return draft.timeInForce === POST_ONLY || draft.type === ONE_CANCELS_OTHER
}

/** A trailing buy holds by the market price: without one there is nothing to compute its hold from. */
export function lacksPrice(instrument: Instrument, draft: Draft): boolean {
  return draft.type === TRAILING_STOP && draft.side === BUY && instrument.marketPrice() === 0
}

function placeOne(state: State, out: EventBuffer, instrument: Instrument, desk: number, draft: Draft, need: bigint, key: number): void {
  const order = makeOrder(state, instrument, desk, draft, draft.type, state.seq * 8, labelFor(state, key))
  hold(state, out, order, need)
  const status = start(state, out, instrument, order, draft.type)
  writeOutcomeOrder(state, out, state.seq * 8, 0, draft.type, status, key, instrument.instrumentId)
  if (key !== 0) settlePlainKey(state, key, draft.type, status, instrument.instrumentId)
}

/** Makes the key of the entry the client order id of its first order. */
function labelFor(state: State, key: number): number {
  if (key === 0) return 0
  bindKey(state, key, state.seq * 8)
  return makeLabel(state, key)
}

/** A funded order takes its place: in the market, or waiting for its trigger. Returns its status. */
export function start(state: State, out: EventBuffer, instrument: Instrument, order: number, type: number): number {
  if (type === LIMIT || type === MARKET) {
    writeOrder(state, out, order, PLACED)
    return enterMarket(state, out, instrument, order)
  }
  if (type === TRAILING_STOP) startTrailing(state, instrument, order)
  count(state, order, BIT_COUNTED_TRIGGER)
  writeOrder(state, out, order, PLACED)
  joinTriggers(state, instrument, order)
  return PENDING_TRIGGER
}

/** Places an order list: one or two parents, and one or two children that wait for a parent to be filled. */
function placeList(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  desk: number,
  draft: Draft,
  child: Draft | null,
  need: bigint,
  key: number,
): void {
  const listId = state.seq * 8
  const parent = makeLegs(state, instrument, desk, draft, listId, listId, labelFor(state, key))
  const twin = linkOf(state, parent, EXTRA_PARTNER)
  const firstChild = child === null ? 0 : makeChildren(state, instrument, desk, child, listId, listId + (twin === 0 ? 1 : 2))
  if (firstChild !== 0) adopt(state, parent, twin, firstChild)
  hold(state, out, parent, need)
  const status = startLegs(state, out, instrument, parent, twin, firstChild)
  writeLegOutcomes(state, out, instrument, draft, listId, key, status)
  if (child !== null) writeChildOutcomes(state, out, instrument, child, listId, listId + (twin === 0 ? 1 : 2))
}

function makeChildren(state: State, instrument: Instrument, desk: number, child: Draft, listId: number, firstId: number): number {
  const first = makeLegs(state, instrument, desk, child, firstId, listId, 0)
  const second = linkOf(state, first, EXTRA_PARTNER)
  state.orders.view.setUint8(first + ORDER_STATUS, PENDING_NEW)
  if (second !== 0) state.orders.view.setUint8(second + ORDER_STATUS, PENDING_NEW)
  return first
}

/** Links parents and children to each other. */
export function adopt(state: State, parent: number, twin: number, firstChild: number): void {
  const secondChild = linkOf(state, firstChild, EXTRA_PARTNER)
  link(state, parent, EXTRA_CHILD, firstChild)
  if (twin !== 0) link(state, twin, EXTRA_CHILD, firstChild)
  link(state, firstChild, EXTRA_PARENT, parent)
  if (secondChild !== 0) link(state, secondChild, EXTRA_PARENT, parent)
}

/** Records the members of a list, then starts its parent or its two legs. Returns the parent's status. */
export function startLegs(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  parent: number,
  twin: number,
  firstChild: number,
): number {
  if (twin !== 0) {
    count(state, parent, BIT_COUNTED_LIST)
    count(state, twin, BIT_COUNTED_TRIGGER)
  }
  writeOrder(state, out, parent, PLACED)
  if (twin !== 0) writeOrder(state, out, twin, PLACED)
  if (firstChild !== 0) {
    writeOrder(state, out, firstChild, PLACED)
    const secondChild = linkOf(state, firstChild, EXTRA_PARTNER)
    if (secondChild !== 0) writeOrder(state, out, secondChild, PLACED)
  }
  if (twin === 0) return enterMarket(state, out, instrument, parent)
  joinTriggers(state, instrument, twin)
  return restOrder(state, out, instrument, parent)
}

/** Answers for the legs of a draft. */
export function writeLegOutcomes(
  state: State,
  out: EventBuffer,
  instrument: Instrument,
  draft: Draft,
  firstId: number,
  key: number,
  status: number,
): void {
  const { instrumentId } = instrument
  if (draft.type !== ONE_CANCELS_OTHER) {
    writeOutcomeOrder(state, out, firstId, firstId, draft.type, status, key, instrumentId)
    return
  }
  const stopType = draft.triggerLimitPrice === 0 ? STOP_MARKET : STOP_LIMIT
  writeOutcomeOrder(state, out, firstId, firstId, LIMIT, status, key, instrumentId)
  writeOutcomeOrder(state, out, firstId + 1, firstId, stopType, PENDING_TRIGGER, 0, instrumentId)
}

function writeChildOutcomes(state: State, out: EventBuffer, instrument: Instrument, child: Draft, listId: number, firstId: number): void {
  const { instrumentId } = instrument
  const isList = child.type === ONE_CANCELS_OTHER
  writeOutcomeOrder(state, out, firstId, listId, isList ? LIMIT : child.type, statusNow(state, firstId), 0, instrumentId)
  if (!isList) return
  const stopType = child.triggerLimitPrice === 0 ? STOP_MARKET : STOP_LIMIT
  writeOutcomeOrder(state, out, firstId + 1, listId, stopType, statusNow(state, firstId + 1), 0, instrumentId)
}
