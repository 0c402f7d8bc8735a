/** Order, durability and backpressure, with a journal that answers when the test says so. */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { readEvents, readOutcomes } from '@agio/engine/event-buffer.ts'
import { S_RECORDS_FULL } from '@agio/engine/generated/layout.ts'
import { RECORDS } from '@agio/engine/generated/map.ts'
import { asOrderId, asUserId } from '@agio/engine/ids/id.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { expect, test } from 'vitest'
import type { Clock } from '../core/clock.ts'
import type { AppendResult, JournalRecord } from '../journal/port.ts'
import { Refused } from './exchange.ts'
import type { WritableJournal } from './parts.ts'
import { Sequencer } from './sequencer.ts'

class HeldJournal implements WritableJournal {
  readonly epoch = 1
  readonly recordBytesMax = 64 * 1024
  readonly records: JournalRecord[] = []
  readonly waiting: ((result: AppendResult) => void)[] = []
  bytes = 1e9
  outOfSpace = false

  last(): number {
    return this.records.at(-1)?.lastSeq ?? 0
  }
  async *read(): AsyncGenerator<JournalRecord> {}
  async at(seq: number): Promise<JournalRecord | undefined> {
    return this.records.find((record) => record.firstSeq <= seq && seq <= record.lastSeq)
  }
  append(_expectedSeq: number, record: JournalRecord): Promise<AppendResult> {
    this.records.push({ ...record, bytes: record.bytes.slice() })
    return new Promise((resolve) => this.waiting.push(resolve))
  }
  room(): { bytes: number; outOfSpace: boolean } {
    return { bytes: this.bytes, outOfSpace: this.outOfSpace }
  }
  async answer(result: AppendResult): Promise<void> {
    this.waiting.shift()?.(result)
    await turn()
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

function open(over: { inFlightMax?: number; now?: () => number; disk?: { readonly isFull: boolean }; clock?: Clock } = {}) {
  const journal = new HeldJournal()
  const broken: [string, number][] = []
  const sequencer = new Sequencer({
    tenantId: 'test',
    state: createState(),
    journal,
    clock: over.clock ?? { now: over.now ?? (() => 1_000_000) },
    inFlightMax: over.inFlightMax ?? 100,
    disk: over.disk,
    onBroken: (error, code) => broken.push([error.message, code]),
  })
  return { journal, sequencer, broken }
}

const asset = (symbol: string): Command => ({ kind: 'defineAsset', symbol, scale: 8, document: {} })
const cancel: Command = {
  kind: 'cancelOrder',
  userId: asUserId(100_001),
  orderId: asOrderId(8),
  clientOrderId: '',
  orderListId: 0 as never,
}

const settled = async (promise: Promise<unknown>): Promise<boolean> => Promise.race([promise.then(() => true), turn().then(() => false)])

test('REL-001 [part] neither the outcome nor the events leave before the batch is durable', async () => {
  const { journal, sequencer } = open()
  const seen: unknown[] = []
  sequencer.onDurable((batch) => seen.push([...readEvents(batch.events)].map(({ event }) => event.kind).join(), batch.hasDocuments))
  const answer = sequencer.submit(asset('BTC'))
  expect(await settled(answer)).toBe(false)
  expect([journal.records.length, assetsOf(sequencer.state).length, sequencer.durableSeq, seen]).toEqual([1, 1, 0, []])
  await journal.answer('ok')
  expect((await answer).seq).toBe(1)
  expect([sequencer.durableSeq, seen]).toEqual([1, ['assetDefined', true]])
})

test('commands of one turn share a record; those that come while three are in flight share the next', async () => {
  const { journal, sequencer } = open()
  const answers: Promise<unknown>[] = []
  for (const symbol of ['A1', 'A2', 'A3']) answers.push(sequencer.submit(asset(symbol)))
  await turn()
  for (let index = 0; index < 6; index += 1) {
    answers.push(sequencer.submit(asset(`B${index}`)))
    await turn()
  }
  expect(journal.records.map((record) => [record.firstSeq, record.lastSeq])).toEqual([
    [1, 3],
    [4, 4],
    [5, 5],
  ])
  await journal.answer('ok')
  expect(journal.records.at(-1)).toMatchObject({ firstSeq: 6, lastSeq: 9 })
  for (let index = 0; index < 3; index += 1) await journal.answer('ok')
  await Promise.all(answers)
  expect(sequencer.durableSeq).toBe(9)
})

test('commands of one turn are applied at its end, in records of a thousand at most, and answered in order', async () => {
  const { journal, sequencer } = open({ inFlightMax: 2000 })
  const answers = Array.from({ length: 1500 }, () => sequencer.submit({ kind: 'tick' }))
  expect(stateSeq(sequencer.state)).toBe(1024)
  await turn()
  expect(stateSeq(sequencer.state)).toBe(1500)
  expect(journal.records.map((record) => [record.firstSeq, record.lastSeq])).toEqual([
    [1, 1024],
    [1025, 1500],
  ])
  const seen: number[] = []
  sequencer.onDurable((batch) => {
    seen.push(...[...readOutcomes(batch.events)].map(({ seq }) => seq))
    expect(batch.hasDocuments).toBe(false)
  })
  while (journal.waiting.length > 0) await journal.answer('ok')
  const order = Array.from(answers, (_, index) => index + 1)
  expect((await Promise.all(answers)).map((outcome) => outcome.seq)).toEqual(order)
  expect(seen).toEqual(order)
})

test('who asks hears the outcome over the state that it was decided over, before what was given behind it in the same turn', async () => {
  const { journal, sequencer } = open({ inFlightMax: 5000 })
  const heard: string[] = []
  const hear = (name: string) => (outcome: { reason: string }) =>
    void heard.push(`${name} ${outcome.reason} ${assetsOf(sequencer.state).length}`)
  const first = sequencer.submit(asset('AAA'), '', hear('AAA'))
  const again = sequencer.submit(cancel, '', hear('cancel'))
  // The one that fills a record is heard as well.
  const many = Array.from({ length: 1021 }, (_, at) => sequencer.submit(asset(`B${at}`)))
  const last = sequencer.submit(cancel, '', hear('last'))
  const behind = sequencer.submit(asset('ZZZ'))
  expect(heard).toEqual(['AAA none 1', 'cancel userNotFound 1', 'last userNotFound 1022'])
  await turn()
  expect(await settled(first), 'nothing is durable yet').toBe(false)
  while (journal.waiting.length > 0) await journal.answer('ok')
  expect((await Promise.all([first, again, last, behind])).map(({ reason }) => reason)).toEqual([
    'none',
    'userNotFound',
    'userNotFound',
    'none',
  ])
  expect((await Promise.all(many)).every(({ reason }) => reason === 'none')).toBe(true)
})

test('the records of one turn may be more than the engine keeps at once: none is lost, and each outcome is its command’s', async () => {
  const events = async (keeps: number | undefined): Promise<string> => {
    const { journal, sequencer, broken } = open({ inFlightMax: 200 })
    if (keeps !== undefined) sequencer.state.memory.setUint32(S_RECORDS_FULL, RECORDS + keeps, true)
    const answers = Array.from({ length: 100 }, (_, index) => sequencer.submit(index === 99 ? asset('B1') : asset(`B${index}`)))
    let seen = ''
    sequencer.onDurable((batch) => {
      seen += Buffer.from(batch.events).toString('hex')
    })
    await turn()
    await journal.answer('ok')
    expect((await Promise.all(answers)).map(({ reason }) => reason)).toEqual(
      Array.from(answers, (_, index) => (index === 99 ? 'badParameter' : 'none')),
    )
    expect(broken).toEqual([])
    return seen
  }
  const whole = await events(undefined)
  expect(await events(1000)).toBe(whole)
  expect(await events(0)).toBe(whole)
})

test('stamps never decrease when the clock goes back', async () => {
  let now = 5000
  const { journal, sequencer } = open({ now: () => now })
  const first = sequencer.submit(asset('BTC'))
  now = 1000
  const second = sequencer.submit(asset('USDT'))
  await turn()
  await journal.answer('ok')
  expect([(await first).at, (await second).at, sequencer.now()]).toEqual([5000, 5000, 5000])
})

test('REL-013 over the bound placing is refused as busy with a time to retry, cancels are still taken, and it ends', async () => {
  const { journal, sequencer } = open({ inFlightMax: 5 })
  const answers = Array.from({ length: 5 }, (_, index) => sequencer.submit(asset(`A${index}`)))
  const refused = await sequencer.submit(asset('Z')).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refused)
  expect(refused).toMatchObject({ refusal: 'busy', retryAfterSeconds: 1 })
  const cancels = Array.from({ length: 5 }, () => sequencer.submit(cancel))
  await expect(sequencer.submit(cancel)).rejects.toMatchObject({ refusal: 'busy' })
  await turn()
  while (journal.waiting.length > 0) await journal.answer('ok')
  await Promise.all([...answers, ...cancels])
  const after = sequencer.submit(asset('Z'))
  await turn()
  await journal.answer('ok')
  expect((await after).reason).toBe('none')
})

test('REL-013 [part] on a full disk new commands are refused as read only before anything is written, cancels use the headroom', async () => {
  const { journal, sequencer } = open()
  journal.outOfSpace = true
  await expect(sequencer.submit(asset('BTC'))).rejects.toMatchObject({ refusal: 'readOnly' })
  const relief = sequencer.submit(cancel)
  await turn()
  await journal.answer('ok')
  expect((await relief).seq).toBe(1)
  const document = (collection: Collection) =>
    sequencer.submit({ kind: 'saveDocument', userId: asUserId(1), collection, id: 'f0', document: {}, actor: 'user' })
  await expect(document('settings')).rejects.toMatchObject({ refusal: 'readOnly' })
  const login = document('login')
  await turn()
  await journal.answer('ok')
  expect((await login).seq).toBe(2)
  journal.bytes = 1000
  await expect(sequencer.submit(cancel)).rejects.toMatchObject({ refusal: 'readOnly' })
  expect(journal.records.length).toBe(2)
})

test('room that something beside the journal lacks counts as well', async () => {
  const disk = { isFull: true }
  const { journal, sequencer } = open({ disk })
  await expect(sequencer.submit(asset('BTC'))).rejects.toMatchObject({ refusal: 'readOnly' })
  disk.isFull = false
  const taken = sequencer.submit(asset('BTC'))
  await turn()
  await journal.answer('ok')
  expect((await taken).reason).toBe('none')
})

test('an append whose fate is unknown is repeated; a conflict with our own record is success, with another writer the end', async () => {
  const { journal, sequencer, broken } = open()
  const first = sequencer.submit(asset('BTC'))
  await turn()
  await journal.answer('unknown')
  expect(journal.records.length).toBe(2)
  await journal.answer('conflict')
  expect((await first).seq).toBe(1)
  const second = sequencer.submit(asset('USDT'))
  await turn()
  await journal.answer('conflict')
  expect(await settled(second)).toBe(false)
  expect(broken).toEqual([[expect.stringContaining('another writer'), 75]])
  await expect(sequencer.submit(cancel)).rejects.toMatchObject({ refusal: 'stopping' })
})

test('a broken invariant ends everything: no outcome, nothing more is taken, nothing of the batch is journaled', async () => {
  const { journal, sequencer, broken } = open()
  // Somebody moved the state behind the sequencer's back.
  const entry = new Uint8Array(1024)
  encodeEntry(entry, 0, 7, 1, '', { kind: 'tick' })
  apply(sequencer.state, entry)
  expect(await settled(sequencer.submit(asset('BTC')))).toBe(false)
  expect(broken).toEqual([[expect.stringContaining('does not follow'), 70]])
  expect(journal.records).toEqual([])
  await expect(sequencer.submit(asset('USDT'))).rejects.toMatchObject({ refusal: 'stopping' })
})

test('a command longer than a record is an error of the caller and changes nothing', async () => {
  const { journal, sequencer } = open()
  const long: Command = { kind: 'defineAsset', symbol: 'BIG', scale: 8, document: { text: 'x'.repeat(70_000) } }
  await expect(sequencer.submit(long)).rejects.toThrow(RangeError)
  const next = sequencer.submit(asset('BTC'))
  await turn()
  await journal.answer('ok')
  expect((await next).seq).toBe(1)
})

test('bulk commands keep their own stamps, wait for room instead of being refused, and come back in order', async () => {
  const { journal, sequencer } = open({ inFlightMax: 4, now: () => 9_000_000 })
  const items = Array.from({ length: 20 }, (_, index) => ({ at: 1000 + index * 10, key: '', command: asset(`A${index}`) }))
  const done = sequencer.submitMany(items)
  const answering = setInterval(() => void journal.answer('ok'), 1)
  const outcomes = await done
  clearInterval(answering)
  expect(outcomes.map((outcome) => outcome.at)).toEqual(items.map((item) => item.at))
  expect(outcomes.map((outcome) => outcome.value)).toEqual(items.map((_, index) => index + 1))
})

test('draining takes nothing more and ends when everything taken is durable', async () => {
  const { journal, sequencer } = open()
  const answer = sequencer.submit(asset('BTC'))
  const drained = sequencer.drain()
  await expect(sequencer.submit(asset('USDT'))).rejects.toMatchObject({ refusal: 'stopping' })
  expect(await settled(drained)).toBe(false)
  await journal.answer('ok')
  await drained
  expect((await answer).reason).toBe('none')
})
