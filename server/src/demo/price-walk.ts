/**
 * Reference prices of the simulated market: a walk in whole ticks with one shock common to all pairs and one of its own.
 * Figures here are what a simulated trader believes; they become money only as prices of ordinary orders.
 */
import type { SeededRandom } from './seeded-random.ts'

/** Relative deviation of one hour's step of a pair with liveliness 1. */
const HOUR_DEVIATION = 0.0045
const STEP_LIMIT = 0.03

/** One step's relative change for a span of time; the common part moves pairs together. */
function stepChange(random: SeededRandom, commonShock: number, liveliness: number, spanMs: number): number {
  const spanDeviation = HOUR_DEVIATION * Math.sqrt(spanMs / 3_600_000)
  const change = spanDeviation * liveliness * (0.65 * commonShock + 0.75 * random.normal())
  return Math.max(-STEP_LIMIT, Math.min(STEP_LIMIT, change))
}

/**
 * A path of prices in ticks that ends at `last`, walked backwards from it so that the present is where the world believes it to be.
 * @param spans ms between consecutive steps, oldest first
 * @param shocks one common shock a step, shared by all pairs
 */
export function pathEndingAt(
  random: SeededRandom,
  last: number,
  liveliness: number,
  spans: readonly number[],
  shocks: readonly number[],
): number[] {
  const path = new Array<number>(spans.length)
  let price = last
  for (let step = spans.length - 1; step >= 0; step -= 1) {
    path[step] = Math.max(2, Math.round(price))
    price = price / (1 + stepChange(random, shocks[step] ?? 0, liveliness, spans[step] ?? 0))
    const pull = Math.log(last / price) * 0.0004
    price *= 1 + pull
  }
  return path
}

/** How far from the listed price, as a logarithm, the first trade may be: inside the price band, or the pair would never trade. */
const START_APART = 0.12

/** The path tilted around its end, so that it starts near a price. @param near ticks */
export function startingNear(path: readonly number[], near: number): number[] {
  const apart = Math.log((path[0] ?? near) / near)
  const tooFar = apart - Math.max(-START_APART, Math.min(START_APART, apart))
  return path.map((price, step) => Math.max(2, Math.round(price * Math.exp(-tooFar * (1 - step / Math.max(1, path.length - 1))))))
}
