/**
 * The stock that conversions are served from: what it is worth, and whether the house lost too much with it today. Values are 1e-8 of the
 * unit asset, each asset's rounded down, at the last index prices.
 */
import { findAccount, INVENTORY_CONVERT } from '../ledger/account'
import { indexOf } from '../index/asset-index'
import { mulDivFloor } from '../money/wide'
import { stockRow, targetOf } from './stock-row'
import { ConvertValueRecord, InventoryRecord, StockClosedRecord } from '../../generated/records'
import { state, Stock } from '../../generated/rows'
import { CLOSED_BY_LOSS } from '../constants/layout'

const DAY: i64 = 86_400_000
const RATE_ONE: u64 = 100_000_000
/** Prices have 12 decimals, values 8. */
const PRICE_TO_VALUE: u64 = 10_000

/** The UTC day that it is, since 1970. */
@inline export function today(): u32 {
  return <u32>(i64(state.at) / DAY)
}

/** What an amount of an asset is worth; 0 for one without a price. */
export function valueOf(assetId: i32, amount: i64): i64 {
  return valueAt(assetId, amount, indexOf(assetId).price)
}

function valueAt(assetId: i32, amount: i64, price: i64): i64 {
  return amount <= 0 ? 0 : mulDivFloor(<u64>amount, <u64>price, <u64>indexOf(assetId).unit * PRICE_TO_VALUE)
}

/** Values of the stock count up to 2^60 (11 billion of the unit asset), so that no sum or difference of them leaves int64. */
const COUNTED_MOST: i64 = 1 << 60

@inline function bounded(value: i64): i64 {
  return max(-COUNTED_MOST, min(value, COUNTED_MOST))
}

/** What is in stock of an asset. */
export function stockOf(assetId: i32): i64 {
  const account = findAccount(INVENTORY_CONVERT, assetId, 0)
  return account.exists ? account.available : 0
}

// ---- a coin's day ----

/** What an amount gained when the price went on, rounded down as values are; below zero it is owed. */
function gainOf(assetId: i32, amount: i64, before: i64, price: i64): i64 {
  const size = amount < 0 ? -amount : amount
  const gain = bounded(valueAt(assetId, size, price)) - bounded(valueAt(assetId, size, before))
  return amount < 0 ? -gain : gain
}

/** Counts what a coin's stock gained or lost since its price was looked at last. Before the stock changes, and with each report of prices. */
export function reckon(assetId: i32): void {
  const row = stockRow(assetId)
  const price = indexOf(assetId).price
  const before = row.price
  if (price == before) return
  row.price = price
  // the first price is no gain
  if (before == 0) return
  const amount = stockOf(assetId)
  row.swing = bounded(row.swing + gainOf(assetId, amount, before, price))
  row.result = bounded(row.result + gainOf(assetId, amount - targetOf(row), before, price))
}

/** What a conversion or a hedge brought; below zero it cost. */
export function earn(row: Stock, gain: i64): void {
  row.swing = bounded(row.swing + gain)
  row.result = bounded(row.result + gain)
}

/**
 * Is the loss of a coin beyond what it may be? By the stock's own bound all of its loss counts, by the coin's that of conversion alone. Of a
 * coin that the house wants none of, the bound is a share of what customers brought, and of a small conversion at least.
 */
function isLost(row: Stock, assetId: i32): bool {
  const bound = state.convertLossBound
  if (bound != 0 && -row.swing > bound) return true
  if (state.convertCoinLoss == 0) return false
  const target = targetOf(row)
  const value = target > 0 ? valueOf(assetId, target) : max(valueOf(assetId, stockOf(assetId)), state.convertKeptBelow)
  return -row.result > mulDivFloor(<u64>value, <u64>state.convertCoinLoss, RATE_ONE)
}

/** Closes a coin or opens it. */
function setCoinClosed(assetId: i32, isClosed: u32): void {
  const row = stockRow(assetId)
  if (row.isClosed == isClosed) return
  row.isClosed = isClosed
  const record = StockClosedRecord.begin(isClosed)
  record.assetId = assetId
  record.result = row.result
  record.swing = row.swing
}

// ---- all of it ----

/**
 * Values all of it. A coin whose loss of today is beyond its bound closes; conversion does when the coins that are open lost too much
 * together. A new day opens both again.
 */
export function valueStock(): void {
  if (state.convertDay == 0) return
  reachDay()
  let value: i64 = 0
  let swing: i64 = 0
  for (let assetId: i32 = 1; <u32>assetId <= state.assets; assetId += 1) {
    const row = stockRow(assetId)
    value = bounded(value + bounded(valueOf(assetId, stockOf(assetId))))
    reckon(assetId)
    if (row.isClosed == 0 && isLost(row, assetId)) setCoinClosed(assetId, 1)
    if (row.isClosed == 0) swing = bounded(swing + row.swing)
  }
  state.convertValue = value
  const bound = state.convertLossBound
  if (bound == 0 || -swing <= bound || (state.convertClosed & CLOSED_BY_LOSS) != 0) return
  state.convertClosed |= CLOSED_BY_LOSS
  tellValue()
}

/** Begins the day that it is, where another one was counted. */
export function reachDay(): void {
  const day = today()
  if (day != state.convertDay) beginDay(day)
}

/** The day that is over is told as it was valued last, which is what the next one begins with. */
function beginDay(day: u32): void {
  tellValue()
  state.convertDay = day
  state.convertDayValue = state.convertValue
  state.convertFunded = 0
  for (let assetId: i32 = 1; <u32>assetId <= state.assets; assetId += 1) {
    const row = stockRow(assetId)
    row.swing = 0
    row.result = 0
    setCoinClosed(assetId, 0)
  }
  if ((state.convertClosed & CLOSED_BY_LOSS) == 0) return
  state.convertClosed &= ~(<u32>CLOSED_BY_LOSS)
  tellValue()
}

/** Opens again what the loss of today closed, until the next price finds it beyond its bound. */
export function openLoss(): void {
  for (let assetId: i32 = 1; <u32>assetId <= state.assets; assetId += 1) setCoinClosed(assetId, 0)
  state.convertClosed &= ~(<u32>CLOSED_BY_LOSS)
}

/** Writes what it is worth now. */
export function tellValue(): void {
  const record = ConvertValueRecord.begin(state.convertClosed)
  record.day = state.convertDay
  record.dayValue = state.convertDayValue
  record.funded = state.convertFunded
  record.value = state.convertValue
}

/** House money is about to come to the stock, or to leave it (below zero): no profit and no loss. */
export function noteFunding(assetId: i32, amount: i64): void {
  if (state.convertDay == 0) state.convertDay = today()
  else reachDay()
  reckon(assetId)
  const row = stockRow(assetId)
  row.funded += amount
  const value = bounded(amount < 0 ? -valueOf(assetId, -amount) : valueOf(assetId, amount))
  state.convertFunded = bounded(state.convertFunded + value)
  state.convertValue = bounded(state.convertValue + value)
}

/** Writes that the stock of an asset changed, after it did. */
export function tellInventory(assetId: i32, amount: i64, isFunding: i32): void {
  const record = InventoryRecord.begin(isFunding)
  record.assetId = assetId
  record.amount = amount
  record.available = stockOf(assetId)
}
