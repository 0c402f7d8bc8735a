/** Cancelling: one order with its list, all orders of a user, the timer that does it by itself, and orders whose date has come. */
import { clearDue, findDue, setDue } from '../due/queue'
import { writeOutcomeOfOrder } from '../events/write-outcome'
import { timerSet } from '../host'
import { idOf, instrumentAt } from '../market/instrument'
import { entrantId, entrantOrder } from '../memory/lists'
import { isSafeInteger } from '../money/exact'
import { ALL_CONTRACTS, ALL_PAIRS, listIdOf, memberOfList, membersAt, missingListReason, missingReason, namedOrder, oldestOfUser, ordersOfUser } from './find-order'
import { hasRoomForDue } from './limits'
import { end, instrumentOfOrder } from './order'
import { findOrder } from './order-index'
import { isLocked } from './works'
import { CancelOrderEntry } from '../../generated/entries'
import { namedList, none, Order, state, User } from '../../generated/rows'
import { CANCELED, CLOSE_GTD, CLOSE_ORDER_LIST, CLOSE_USER, EXPIRED } from '../constants/code'
import { DUE_CANCEL_ALL } from '../constants/due'
import { BAD_PARAMETER, ENGINE_FULL, INSTRUMENT_NOT_FOUND, NONE, PAIR_BUSY } from '../constants/reason'

const TIMEOUT_MIN_MS: f64 = 5_000
const TIMEOUT_MAX_MS: f64 = 600_000

/** Runs a cancelOrder entry. */
export function cancelOrder(entry: CancelOrderEntry, user: User): i32 {
  if (entry.orderId != 0 || entry.textLength != 0) {
    const order = namedOrder(entry, entry.text, user)
    return order.exists ? cancelMembers(order) : missingReason(entry, entry.text, user)
  }
  const listId = entry.orderListId
  const member = listId == 0 ? none<Order>() : memberOfList(user, listId)
  return member.exists ? cancelMembers(member) : missingListReason(user.id, listId)
}

/** Cancels an order and, when it is a member of a list, every live member. */
function cancelMembers(order: Order): i32 {
  const instrument = instrumentOfOrder(order)
  if (isLocked(instrument)) return PAIR_BUSY
  const listId = listIdOf(order)
  if (listId == 0 || instrument.contract.exists) {
    writeOutcomeOfOrder(order, 0, CANCELED, idOf(instrument))
    end(instrument, order, CANCELED, CLOSE_USER)
    return NONE
  }
  membersAt(order.desk, listId)
  reportNamed()
  end(instrument, order, CANCELED, CLOSE_USER)
  endNamed(CLOSE_ORDER_LIST)
  return NONE
}

/** Reports every order in namedList as cancelled. */
function reportNamed(): void {
  const count = namedList.count
  for (let position: u32 = 0; position < count; position += 1) {
    const order = entrantOrder(namedList, position)
    writeOutcomeOfOrder(order, listIdOf(order), CANCELED, idOf(instrumentOfOrder(order)))
  }
}

/** Ends every order in namedList that did not go with another one before. */
function endNamed(closeReason: i32): void {
  const count = namedList.count
  for (let position: u32 = 0; position < count; position += 1) {
    const order = entrantOrder(namedList, position)
    if (order.id == entrantId(namedList, position)) end(instrumentOfOrder(order), order, CANCELED, closeReason)
  }
}

/** Runs a cancelAllOrders entry: every live order of the user that may be cancelled now is, and is reported. */
export function cancelAllOrders(user: User, instrumentId: i32): i32 {
  if (!isMeant(instrumentId)) return INSTRUMENT_NOT_FOUND
  oldestOfUser(user, instrumentId, u32.MAX_VALUE, true)
  reportNamed()
  endNamed(CLOSE_USER)
  return NONE
}

/** A pair or contract, or all of either. */
@inline function isMeant(instrumentId: i32): bool {
  return instrumentId == ALL_PAIRS || instrumentId == ALL_CONTRACTS || instrumentAt(instrumentId).exists
}

/** Ends every live order of a user on a pair or contract, or on all of them, ascending by id. */
export function endAll(user: User, instrumentId: i32, closeReason: i32): void {
  ordersOfUser(user, instrumentId)
  endNamed(closeReason)
}

/** Ends so many live orders of a user at most, the oldest ones that may be cancelled now, ascending by id. Returns how many it took. */
export function endOldest(user: User, instrumentId: i32, closeReason: i32, most: u32): u32 {
  oldestOfUser(user, instrumentId, most, true)
  const taken = namedList.count
  endNamed(closeReason)
  return taken
}

/** Ends an order that was good till now. */
export function expireOrder(orderId: f64): void {
  const order = findOrder(orderId)
  if (order.exists) end(instrumentOfOrder(order), order, EXPIRED, CLOSE_GTD)
}

/** Runs a setCancelAllTimer entry. The due time (0 = switched off) is its value. */
export function setCancelAllTimer(userId: i32, instrumentId: i32, timeoutMs: f64): i32 {
  if (!isMeant(instrumentId)) return INSTRUMENT_NOT_FOUND
  const isOff = timeoutMs == 0
  if (!isOff && !(isSafeInteger(timeoutMs) && timeoutMs >= TIMEOUT_MIN_MS && timeoutMs <= TIMEOUT_MAX_MS)) return BAD_PARAMETER
  const triggerAt = isOff ? 0 : state.at + timeoutMs
  if (!isOff && !hasRoomForDue() && !findDue(DUE_CANCEL_ALL, <f64>userId, instrumentId).exists) return ENGINE_FULL
  if (isOff) clearDue(DUE_CANCEL_ALL, <f64>userId, instrumentId)
  else setDue(triggerAt, DUE_CANCEL_ALL, <f64>userId, instrumentId)
  timerSet(userId, instrumentId, triggerAt)
  state.value = triggerAt
  return NONE
}
