/** Interest of a day where a year has another count of days than this product's: formulas of other venues. */
import { compare, exact, format, whole } from '../exact.ts'
import { type Fraction, floorOf, frac, minus, over, smaller, sumOf, times } from '../fraction.ts'

type Input = Readonly<Record<string, unknown>>

const SCALE = 8

/** Here a year has 365 days. */
export const isOurYear = ({ dayCount }: Input): boolean => compare(exact(dayCount ?? 365), whole(365)) === 0

/** What a year earns, of which a day is one part, rounded down at 8 decimals. */
const partOf = (year: Fraction, dayCount: unknown): string =>
  format(whole(floorOf(times(over(year, frac(dayCount)), { over: 10n ** BigInt(SCALE), under: 1n })), SCALE))

export const dailyOf = ({ principal, apr, dayCount }: Input): Input => ({ daily: partOf(times(frac(principal), frac(apr)), dayCount) })

export function tieredDailyOf({ principal, tiers, dayCount }: Input): Input {
  const all = (Array.isArray(tiers) ? tiers : []) as readonly { readonly to: unknown; readonly apr: unknown }[]
  const whole = frac(principal)
  let lower = frac(0)
  const parts = all.map(({ to, apr }) => {
    const upper = to === null ? whole : smaller(whole, frac(to))
    const part = minus(upper, smaller(lower, upper))
    lower = upper
    return times(part, frac(apr))
  })
  return { daily: partOf(sumOf(parts), dayCount) }
}
