/**
 * Products of prices and quantities as int64 money. Numbers go to int64 through a scratch view, because `BigInt(number)` makes a
 * heap object each time. Admission proves the bounds: price × quantity × unit < 2^62 for every order that was accepted.
 */
import { mulRate, RATE_ONE } from './rounding.ts'

const scratch = new DataView(new ArrayBuffer(8))

/** Bits of 2^52 as float64: an integer below it, added to it, stands in the low bits as it is. */
const TWO_52 = 2 ** 52
const TWO_52_BITS = 0x4330000000000000n

/** A safe integer as int64. */
export function int64Of(value: number): bigint {
  if (value >= 0 && value < TWO_52) {
    scratch.setFloat64(0, value + TWO_52, true)
    return BigInt.asIntN(64, scratch.getBigInt64(0, true) - TWO_52_BITS)
  }
  const high = Math.floor(value / 4294967296)
  scratch.setInt32(0, value - high * 4294967296, true)
  scratch.setInt32(4, high, true)
  return scratch.getBigInt64(0, true)
}

/** price × quantity × unit. A float product below 2^52 is exact. */
export function notionalOf(price: number, quantity: number, unit: bigint): bigint {
  const product = price * quantity
  if (product < TWO_52 && price >= 0 && quantity >= 0) return BigInt.asIntN(64, int64Of(product) * unit)
  return BigInt.asIntN(64, BigInt.asIntN(64, int64Of(price) * int64Of(quantity)) * unit)
}

const RATE_ONE_BIG = BigInt(RATE_ONE)

/** ceil(amount × rate ÷ 1e8) for 0 ≤ amount < 2^62 and 0 ≤ rate ≤ 1e8; equal to mulRate(amount, rate, 'ceil'). */
export function feeOf(amount: bigint, rate: bigint): bigint {
  const whole = BigInt.asIntN(64, amount / RATE_ONE_BIG)
  const rest = BigInt.asIntN(64, amount - BigInt.asIntN(64, whole * RATE_ONE_BIG))
  const product = BigInt.asIntN(64, BigInt.asIntN(64, rest * rate) + 99_999_999n)
  return BigInt.asIntN(64, BigInt.asIntN(64, whole * rate) + BigInt.asIntN(64, product / RATE_ONE_BIG))
}

/**
 * floor(ticks × rate ÷ 1e8) for a price in ticks and a rate of at most 1e8. While the product is a safe integer no BigInt is made: a
 * quotient that the float division rounded up to the next integer shows by its negative rest, which is exact.
 */
export function shareOfTicks(ticks: number, rate: number): number {
  const product = ticks * rate
  if (product > Number.MAX_SAFE_INTEGER) return Number(mulRate(int64Of(ticks), rate, 'floor'))
  const quotient = Math.floor(product / RATE_ONE)
  return product - quotient * RATE_ONE < 0 ? quotient - 1 : quotient
}
