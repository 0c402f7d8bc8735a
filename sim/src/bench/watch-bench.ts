/**
 * K5: how much later orders are answered while a watcher reads blocks of K2 (5,000 transfers against a million watched addresses), one a
 * second. Both loads are of the same server, in turn; the watcher is a process beside it, as it is a thread beside it in the product, and
 * shares nothing with it but the processors.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeTarget, type Target } from './exchange-target.ts'
import { type Measure, median } from './measure.ts'
import { here, load, startAndWait, stop } from './processes.ts'

/** Orders a second, and over how many connections. */
const RATE = 1000
const CONNECTIONS = 64
const SECONDS = 10
const WARM_SECONDS = 10
const ROUNDS = 3
/** A million addresses are made first. */
const READY_MS = 300_000

/** p99 from sending an order to its answer, µs. @throws Error when one is refused: a refusal costs something else */
async function acknowledged({ plan }: Target, seconds = SECONDS): Promise<number> {
  const { failures, p99 } = await load({ ...plan, connections: CONNECTIONS, rate: RATE, seconds })
  if (failures > 0) throw new Error(`${failures} orders were refused`)
  return p99
}

async function beside(target: Target): Promise<number> {
  const watcher = await startAndWait(join(here, 'watch-load.ts'), [], {}, /ready/, READY_MS)
  try {
    return await acknowledged(target)
  } finally {
    await stop(watcher)
  }
}

export async function watchMeasures(): Promise<readonly Measure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'agio-watch-bench-'))
  const target = await exchangeTarget(dir)
  try {
    await acknowledged(target, WARM_SECONDS)
    const rounds: { readonly alone: number; readonly watched: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ alone: await acknowledged(target), watched: await beside(target) })
    const ratio = median(rounds.map(({ alone, watched }) => watched / alone))
    return [
      {
        ...{ id: 'K5', title: `p99 of an order's answer at ${RATE} a second while a block of K2 is read each second, and without` },
        ...{ value: median(rounds.map(({ watched }) => watched)) / 1000, unit: 'ms', peer: 'without' },
        ...{ peerValue: median(rounds.map(({ alone }) => alone)) / 1000, ratio, goal: '<= 1.3' },
      },
    ]
  } finally {
    await stop(target.child)
    rmSync(dir, { recursive: true, force: true })
  }
}
