/** Exact decimals for the vectors: an integer and its scale. Nothing here rounds unless its name says so. */

export interface Exact {
  readonly units: bigint
  readonly scale: number
}

/** A figure that something does not take: too fine, too large, or none. */
export class Unfit extends Error {}

const FORM = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,3}))?$/

/** The decimal that a JSON string or number writes, or undefined when it is none. */
export function tryExact(value: unknown): Exact | undefined {
  if (typeof value === 'bigint') return { units: value, scale: 0 }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const match = FORM.exec(String(value).trim())
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const units = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(power)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

export function exact(value: unknown): Exact {
  const parsed = tryExact(value)
  if (parsed === undefined) throw new Unfit(`not a decimal: ${JSON.stringify(value)}`)
  return parsed
}

export const whole = (units: bigint | number, scale = 0): Exact => ({ units: BigInt(units), scale })

/** The integer `value × 10^scale`; throws when that is not whole. */
export function unitsAt(value: Exact, scale: number): bigint {
  if (scale >= value.scale) return value.units * 10n ** BigInt(scale - value.scale)
  const divisor = 10n ** BigInt(value.scale - scale)
  if (value.units % divisor !== 0n) throw new Unfit(`${format(value)} has more than ${scale} decimals`)
  return value.units / divisor
}

export function add(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export const negate = (a: Exact): Exact => ({ units: -a.units, scale: a.scale })
export const subtract = (a: Exact, b: Exact): Exact => add(a, negate(b))
export const multiply = (a: Exact, b: Exact): Exact => ({ units: a.units * b.units, scale: a.scale + b.scale })

export function compare(a: Exact, b: Exact): number {
  const difference = subtract(a, b).units
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

export const magnitude = (a: Exact): Exact => (a.units < 0n ? negate(a) : a)

/** Is `value` a whole number of steps? */
export function isMultiple(value: Exact, step: Exact): boolean {
  const scale = Math.max(value.scale, step.scale)
  return step.units === 0n || unitsAt(value, scale) % unitsAt(step, scale) === 0n
}

/** Whole steps in a value, rounding down; both not negative. */
export function stepsIn(value: Exact, step: Exact): bigint {
  const scale = Math.max(value.scale, step.scale)
  return unitsAt(value, scale) / unitsAt(step, scale)
}

/** Decimals that matter: trailing zeros do not. */
export function decimalsOf(value: Exact): number {
  let { units, scale } = value
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  return scale
}

export function format(value: Exact): string {
  const sign = value.units < 0n ? '-' : ''
  const digits = (value.units < 0n ? -value.units : value.units).toString().padStart(value.scale + 1, '0')
  const cut = digits.length - value.scale
  const fraction = digits.slice(cut).replace(/0+$/, '')
  return fraction === '' ? sign + digits.slice(0, cut) : `${sign}${digits.slice(0, cut)}.${fraction}`
}
