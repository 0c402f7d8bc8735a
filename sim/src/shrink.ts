/** Makes a failing list of steps short: leaves out ever smaller blocks as long as the same kind of failure remains. */
import { runSteps, type Verdict } from './simulation.ts'
import type { SimStep } from './workload.ts'

const MAX_RUNS = 300

/** What a difference is about, without its numbers. */
const kindOf = (verdict: Verdict): string => (verdict.differences[0] ?? '').replace(/\d+/g, '#').slice(0, 60)

export interface Shrunk {
  readonly steps: readonly SimStep[]
  readonly verdict: Verdict
}

/** Shortest list found that fails in the same way; the last step is the one that fails. */
export function shrink(seed: number, failing: readonly SimStep[], first: Verdict): Shrunk {
  const kind = kindOf(first)
  let best: Shrunk = { steps: failing.slice(0, first.failedAt + 1), verdict: first }
  let runs = 0
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = best.steps.length - 1 - size; from > -size; from -= size) {
      const start = Math.max(0, from)
      const candidate = [...best.steps.slice(0, start), ...best.steps.slice(from + size)]
      if (candidate.length >= best.steps.length || runs >= MAX_RUNS) continue
      runs += 1
      const verdict = runSteps(seed, candidate, { quick: true })
      if (verdict.failedAt >= 0 && kindOf(verdict) === kind) best = { steps: candidate.slice(0, verdict.failedAt + 1), verdict }
    }
    if (size === 1) break
  }
  return best
}
