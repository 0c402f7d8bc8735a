/** Acceptance of a quote: exactly what was shown, once, while it is valid and the price did not run away from the house. */
import { findDue, setDue } from '../due/queue'
import { indexOf, reachIndex } from '../index/asset-index'
import { findAccount, INVENTORY_CONVERT, openAccount, openHouseAccount } from '../ledger/account'
import { payDebt } from '../ledger/debt'
import { post, postHouse } from '../ledger/posting'
import { hasRoom } from '../memory/tables'
import { isSafeInteger } from '../money/exact'
import { hasMoved } from './moved'
import { isPriced } from './priced'
import { stockOf, today } from './stock'
import { checkStanding } from '../user/user'
import { AcceptQuoteEntry } from '../../generated/entries'
import { ConversionRecord } from '../../generated/records'
import { accountsTable, AssetIndex, duesTable, state, User } from '../../generated/rows'
import { CAUSE_CONVERT, SPOT_ACCOUNT } from '../constants/code'
import { DUE_QUOTE } from '../constants/due'
import {
  ASSET_NOT_FOUND,
  BAD_PARAMETER,
  CONVERT_CLOSED,
  DAILY_LIMIT,
  ENGINE_FULL,
  INDEX_FROZEN,
  INSUFFICIENT_BALANCE,
  INVENTORY_SHORT,
  NONE,
  PRICE_MOVED,
  QUOTE_EXPIRED,
  QUOTE_USED,
} from '../constants/reason'

/** Executes a quote. The entry's value becomes the id of the conversion, to which both lines of the customer refer. */
export function acceptQuote(entry: AcceptQuoteEntry, user: User): i32 {
  const fault = check(entry, user)
  if (fault != NONE) return fault
  // remembered until it would have expired: a quote is executed once
  setDue(entry.validUntil + 1, DUE_QUOTE, entry.quoteId, 0)
  const id = state.seq
  const sent = entry.sendAmount
  const received = entry.receiveAmount
  post(openAccount(user.id, entry.sendAssetId, SPOT_ACCOUNT), -sent, 0, CAUSE_CONVERT, id)
  postHouse(openHouseAccount(INVENTORY_CONVERT, entry.sendAssetId), sent)
  postHouse(openHouseAccount(INVENTORY_CONVERT, entry.receiveAssetId), -received)
  const account = openAccount(user.id, entry.receiveAssetId, SPOT_ACCOUNT)
  post(account, received, 0, CAUSE_CONVERT, id)
  payDebt(user, account)
  // no limit is higher than what is counted
  user.converted = min(convertedToday(user) + entry.value, VALUE_MOST)
  user.convertDay = today()
  writeRecord(entry, id)
  state.value = id
  return NONE
}

/** In the order of the contract; at the end what the customer himself is short of. */
function check(entry: AcceptQuoteEntry, user: User): i32 {
  const shape = checkShape(entry)
  if (shape != NONE) return shape
  if (state.at > entry.validUntil) return QUOTE_EXPIRED
  if (findDue(DUE_QUOTE, entry.quoteId, 0).exists) return QUOTE_USED
  const send = reached(entry.sendAssetId)
  const receive = reached(entry.receiveAssetId)
  if (hasMoved(send.price, receive.price, entry.sendIndex, entry.receiveIndex)) return PRICE_MOVED
  if (send.live == 0 || receive.live == 0) return INDEX_FROZEN
  if (state.convertClosed != 0) return CONVERT_CLOSED
  if (stockOf(entry.receiveAssetId) < entry.receiveAmount) return INVENTORY_SHORT
  const limit = state.convertLimit
  if (limit != 0 && convertedToday(user) + entry.value > limit) return DAILY_LIMIT
  const account = findAccount(user.id, entry.sendAssetId, SPOT_ACCOUNT)
  if (!account.exists || account.available < entry.sendAmount) return INSUFFICIENT_BALANCE
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  return hasRoom(accountsTable, 2) && hasRoom(duesTable, 1) ? NONE : ENGINE_FULL
}

/** Values, limits and what is counted of a day stay at or below 2^60, so that no sum leaves int64. */
const VALUE_MOST: i64 = 1 << 60

function checkShape(entry: AcceptQuoteEntry): i32 {
  if (!indexOf(entry.sendAssetId).exists || !indexOf(entry.receiveAssetId).exists) return ASSET_NOT_FOUND
  const isOne = entry.sendAssetId != entry.receiveAssetId && isSafeInteger(entry.quoteId) && entry.quoteId > 0
  const hasPrice = entry.sendIndex > 0 && entry.receiveIndex > 0 && entry.value >= 0 && entry.value < VALUE_MOST
  const isSomething = entry.sendAmount > 0 && entry.receiveAmount > 0 && isSafeInteger(entry.validUntil)
  if (!isOne || !hasPrice || !isSomething) return BAD_PARAMETER
  return isPriced(entry) ? NONE : BAD_PARAMETER
}

function reached(assetId: i32): AssetIndex {
  const row = indexOf(assetId)
  if (state.behind != 0) reachIndex(row, assetId)
  return row
}

/** Value that a user converted since 00:00 UTC. */
export function convertedToday(user: User): i64 {
  return user.convertDay == today() ? user.converted : 0
}

function writeRecord(entry: AcceptQuoteEntry, id: f64): void {
  const record = ConversionRecord.begin()
  record.userId = entry.userId
  record.sendAssetId = entry.sendAssetId
  record.receiveAssetId = entry.receiveAssetId
  record.conversionId = id
  record.quoteId = entry.quoteId
  record.sendAmount = entry.sendAmount
  record.receiveAmount = entry.receiveAmount
  record.sendIndex = entry.sendIndex
  record.receiveIndex = entry.receiveIndex
  record.spread = entry.spread
  record.value = entry.value
}
