/** Decimal strings to minor units and back: the only way money enters or leaves integer form. */

const DECIMAL = /^(0|[1-9][0-9]{0,17})(?:\.([0-9]{1,18}))?$/

export type DecimalFault = 'badNumber' | 'tooManyDecimals'

export const POWERS_OF_TEN: readonly bigint[] = Array.from({ length: 37 }, (_, exponent) => 10n ** BigInt(exponent))

/** 10^scale as bigint; scale 0 … 36. */
export function pow10(scale: number): bigint {
  const power = POWERS_OF_TEN[scale]
  if (power === undefined) throw new RangeError(`scale ${scale} is outside 0…36`)
  return power
}

/**
 * Minor units of a decimal string at a scale, exactly. Trailing zeros beyond the scale are allowed, other digits there are not:
 * a typed price or quantity is refused rather than rounded.
 *
 * @returns the integer, or the fault: `badNumber` (sign, exponent, comma, blank, full-width digits, over 18 digits), `tooManyDecimals`
 */
export function parseDecimal(text: string, scale: number): bigint | DecimalFault {
  const match = DECIMAL.exec(text)
  if (match === null) return 'badNumber'
  const whole = match[1] ?? '0'
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > scale) return 'tooManyDecimals'
  return BigInt(whole) * pow10(scale) + BigInt(fraction.padEnd(scale, '0') || '0')
}

/** Canonical decimal string of minor units: no exponent, no plus sign, no trailing zeros, zero is "0". */
export function formatDecimal(minor: bigint, scale: number): string {
  const negative = minor < 0n
  const digits = (negative ? -minor : minor).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return negative && text !== '0' ? `-${text}` : text
}

/** As formatDecimal, with exactly `scale` decimals: for columns whose digits must line up. */
export function formatFixed(minor: bigint, scale: number): string {
  const negative = minor < 0n
  const digits = (negative ? -minor : minor).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`
  return negative ? `-${text}` : text
}

/** Same value at another scale. Going down names its rounding: floor. */
export function rescaleFloor(minor: bigint, from: number, to: number): bigint {
  if (to >= from) return minor * pow10(to - from)
  const divisor = pow10(from - to)
  const quotient = minor / divisor
  return minor < 0n && quotient * divisor !== minor ? quotient - 1n : quotient
}
