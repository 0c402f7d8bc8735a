/**
 * Products of prices and quantities as int64 money. Numbers go to int64 through a scratch view, because `BigInt(number)` makes a
 * heap object each time. Admission proves the bounds: price × quantity × unit < 2^62 for every order that was accepted.
 */
import { RATE_ONE } from './rounding.ts'

const scratch = new DataView(new ArrayBuffer(8))

/** A safe integer as int64. */
export function int64Of(value: number): bigint {
  const high = Math.floor(value / 4294967296)
  scratch.setInt32(0, value - high * 4294967296, true)
  scratch.setInt32(4, high, true)
  return scratch.getBigInt64(0, true)
}

/** price × quantity × unit. */
export function notionalOf(price: number, quantity: number, unit: bigint): bigint {
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
