/** Paying a fee in the fee asset at a discount: the whole fee or nothing of it, never partly in each. Seldom, next to trading. */
import { findAccount } from '../ledger/account'
import { indexOf } from '../index/asset-index'
import { knownInstrument } from '../market/instrument'
import { meanOfDay } from '../market/moved-reference'
import { worthOf } from '../market/index-price'
import { divideCeil, mulDivFloor, multiply, quotient } from '../money/wide'
import { Instrument, none, state, User } from '../../generated/rows'
import { SPOT_ACCOUNT } from '../constants/code'

/** A rate times a share, both in 1e-8. */
const WORTH_UNIT: u64 = 10_000_000_000_000_000
const INDEX_ONE: u64 = 1_000_000_000_000

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
  const share = rate * state.feeShare
  if (instrument.quoteAsset == state.feeAsset) {
    multiply(notional, share)
    divideCeil(WORTH_UNIT)
    return quotient()
  }
  const index = indexedPrice(instrument.quoteAsset)
  return index != 0 ? feeAtIndex(instrument.quoteAsset, index, notional, share) : feeAtPair(instrument, notional, share)
}

/** Price of the fee asset by the indexes of both: twelve decimals, rounded down; 0 = one of them is not live. */
function indexedPrice(quoteAsset: i32): u64 {
  const fee = worthOf(state.feeAsset)
  const quote = worthOf(quoteAsset)
  return fee == 0 || quote == 0 ? 0 : <u64>mulDivFloor(fee, INDEX_ONE, quote)
}

/** 0 = it cannot be counted. */
function feeAtIndex(quoteAsset: i32, price: u64, notional: i64, share: i64): i64 {
  const per = WORTH_UNIT / INDEX_ONE
  const quoteUnit = <u64>indexOf(quoteAsset).unit * per
  const feeUnit = <u64>indexOf(state.feeAsset).unit
  // both are powers of ten
  const more = feeUnit > quoteUnit ? feeUnit / quoteUnit : 1
  if (<u64>share > u64.MAX_VALUE / more) return 0
  multiply(notional, <u64>share * more)
  divideCeil(price)
  if (quoteUnit > feeUnit) divideCeil(quoteUnit / feeUnit)
  return quotient()
}

/** At the price of the pair that trades it, where no index says one; 0 = none does. */
function feeAtPair(instrument: Instrument, notional: i64, share: i64): i64 {
  const pair = pairOfFeeAsset(instrument.quoteAsset)
  const price: f64 = pair.exists ? lowerPrice(pair) : 0
  if (price == 0) return 0
  multiply(notional, share)
  // the pair's units tell the scales: lotUnit ÷ notionalUnit is 10^(scale of the fee asset + price scale − scale of quote)
  divideCeil(WORTH_UNIT / <u64>pair.unitLot)
  divideCeil(u64(price))
  divideCeil(pair.unitNotional)
  return quotient()
}

/** The lower of what is configured and what was traded in a day: nobody pays less by a trade of his own. */
function lowerPrice(pair: Instrument): f64 {
  const mean = meanOfDay(pair, state.at)
  return mean == 0 ? pair.referencePrice : min(pair.referencePrice, mean)
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
