/** What a stock that stays beyond its limit costs who would take it further: what the book asks for bringing it back. */
import { ASKS, BIDS, ladderOf } from '../book/ladder'
import { valueOf as notionalOf } from '../market/instrument'
import { mulDivCeil } from '../money/wide'
import { lotsToAmount } from '../spot/holds'
import { marketOf } from './hedge-size'
import { stockOf, valueOf } from './stock'
import { stockRow } from './stock-row'
import { Instrument, state } from '../../generated/rows'
import { SLIP_LEVELS, SLIP_MOST, WIDEN_MS } from '../constants/convert'

const RATE_ONE: u64 = 100_000_000

/** Share by which quotes that send or receive a coin widen now, 1e-8. */
export function wideningOf(assetId: i32, isReceived: bool): i64 {
  const row = stockRow(assetId)
  if (row.beyond != (isReceived ? -1 : 1) || state.at < row.beyondSince + <f64>WIDEN_MS) return 0
  const instrument = marketOf(assetId)
  if (!instrument.exists) return 0
  const stock = stockOf(assetId)
  return slipOf(instrument, assetId, isReceived ? row.least - stock : stock - row.most, isReceived)
}

/**
 * How far from the index the book is for an amount, as a share of what would trade, rounded up. A lot is whole, also where less is asked for;
 * what the book has not costs the most there is.
 */
function slipOf(instrument: Instrument, assetId: i32, amount: i64, isBuy: bool): i64 {
  let left = amount
  let cost: i64 = 0
  let value: i64 = 0
  let seen = 0
  for (let level = ladderOf(instrument, isBuy ? ASKS : BIDS).best; level.exists && left > 0 && seen < SLIP_LEVELS; level = level.worse) {
    const lots = min(level.quantity, <f64>((left + instrument.unitLot - 1) / instrument.unitLot))
    const part = lotsToAmount(instrument, lots)
    const traded = valueOf(instrument.quoteAsset, notionalOf(instrument, level.price, lots))
    const atIndex = valueOf(assetId, part)
    cost += isBuy ? traded - atIndex : atIndex - traded
    value += atIndex
    left -= part
    seen += 1
  }
  if (left > 0) {
    const missing = valueOf(assetId, left)
    cost += mulDivCeil(<u64>missing, <u64>SLIP_MOST, RATE_ONE)
    value += missing
  }
  if (cost <= 0 || value == 0) return 0
  return min(mulDivCeil(<u64>cost, RATE_ONE, <u64>value), <i64>SLIP_MOST)
}
