/** The journal on a real disk: append, read, restart, roll, compress, damage. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { FolderLocked } from '../folder-lock/lock-folder.ts'
import { type FileJournal, openFileJournal } from './file-journal.ts'
import { nodeFileSystem } from './file-system.ts'
import type { JournalRecord } from './port.ts'
import { JournalFollower, readJournal } from './read-journal.ts'
import { JournalCorrupt } from './record.ts'
import { listSegments } from './segment.ts'
import { readSegmentHead } from './segment-content.ts'

const dirs: string[] = []
const newDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-journal-'))
  dirs.push(dir)
  return dir
}
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

const SMALL = { segmentBytes: 64 * 1024 }

function record(journal: FileJournal, firstSeq: number, count = 1, size = 24): JournalRecord {
  const bytes = new Uint8Array(count * size)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = (firstSeq * 7 + index * 13) & 255
  return { firstSeq, lastSeq: firstSeq + count - 1, epoch: journal.epoch, bytes }
}

async function fill(journal: FileJournal, records: number, size = 24): Promise<void> {
  const answers: Promise<string>[] = []
  for (let done = 0; done < records; done += 1) {
    const seq = journal.last() + done + 1
    answers.push(journal.append(seq - 1, record(journal, seq, 1, size)))
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['ok']))
}

async function all(journal: FileJournal, from = 1): Promise<JournalRecord[]> {
  const found: JournalRecord[] = []
  for await (const each of journal.read(from)) found.push(each)
  return found
}

/** What a housekeeping of its own time has done; closing breaks it off. */
async function closeKept(journal: FileJournal, dir: string): Promise<void> {
  const pending = () =>
    readdirSync(dir).filter((name) => name.startsWith('segment-') && name.endsWith('.log') && join(dir, name) !== lastSegment(dir))
  await expect.poll(pending, { timeout: 30_000 }).toEqual([])
  await journal.close()
}

async function firstSeqs(records: AsyncIterable<JournalRecord>): Promise<number[]> {
  const found: number[] = []
  for await (const each of records) found.push(each.firstSeq)
  return found
}

const lastSegment = (dir: string): string => {
  const name = readdirSync(dir)
    .filter((each) => each.startsWith('segment-') && each.endsWith('.log'))
    .sort()
    .at(-1)
  return join(dir, name ?? '')
}

test('REL-001 [part] appended records are read back after a restart, in order, with a higher epoch', async () => {
  const dir = newDir()
  const first = await openFileJournal(dir)
  expect(first.last()).toBe(0)
  await fill(first, 40)
  expect(first.last()).toBe(40)
  await first.close()
  const second = await openFileJournal(dir)
  expect([second.last(), second.epoch]).toEqual([40, first.epoch + 1])
  const records = await all(second)
  expect(records.map((each) => each.firstSeq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect(records[16]?.bytes).toEqual(Buffer.from(record(first, 17).bytes))
  expect((await all(second, 39)).map((each) => each.lastSeq)).toEqual([39, 40])
  expect((await second.at(7))?.bytes).toEqual(Buffer.from(record(first, 7).bytes))
  expect(await second.at(41)).toBeUndefined()
  await second.close()
})

test('an append at a position that is taken, or of another epoch, is a conflict', async () => {
  const journal = await openFileJournal(newDir())
  await fill(journal, 2)
  expect(await journal.append(1, record(journal, 2))).toBe('conflict')
  expect(await journal.append(3, record(journal, 4))).toBe('conflict')
  expect(await journal.append(2, { ...record(journal, 3), epoch: journal.epoch - 1 })).toBe('conflict')
  expect(journal.last()).toBe(2)
  await journal.close()
})

test('one writer a journal: a second opening is refused until the first is closed', async () => {
  const dir = newDir()
  const journal = await openFileJournal(dir)
  await expect(openFileJournal(dir)).rejects.toThrow(FolderLocked)
  await journal.close()
  await (await openFileJournal(dir)).close()
})

test('segments roll, sealed ones are compressed, and everything stays readable while that happens', async () => {
  const dir = newDir()
  const journal = await openFileJournal(dir, SMALL)
  for (let round = 0; round < 12; round += 1) {
    await fill(journal, 40, 800)
    expect((await all(journal)).length).toBe((round + 1) * 40)
  }
  await closeKept(journal, dir)
  const names = readdirSync(dir)
  expect(names.filter((name) => name.endsWith('.zst')).length).toBeGreaterThanOrEqual(3)
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([])
  const again = await openFileJournal(dir, SMALL)
  expect(again.last()).toBe(480)
  const records = await all(again)
  expect(records.length).toBe(480)
  expect(records[300]?.bytes).toEqual(Buffer.from(record(again, 301, 1, 800).bytes))
  expect(await firstSeqs(readJournal(dir, 100, 105))).toEqual([100, 101, 102, 103, 104, 105])
  await again.close()
})

test('a follower reads each record once while segments roll and are compressed, also from the middle, and names damage', async () => {
  const dir = newDir()
  const journal = await openFileJournal(dir, SMALL)
  const follower = new JournalFollower(dir)
  const seen: number[] = []
  for (let round = 0; round < 12; round += 1) {
    await fill(journal, 40, 800)
    for await (const each of follower.read(seen.length + 1, journal.last() - 3)) {
      expect(Buffer.compare(each.bytes, record(journal, each.firstSeq, 1, 800).bytes)).toBe(0)
      seen.push(each.firstSeq)
    }
  }
  expect(seen).toEqual(Array.from({ length: 477 }, (_, index) => index + 1))
  for await (const each of follower.read(300, 400)) if (each.lastSeq === 310) break
  expect(await firstSeqs(follower.read(305, 312))).toEqual([305, 306, 307, 308, 309, 310, 311, 312])
  await expect(firstSeqs(follower.read(478, 481))).rejects.toThrow(JournalCorrupt)
  await journal.close()
  const last = lastSegment(dir)
  const bytes = readFileSync(last)
  bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200)
  writeFileSync(last, bytes)
  await expect(firstSeqs(new JournalFollower(dir).read(470, 480))).rejects.toThrow(JournalCorrupt)
})

test('work that is taken out stands in the head of one segment, and in no later one', async () => {
  const dir = newDir()
  const skip = { due: 1, at: 5, id: 64, detail: 0 }
  const journal = await openFileJournal(dir, { ...SMALL, skip })
  await fill(journal, 300, 500)
  await journal.close()
  const skips = listSegments(nodeFileSystem, dir).map((segment) => readSegmentHead(nodeFileSystem, segment).skip)
  expect(skips.length).toBeGreaterThan(3)
  expect(skips.filter((each) => each !== undefined)).toEqual([skip])
})

test('REL-005 a torn last record is cut off on start and the log goes on behind it', async () => {
  const dir = newDir()
  const journal = await openFileJournal(dir, SMALL)
  await fill(journal, 5)
  await journal.close()
  const path = lastSegment(dir)
  const bytes = readFileSync(path)
  const end = usedBytes(bytes)
  // Half of a record that never got finished.
  bytes.set(bytes.subarray(128, 128 + 40), end)
  writeFileSync(path, bytes)
  const again = await openFileJournal(dir, SMALL)
  expect(again.last()).toBe(5)
  await fill(again, 3)
  expect((await all(again)).length).toBe(8)
  await again.close()
  const third = await openFileJournal(dir, SMALL)
  expect(third.last()).toBe(8)
  await third.close()
})

test('REL-005 a damaged record in the middle stops the start with its position and changes nothing', async () => {
  const dir = newDir()
  const journal = await openFileJournal(dir, SMALL)
  await fill(journal, 5)
  await journal.close()
  const path = lastSegment(dir)
  const bytes = readFileSync(path)
  const position = 128 + 48 + 2 * 72
  bytes[position + 60] = (bytes[position + 60] ?? 0) ^ 4
  writeFileSync(path, bytes)
  // A claim on the folder is counted, whatever comes of it.
  const names = (): string[] => readdirSync(dir).filter((name) => !name.startsWith('lock-'))
  const before = names()
  const error = await openFileJournal(dir, SMALL).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(JournalCorrupt)
  expect(error).toMatchObject({ file: path, position })
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(names()).toEqual(before)
})

test('REL-005 damage in a compressed segment, a missing segment and a shortened one stop the start', async () => {
  const dir = newDir()
  const journal = await openFileJournal(dir, SMALL)
  await fill(journal, 250, 800)
  await closeKept(journal, dir)
  const compressed = join(dir, 'segment-000000000002-e1.zst')
  const good = readFileSync(compressed)
  const bad = Buffer.from(good)
  bad[bad.length >> 1] = (bad[bad.length >> 1] ?? 0) ^ 1
  writeFileSync(compressed, bad)
  await expect(openFileJournal(dir, SMALL)).rejects.toThrow(/segment-000000000002.*damaged compressed chunk/)
  rmSync(compressed)
  await expect(openFileJournal(dir, SMALL)).rejects.toThrow(/segment-000000000002.*missing/)
  writeFileSync(compressed, good)
  const last = lastSegment(dir)
  const whole = readFileSync(last)
  writeFileSync(last, whole.subarray(0, whole.length - 100))
  await expect(openFileJournal(dir, SMALL)).rejects.toThrow(/cut short/)
  writeFileSync(last, whole)
  const again = await openFileJournal(dir, SMALL)
  expect(again.last()).toBe(250)
  await again.close()
})

test('a writer thread that meets a disk error tells, and what it held is never answered', async () => {
  const dir = newDir()
  const failures: Error[] = []
  const journal = await openFileJournal(dir, { ...SMALL, onFatal: (error) => failures.push(error) })
  await fill(journal, 3)
  // With the folder gone the next segment cannot be made.
  rmSync(dir, { recursive: true, force: true })
  const answers: string[] = []
  for (let seq = 4; seq <= 200; seq += 1) {
    void journal.append(seq - 1, record(journal, seq, 1, 1000)).then((answer) => answers.push(answer))
  }
  while (failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(failures[0]?.message).toMatch(/ENOENT/)
  expect(answers.length).toBeLessThan(70)
  expect(journal.last()).toBe(3 + answers.length)
  await journal.close()
})

test('the ring takes more than it can hold at once, and segments of full size are read back', async () => {
  const dir = newDir()
  const journal = await openFileJournal(dir)
  await fill(journal, 600, 40_000)
  expect(journal.last()).toBe(600)
  await closeKept(journal, dir)
  expect(readdirSync(dir)).toContain('segment-000000000001-e1.zst')
  const again = await openFileJournal(dir)
  const records = await all(again)
  expect(records.length).toBe(600)
  expect(records[250]?.bytes).toEqual(Buffer.from(record(again, 251, 1, 40_000).bytes))
  await again.close()
})

function usedBytes(bytes: Buffer): number {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return end + (-end & 7)
}
