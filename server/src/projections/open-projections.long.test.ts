/** The whole way: an exchange with its journal on disk, the projection thread, the read models. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Order } from '@agio/engine/event.ts'
import { balanceOf, openOrdersOf } from '@agio/engine/read.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type LiveExchange, openExchange } from '../sequencer/open-exchange.ts'
import { openHistory } from './history/open-history.ts'
import { openProjections, type Projections } from './open-projections.ts'
import type { FillRow, ReadModels, StatementRow } from './port.ts'
import { openPglite } from './store/pglite-connection.ts'
import { DATABASES, type TestDatabase } from './testing/databases.ts'
import { rowHashes } from './testing/harness.ts'
import { BASE_ASSET, CUSTOMERS, opening, QUOTE_ASSET, THE_PAIR, trading } from './testing/market-day.ts'
import { scratchFolder } from './testing/scratch.ts'

const TENANT = 'agio'
/** Tuesday 2026-03-03, 12:00 UTC. */
const START = Date.UTC(2026, 2, 3, 12)
const STEP_MS = 40_000
const ENTRIES = 3000
/** A new database takes two seconds on an idle machine and many on a busy one. */
const REACHED_MS = 240_000

vi.setConfig({ testTimeout: 900_000 })

let folder: string
let exchange: LiveExchange

/** What a failed test left open; the next one needs the lock. */
const opened: Projections[] = []

async function open(databaseUrl?: string, log?: (message: string) => void): Promise<Projections> {
  const tenants = [{ tenantId: TENANT, journalDir: join(folder, 'journal'), exchange }]
  const history = await openHistory({ dataDir: folder, databaseUrl, ...(log === undefined ? {} : { log }) })
  history.follow(tenants)
  const projections = openProjections(history)
  opened.push(projections)
  return projections
}

function modelsOf(projections: Projections): ReadModels {
  const models = projections.models.get(TENANT)
  if (models === undefined) throw new Error('no models')
  return models
}

async function submit(seed: number, count: number): Promise<void> {
  await exchange.submitMany(trading(seed, count, Math.max(START, exchange.now()), STEP_MS))
}

/** Hashes of the stored rows; the projections must be stopped. */
async function storedHashes(): Promise<Record<string, string>> {
  const connection = await openPglite(join(folder, 'projections', 'pg'))
  try {
    return await rowHashes(connection, TENANT)
  } finally {
    await connection.close()
  }
}

beforeAll(async () => {
  folder = scratchFolder('projections')
  exchange = await openExchange({ tenantId: TENANT, dir: join(folder, 'journal'), clock: { now: () => START } })
  await exchange.submitMany(opening(START))
})
afterEach(async () => {
  for (const projections of opened.splice(0)) await projections.stop()
})
afterAll(async () => {
  await exchange.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('projections of a running exchange', () => {
  it('follow live batches and agree with the engine, to the last unit', async () => {
    const projections = await open()
    const models = modelsOf(projections)
    for (let seed = 1; seed <= 4; seed += 1) await submit(seed, ENTRIES / 4)
    await models.reached(exchange.durableSeq, REACHED_MS)
    expect(models.rebuilding()).toBe(null)
    for (const userId of CUSTOMERS) await agreesWithEngine(models, userId)
    expect((await models.trades(THE_PAIR, 500)).length).toBeGreaterThan(100)
    await projections.stop()
  })

  it('REL-003 [part] dropped and made again from the journal they are the same, row for row', async () => {
    const before = await storedHashes()
    rmSync(join(folder, 'projections'), { recursive: true, force: true })
    const projections = await open()
    const models = modelsOf(projections)
    expect(models.rebuilding()).toBe(0)
    // Trading goes on meanwhile.
    await submit(5, 500)
    await models.reached(exchange.durableSeq, REACHED_MS)
    expect(models.rebuilding()).toBe(null)
    for (const userId of CUSTOMERS) await agreesWithEngine(models, userId)
    await projections.stop()
    const live = await storedHashes()
    expect(live).not.toEqual(before)
    rmSync(join(folder, 'projections'), { recursive: true, force: true })
    const again = await open()
    await modelsOf(again).reached(exchange.durableSeq, REACHED_MS)
    await again.stop()
    expect(await storedHashes()).toEqual(live)
  })

  it('REL-006 [part] what was traded while they were down is made up from a snapshot and the journal', async () => {
    await exchange.snapshot()
    await submit(6, 300)
    const projections = await open()
    await modelsOf(projections).reached(exchange.durableSeq, REACHED_MS)
    await projections.stop()
    const caughtUp = await storedHashes()
    rmSync(join(folder, 'projections'), { recursive: true, force: true })
    const rebuilt = await open()
    await modelsOf(rebuilt).reached(exchange.durableSeq, REACHED_MS)
    await rebuilt.stop()
    expect(await storedHashes()).toEqual(caughtUp)
  })

  it('a database left open by another boot, or unreadable, is replaced', async () => {
    writeFileSync(join(folder, 'projections', 'open'), 'another boot')
    const projections = await open()
    expect(modelsOf(projections).position()).toBe(0)
    await modelsOf(projections).reached(exchange.durableSeq, REACHED_MS)
    await projections.stop()
    writeFileSync(join(folder, 'projections', 'pg', 'global', 'pg_control'), 'torn')
    const again = await open()
    await modelsOf(again).reached(exchange.durableSeq, REACHED_MS)
    for (const userId of CUSTOMERS) await agreesWithEngine(modelsOf(again), userId)
    await again.stop()
  })

  it('are closed before anybody was followed, by themselves, and open again', async () => {
    const marker = join(folder, 'projections', 'open')
    const history = await openHistory({ dataDir: folder })
    await vi.waitFor(() => expect(existsSync(marker)).toBe(true), { timeout: REACHED_MS })
    // A stop waits two seconds for a database that is still opening, and a busy machine may need more: these never pass.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await history.stop().finally(() => vi.useRealTimers())
    // The thread has put the database on disk: it was not ended by force.
    expect(existsSync(marker)).toBe(false)
    const projections = await open()
    await modelsOf(projections).reached(exchange.durableSeq, REACHED_MS)
    await projections.stop()
  })

  it('are opened by one process at a time', async () => {
    const projections = await open()
    await expect(open()).rejects.toThrow(/in use/)
    await projections.stop()
    await (await open()).stop()
  })
})

describe.skipIf(!DATABASES.some(({ name, present }) => name === 'PostgreSQL' && present))('projections in PostgreSQL', () => {
  let server: TestDatabase

  beforeAll(async () => {
    server = await (DATABASES.find(({ name }) => name === 'PostgreSQL') ?? { open: () => Promise.reject(new Error('absent')) }).open()
  })
  afterAll(() => server.close())

  it('hold the same rows as PGlite', async () => {
    const embedded = await open()
    await modelsOf(embedded).reached(exchange.durableSeq, REACHED_MS)
    await embedded.stop()
    const projections = await open(server.databaseUrl)
    const models = modelsOf(projections)
    await models.reached(exchange.durableSeq, REACHED_MS)
    for (const userId of CUSTOMERS) await agreesWithEngine(models, userId)
    await projections.stop()
    expect(await rowHashes(server.connection, TENANT)).toEqual(await storedHashes())
  })

  it('go on by themselves when the server drops the connections', async () => {
    const said: string[] = []
    const projections = await open(server.databaseUrl, (message) => said.push(message))
    const models = modelsOf(projections)
    await models.trades(THE_PAIR, 1)
    const sql = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'agio %' and pid <> pg_backend_pid()
      and application_name <> 'agio test'`
    await server.connection.run({ sql: "set application_name = 'agio test'", parameters: [] })
    await server.connection.run({ sql, parameters: [] })
    await submit(7, 50)
    await models.reached(exchange.durableSeq, REACHED_MS).catch((error: unknown) => {
      throw new Error(`${String(error)} after ${said.join('; ')}`)
    })
    expect(said).not.toEqual([])
    for (const userId of CUSTOMERS) await agreesWithEngine(models, userId)
    await projections.stop()
  })
})

/** WAL-037, WAL-003 and ORD-004 on what a random day left behind. */
async function agreesWithEngine(models: ReadModels, userId: (typeof CUSTOMERS)[number]): Promise<void> {
  const lines: StatementRow[] = []
  const orders: Order[] = []
  const fills: FillRow[] = []
  const page = { userId, pageSize: 1000 } as const
  for (let pageNo = 1; pageNo <= 50; pageNo += 1) {
    lines.push(...(await models.statement({ ...page, pageNo })).rows)
    orders.push(...(await models.orders({ ...page, pageNo, state: 'all' })).rows)
    fills.push(...(await models.fills({ ...page, pageNo })).rows)
    if (lines.length < pageNo * 1000 && orders.length < pageNo * 1000 && fills.length < pageNo * 1000) break
  }
  expect(fills.length).toBeGreaterThan(50)
  const days = await models.balanceDays(userId, '2026-03-01')
  for (const assetId of [BASE_ASSET, QUOTE_ASSET]) {
    const { available, held } = balanceOf(exchange.state, userId, assetId)
    const mine = lines.filter((line) => line.assetId === assetId).reverse()
    let total = 0n
    for (const line of mine) {
      total += line.amount
      expect(line.totalAfter).toBe(total)
    }
    expect(total).toBe(available + held)
    expect(days.findLast((day) => day.assetId === assetId)?.total).toBe(total)
  }
  const open = [...openOrdersOf(exchange.state, userId)].sort((left, right) => right.orderId - left.orderId)
  expect(orders.filter((order) => ['new', 'partiallyFilled', 'pendingTrigger'].includes(order.status))).toEqual(open)
  expect((await models.orders({ ...page, pageNo: 1, state: 'open' })).rows).toEqual(open)
  for (const order of orders) {
    const own = fills.filter((fill) => fill.orderId === order.orderId)
    expect(own.reduce((sum, fill) => sum + fill.quantity, 0)).toBe(order.executedQuantity)
    expect(own.reduce((sum, fill) => sum + fill.notional, 0n)).toBe(order.executedQuote)
    expect(own.reduce((sum, fill) => sum + fill.fee, 0n)).toBe(order.fee)
  }
}
