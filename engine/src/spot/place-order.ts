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
import { settlePlainKey } from '../user/idempotency.ts'
import { checkPair, checkTerms, checkUser } from './checks.ts'
import { Draft, readDraft } from './draft.ts'
import { enterMarket, restOrder } from './enter.ts'
import { hold } from './holds.ts'
import { checkCounts, checkPosition } from './limits.ts'
import { link, makeLegs, makeOrder } from './make-order.ts'
import { wouldCross } from './match.ts'
import { needOfDraft } from './needs.ts'
import { count, linkOf, statusNow } from './order.ts'
import { joinTriggers, startTrailing } from './trigger.ts'

const parentDraft = new Draft()
const childDraft = new Draft()

/** Runs a placeOrder entry. `key` is the row of its idempotency key, 0 = none. */
export function placeOrder(state: State, out: EventBuffer, view: DataView, offset: number, user: number, key: number): Reason {
  const isLong = view.getUint8(offset + entry.PLACE_IS_LONG) === 1
  readDraft(parentDraft, view, offset + entry.PLACE_TERMS, isLong)
  parentDraft.selfTrade = view.getUint8(offset + entry.PLACE_SELF_TRADE)
  parentDraft.source = view.getUint8(offset + entry.PLACE_SOURCE)
  let child: Draft | null = null
  if (view.getUint8(offset + entry.PLACE_HAS_CHILD) === 1) {
    child = childDraft
    readDraft(child, view, offset + entry.PLACE_TERMS + entry.TERMS_BYTES, true)
    child.selfTrade = parentDraft.selfTrade
    child.source = parentDraft.source
  }
  const instrument = instrumentAt(state, view.getInt32(offset + entry.ENTRY_INSTRUMENT, true))
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
  const userId = state.users.view.getInt32(user + layout.USER_ID, true)
  const reason = checkPlacement(state, instrument, user, userId, draft, child)
  if (reason !== 'none') return reason
  const need = lastNeed.amount
  const desk = openDesk(state, userId, instrument)
  if (draft.type === code.ONE_CANCELS_OTHER || child !== null) placeList(state, out, instrument, desk, draft, child, need, key)
  else placeOne(state, out, instrument, desk, draft, need, key)
  return 'none'
}

/** The need computed by the last successful check. */
const lastNeed = { amount: 0n }

/** All checks of a placement, none of which changes anything. The need of the hold is left for `checkedNeed`. */
export function checkPlacement(
  state: State,
  instrument: Instrument,
  user: number,
  userId: number,
  draft: Draft,
  child: Draft | null,
): Reason {
  if (child !== null && draft.type !== code.LIMIT && draft.type !== code.ONE_CANCELS_OTHER) return 'orderTypeUnsupported'
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
  const isBuy = draft.side === code.BUY
  const account =
    desk !== 0
      ? state.desks.view.getInt32(desk + (isBuy ? layout.DESK_QUOTE_ACCOUNT : layout.DESK_BASE_ACCOUNT), true)
      : findAccount(state, userId, isBuy ? instrument.quoteAssetId : instrument.baseAssetId)
  lastNeed.amount = need
  if (need > (account === 0 ? 0n : availableOf(state, account))) return 'insufficientBalance'
  if (isPostOnly(draft) && instrument.status !== code.AUCTION && wouldCross(state, instrument, draft.side, draft.price))
    return 'postOnlyWouldCross'
  return 'none'
}

/** The limit leg of a list rests as post-only. */
export function isPostOnly(draft: Draft): boolean {
  return draft.timeInForce === code.POST_ONLY || draft.type === code.ONE_CANCELS_OTHER
}

/** A trailing buy holds by the market price: without one there is nothing to compute its hold from. */
export function lacksPrice(instrument: Instrument, draft: Draft): boolean {
  return draft.type === code.TRAILING_STOP && draft.side === code.BUY && instrument.marketPrice() === 0
}

function placeOne(state: State, out: EventBuffer, instrument: Instrument, desk: number, draft: Draft, need: bigint, key: number): void {
  const order = makeOrder(state, instrument, desk, draft, draft.type, state.seq * 8, key)
  hold(state, out, order, need)
  const status = start(state, out, instrument, order, draft.type)
  writeOutcomeOrder(state, out, state.seq * 8, 0, draft.type, status, key, instrument.instrumentId)
  if (key !== 0) settlePlainKey(state, key, draft.type, status, instrument.instrumentId)
}

/** A funded order takes its place: in the market, or waiting for its trigger. Returns its status. */
export function start(state: State, out: EventBuffer, instrument: Instrument, order: number, type: number): number {
  if (type === code.LIMIT || type === code.MARKET) {
    writeOrder(state, out, order, PLACED)
    return enterMarket(state, out, instrument, order)
  }
  if (type === code.TRAILING_STOP) startTrailing(state, instrument, order)
  count(state, order, layout.BIT_COUNTED_TRIGGER)
  writeOrder(state, out, order, PLACED)
  joinTriggers(state, instrument, order)
  return code.PENDING_TRIGGER
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
  const parent = makeLegs(state, instrument, desk, draft, listId, listId, key)
  const twin = linkOf(state, parent, layout.EXTRA_PARTNER)
  const firstChild = child === null ? 0 : makeChildren(state, instrument, desk, child, listId, listId + (twin === 0 ? 1 : 2))
  if (firstChild !== 0) adopt(state, parent, twin, firstChild)
  hold(state, out, parent, need)
  const status = startLegs(state, out, instrument, parent, twin, firstChild)
  writeLegOutcomes(state, out, instrument, draft, listId, key, status)
  if (child !== null) writeChildOutcomes(state, out, instrument, child, listId, listId + (twin === 0 ? 1 : 2))
}

function makeChildren(state: State, instrument: Instrument, desk: number, child: Draft, listId: number, firstId: number): number {
  const first = makeLegs(state, instrument, desk, child, firstId, listId, 0)
  const second = linkOf(state, first, layout.EXTRA_PARTNER)
  state.orders.view.setUint8(first + layout.ORDER_STATUS, code.PENDING_NEW)
  if (second !== 0) state.orders.view.setUint8(second + layout.ORDER_STATUS, code.PENDING_NEW)
  return first
}

/** Links parents and children to each other. */
export function adopt(state: State, parent: number, twin: number, firstChild: number): void {
  const secondChild = linkOf(state, firstChild, layout.EXTRA_PARTNER)
  link(state, parent, layout.EXTRA_CHILD, firstChild)
  if (twin !== 0) link(state, twin, layout.EXTRA_CHILD, firstChild)
  link(state, firstChild, layout.EXTRA_PARENT, parent)
  if (secondChild !== 0) link(state, secondChild, layout.EXTRA_PARENT, parent)
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
    count(state, parent, layout.BIT_COUNTED_LIST)
    count(state, twin, layout.BIT_COUNTED_TRIGGER)
  }
  writeOrder(state, out, parent, PLACED)
  if (twin !== 0) writeOrder(state, out, twin, PLACED)
  if (firstChild !== 0) {
    writeOrder(state, out, firstChild, PLACED)
    const secondChild = linkOf(state, firstChild, layout.EXTRA_PARTNER)
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
  if (draft.type !== code.ONE_CANCELS_OTHER) {
    writeOutcomeOrder(state, out, firstId, firstId, draft.type, status, key, instrumentId)
    return
  }
  const stopType = draft.triggerLimitPrice === 0 ? code.STOP_MARKET : code.STOP_LIMIT
  writeOutcomeOrder(state, out, firstId, firstId, code.LIMIT, status, key, instrumentId)
  writeOutcomeOrder(state, out, firstId + 1, firstId, stopType, code.PENDING_TRIGGER, 0, instrumentId)
}

function writeChildOutcomes(state: State, out: EventBuffer, instrument: Instrument, child: Draft, listId: number, firstId: number): void {
  const { instrumentId } = instrument
  const isList = child.type === code.ONE_CANCELS_OTHER
  writeOutcomeOrder(state, out, firstId, listId, isList ? code.LIMIT : child.type, statusNow(state, firstId), 0, instrumentId)
  if (!isList) return
  const stopType = child.triggerLimitPrice === 0 ? code.STOP_MARKET : code.STOP_LIMIT
  writeOutcomeOrder(state, out, firstId + 1, listId, stopType, statusNow(state, firstId + 1), 0, instrumentId)
}
