/** A whole exchange on a simulated disk: power cuts, damaged and missing files. What was acknowledged is there afterwards, or the start refuses. */
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { entryLength } from '@agio/engine/entry.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { readOutcomes } from '@agio/engine/event-buffer.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { trialBalance } from '@agio/engine/ledger/trial-balance.ts'
import type { State } from '@agio/engine/state.ts'
import { JournalCorrupt } from '@agio/server/journal/record.ts'
import { type LiveExchange, openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { expect, test } from 'vitest'
import { MemoryDisk, seededNumbers } from './crash/memory-disk.ts'
import { notePlaced, resolve } from './simulation.ts'
import { makeWorkload, START_MS } from './workload.ts'

const DIR = '/tenant'
const SEGMENT_BYTES = 16 * 1024
/** The rest of the sixty in `npm run proof`. */
const CUTS = process.env.AGIO_PROOF === undefined ? 10 : 60

interface Served {
  readonly acked: Map<number, Outcome>
  readonly exchange: LiveExchange | undefined
}

const open = (disk: MemoryDisk, at: number, onFatal: () => void = () => undefined): Promise<LiveExchange> =>
  openExchange({
    tenantId: 'test',
    dir: DIR,
    clock: { now: () => at },
    journal: { fileSystem: disk, segmentBytes: SEGMENT_BYTES, sealAfterMs: 60_000, onFatal },
    onBroken: onFatal,
  })

/** Sends a workload in small bursts until it ends or the power goes. */
async function serve(disk: MemoryDisk, seed: number, count: number): Promise<Served> {
  const acked = new Map<number, Outcome>()
  let isDown = false
  // the start of an exchange writes an entry, whose answer then never comes
  const down = Promise.withResolvers<never>()
  let exchange: LiveExchange | undefined
  const random = seededNumbers(seed)
  const placed = new Map<number, number>()
  try {
    const opening = open(disk, START_MS, () => {
      isDown = true
      down.reject(new Error('the power is gone'))
    })
    exchange = await Promise.race([opening, down.promise])
    const steps = makeWorkload(seed, count)
    for (let from = 0; from < steps.length && !isDown; ) {
      const burst = steps.slice(from, from + 1 + Math.floor(random() * 8))
      from += burst.length
      const answers = burst.map((step) =>
        exchange?.submit(resolve(step, placed), step.key).then((outcome) => {
          notePlaced(placed, step, outcome)
          acked.set(outcome.seq, outcome)
        }),
      )
      await Promise.race([Promise.all(answers), new Promise((done) => setImmediate(done))])
    }
  } catch {
    // The power went while the exchange opened or took a command.
  }
  return { acked, exchange: isDown ? undefined : exchange }
}

/** State and outcomes of every durable entry, computed from the journal alone. */
async function replayJournal(exchange: LiveExchange): Promise<{ state: State; outcomes: Map<number, Outcome> }> {
  const state = createState()
  const outcomes = new Map<number, Outcome>()
  for await (const record of exchange.journal.read(1)) {
    for (let offset = 0; offset < record.bytes.length; ) {
      state.out.reset()
      apply(state, record.bytes, offset)
      for (const outcome of readOutcomes(state.out.bytes())) outcomes.set(outcome.seq, outcome)
      offset += entryLength(record.bytes, offset)
    }
  }
  return { state, outcomes }
}

test('REL-001 REL-002 [part] after a power cut at any call every acknowledged answer is in the journal and the state is its fold', async () => {
  let ackedTotal = 0
  for (let seed = 1; seed <= CUTS; seed += 1) {
    const disk = new MemoryDisk()
    const random = seededNumbers(seed * 7919)
    disk.cutAtCall = 15 + Math.floor(random() * 250)
    const { acked } = await serve(disk, seed, 400)
    ackedTotal += acked.size
    const after = await open(disk.crash(random), START_MS)
    const { state, outcomes } = await replayJournal(after)
    expect(stateHash(after.state)).toBe(stateHash(state))
    for (const [seq, outcome] of acked) expect(outcomes.get(seq), `seed ${seed}, sequence ${seq}`).toEqual(outcome)
    expect(trialBalance(after.state).filter(({ sum }) => sum !== 0n)).toEqual([])
    await after.stop()
  }
  expect(ackedTotal).toBeGreaterThan(CUTS * 33)
})

test('REL-006 a damaged snapshot is skipped for the older one, and both lead to the same state', async () => {
  const disk = new MemoryDisk()
  const first = await serve(disk, 3, 300)
  if (first.exchange === undefined) throw new Error('the exchange did not open')
  await first.exchange.snapshot()
  for (let count = 0; count < 40; count += 1) await first.exchange.submit({ kind: 'tick' })
  await first.exchange.snapshot()
  for (let count = 0; count < 40; count += 1) await first.exchange.submit({ kind: 'tick' })
  await first.exchange.stop()
  const hash = stateHash(first.exchange.state)
  const snapshots = disk
    .list(DIR)
    .filter((name) => name.includes('snapshot'))
    .sort()
  expect(snapshots.length).toBeGreaterThanOrEqual(2)
  for (const damaged of [[], snapshots.slice(-1), snapshots]) {
    const copy = disk.copy()
    for (const name of damaged) {
      const bytes = copy.contentOf(`${DIR}/${name}`).slice()
      const middle = Math.floor(bytes.length / 2)
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      copy.setContent(`${DIR}/${name}`, bytes)
    }
    const again = await open(copy, START_MS)
    expect(stateHash(again.state), `${damaged.length} damaged`).toBe(hash)
    await again.stop()
  }
})

test('REL-005 [part] a missing segment in the middle, or one with the content of another, stops the start and changes nothing', async () => {
  const disk = new MemoryDisk()
  const { exchange } = await serve(disk, 8, 2_000)
  if (exchange === undefined) throw new Error('the exchange did not open')
  await exchange.stop()
  const segments = disk
    .list(DIR)
    .filter((name) => name.startsWith('segment-'))
    .sort()
  expect(segments.length).toBeGreaterThan(3)
  const [, second = '', third = ''] = segments
  const missing = disk.copy()
  missing.remove(`${DIR}/${second}`)
  const misdirected = disk.copy()
  misdirected.setContent(`${DIR}/${second}`, disk.contentOf(`${DIR}/${third}`).slice())
  for (const damaged of [missing, misdirected]) {
    // Whoever wants to write is counted first, whatever comes of it.
    const names = (): string[] => damaged.list(DIR).filter((name) => name !== 'epoch')
    const before = names().map((name) => [name, damaged.contentOf(`${DIR}/${name}`).slice()])
    await expect(open(damaged, START_MS)).rejects.toBeInstanceOf(JournalCorrupt)
    expect(names().map((name) => [name, damaged.contentOf(`${DIR}/${name}`)])).toEqual(before)
  }
})

test('REL-001 [part] an fsync that fails with EIO acknowledges nothing after it', async () => {
  const disk = new MemoryDisk()
  const { acked, exchange } = await serve(disk, 5, 120)
  if (exchange === undefined) throw new Error('the exchange did not open')
  const before = acked.size
  disk.failNextSync = true
  const answers: Outcome[] = []
  void exchange.submit({ kind: 'tick' }).then(
    (outcome) => answers.push(outcome),
    () => undefined,
  )
  await new Promise((done) => setImmediate(done))
  await new Promise((done) => setImmediate(done))
  expect([answers.length, acked.size]).toEqual([0, before])
})
