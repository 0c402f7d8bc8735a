/**
 * C3 and N1: a night of a million savings orders of 200,000 customers, on the process that users run, its journal on the disk and its
 * history in its thread. Orders go on at a steady pace across 00:00 UTC; an ordinary minute of the same evening stands beside it. Then
 * history is asked again and again, as a customer asks, until it knows of everything. The clock is put ahead to each midnight; the midnight
 * itself is crossed by time that passes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { devClock } from '@agio/wire/dev.ts'
import { type Answer, SessionClient } from '../client/session-client.ts'
import { type ExchangeTarget, type Started, startExchange, targetOf } from './exchange-target.ts'
import type { LoadResult } from './load-generator.ts'
import { type Measure, median } from './measure.ts'
import { load, processorSeconds, stop } from './processes.ts'
import { addSavers } from './savings-journal.ts'

export const NIGHT_LINES = 1_000_000
const NIGHTS = 3
const DAY_MS = 86_400_000
const ORDERS_PER_SECOND = 1000
const CONNECTIONS = 64
const MINUTE_SECONDS = 60
const COMPILE_SECONDS = 10
/** Replaying the savers and, of their customers, opening what the vault does not know takes its time. */
const READY_WITHIN_MS = 600_000
const CATCH_UP_WITHIN_MS = 1_800_000
const LOOK_MS = 250
/** By then all lines are in the journal. */
const ROLLED_MS = 3000

interface Night {
  readonly ordinary: LoadResult
  readonly across: LoadResult
  /** From midnight until history knew everything. */
  readonly seconds: number
  /** Of the processor, of history's thread, from before the minute across until then. */
  readonly used: number
}

const isWhole = ({ code, data }: Answer): boolean => code === '0' && data.rebuilding === undefined

/** Resolves when a customer's list is whole: history has reached the end of the journal. */
async function historyWhole(client: SessionClient): Promise<void> {
  const until = performance.now() + CATCH_UP_WITHIN_MS
  while (!isWhole(await client.post('/api/assets-web/v1/bill/queryByCategory', { pageNo: 1, pageSize: 1 }))) {
    if (performance.now() > until) throw new Error('history was not whole in time')
    await wait(LOOK_MS)
  }
}

async function minute({ plan }: ExchangeTarget): Promise<LoadResult> {
  const result = await load({ ...plan, connections: CONNECTIONS, seconds: MINUTE_SECONDS, rate: ORDERS_PER_SECOND })
  if (result.failures > 0) throw new Error(`${result.failures} requests were refused during the measure`)
  return result
}

async function night(server: Started, index: number): Promise<Night> {
  const target = await targetOf(server, `night${index}-`)
  const client = new SessionClient(`http://localhost:${server.port}`)
  client.token = target.customers[0]?.token
  await load({ ...target.plan, connections: CONNECTIONS, seconds: COMPILE_SECONDS, rate: ORDERS_PER_SECOND })
  await historyWhole(client)
  const ordinary = await minute(target)
  await historyWhole(client)
  const { serverTime } = await client.call(devClock, { advance: 0 })
  const left = DAY_MS - (serverTime % DAY_MS)
  const before = processorSeconds(server.child).projections
  // the clock that is put ahead answers when what was due until then is done
  const jumped = await client.call(devClock, { advance: left - (MINUTE_SECONDS / 2) * 1000 })
  const midnight = performance.now() + DAY_MS - (jumped.serverTime % DAY_MS)
  const [across, seconds] = await Promise.all([
    minute(target),
    wait(midnight - performance.now() + ROLLED_MS)
      .then(() => historyWhole(client))
      .then(() => (performance.now() - midnight) / 1000),
  ])
  return { ordinary, across, seconds, used: processorSeconds(server.child).projections - before }
}

function measuresOf(nights: readonly Night[], lines: number): Measure[] {
  const middle = (read: (of: Night) => number): number => median(nights.map(read))
  const million = NIGHT_LINES / lines
  const acknowledged = (id: string, title: string, goal: string, of: (result: LoadResult) => number): Measure => ({
    ...{ id, title, unit: 'µs', peer: 'of an ordinary minute', goal },
    value: middle(({ across }) => of(across)),
    peerValue: middle(({ ordinary }) => of(ordinary)),
    ratio: middle(({ across, ordinary }) => of(across) / of(ordinary)),
  })
  const night = `a night of ${lines.toLocaleString('en-US')} lines`
  return [
    acknowledged('C3', `order acknowledgement p99 of the minute across 00:00 UTC, ${night}`, '<= 2', ({ p99 }) => p99),
    acknowledged('C3s', 'the same of the worst second', '>= 0', ({ worstP99 }) => worstP99),
    {
      ...{ id: 'N1', title: `${night} in the history, for a million`, unit: 's', goal: '<= 120' },
      value: middle(({ seconds }) => seconds) * million,
      peer: 'processor seconds of its thread',
      peerValue: middle(({ used }) => used) * million,
      ratio: middle(({ seconds }) => seconds) * million,
    },
  ]
}

/** @param lines savings orders that are paid each night; with fewer than a million what history takes is scaled to it */
export async function nightMeasures(lines: number): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-bench-'))
  try {
    // lists the market; a first customer, since an exchange whose vault holds no key at all does not open
    const first = await startExchange(dataDir)
    await targetOf(first, 'first').finally(() => stop(first.child))
    const savers = await addSavers(join(dataDir, 'agio'), lines)
    const server = await startExchange(dataDir, { AGIO_LOST_KEYS: String(savers) }, READY_WITHIN_MS)
    try {
      const nights: Night[] = []
      while (nights.length < NIGHTS) nights.push(await night(server, nights.length))
      return measuresOf(nights, lines)
    } finally {
      await stop(server.child)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
