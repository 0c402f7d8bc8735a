/**
 * What people may type into a price or amount field: a decimal, a short form (`1.5k`, `2m`), a share (`25%`) or a sum (`2*0.1+0.05`).
 * Everything is computed exactly as fractions of integers. A plain decimal is never rounded, only judged; a computed value is cut to the step.
 */
import { pow10 } from '@agio/engine/money/decimal.ts'
import { divideFloor } from '@agio/engine/money/rounding.ts'
import { hasOtherMarks } from '../../i18n/typed-text.ts'

export type EntryFault = 'badNumber' | 'marks' | 'tooManyDecimals' | 'tooLarge' | 'noReference'

export type Entry =
  | { readonly kind: 'empty' }
  /** A decimal exactly as typed; `value` in minor units of the field's scale. */
  | { readonly kind: 'plain'; readonly value: bigint }
  /** Computed from a short form, share or sum, cut to the step. */
  | { readonly kind: 'computed'; readonly value: bigint }
  | { readonly kind: 'fault'; readonly fault: EntryFault }

interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

const PLAIN = /^(\d{1,18})?(?:\.(\d{0,18}))?$/
const TOKEN = /\s*(?:(\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})([kKmM%])?|([-+*/]))\s*/y
const LARGEST = 1n << 62n

const SUFFIXES: Readonly<Record<string, bigint>> = { k: 1000n, m: 1_000_000n }

/**
 * @param text in the wire's spelling, as `typedNumber` gives it
 * @param scale decimals of the field
 * @param whole what 100 % is, in minor units of the same scale; absent where a share has no meaning
 */
export function readEntry(text: string, scale: number, whole?: bigint): Entry {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  const plain = PLAIN.exec(trimmed)
  if (plain !== null && trimmed !== '.') return readPlain(plain[1] ?? '0', plain[2] ?? '', scale)
  if (hasOtherMarks(trimmed)) return { kind: 'fault', fault: 'marks' }
  const value = readSum(trimmed, scale, whole)
  if (typeof value === 'string') return { kind: 'fault', fault: value }
  if (value.top < 0n) return { kind: 'fault', fault: 'badNumber' }
  const steps = divideFloor(value.top * pow10(scale), value.bottom)
  return steps >= LARGEST ? { kind: 'fault', fault: 'tooLarge' } : { kind: 'computed', value: steps }
}

function readPlain(wholePart: string, fraction: string, scale: number): Entry {
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > scale) return { kind: 'fault', fault: 'tooManyDecimals' }
  const value = BigInt(wholePart) * pow10(scale) + BigInt(digits.padEnd(scale, '0') || '0')
  return value >= LARGEST ? { kind: 'fault', fault: 'tooLarge' } : { kind: 'plain', value }
}

/** Sums of products, left to right, `*` and `/` before `+` and `-`. */
function readSum(text: string, scale: number, whole: bigint | undefined): Fraction | EntryFault {
  let sum: Fraction = { top: 0n, bottom: 1n }
  let product: Fraction | undefined
  let sign = 1n
  let operator: string | undefined
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)
    if (token === null) return 'badNumber'
    const [, number, suffix, symbol] = token
    if (number !== undefined) {
      const factor = readFactor(number, suffix, scale, whole)
      if (typeof factor === 'string') return factor
      if (product === undefined) product = factor
      else if (operator === '*') product = { top: product.top * factor.top, bottom: product.bottom * factor.bottom }
      else if (operator === '/' && factor.top !== 0n) product = { top: product.top * factor.bottom, bottom: product.bottom * factor.top }
      else return 'badNumber'
      operator = undefined
      continue
    }
    if (product === undefined || operator !== undefined) return 'badNumber'
    if (symbol === '*' || symbol === '/') {
      operator = symbol
      continue
    }
    sum = add(sum, product, sign)
    product = undefined
    sign = symbol === '-' ? -1n : 1n
  }
  return product === undefined || operator !== undefined ? 'badNumber' : add(sum, product, sign)
}

function readFactor(number: string, suffix: string | undefined, scale: number, whole: bigint | undefined): Fraction | EntryFault {
  const [head = '', tail = ''] = number.split('.')
  const value: Fraction = { top: BigInt(`${head}${tail}` || '0'), bottom: pow10(tail.length) }
  if (suffix === undefined) return value
  if (suffix !== '%') return { top: value.top * (SUFFIXES[suffix.toLowerCase()] ?? 1n), bottom: value.bottom }
  return whole === undefined ? 'noReference' : { top: value.top * whole, bottom: value.bottom * 100n * pow10(scale) }
}

const add = (one: Fraction, other: Fraction, sign: bigint): Fraction => ({
  top: one.top * other.bottom + sign * other.top * one.bottom,
  bottom: one.bottom * other.bottom,
})
