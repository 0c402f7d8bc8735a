/** Fees as the kernel counts them. */
import { RATE_ONE } from './rounding.ts'

const RATE_ONE_BIG = BigInt(RATE_ONE)

/** ceil(amount × rate ÷ 1e8) for 0 ≤ amount < 2^62 and 0 ≤ rate ≤ 1e8; equal to mulRate(amount, rate, 'ceil'). */
export function feeOf(amount: bigint, rate: bigint): bigint {
  const whole = BigInt.asIntN(64, amount / RATE_ONE_BIG)
  const rest = BigInt.asIntN(64, amount - BigInt.asIntN(64, whole * RATE_ONE_BIG))
  const product = BigInt.asIntN(64, BigInt.asIntN(64, rest * rate) + 99_999_999n)
  return BigInt.asIntN(64, BigInt.asIntN(64, whole * rate) + BigInt.asIntN(64, product / RATE_ONE_BIG))
}
