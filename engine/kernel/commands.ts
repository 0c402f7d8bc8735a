/**
 * The rule of each command that the kernel runs itself, by the command's name: `engine/generated/dispatch.ts` calls them. `key` is the row
 * of the entry's idempotency key, none when it has none. Each returns its reason.
 */
import { runDocument } from './host'
import { transferBetweenAccounts as transfer } from './ledger/transfer'
import { amendOrder as amend } from './orders/amend-order'
import { cancelAllOrders as cancelAll, cancelOrder as cancel, setCancelAllTimer as setTimer } from './orders/cancel-order'
import { placeOrder as place } from './orders/place-order'
import { placePlain } from './orders/place-plain'
import {
  AmendOrderEntry,
  CancelAllOrdersEntry,
  CancelOrderEntry,
  Entry,
  PlaceOrderEntry,
  SetCancelAllTimerEntry,
  TickEntry,
  TransferBetweenAccountsEntry,
} from '../generated/entries'
import { Key, User } from '../generated/rows'
import { NONE } from './constants/reason'

@inline export function placeOrder(entry: PlaceOrderEntry, user: User, key: Key): i32 {
  return placePlain(entry, user, key) ? NONE : place(entry, user, key)
}

@inline export function cancelOrder(entry: CancelOrderEntry, user: User, _key: Key): i32 {
  return cancel(entry, user)
}

@inline export function amendOrder(entry: AmendOrderEntry, user: User, _key: Key): i32 {
  return amend(entry, user)
}

@inline export function cancelAllOrders(entry: CancelAllOrdersEntry, user: User, _key: Key): i32 {
  return cancelAll(user, entry.instrumentId)
}

@inline export function setCancelAllTimer(entry: SetCancelAllTimerEntry, _user: User, _key: Key): i32 {
  return setTimer(entry.userId, entry.instrumentId, entry.timeoutMs)
}

@inline export function transferBetweenAccounts(entry: TransferBetweenAccountsEntry, user: User, _key: Key): i32 {
  return transfer(entry, user)
}

@inline export function tick(_entry: TickEntry, _user: User, _key: Key): i32 {
  return NONE
}

/** Every command that travels as JSON: TypeScript reads it and calls back. */
@inline export function document(entry: Entry, user: User, _key: Key): i32 {
  return runDocument(entry, user)
}
