/** Paying a fee in the fee asset at a discount: the whole fee or nothing of it, never partly in each. Seldom, next to trading. */
import { findAccount } from '../ledger/account'
import { knownInstrument, marketPrice } from '../market/instrument'
import { divideCeil, multiply, quotient } from '../money/wide'
import { Instrument, none, state, User } from '../../generated/rows'
import { SPOT_ACCOUNT } from '../constants/code'

/** A rate times a share, both in 1e-8. */
const WORTH_UNIT: u64 = 10_000_000_000_000_000

/**
 * Fee of a trade in the fee asset: ceil(notional × rate × (1 − discount) ÷ price of the fee asset), 0 when it does not apply: no price known,
 * or the user's available balance does not cover all of it.
 */
export function feeInFeeAsset(instrument: Instrument, user: User, notional: i64, rate: i64): i64 {
  const fee = wholeFee(instrument, notional, rate)
  if (fee <= 0) return 0
  const account = findAccount(user.id, state.feeAsset, SPOT_ACCOUNT)
  return account.exists && account.available >= fee ? fee : 0
}

function wholeFee(instrument: Instrument, notional: i64, rate: i64): i64 {
  multiply(notional, rate * state.feeShare)
  if (instrument.quoteAsset == state.feeAsset) {
    divideCeil(WORTH_UNIT)
    return quotient()
  }
  const pair = pairOfFeeAsset(instrument.quoteAsset)
  const price: f64 = pair.exists ? marketPrice(pair) : 0
  if (price == 0) return 0
  // the pair's units tell the scales: lotUnit ÷ notionalUnit is 10^(scale of the fee asset + price scale − scale of quote)
  divideCeil(WORTH_UNIT / <u64>pair.unitLot)
  divideCeil(u64(price))
  divideCeil(pair.unitNotional)
  return quotient()
}

/** The first pair that prices the fee asset in a quote asset, none when there is none. */
function pairOfFeeAsset(quoteAsset: i32): Instrument {
  const most = <i32>state.instruments
  for (let instrumentId: i32 = 1; instrumentId <= most; instrumentId += 1) {
    const pair = knownInstrument(instrumentId)
    if (pair.baseAsset == state.feeAsset && pair.quoteAsset == quoteAsset) return pair
  }
  return none<Instrument>()
}
