/** Scheduled work that breaks the engine: the exchange opens and takes nothing, an operator skips that work alone, and replay agrees. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@agio/engine/command.ts'
import { ENTRY_AT } from '@agio/engine/generated/entry-layout.ts'
import { DUE_AT, ORDER_DESK } from '@agio/engine/generated/layout.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { orderByClientId } from '@agio/engine/read.ts'
import { DUE_EXPIRY } from '@agio/engine/schema/due.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EXIT_INVARIANT } from '../core/exit-codes.ts'
import { openFileJournal } from '../journal/file-journal.ts'
import { readJournal } from '../journal/read-journal.ts'
import { EngineHistory } from '../projections/history/engine-history.ts'
import { type LiveExchange, openExchange } from './open-exchange.ts'
import { Replay, stateAtMost } from './recover-state.ts'
import { skipOnStopped } from './skip-on-stopped.ts'

const START = Date.UTC(2026, 0, 15, 12)
const MINUTE = 60_000
const USER = asUserId(100_001)

let dir: string
let now: number
const broken: { error: Error; exitCode: number }[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-due-'))
  now = START
  broken.length = 0
})
afterEach(() => {
  brokenOrder = 0
  rmSync(dir, { recursive: true, force: true })
})

const open = (): Promise<LiveExchange> =>
  openExchange({
    tenantId: 'test',
    dir,
    clock: { now: () => now },
    journal: { segmentBytes: 256 * 1024 },
    onBroken: (error, exitCode) => broken.push({ error, exitCode }),
  })

const LISTING: readonly Command[] = [
  { kind: 'defineAsset', symbol: 'BTC', scale: 8, document: {} },
  { kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} },
  { kind: 'defineInstrument', terms: pairTerms({ quantityMin: 1, quantityMax: 1_000_000, referencePrice: 10_000 }) },
  { kind: 'registerUser', accountKey: 'one', document: {}, role: 'customer' },
  { kind: 'creditUser', userId: USER, assetId: asAssetId(2), amount: 10n ** 15n, cause: 'airdrop', reference: 'test' },
]

const expiring = (minutes: number): Command => ({
  kind: 'placeOrder',
  userId: USER,
  instrumentId: asInstrumentId(1),
  terms: orderTerms({ side: 'buy', price: 9000, quantity: 10, timeInForce: 'gtd', expireAt: START + minutes * MINUTE }),
  selfTrade: 'expireTaker',
  source: 'web',
  child: null,
})

/** The order whose expiry breaks; 0 = none does. No product code knows of it. */
let brokenOrder = 0

/** As soon as that expiry is due, its order has no desk any more, which breaks the kernel half way: the row is out of the queue by then. */
vi.mock('@agio/engine/engine.ts', async (original) => {
  const engine = await original<typeof import('@agio/engine/engine.ts')>()
  const applyAll: typeof engine.applyAll = (state, entries, from, ...rest) => {
    const row = brokenOrder === 0 ? 0 : state.kernel.findDue(DUE_EXPIRY, brokenOrder, 0)
    const at = new DataView(entries.buffer, entries.byteOffset).getFloat64(from + ENTRY_AT, true)
    if (row !== 0 && state.dues.view.getFloat64(row + DUE_AT, true) <= at)
      state.orders.view.setUint32(state.kernel.findOrder(brokenOrder) + ORDER_DESK, 0, true)
    engine.applyAll(state, entries, from, ...rest)
  }
  return { ...engine, applyAll }
})

async function withOrders(): Promise<number> {
  const exchange = await open()
  for (const command of LISTING) expect((await exchange.submit(command)).reason).toBe('none')
  const [first] = (await exchange.submit(expiring(10), 'good')).orders
  const [second] = (await exchange.submit(expiring(20), 'bad')).orders
  await exchange.submit(expiring(30), 'later')
  await exchange.stop()
  if (first === undefined || second === undefined) throw new Error('no orders')
  return second.orderId
}

/** The state at a sequence as replay from the first entry, and from whatever snapshot there is, comes to it. */
async function replayed(seq: number): Promise<string[]> {
  const hashes: string[] = []
  for (const replay of [new Replay(stateAtMost(dir, 0)), new Replay(stateAtMost(dir, seq))]) {
    for await (const record of readJournal(dir, stateSeq(replay.state) + 1, seq)) replay.run(record)
    hashes.push(stateHash(replay.state))
  }
  return hashes
}

test('scheduled work that throws stops the exchange, not the start; skipped by an operator it alone is left out, live and in replay', async () => {
  brokenOrder = await withOrders()
  now = START + 25 * MINUTE
  const stuck = await open()
  const { durableSeq } = stuck
  expect(stuck.due.poisoned).toMatchObject({ row: { due: DUE_EXPIRY, at: START + 20 * MINUTE }, error: 'an order has no pair' })
  await expect(stuck.submit(expiring(60), 'new')).rejects.toMatchObject({ refusal: 'duePoisoned' })
  // What was half changed is gone: the state is the journal's.
  expect([stateHash(stuck.state)]).toEqual([...new Set(await replayed(durableSeq))])
  expect(orderByClientId(stuck.state, USER, 0, 'good')).toBeDefined()
  stuck.due.setAside('ann', 'support asked the customer')
  await expect.poll(() => broken.at(0)?.exitCode).toBe(EXIT_INVARIANT)
  await stuck.stop()

  const again = await open()
  expect(again.due.poisoned).toBeUndefined()
  expect(again.due.decisions).toMatchObject([{ actor: 'ann', why: 'support asked the customer', state: 'noted' }])
  // The entry before and after it did their work; the order itself stays.
  expect(orderByClientId(again.state, USER, 0, 'good')).toBeUndefined()
  expect(orderByClientId(again.state, USER, 0, 'bad')).toBeDefined()
  expect((await again.submit(expiring(60), 'new')).reason).toBe('none')
  const { seq } = await again.snapshot()
  now = START + 40 * MINUTE
  expect((await again.submit(expiring(90), 'newer')).reason).toBe('none')
  expect(orderByClientId(again.state, USER, 0, 'later')).toBeUndefined()
  const hash = stateHash(again.state)
  const end = again.durableSeq
  expect(seq).toBeLessThan(end)
  await again.stop()
  expect([...new Set(await replayed(end))]).toEqual([hash])

  // History follows the same journal from its beginning.
  let reached = 0
  for await (const batch of new EngineHistory(dir).batches(0, end)) reached = batch.lastSeq
  expect(reached).toBe(end)
  const third = await open()
  expect([stateHash(third.state), third.due.poisoned]).toEqual([hash, undefined])
  await third.stop()
})

test('on a stopped exchange the skip is journaled by whoever skips, under the lock of the folder', async () => {
  brokenOrder = await withOrders()
  now = START + 25 * MINUTE
  const options = { tenantId: 'test', dir, clock: { now: () => now }, journal: { segmentBytes: 256 * 1024 } }
  const running = await open()
  await expect(skipOnStopped(options, 'ann', 'a test')).rejects.toThrow('is in use')
  await running.stop()
  const { what, error, next } = await skipOnStopped(options, 'ann', 'support asked the customer')
  expect([what, error, next]).toEqual([`expiry of order ${brokenOrder}`, 'an order has no pair', undefined])
  expect((await skipOnStopped(options, 'ann', 'once more')).what).toBeUndefined()
  const again = await open()
  expect(again.due.poisoned).toBeUndefined()
  expect(again.due.decisions).toMatchObject([{ actor: 'ann', why: 'support asked the customer', state: 'noted' }])
  expect(orderByClientId(again.state, USER, 0, 'bad')).toBeDefined()
  const hash = stateHash(again.state)
  const end = again.durableSeq
  await again.stop()
  expect([...new Set(await replayed(end))]).toEqual([hash])
})

test('a skip that no entry stands behind yet outlives a kill', async () => {
  brokenOrder = await withOrders()
  now = START + 25 * MINUTE
  const stuck = await open()
  stuck.due.setAside('ann', 'a test')
  await expect.poll(() => broken.length).toBe(1)
  await stuck.stop()
  // Taken out in the head of a segment, and the process ends before anything else is written.
  const row = stuck.due.poisoned?.row
  if (row === undefined) throw new Error('nothing is poisoned')
  await (await openFileJournal(dir, { segmentBytes: 256 * 1024, skip: row })).close()
  rmSync(join(dir, 'skipped-due-rows.json'))
  const again = await open()
  expect(again.due.poisoned).toBeUndefined()
  expect((await again.submit(expiring(60), 'new')).reason).toBe('none')
  const hash = stateHash(again.state)
  expect([...new Set(await replayed(again.durableSeq))]).toEqual([hash])
  await again.stop()
})
