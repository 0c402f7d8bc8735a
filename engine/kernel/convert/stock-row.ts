/** What the house wants of a coin's stock, and what a conversion may leave of it. */
import { mulDivCeil } from '../money/wide'
import { allocateZeroed } from '../memory/tables'
import { none, state, Stock, stocksTable } from '../../generated/rows'
import { STOCK_BYTES } from '../constants/layout'
import { STOCKS } from '../constants/map'

const RATE_ONE: u64 = 100_000_000

/** Row of an asset; none() if it does not exist. */
@inline export function stockRow(assetId: i32): Stock {
  return assetId > 0 && <u32>assetId <= state.assets ? changetype<Stock>(<usize>assetId * STOCK_BYTES) : none<Stock>()
}

/** The next asset's row: nobody said yet what there should be of it. */
export function openStock(): void {
  const row = allocateZeroed<Stock>(STOCKS, stocksTable, STOCK_BYTES)
  row.target = -1
  row.least = -1
  row.most = -1
}

/** What there should be: what was named, or what the house put in. */
@inline export function targetOf(row: Stock): i64 {
  return row.target >= 0 ? row.target : max(row.funded, 0)
}

/** Is so much beyond a limit? 1 = above the most, −1 = below the least. */
export function beyondOf(row: Stock, amount: i64): i32 {
  if (row.most >= 0 && amount > row.most) return 1
  return row.least >= 0 && amount < row.least ? -1 : 0
}

/** Is so much further above the target than twice the most is? A limit at the target itself has no double. */
export function isFarAbove(row: Stock, amount: i64): bool {
  const target = targetOf(row)
  return row.most > target && amount - target > 2 * (row.most - target)
}

/** Is so much further below the target than twice the least is? */
export function isFarBelow(row: Stock, amount: i64): bool {
  const target = targetOf(row)
  return row.least >= 0 && row.least < target && target - amount > 2 * (target - row.least)
}

/** What is kept of a stock for small conversions. */
export function keptOf(row: Stock): i64 {
  return mulDivCeil(<u64>targetOf(row), <u64>state.convertKeptShare, RATE_ONE)
}
