/** Cells of scenarios as the numbers that commands take: prices have 2 decimals, quantities 5, amounts and rates 8. */
import type { InstrumentTerms } from '../src/command.ts'
import { formatDecimal, parseDecimal } from '../src/money/decimal.ts'

const SCALE = 8

/** `90` ms, `30s`, `2d8h`. */
export function durationOf(text: string): number {
  if (/^\d*$/.test(text)) return Number(text)
  const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }
  return [...text.matchAll(/(\d+)(ms|[dhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  )
}

export const words = (text: string): string[] => text.split(/\s+/)

export const fields = (cells: readonly string[]): Map<string, string> =>
  new Map(cells.filter((cell) => cell.includes('=')).map((cell) => [cell.split('=')[0] ?? '', cell.split('=')[1] ?? '']))

export function decimal(text: string, scale: number): bigint {
  const value = parseDecimal(text, scale)
  if (typeof value !== 'bigint') throw new Error(`${text}: ${value}`)
  return value
}

export const price = (text: string): number => (text === '' ? 0 : Number(decimal(text, 2)))
export const lots = (text: string): number => (text === '' ? 0 : Number(decimal(text, 5)))
export const rate = (text: string): number => Number(decimal(text, 8))
export const show = (value: number, scale: number): string => formatDecimal(BigInt(value), scale)

/** Settings of the pair by their short names. */
export function pairOf(cells: readonly string[]): Partial<InstrumentTerms> {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of fields(cells)) {
    if (['limitPriceCap', 'referencePrice'].includes(name)) changes[name] = price(value)
    else if (['quantityMin', 'quantityMax', 'positionMax'].includes(name)) changes[name] = lots(value)
    else if (['notionalMin', 'notionalMax', 'marketNotionalCap'].includes(name)) changes[name] = decimal(value, SCALE)
    else if (['priceBand', 'buyFee', 'sellFee', 'makerFee', 'takerFee', 'slippageCap', 'breakerMove', 'breakerLongMove'].includes(name))
      changes[`${name}E8`] = rate(value)
    else if (['enabled', 'buyEnabled', 'sellEnabled'].includes(name)) changes[name] = value === 'on'
    else if (name === 'feeDirection') changes[name] = value
    else changes[name] = Number(value)
  }
  return changes
}
