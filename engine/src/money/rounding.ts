/** The roundings that money may use. Every division in the engine names one of them. */
export type Rounding = 'floor' | 'ceil'

/** 1 in a rate: rates are integers in units of 1e-8. */
export const RATE_ONE = 100_000_000

const RATE_ONE_BIG = 100_000_000n

/**
 * `amount × rate ÷ 1e8`, exact, with one named rounding.
 *
 * Splits the amount so that no intermediate leaves int64: with `a = q·1e8 + r`, the result is `q·rate + round(r·rate ÷ 1e8)`.
 * `asIntN` keeps the BigInt arithmetic in machine words; it never changes the value because admission bounds every operand:
 * `0 ≤ amount < 2^62` and `0 ≤ rate ≤ 1e8`, so `q·rate ≤ amount` and `r·rate < 1e16`.
 *
 * @param amount minor units, not negative
 * @param rateE8 integer rate in 1e-8, not negative, at most 1e8
 */
export function mulRate(amount: bigint, rateE8: number, rounding: Rounding): bigint {
  const rate = BigInt(rateE8)
  const whole = BigInt.asIntN(64, amount / RATE_ONE_BIG)
  const rest = BigInt.asIntN(64, amount - BigInt.asIntN(64, whole * RATE_ONE_BIG))
  const product = BigInt.asIntN(64, rest * rate)
  const quotient = BigInt.asIntN(64, product / RATE_ONE_BIG)
  const base = BigInt.asIntN(64, BigInt.asIntN(64, whole * rate) + quotient)
  if (rounding === 'floor') return base
  return BigInt.asIntN(64, quotient * RATE_ONE_BIG) === product ? base : BigInt.asIntN(64, base + 1n)
}

/** `numerator ÷ denominator` rounded toward negative infinity; the denominator is positive. */
export function divideFloor(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}

/** `numerator ÷ denominator` rounded toward positive infinity; the denominator is positive. */
export function divideCeil(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator > 0n && quotient * denominator !== numerator ? quotient + 1n : quotient
}

/** `numerator ÷ denominator` to the nearest integer, halves away from zero: for figures that are shown, never for money that moves. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const doubled = (numerator < 0n ? -numerator : numerator) * 2n + denominator
  const magnitude = doubled / (denominator * 2n)
  return numerator < 0n ? -magnitude : magnitude
}
