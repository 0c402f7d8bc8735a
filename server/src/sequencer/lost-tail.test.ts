/** A journal that lost its tail: what is ahead of it refuses the start with the numbers, and an operator may go on without it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUserId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JournalShort } from '../journal/lost-tail.ts'
import { EngineHistory } from '../projections/history/engine-history.ts'
import { type LiveExchange, openExchange } from './open-exchange.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-lost-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const BY = { actor: 'ann', why: 'the disk was replaced' }
const open = (accept = false): Promise<LiveExchange> => openExchange({ tenantId: 'agio', dir, journal: accept ? { acceptLoss: BY } : {} })
const note = (id: string) =>
  ({ kind: 'saveDocument', userId: asUserId(0), collection: 'favorites', id, document: {}, actor: 'test' }) as const

async function traded(): Promise<number> {
  const exchange = await open()
  for (let id = 1; id <= 60; id += 1) await exchange.submit(note(String(id)))
  const { durableSeq } = exchange
  await exchange.stop()
  return durableSeq
}

/** Zeroes the last used bytes of the newest segment. */
function loseBytes(count: number): void {
  const name = readdirSync(dir)
    .filter((each) => /^segment-.*\.log$/.test(each))
    .sort()
    .at(-1)
  const path = join(dir, name ?? '')
  const bytes = readFileSync(path)
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  writeFileSync(path, bytes.fill(0, end - count, end))
}

const refusal = (): Promise<JournalShort> =>
  open().then(
    () => expect.fail('it opened'),
    (error: unknown) => error as JournalShort,
  )

test('REL-005 [part] 3,000 lost bytes at the end refuse the start with the numbers; an operator may accept it, which the journal keeps', async () => {
  const seq = await traded()
  loseBytes(3000)
  const error = await refusal()
  expect(error).toBeInstanceOf(JournalShort)
  expect(error.knownSeq).toBe(seq)
  expect(error.endedAt).toBeLessThan(seq - 5)
  for (const part of [`ends at entry ${error.endedAt}`, `entry ${seq} was on disk`, `${seq - error.endedAt} entries are lost`])
    expect(error.message).toContain(part)
  // A refused start leaves it refused.
  expect((await refusal()).message).toBe(error.message)
  const before = await new EngineHistory(dir).mark()
  // Left by a power cut in an earlier acceptance.
  writeFileSync(join(dir, 'accepted-losses.json.0.new'), '[')
  const accepted = await open(true)
  expect(accepted.journal.loss).toMatchObject({ ...BY, endedAt: error.endedAt, lostThrough: seq })
  const entries: string[] = []
  for await (const { bytes } of accepted.journal.read(error.endedAt + 1)) entries.push(Buffer.from(bytes).toString('latin1'))
  for (const part of ['acceptedLosses', BY.actor, BY.why, `"endedAt":${error.endedAt}`]) expect(entries.join('')).toContain(part)
  const { durableSeq } = accepted
  await accepted.stop()
  // What history stored of the lost part is of another journal from now on.
  expect(await new EngineHistory(dir).mark()).not.toBe(before)
  const next = await open()
  expect([next.durableSeq, next.journal.loss]).toEqual([durableSeq, undefined])
  await next.stop()
})

test('a snapshot of the lost part is put aside with the loss, not thrown away, and the mark alone may be deleted', async () => {
  const first = await open()
  for (let id = 1; id <= 60; id += 1) await first.submit(note(String(id)))
  const { seq } = await first.snapshot()
  await first.stop()
  loseBytes(3000)
  expect((await refusal()).message).toContain(`a snapshot was made at ${seq}`)
  const accepted = await open(true)
  await accepted.stop()
  expect(readdirSync(dir)).toContain(`lost-snapshot-${seq}.snap`)
  rmSync(join(dir, 'high-water'))
  await (await open()).stop()
})
