/** Cancelling: one order with its list, all orders of a user, and the timer that does it by itself. */
import * as code from '../codec/code.ts'
import * as entry from '../codec/entry-layout.ts'
import type { EventBuffer } from '../event-buffer.ts'
import { writeDocument } from '../events/write-document.ts'
import { asInstrumentId, asUserId } from '../ids/id.ts'
import * as layout from '../layout.ts'
import { DUE_CANCEL_ALL } from '../memory/deadlines.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { writeOutcomeOfOrder } from '../outcome.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import * as find from './find-order.ts'
import { end, instrumentOfOrder } from './order.ts'

const HANDLE = HANDLE_MASK

const { CANCELED, CLOSE_ORDER_LIST, CLOSE_USER } = code
const { CANCEL_LIST, CANCEL_ORDER, CANCEL_TEXT, ENTRY_INSTRUMENT } = entry
const { ORDER_DESK, ORDER_ID, USER_ID } = layout

const TIMEOUT_MIN_MS = 5_000
const TIMEOUT_MAX_MS = 600_000

/** Runs a cancelOrder entry. */
export function cancelOrder(state: State, out: EventBuffer, view: DataView, offset: number, user: number): Reason {
  offset &= HANDLE
  user &= HANDLE
  const userId = state.users.view.getInt32(user + USER_ID, true)
  const orderId = view.getFloat64(offset + CANCEL_ORDER, true)
  if (orderId !== 0) {
    const order = find.ownOrder(state, userId, orderId)
    if (order === 0) return find.missingReason(state, userId, orderId)
    return cancelMembers(state, out, order)
  }
  const textLength = view.getInt32(offset + ENTRY_INSTRUMENT, true)
  if (textLength !== 0) {
    const key = find.clientKey(state, view, offset + CANCEL_TEXT, textLength, user)
    const order = find.orderOfKey(state, key)
    if (order === 0) return find.missingKeyReason(state, key)
    return cancelMembers(state, out, order)
  }
  const listId = view.getFloat64(offset + CANCEL_LIST, true)
  const member = listId === 0 ? 0 : find.memberOfList(state, user, listId)
  if (member === 0) return find.missingReason(state, userId, listId)
  return cancelMembers(state, out, member)
}

/** Cancels an order and, when it is a member of a list, every live member. */
function cancelMembers(state: State, out: EventBuffer, order: number): Reason {
  order &= HANDLE
  const instrument = instrumentOfOrder(state, order)
  const listId = find.listIdOf(state, order)
  if (listId === 0) {
    reportCanceled(state, out, order, 0, instrument.instrumentId)
    end(state, out, instrument, order, CANCELED, CLOSE_USER)
    return 'none'
  }
  const members = find.membersAt(state, state.orders.view.getInt32(order + ORDER_DESK, true), listId)
  const ids = members.map((member) => state.orders.view.getFloat64(member + ORDER_ID, true))
  for (const member of members) reportCanceled(state, out, member, listId, instrument.instrumentId)
  end(state, out, instrument, order, CANCELED, CLOSE_USER)
  members.forEach((member, position) => {
    if (state.orders.view.getFloat64(member + ORDER_ID, true) === ids[position])
      end(state, out, instrument, member, CANCELED, CLOSE_ORDER_LIST)
  })
  return 'none'
}

function reportCanceled(state: State, out: EventBuffer, order: number, listId: number, instrumentId: number): void {
  order &= HANDLE
  writeOutcomeOfOrder(state, out, order, listId, CANCELED, instrumentId)
}

/** Runs a cancelAllOrders entry: every live order of the user is cancelled and reported. */
export function cancelAllOrders(state: State, out: EventBuffer, user: number, instrumentId: number): Reason {
  user &= HANDLE
  if (instrumentId !== 0 && state.instruments[instrumentId - 1] === undefined) return 'instrumentNotFound'
  for (const order of find.ordersOfUser(state, user, instrumentId))
    reportCanceled(state, out, order, find.listIdOf(state, order), instrumentOfOrder(state, order).instrumentId)
  endAll(state, out, user, instrumentId, CLOSE_USER)
  return 'none'
}

/** Ends every live order of a user on a pair (0 = all pairs), ascending by id. */
export function endAll(state: State, out: EventBuffer, user: number, instrumentId: number, closeReason: number): void {
  user &= HANDLE
  const orders = find.ordersOfUser(state, user, instrumentId)
  const ids = orders.map((order) => state.orders.view.getFloat64(order + ORDER_ID, true))
  orders.forEach((order, position) => {
    if (state.orders.view.getFloat64(order + ORDER_ID, true) === ids[position])
      end(state, out, instrumentOfOrder(state, order), order, CANCELED, closeReason)
  })
}

/** Runs a setCancelAllTimer entry. Returns the due time (0 = switched off) or why not. */
export function setCancelAllTimer(
  state: State,
  out: EventBuffer,
  userId: number,
  instrumentId: number,
  timeoutMs: number,
): number | Reason {
  if (instrumentId !== 0 && state.instruments[instrumentId - 1] === undefined) return 'instrumentNotFound'
  const isGood = timeoutMs === 0 || (Number.isSafeInteger(timeoutMs) && timeoutMs >= TIMEOUT_MIN_MS && timeoutMs <= TIMEOUT_MAX_MS)
  if (!isGood) return 'badParameter'
  const triggerAt = timeoutMs === 0 ? 0 : state.at + timeoutMs
  if (timeoutMs === 0) state.deadlines.clear(DUE_CANCEL_ALL, userId, instrumentId)
  else state.deadlines.set({ at: triggerAt, due: DUE_CANCEL_ALL, id: userId, detail: instrumentId })
  writeDocument(out, { kind: 'cancelAllTimerSet', userId: asUserId(userId), instrumentId: asInstrumentId(instrumentId), triggerAt })
  return triggerAt
}
