/**
 * What an order of a contract reserves: of the lots that open, initial margin at its price, the fees of opening and of closing at the price
 * of bankruptcy, each rounded up by itself, and what it would have lost at once, by the mark of its placing. Lots that close reserve nothing.
 */
import { valueOf } from '../../market/instrument'
import { addUpTo, feeOf, isProductAtMost, RATE_ONE } from '../../money/exact'
import { mulDivCeil, mulDivFloor } from '../../money/wide'
import { initialOfValue } from '../contract'
import { gainOf } from '../position/position'
import { Contract, Instrument } from '../../../generated/rows'
import { BUY } from '../../constants/code'

/** Parts of the last `needOfOpening`. */
export let needInitial: i64 = 0
export let needOpenFee: i64 = 0
export let needCloseFee: i64 = 0
export let needOpenLoss: i64 = 0

/** Need of so many opening lots at a price, minor units of the margin coin. */
export function needOfOpening(instrument: Instrument, side: i32, price: f64, lots: f64, leverage: u32): i64 {
  const contract = instrument.contract
  const value = valueOf(instrument, price, lots)
  const isBuy = side == BUY
  const rate = contract.takerFee
  needInitial = initialOfValue(value, leverage)
  needOpenFee = feeOf(value, rate)
  needCloseFee = closeFee(value, leverage, isBuy, rate)
  needOpenLoss = max(0, -gainOf(!isBuy, valueOf(instrument, contract.mark, lots), value))
  return addUpTo(addUpTo(needInitial, needOpenFee), addUpTo(needCloseFee, needOpenLoss))
}

/** ⌈value × (1 ∓ 1/leverage) × rate⌉: the fee at the price at which nothing of the margin is left. */
function closeFee(value: i64, leverage: u32, isBuy: bool, rate: i64): i64 {
  const factor = isBuy ? <u64>leverage - 1 : <u64>leverage + 1
  return mulDivCeil(<u64>value, factor * <u64>rate, <u64>leverage * <u64>RATE_ONE)
}

/** The worst price at which a market order trades: mark × (1 ± slippage), rounded towards the mark. */
export function worstPrice(instrument: Instrument, isBuy: bool): f64 {
  const mark = <u64>instrument.contract.mark
  const slippage = <u64>instrument.slippage
  const one = <u64>RATE_ONE
  return isBuy ? <f64>mulDivFloor(mark, one + slippage, one) : <f64>max(1, mulDivCeil(mark, one - slippage, one))
}

/** May a limit lie at this price? Within its part of the mark on both sides. */
export function isInRange(contract: Contract, price: f64, around: f64): bool {
  const rate = contract.priceRange
  return rate == 0 || isProductAtMost(<u64>abs(price - around), RATE_ONE, <u64>around, rate)
}

/** A limit that closes: beyond the range, on the side on which it would trade at once, it lies at the edge. */
export function withinRange(contract: Contract, isBuy: bool, price: f64, around: f64): f64 {
  const rate = contract.priceRange
  if (rate == 0) return price
  const distance = <f64>mulDivFloor(<u64>around, <u64>rate, <u64>RATE_ONE)
  return isBuy ? min(price, around + distance) : max(price, around - distance)
}
