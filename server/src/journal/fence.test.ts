/** An earlier writer that is not dead: what it is told, and what it can still do to the journal that another leads now. */
import { linkSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimPath, listClaims, makeClaim } from '../folder-lock/claim.ts'
import { FolderLocked } from '../folder-lock/lock-folder.ts'
import { EpochFile, JournalTaken } from './epoch-file.ts'
import { type FileJournal, openFileJournal } from './file-journal.ts'
import { type FileSystem, nodeFileSystem, type OpenFile } from './file-system.ts'
import { HighWater } from './high-water.ts'
import { leadJournal } from './lead-journal.ts'
import { readJournal } from './read-journal.ts'
import { readLog, recoverLog } from './recovery.ts'
import { makeReserve, reservePath } from './segment.ts'
import { SegmentWriter } from './segment-writer.ts'

const SMALL = { segmentBytes: 64 * 1024 }
/** Shorter than the second between two beats, so that a living writer can pass for dead. */
const STILL_MS = 200

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-fence-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const recordOf = (epoch: number, seq: number, byte: number) => ({
  firstSeq: seq,
  lastSeq: seq,
  epoch,
  bytes: new Uint8Array(24).fill(byte),
})

const append = (journal: FileJournal, byte: number) => journal.append(journal.last(), recordOf(journal.epoch, journal.last() + 1, byte))

async function bytesOf(records: AsyncIterable<{ readonly bytes: Uint8Array }>): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = []
  for await (const { bytes } of records) found.push(bytes[0])
  return found
}

async function threeEntries(): Promise<number> {
  const journal = await openFileJournal(dir, SMALL)
  for (const byte of [1, 2, 3]) expect(await append(journal, byte)).toBe('ok')
  await journal.close()
  return journal.epoch
}

/** The writer of that epoch, without the thread and the lock around it. */
function writerOf(epoch: number, fileSystem: FileSystem): SegmentWriter {
  const tail = recoverLog(nodeFileSystem, dir)
  if (tail === undefined) throw new Error('no log')
  const beside = { epochFile: EpochFile.open(nodeFileSystem, dir), highWater: HighWater.open(nodeFileSystem, dir) }
  return new SegmentWriter(fileSystem, dir, tail, { ...SMALL, ...beside, epoch, inNewSegment: false })
}

/** The real disk, on which something happens around the work on a file. */
function disk(around: (path: string, file: OpenFile) => Partial<OpenFile>): FileSystem {
  return {
    ...nodeFileSystem,
    open(path, mode) {
      const file = nodeFileSystem.open(path, mode)
      return { ...file, ...around(path, file) }
    },
  }
}

test('REL-001 [part] a journal that is taken over while a batch is synced: the batch is acknowledged to nobody', async () => {
  const epoch = await threeEntries()
  const takenOver = disk((_path, file) => ({
    datasync() {
      file.datasync()
      EpochFile.open(nodeFileSystem, dir).write(epoch + 1)
    },
  }))
  const writer = writerOf(epoch, takenOver)
  expect(() => writer.commit([recordOf(epoch, 4, 4)])).toThrow(JournalTaken)
})

test('REL-001 [part] what was acknowledged until the epoch of the next writer is written is before the end that it finds', async () => {
  const epoch = await threeEntries()
  const earlier = writerOf(epoch, nodeFileSystem)
  const before = disk((path, file) => ({
    write(bytes, position) {
      // Nothing is thrown: whoever waits for the entry is told that it is durable.
      if (path === join(dir, 'epoch')) earlier.commit([recordOf(epoch, 4, 4)])
      file.write(bytes, position)
    },
  }))
  const next = await openFileJournal(dir, { ...SMALL, fileSystem: before })
  expect([next.last(), next.epoch]).toEqual([4, epoch + 1])
  await next.close()
})

/** As a machine leaves it that stopped without a word, or that stands still. */
function unrelease(): void {
  const [seen] = listClaims(dir)
  if (seen?.claim === undefined) throw new Error('no claim')
  writeFileSync(claimPath(dir, seen.number), JSON.stringify({ ...seen.claim, left: null, bootId: 'one' }))
}

const openFromElsewhere = (): Promise<FileJournal> =>
  openFileJournal(dir, { ...SMALL, lock: { bootId: 'two', stillMs: STILL_MS, say: () => undefined } })

test('REL-001 [part] one that was taken for dead writes behind the end that the next named, where nobody reads', async () => {
  const epoch = await threeEntries()
  const earlier = writerOf(epoch, nodeFileSystem)
  const path = recoverLog(nodeFileSystem, dir)?.segment.path ?? ''
  const asWritten = join(dir, 'as-written')
  linkSync(path, asWritten)
  unrelease()
  const next = await openFromElsewhere()
  expect(await append(next, 40)).toBe('ok')
  expect(() => earlier.commit([recordOf(epoch, 4, 99)])).toThrow(JournalTaken)
  expect(await append(next, 50)).toBe('ok')
  await next.close()
  // Compressing leaves out what is behind the end; here it never came to that.
  for (const form of [path, path.replace(/log$/, 'zst')]) rmSync(form, { force: true })
  linkSync(asWritten, path)
  const whole = [1, 2, 3, 40, 50]
  expect(await bytesOf(readJournal(dir, 1, 5))).toEqual(whole)
  expect([...readLog(nodeFileSystem, dir, 1, 5)].flatMap((record) => (record === undefined ? [] : [record.bytes[0]]))).toEqual(whole)
  const again = await openFileJournal(dir, SMALL)
  expect(await bytesOf(again.read(1))).toEqual(whole)
  await again.close()
})

test('what one that was taken for dead has ready for its next segment is in the way of nobody', async () => {
  const reserve = { epoch: await threeEntries(), number: 9 }
  makeReserve(nodeFileSystem, dir, reserve, SMALL.segmentBytes)
  // Who has the file open may write to it, whatever its name is then.
  linkSync(reservePath(dir, reserve), join(dir, 'open'))
  const { ino } = statSync(join(dir, 'open'))
  unrelease()
  const next = await openFromElsewhere()
  await append(next, 40)
  const used = readdirSync(dir).filter((name) => /^(reserve|segment)-.*\.log$/.test(name))
  expect(used.map((name) => statSync(join(dir, name)).ino)).not.toContain(ino)
  await next.close()
})

test('REL-001 [part] one that stood still between its claim and its epoch, and wakes behind the next, stops', async () => {
  await threeEntries()
  const stoodStill = disk((path, file) => ({
    write(bytes, position) {
      const [own] = listClaims(dir)
      if (path === join(dir, 'epoch') && own?.claim !== undefined) makeClaim(dir, own.number + 1, { ...own.claim, token: 'next' })
      file.write(bytes, position)
    },
  }))
  await expect(leadJournal(stoodStill, dir, { ...SMALL, isLocked: true })).rejects.toThrow(FolderLocked)
})

test('REL-001 [part] one that was taken for dead and has nothing to write learns it within moments', async () => {
  const faults: Error[] = []
  const lock = { bootId: 'one', say: () => undefined }
  const earlier = await openFileJournal(dir, { ...SMALL, lock, onFatal: (error) => faults.push(error) })
  await append(earlier, 1)
  for (const name of readdirSync(dir)) if (name.endsWith('.sock')) rmSync(join(dir, name))
  // Its beat may fall into the moment that it is watched for.
  const open = (): Promise<FileJournal> => openFromElsewhere().catch(() => open())
  const next = await open()
  await expect.poll(() => faults[0], { timeout: 30_000 }).toBeInstanceOf(JournalTaken)
  await next.close()
})

test('one that was taken for dead and is closed touches the folder no more, whatever was in the making', async () => {
  const faults: Error[] = []
  // reserves so large that they are still being written then
  const journal = await openFileJournal(dir, { segmentBytes: 128 * 1024 * 1024, onFatal: (error) => faults.push(error) })
  EpochFile.open(nodeFileSystem, dir).write(journal.epoch + 1)
  await expect.poll(() => faults[0], { timeout: 30_000 }).toBeInstanceOf(JournalTaken)
  await journal.close()
  const sizes = (): string[] => readdirSync(dir).map((name) => `${name} ${statSync(join(dir, name)).size}`)
  const closed = sizes()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(sizes()).toEqual(closed)
})
