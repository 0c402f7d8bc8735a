/** Fees as the kernel counts them, and what is left to trade when a fee comes on top. */
import { RATE_ONE } from './rounding.ts'

const RATE_ONE_BIG = BigInt(RATE_ONE)

/** ceil(amount × rate ÷ 1e8) for 0 ≤ amount < 2^62 and 0 ≤ rate ≤ 1e8; equal to mulRate(amount, rate, 'ceil'). */
export function feeOf(amount: bigint, rate: bigint): bigint {
  const whole = BigInt.asIntN(64, amount / RATE_ONE_BIG)
  const rest = BigInt.asIntN(64, amount - BigInt.asIntN(64, whole * RATE_ONE_BIG))
  const product = BigInt.asIntN(64, BigInt.asIntN(64, rest * rate) + 99_999_999n)
  return BigInt.asIntN(64, BigInt.asIntN(64, whole * rate) + BigInt.asIntN(64, product / RATE_ONE_BIG))
}

/** Largest quantity whose cost, its fee in quote included, a hold covers. @param lot value of one lot */
export function affordableLots(held: bigint, lot: bigint, rate: bigint): number {
  let lots = (held * RATE_ONE_BIG) / (lot * (RATE_ONE_BIG + rate))
  while ((lots + 1n) * lot + feeOf((lots + 1n) * lot, rate) <= held) lots += 1n
  return Number(lots)
}
