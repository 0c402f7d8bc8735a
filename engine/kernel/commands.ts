/**
 * The rule of each command that the kernel runs itself, by the command's name: `engine/generated/dispatch.ts` calls them. `key` is the row
 * of the entry's idempotency key, none when it has none. Each returns its reason.
 */
import { acceptQuote as accept } from './convert/accept-quote'
import { purchaseProduct as purchase, redeemProduct as redeem, setRenewal as renewal } from './earn/commands'
import { runDocument } from './host'
import { reportPrices as report } from './index/report'
import { transferBetweenAccounts as transfer } from './ledger/transfer'
import { amendOrder as amend } from './orders/amend-order'
import { cancelAllOrders as cancelAll, cancelOrder as cancel, setCancelAllTimer as setTimer } from './orders/cancel-order'
import { placeOrder as place } from './orders/place-order'
import { placePlain } from './orders/place-plain'
import { changePositionMargin as changeMargin } from './perp/position/margin'
import { placeContractOrder as placeContract } from './perp/orders/place'
import {
  openContractAccount as openContracts,
  setLeverage as leverage,
  setMarginMode as marginMode,
  setPositionMode as positionMode,
} from './perp/settings'
import { placePositionTpsl as placeTpsl } from './perp/orders/tpsl'
import {
  AcceptQuoteEntry,
  AmendOrderEntry,
  CancelAllOrdersEntry,
  CancelOrderEntry,
  ChangePositionMarginEntry,
  Entry,
  OpenContractAccountEntry,
  PlaceContractOrderEntry,
  PlaceOrderEntry,
  PlacePositionTpslEntry,
  PurchaseProductEntry,
  RedeemProductEntry,
  ReportPricesEntry,
  SetCancelAllTimerEntry,
  SetLeverageEntry,
  SetMarginModeEntry,
  SetPositionModeEntry,
  SetRenewalEntry,
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

@inline export function reportPrices(entry: ReportPricesEntry, _user: User, _key: Key): i32 {
  return report(entry)
}

@inline export function acceptQuote(entry: AcceptQuoteEntry, user: User, _key: Key): i32 {
  return accept(entry, user)
}

@inline export function purchaseProduct(entry: PurchaseProductEntry, user: User, _key: Key): i32 {
  return purchase(entry, user)
}

@inline export function redeemProduct(entry: RedeemProductEntry, user: User, _key: Key): i32 {
  return redeem(entry, user)
}

@inline export function setRenewal(entry: SetRenewalEntry, user: User, _key: Key): i32 {
  return renewal(entry, user)
}

@inline export function openContractAccount(entry: OpenContractAccountEntry, user: User, _key: Key): i32 {
  return openContracts(entry, user)
}

@inline export function placeContractOrder(entry: PlaceContractOrderEntry, user: User, key: Key): i32 {
  return placeContract(entry, user, key)
}

@inline export function placePositionTpsl(entry: PlacePositionTpslEntry, user: User, key: Key): i32 {
  return placeTpsl(entry, user, key)
}

@inline export function changePositionMargin(entry: ChangePositionMarginEntry, user: User, _key: Key): i32 {
  return changeMargin(entry, user)
}

@inline export function setLeverage(entry: SetLeverageEntry, user: User, _key: Key): i32 {
  return leverage(entry, user)
}

@inline export function setMarginMode(entry: SetMarginModeEntry, user: User, _key: Key): i32 {
  return marginMode(entry, user)
}

@inline export function setPositionMode(entry: SetPositionModeEntry, user: User, _key: Key): i32 {
  return positionMode(entry, user)
}

@inline export function tick(_entry: TickEntry, _user: User, _key: Key): i32 {
  return NONE
}

/** Every command that travels as JSON: TypeScript reads it and calls back. */
@inline export function document(entry: Entry, user: User, _key: Key): i32 {
  return runDocument(entry, user)
}
