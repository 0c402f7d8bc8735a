/** What is left to do behind the log, and that an opened journal does it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileJournal } from './file-journal.ts'
import { nodeFileSystem } from './file-system.ts'
import { hasHousework } from './housekeeping.ts'

const SMALL = { segmentBytes: 64 * 1024 }

const reserves = (dir: string): string[] => readdirSync(dir).filter((name) => name.startsWith('reserve-'))

test('a journal with its reserves has nothing to do; one that lost a reserve makes it at its next start', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-housekeeping-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const first = await openFileJournal(dir, SMALL)
  await expect.poll(() => reserves(dir).length).toBe(2)
  await first.close()
  expect(hasHousework(nodeFileSystem, dir, first.epoch)).toBe(false)
  rmSync(join(dir, reserves(dir)[0] ?? ''))
  expect(hasHousework(nodeFileSystem, dir, first.epoch)).toBe(true)
  const second = await openFileJournal(dir, SMALL)
  await expect.poll(() => reserves(dir).length).toBe(2)
  await second.close()
})

test('a sealed segment that is not compressed yet is work, the last one is not', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-housekeeping-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const journal = await openFileJournal(dir, SMALL)
  const { epoch, recordBytesMax } = journal
  for (let seq = 1; seq <= 6; seq += 1)
    expect(await journal.append(seq - 1, { firstSeq: seq, lastSeq: seq, epoch, bytes: new Uint8Array(recordBytesMax).fill(seq) })).toBe(
      'ok',
    )
  const segments = (ending: string): string[] => readdirSync(dir).filter((name) => name.startsWith('segment-') && name.endsWith(ending))
  await expect.poll(() => hasHousework(nodeFileSystem, dir, epoch)).toBe(false)
  expect(segments('.log').length).toBe(1)
  expect(readdirSync(dir).filter((name) => name.startsWith('segment-')).length).toBeGreaterThan(1)
  await journal.close()
})
