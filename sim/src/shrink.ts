/** Makes a failing list of steps short: leaves out ever smaller blocks as long as the same kind of failure remains. */
import type { SimStep } from './workload.ts'

const MAX_RUNS = 300

/** What a run of steps came to. */
export interface Failure {
  readonly differences: readonly string[]
  /** Index of the step that failed; -1 = none. */
  readonly failedAt: number
}

/** What a difference is about, without its numbers. */
const kindOf = ({ differences }: Failure): string => (differences[0] ?? '').replace(/\d+/g, '#').slice(0, 60)

export interface Shrunk<Verdict extends Failure> {
  readonly steps: readonly SimStep[]
  readonly verdict: Verdict
}

/** Shortest list found that fails in the same way; the last step is the one that fails. */
export function shrink<Verdict extends Failure>(
  failing: readonly SimStep[],
  first: Verdict,
  rerun: (steps: readonly SimStep[]) => Verdict,
): Shrunk<Verdict> {
  const kind = kindOf(first)
  let best: Shrunk<Verdict> = { steps: failing.slice(0, first.failedAt + 1), verdict: first }
  let runs = 0
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = best.steps.length - 1 - size; from > -size; from -= size) {
      const start = Math.max(0, from)
      const candidate = [...best.steps.slice(0, start), ...best.steps.slice(from + size)]
      if (candidate.length >= best.steps.length || runs >= MAX_RUNS) continue
      runs += 1
      const verdict = rerun(candidate)
      if (verdict.failedAt >= 0 && kindOf(verdict) === kind) best = { steps: candidate.slice(0, verdict.failedAt + 1), verdict }
    }
    if (size === 1) break
  }
  return best
}
