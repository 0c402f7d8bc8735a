/** The journal under every cut, every flipped bit and thousands of power cuts of a simulated disk. */
import { openFileJournal } from '@agio/server/journal/file-journal.ts'
import type { JournalRecord } from '@agio/server/journal/port.ts'
import { JournalCorrupt } from '@agio/server/journal/record.ts'
import { readLog, recoverLog } from '@agio/server/journal/recovery.ts'
import { expect, test } from 'vitest'
import { MemoryDisk, seededNumbers } from './memory-disk.ts'

const DIR = '/journal'
const SEGMENT = `${DIR}/segment-000000000001-e1.log`
const RECORDS = 30
const SMALL = { segmentBytes: 8 * 1024, sealAfterMs: 60_000 }

function payload(seq: number): Uint8Array {
  const bytes = new Uint8Array(16 + (seq % 3) * 8)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = (seq * 31 + index * 7) & 255
  return bytes
}

/** A log of 30 records, each a write of its own, and where each of them ends. */
async function smallLog(sealed: boolean): Promise<{ disk: MemoryDisk; ends: number[] }> {
  const disk = new MemoryDisk()
  const journal = await openFileJournal(DIR, { ...SMALL, fileSystem: disk })
  for (let seq = 1; seq <= RECORDS; seq += 1) {
    await journal.append(seq - 1, { firstSeq: seq, lastSeq: seq, epoch: journal.epoch, bytes: payload(seq) })
  }
  if (sealed) await journal.close()
  const ends: number[] = []
  for (const record of readLog(disk, DIR, 1, RECORDS)) if (record !== undefined) ends.push(record.end)
  return { disk, ends }
}

function records(disk: MemoryDisk, lastSeq: number): JournalRecord[] {
  return [...readLog(disk, DIR, 1, lastSeq)].filter((record) => record !== undefined)
}

function expectWhole(disk: MemoryDisk, lastSeq: number): void {
  const found = records(disk, lastSeq)
  expect(found.map((record) => record.lastSeq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1))
  for (const record of found) if (Buffer.compare(record.bytes, payload(record.firstSeq)) !== 0) expect.fail(`record ${record.firstSeq}`)
}

function recovered(disk: MemoryDisk): number | JournalCorrupt {
  try {
    return recoverLog(disk, DIR)?.lastSeq ?? 0
  } catch (error) {
    if (error instanceof JournalCorrupt) return error
    throw error
  }
}

test('REL-005 a log cut at any byte recovers exactly the whole records before the cut', async () => {
  const { disk, ends } = await smallLog(true)
  const content = disk.contentOf(SEGMENT)
  let cuts = 0
  for (let cut = 128; cut <= (ends.at(-1) ?? 0); cut += 1, cuts += 1) {
    const bytes = content.slice()
    bytes.fill(0, cut)
    const torn = disk.copy()
    torn.setContent(SEGMENT, bytes)
    const whole = ends.filter((end) => end <= cut || bytes.subarray(0, end).every((byte, index) => byte === content[index])).length
    const lastSeq = recovered(torn)
    if (lastSeq !== whole) expect.fail(`cut at ${cut}: ${String(lastSeq)} instead of ${whole}`)
    if (cut % 97 === 0) expectWhole(torn, whole)
  }
  expect(cuts).toBeGreaterThan(2000)
})

test('REL-005 every single flipped bit of a sealed log is found: the start is refused, or nothing but the seal is lost', async () => {
  const { disk, ends } = await smallLog(true)
  const content = disk.contentOf(SEGMENT)
  const lastEnd = ends.at(-1) ?? 0
  const found = { refused: 0, sealOnly: 0 }
  const damaged = disk.copy()
  for (let bit = 0; bit < (lastEnd + 48 + 16) * 8; bit += 1) {
    const bytes = content.slice()
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    damaged.setContent(SEGMENT, bytes)
    const before = bytes.slice()
    const result = recovered(damaged)
    if (result instanceof JournalCorrupt) {
      found.refused += 1
      if (Buffer.compare(damaged.contentOf(SEGMENT), before) !== 0) expect.fail(`bit ${bit}: the refused start changed the file`)
    } else {
      found.sealOnly += 1
      if (result !== RECORDS || bit >> 3 < lastEnd) expect.fail(`bit ${bit} went unnoticed`)
    }
  }
  expect(found.refused).toBe(lastEnd * 8)
  expect(found.sealOnly).toBe(64 * 8)
})

test('REL-005 without a seal only the last write may be taken for torn', async () => {
  const { disk, ends } = await smallLog(false)
  const content = disk.contentOf(SEGMENT)
  const damaged = disk.copy()
  const lastStart = ends.at(-2) ?? 0
  for (let byte = 0; byte < (ends.at(-1) ?? 0); byte += 1) {
    const bytes = content.slice()
    bytes[byte] = (bytes[byte] ?? 0) ^ 64
    damaged.setContent(SEGMENT, bytes)
    const result = recovered(damaged)
    if (byte < lastStart !== result instanceof JournalCorrupt) expect.fail(`byte ${byte}: ${String(result)}`)
  }
})

/** Appends batches until the power goes; returns what was acknowledged and what the disk holds afterwards. */
async function runUntilCut(seed: number): Promise<{ acked: number; sent: number; after: MemoryDisk }> {
  const random = seededNumbers(seed)
  const disk = new MemoryDisk()
  const power = { gone: false }
  const onFatal = (): void => {
    power.gone = true
  }
  const options = { segmentBytes: 4096, sealAfterMs: 60_000, fileSystem: disk, onFatal }
  let acked = 0
  let sent = 0
  disk.cutAtCall = 20 + Math.floor(random() * 300)
  try {
    const journal = await openFileJournal(DIR, options)
    while (!power.gone) {
      const answers: Promise<void>[] = []
      for (let count = 1 + Math.floor(random() * 6); count > 0; count -= 1) {
        const firstSeq = sent + 1
        sent += 1
        const append = journal.append(firstSeq - 1, { firstSeq, lastSeq: firstSeq, epoch: journal.epoch, bytes: payload(firstSeq) })
        const note = (): void => {
          acked = Math.max(acked, firstSeq)
        }
        answers.push(append.then(note))
      }
      await Promise.race([Promise.all(answers), new Promise((resolve) => setImmediate(resolve))])
      if (random() < 0.05 && !power.gone) {
        await journal.close()
        break
      }
    }
  } catch {
    // The cut came while the journal was being opened.
  }
  return { acked, sent, after: disk.crash(random) }
}

/** The rest of the 3,000 in `npm run proof`. */
const CUTS = process.env.AGIO_PROOF === undefined ? 500 : 3000

test('REL-001 [part] power cuts that keep any part of what was not synced lose no acknowledged record', async () => {
  let ackedTotal = 0
  let torn = 0
  for (let seed = 1; seed <= CUTS; seed += 1) {
    const { acked, sent, after } = await runUntilCut(seed)
    ackedTotal += acked
    const journal = await openFileJournal(DIR, { segmentBytes: 4096, sealAfterMs: 60_000, fileSystem: after })
    const last = journal.last()
    if (last < acked || last > sent) expect.fail(`seed ${seed}: ${last} records of ${acked} acknowledged, ${sent} sent`)
    if (last < sent) torn += 1
    expectWhole(after, last)
    const next = { firstSeq: last + 1, lastSeq: last + 1, epoch: journal.epoch, bytes: payload(last + 1) }
    expect(await journal.append(last, next)).toBe('ok')
    await journal.close()
    expectWhole(after, last + 1)
  }
  expect(ackedTotal).toBeGreaterThan(CUTS * 33)
  expect(torn).toBeGreaterThan(CUTS / 30)
}, 900_000)

test('a failed fdatasync ends the journal: nothing is acknowledged and nothing is written again', async () => {
  const disk = new MemoryDisk()
  const failures: Error[] = []
  const journal = await openFileJournal(DIR, { ...SMALL, fileSystem: disk, onFatal: (error) => failures.push(error) })
  await journal.append(0, { firstSeq: 1, lastSeq: 1, epoch: journal.epoch, bytes: payload(1) })
  disk.failNextSync = true
  const answers: string[] = []
  void journal.append(1, { firstSeq: 2, lastSeq: 2, epoch: journal.epoch, bytes: payload(2) }).then((answer) => answers.push(answer))
  await new Promise((resolve) => setImmediate(resolve))
  expect(failures.map((error) => error.message)).toEqual([`EIO: ${SEGMENT}`])
  const calls = disk.calls
  void journal.append(2, { firstSeq: 3, lastSeq: 3, epoch: journal.epoch, bytes: payload(3) })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect([answers, disk.calls, journal.last()]).toEqual([[], calls, 1])
})

test('a full disk is known before a write meets it, and the headroom still takes records', async () => {
  const disk = new MemoryDisk()
  const segmentBytes = 8192
  // The small files beside the segments need a little as well.
  disk.capacity = 3 * segmentBytes + 64
  const journal = await openFileJournal(DIR, { segmentBytes, fileSystem: disk, sealAfterMs: 60_000 })
  expect(journal.room().outOfSpace).toBe(false)
  let seq = 0
  const append = (): Promise<string> => {
    seq += 1
    return journal.append(seq - 1, { firstSeq: seq, lastSeq: seq, epoch: journal.epoch, bytes: new Uint8Array(1000).fill(seq) })
  }
  // Incompressible neighbours leave no room for a new reserve.
  disk.setContent('/other', new Uint8Array(1))
  // The small files beside the segments need a little as well.
  disk.capacity = 3 * segmentBytes + 64
  while (!journal.room().outOfSpace && seq < 100) await append()
  expect(journal.room().outOfSpace).toBe(true)
  const certain = journal.room().bytes
  expect(certain).toBeGreaterThan(segmentBytes / 2)
  while (journal.room().bytes > 0) expect(await append()).toBe('ok')
  disk.capacity = 100 * segmentBytes
  await journal.close()
  const again = await openFileJournal(DIR, { segmentBytes, fileSystem: disk })
  expect([again.last(), again.room().outOfSpace]).toEqual([seq, false])
  await again.close()
})
