/** How far from the index the simulated market trades contracts: as if customers were at times keener to be long, at times to be short. */
import { hashText, noiseAt } from '../../index/simulated/reference-process.ts'

const HOUR = 3_600_000
/** Half a day's mood, and a longer one. Together they go beyond what interest alone evens out, so that funding is not always the same. */
const WAVES: readonly (readonly [periodMs: number, height: number])[] = [
  [9 * HOUR, 0.0006],
  [40 * HOUR, 0.0006],
]

/** Share of the index by which a contract is dearer; below zero: cheaper. Always the same for a name, a seed and an instant. */
export function premiumAt(name: string, seed: number, at: number): number {
  const own = seed ^ hashText(name)
  return WAVES.reduce((sum, [periodMs, height], index) => sum + height * noiseAt(own + index, periodMs, at), 0)
}
