/**
 * Prices and quantities between decimal text and integer steps (ticks, lots). The steps are safe integers, so these two do without
 * bigint; ledger amounts go through `@agio/engine/money/decimal.ts`.
 */

/** `badNumber`: not a plain decimal. `tooManyDecimals`: off the step, refused rather than rounded. `tooLarge`: more steps than a safe integer holds. */
export type StepFault = 'badNumber' | 'tooManyDecimals' | 'tooLarge'

const ZERO = 48
const NINE = 57
const POINT = 46
const DIGITS_MAX = 18

/**
 * Integer steps of a decimal string at a scale, exactly. Takes what the wire's decimals take: at most 18 digits either side of the
 * point, no sign, exponent, blank or leading zero. Zeros beyond the scale are allowed, other digits there are not.
 */
export function parseSteps(text: string, scale: number): number | StepFault {
  const point = text.indexOf('.')
  const wholeEnd = point < 0 ? text.length : point
  if (wholeEnd === 0 || wholeEnd > DIGITS_MAX || (wholeEnd > 1 && text.charCodeAt(0) === ZERO)) return 'badNumber'
  if (point >= 0 && (point === text.length - 1 || text.length - point - 1 > DIGITS_MAX)) return 'badNumber'
  let steps = 0
  let decimals = 0
  let offStep = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (index === point && code === POINT) continue
    if (code < ZERO || code > NINE) return 'badNumber'
    if (index < wholeEnd || decimals < scale) steps = steps * 10 + (code - ZERO)
    else if (code !== ZERO) offStep = true
    if (index > wholeEnd) decimals += 1
  }
  if (offStep) return 'tooManyDecimals'
  for (; decimals < scale; decimals += 1) steps *= 10
  return Number.isSafeInteger(steps) ? steps : 'tooLarge'
}

/** Canonical decimal string of steps: no exponent, no trailing zeros, zero is "0". `steps` is a safe integer, not negative. */
export function formatSteps(steps: number, scale: number): string {
  const digits = String(steps)
  if (scale === 0 || steps === 0) return digits
  const padded = digits.length > scale ? digits : digits.padStart(scale + 1, '0')
  const point = padded.length - scale
  let end = padded.length
  while (end > point && padded.charCodeAt(end - 1) === ZERO) end -= 1
  return end === point ? padded.slice(0, point) : `${padded.slice(0, point)}.${padded.slice(point, end)}`
}
