/**
 * The stock that conversions are served from: what it is worth, and whether the house lost too much with it today. Values are 1e-8 of the
 * unit asset, each asset's rounded down, at the last index prices. What lies at the desk that hedges is part of it.
 */
import { findAccount, INVENTORY_CONVERT } from '../ledger/account'
import { indexOf } from '../index/asset-index'
import { mulDivFloor } from '../money/wide'
import { ConvertValueRecord, InventoryRecord } from '../../generated/records'
import { state } from '../../generated/rows'
import { SPOT_ACCOUNT } from '../constants/code'
import { CLOSED_BY_LOSS } from '../constants/layout'

const DAY: i64 = 86_400_000
/** Prices have 12 decimals, values 8. */
const PRICE_TO_VALUE: u64 = 10_000

/** The UTC day that it is, since 1970. */
@inline export function today(): u32 {
  return <u32>(i64(state.at) / DAY)
}

/** What an amount of an asset is worth; 0 for one without a price. */
export function valueOf(assetId: i32, amount: i64): i64 {
  const row = indexOf(assetId)
  return amount <= 0 ? 0 : mulDivFloor(<u64>amount, <u64>row.price, <u64>row.unit * PRICE_TO_VALUE)
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

function stockAndDesk(assetId: i32): i64 {
  const desk = state.convertDesk
  const account = findAccount(desk, assetId, SPOT_ACCOUNT)
  return stockOf(assetId) + (desk != 0 && account.exists ? account.available + account.held : 0)
}

/** Values all of it, and closes conversion when too much of it is gone since the day began. A new day opens it again. */
export function valueStock(): void {
  if (state.convertDay == 0) return
  let value: i64 = 0
  for (let assetId: i32 = 1; <u32>assetId <= state.assets; assetId += 1) value = bounded(value + bounded(valueOf(assetId, stockAndDesk(assetId))))
  const day = today()
  if (day != state.convertDay) beginDay(day)
  state.convertValue = value
  const bound = state.convertLossBound
  const isLost = bound != 0 && state.convertDayValue + state.convertFunded - value > bound
  if (isLost && (state.convertClosed & CLOSED_BY_LOSS) == 0) {
    state.convertClosed |= CLOSED_BY_LOSS
    tellValue()
  }
}

/** The day that is over is told as it was valued last, which is what the next one begins with. */
function beginDay(day: u32): void {
  tellValue()
  state.convertDay = day
  state.convertDayValue = state.convertValue
  state.convertFunded = 0
  if ((state.convertClosed & CLOSED_BY_LOSS) == 0) return
  state.convertClosed &= ~(<u32>CLOSED_BY_LOSS)
  tellValue()
}

/** Writes what it is worth now. */
export function tellValue(): void {
  const record = ConvertValueRecord.begin(state.convertClosed)
  record.day = state.convertDay
  record.dayValue = state.convertDayValue
  record.funded = state.convertFunded
  record.value = state.convertValue
}

/** House money came to the stock, or left it (below zero): no profit and no loss. */
export function noteFunding(assetId: i32, amount: i64): void {
  const day = today()
  if (state.convertDay == 0) state.convertDay = day
  else if (day != state.convertDay) beginDay(day)
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
