/** Acceptance of a quote: what was shown or better, once, while it is valid and the price did not run away from the house. */
import { findDue, setDue } from '../due/queue'
import { indexOf, reachIndex } from '../index/asset-index'
import { findAccount, INVENTORY_CONVERT, openAccount, openHouseAccount } from '../ledger/account'
import { payDebt } from '../ledger/debt'
import { post, postHouse } from '../ledger/posting'
import { hasRoom } from '../memory/tables'
import { isSafeInteger } from '../money/exact'
import { checkBounds, VALUE_MOST } from './bounds'
import { AGAINST_HOUSE, FOR_HOUSE, lookOf, moveOf } from './moved'
import { fetchedAt, isPriced } from './priced'
import { earn, reachDay, reckon, today, valueOf } from './stock'
import { stockRow } from './stock-row'
import { noteGift, noteTake } from './takes'
import { watchStock } from './watch'
import { checkStanding, userHandle } from '../user/user'
import { AcceptQuoteEntry } from '../../generated/entries'
import { ConversionRecord } from '../../generated/records'
import { accountsTable, AssetIndex, duesTable, state, takersTable, User } from '../../generated/rows'
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
  NONE,
  PRICE_MOVED,
  QUOTE_EXPIRED,
  QUOTE_USED,
} from '../constants/reason'

// Of the quote that was checked last: what its customer gets, and the index prices that follow from.
let given: i64 = 0
let sendIndex: i64 = 0
let receiveIndex: i64 = 0

/** Executes a quote. The entry's value becomes the id of the conversion, to which both lines of the customer refer. */
export function acceptQuote(entry: AcceptQuoteEntry, user: User): i32 {
  const fault = check(entry, user)
  if (fault != NONE) return fault
  // remembered until it would have expired: a quote is executed once
  setDue(entry.validUntil + 1, DUE_QUOTE, entry.quoteId, 0)
  const id = state.seq
  const sendAsset = entry.sendAssetId
  const receiveAsset = entry.receiveAssetId
  const sent = entry.sendAmount
  const received = given
  noteGain(sendAsset, sent, receiveAsset, received)
  post(openAccount(user.id, sendAsset, SPOT_ACCOUNT), -sent, 0, CAUSE_CONVERT, id)
  postHouse(openHouseAccount(INVENTORY_CONVERT, sendAsset), sent)
  postHouse(openHouseAccount(INVENTORY_CONVERT, receiveAsset), -received)
  const account = openAccount(user.id, receiveAsset, SPOT_ACCOUNT)
  post(account, received, 0, CAUSE_CONVERT, id)
  payDebt(user, account)
  noteGift(user.person, sendAsset)
  noteTake(user.person, receiveAsset, received)
  watchStock(sendAsset)
  watchStock(receiveAsset)
  // no limit is higher than what is counted
  const lead = userHandle(user.person)
  lead.converted = min(convertedToday(lead) + entry.value, VALUE_MOST)
  lead.convertDay = today()
  writeRecord(entry, id, received)
  state.value = id
  return NONE
}

/** What the house keeps, at the index as it is: it may be spent on a hedge. Of two coins with a market each has its half. */
function noteGain(sendAsset: i32, sent: i64, receiveAsset: i32, received: i64): void {
  if (state.convertDay != 0) reachDay()
  reckon(sendAsset)
  reckon(receiveAsset)
  const gain = valueOf(sendAsset, sent) - valueOf(receiveAsset, received)
  const isSent = receiveAsset == state.unitAsset
  const half = isSent ? gain : sendAsset == state.unitAsset ? 0 : gain / 2
  addGain(sendAsset, half)
  addGain(receiveAsset, gain - half)
}

function addGain(assetId: i32, gain: i64): void {
  const row = stockRow(assetId)
  earn(row, gain)
  row.spread = max(-VALUE_MOST, min(row.spread + gain, VALUE_MOST))
}

/** In the order of the contract; at the end what the customer himself is short of. */
function check(entry: AcceptQuoteEntry, user: User): i32 {
  const shape = checkShape(entry)
  if (shape != NONE) return shape
  if (state.at > entry.validUntil) return QUOTE_EXPIRED
  if (findDue(DUE_QUOTE, entry.quoteId, 0).exists) return QUOTE_USED
  const send = reached(entry.sendAssetId)
  const receive = reached(entry.receiveAssetId)
  const move = moveOf(send.price, receive.price, entry.sendIndex, entry.receiveIndex, lookOf(entry.spread))
  if (move == AGAINST_HOUSE) return PRICE_MOVED
  if (send.live == 0 || receive.live == 0) return INDEX_FROZEN
  passOn(entry, send.price, receive.price, move == FOR_HOUSE)
  if (state.convertClosed != 0) return CONVERT_CLOSED
  const bounds = checkBounds(user, entry.sendAssetId, entry.receiveAssetId, entry.sendAmount, given, entry.value)
  if (bounds != NONE) return bounds
  const limit = state.convertLimit
  if (limit != 0 && convertedToday(user) + entry.value > limit) return DAILY_LIMIT
  const account = findAccount(user.id, entry.sendAssetId, SPOT_ACCOUNT)
  if (!account.exists || account.available < entry.sendAmount) return INSUFFICIENT_BALANCE
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  // the quote, a row of each coin's conversions with its end, and a hedge of each coin
  return hasRoom(accountsTable, 4) && hasRoom(takersTable, 2) && hasRoom(duesTable, 5) ? NONE : ENGINE_FULL
}

/** A move for the house that would have been refused were it against it is the customer's. */
function passOn(entry: AcceptQuoteEntry, sendNow: i64, receiveNow: i64, isMoved: bool): void {
  given = isMoved ? fetchedAt(entry, sendNow, receiveNow) : entry.receiveAmount
  sendIndex = isMoved ? sendNow : entry.sendIndex
  receiveIndex = isMoved ? receiveNow : entry.receiveIndex
}

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

/** Value that a user's person converted since 00:00 UTC: it stands in the row of the first of the accounts. */
export function convertedToday(user: User): i64 {
  const lead = userHandle(user.person)
  return lead.convertDay == today() ? lead.converted : 0
}

function writeRecord(entry: AcceptQuoteEntry, id: f64, received: i64): void {
  const record = ConversionRecord.begin()
  record.userId = entry.userId
  record.sendAssetId = entry.sendAssetId
  record.receiveAssetId = entry.receiveAssetId
  record.conversionId = id
  record.quoteId = entry.quoteId
  record.sendAmount = entry.sendAmount
  record.receiveAmount = received
  record.sendIndex = sendIndex
  record.receiveIndex = receiveIndex
  record.spread = entry.spread
  record.value = entry.value
}
