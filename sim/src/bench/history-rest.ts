/** When the thread that writes history of a process has nothing left to write. */
import type { ChildProcess } from 'node:child_process'
import { processorSeconds } from './processes.ts'

const CATCH_UP_MS_MAX = 240_000
const LOOK_MS = 100
/** Processor seconds of history's thread in one look that count as work; the clock has hundredths. */
const WORK_SECONDS = 0.02
const LOOKS_AT_REST = 5

/** Waits until history's thread rests. @returns when it last worked, on `performance.now()` */
export async function historyAtRest(child: ChildProcess, withinMs = CATCH_UP_MS_MAX): Promise<number> {
  const until = performance.now() + withinMs
  let workedAt = performance.now()
  let before = processorSeconds(child).projections
  for (let looks = 0; looks < LOOKS_AT_REST; looks += 1) {
    if (performance.now() > until) throw new Error('history did not come to rest')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const now = processorSeconds(child).projections
    if (now - before >= WORK_SECONDS) [workedAt, looks] = [performance.now(), -1]
    before = now
  }
  return workedAt
}
