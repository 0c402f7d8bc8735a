/** The past is read from the journal, whatever became of the snapshots beside it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { saveSnapshot } from '../../journal/snapshot-store.ts'
import { openExchange } from '../../sequencer/open-exchange.ts'
import { opening } from '../testing/market-day.ts'
import { EngineHistory } from './engine-history.ts'

let dir = ''
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('REL-006 [part] history goes on from the journal where a snapshot was written by another version', async () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-history-'))
  const exchange = await openExchange({ tenantId: 'test', dir, clock: { now: () => Date.UTC(2026, 0, 15) } })
  await exchange.submitMany(opening(Date.UTC(2026, 0, 15)))
  const last = exchange.durableSeq
  await exchange.stop()
  saveSnapshot(dir, { seq: last - 2, stateHash: 'of another version', bytes: new Uint8Array(64) })
  const history = new EngineHistory(dir)
  const seen: number[] = []
  for await (const batch of history.batches(last - 1, last)) for (const { seq } of batch.events()) seen.push(seq)
  expect(seen.filter((seq) => seq === last)).toHaveLength(1)
})
