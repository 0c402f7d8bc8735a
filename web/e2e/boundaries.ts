/** Instants at which what a test has just made is of yesterday: it waits until such a one is over, where it is near. */
import { setTimeout as sleep } from 'node:timers/promises'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** What a test of one day takes, on a machine that is busy. */
const NEAR_MS = 40_000

/** Of those that come every so often, counted from 1970, `offset` later. */
async function awayFrom(every: number, offset = 0, near = NEAR_MS): Promise<void> {
  const left = every - ((Date.now() - offset) % every)
  if (left < near) await sleep(left + 1000)
}

/** Midnight in UTC, and where this machine stands. */
export async function awayFromMidnight(): Promise<void> {
  await awayFrom(DAY_MS)
  await awayFrom(DAY_MS, new Date().getTimezoneOffset() * MINUTE_MS)
}

/** When funding is paid: at 0, 8 and 16 o'clock UTC. */
export const awayFromFunding = (): Promise<void> => awayFrom(DAY_MS / 3)
