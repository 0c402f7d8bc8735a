/** Where the grid lines of a chart by day stand, and how many decimals their amounts need. For drawing alone: here an amount may be a float. */

export interface DayScale {
  /** Lowest and highest amount of the picture: multiples of the step. */
  readonly low: number
  readonly high: number
  /** Amounts of the grid lines, from the highest to the lowest; empty where all days are zero. */
  readonly rules: readonly number[]
  /** Decimals that tell two lines apart. */
  readonly decimals: number
}

const MOST_STEPS = 4
const ROUND = [1, 2, 2.5, 5, 10] as const
const MOST_DECIMALS = 8

/** The smallest round step that covers the span with at most so many steps. */
function stepOf(span: number): number {
  const least = span / MOST_STEPS
  const power = 10 ** Math.floor(Math.log10(least))
  return power * (ROUND.find((part) => part * power >= least * (1 - 1e-9)) ?? 10)
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals += 1) {
    const parts = step * 10 ** decimals
    if (Math.abs(parts - Math.round(parts)) < 1e-6) return decimals
  }
  return MOST_DECIMALS
}

/** Rules at round amounts around what the days were worth. Days that are all alike stand between two rules. */
export function dayScale(values: readonly number[]): DayScale {
  const least = Math.min(...values)
  const most = Math.max(...values)
  if (!(most > 0)) return { low: 0, high: 1, rules: [], decimals: 0 }
  const step = stepOf(Math.max(most - least, most / 1_000))
  const low = Math.floor(least / step + 1e-9) * step
  const high = Math.max(Math.ceil(most / step - 1e-9) * step, low + step)
  const count = Math.round((high - low) / step)
  return { low, high, rules: Array.from({ length: count + 1 }, (_, index) => high - index * step), decimals: decimalsOf(step) }
}

/** Places of the days that are named below the picture: the first, the last, and up to three between, evenly apart. */
export function namedDays(count: number): readonly number[] {
  const parts = Math.min(4, count - 1)
  return parts < 1 ? [0].slice(0, count) : Array.from({ length: parts + 1 }, (_, index) => Math.round((index * (count - 1)) / parts))
}
