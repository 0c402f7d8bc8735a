/**
 * What the journal costs on this disk: a lone commit through the journal's own thread and call (the floor of every acknowledged
 * order), the same write and fdatasync without the journal, and records a second with many under way.
 * `node sim/src/bench/journal-bench.ts [folder]` prints them.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileJournal, openFileJournal } from '@agio/server/journal/file-journal.ts'

export interface LatencyMs {
  readonly p50: number
  readonly p99: number
  readonly count: number
}

export interface Throughput {
  readonly recordsPerSecond: number
  readonly entriesPerSecond: number
  readonly megabytesPerSecond: number
}

function latency(samples: number[]): LatencyMs {
  const sorted = samples.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}

async function withJournal<Result>(parent: string, work: (journal: FileJournal) => Promise<Result>): Promise<Result> {
  const dir = mkdtempSync(join(parent, 'agio-bench-'))
  try {
    const journal = await openFileJournal(dir)
    // Reserves are made in the background after opening; they would share the disk with the first commits.
    await new Promise((resolve) => setTimeout(resolve, 700))
    const result = await work(journal)
    await journal.close()
    return result
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** One record after another, each awaited: milliseconds from the call to the answer, fdatasync included. */
export function measureLoneCommit(options: { count?: number; entryBytes?: number; parent?: string } = {}): Promise<LatencyMs> {
  const { count = 1000, entryBytes = 128, parent = tmpdir() } = options
  return withJournal(parent, async (journal) => {
    const bytes = new Uint8Array(entryBytes).fill(7)
    const samples: number[] = []
    for (let seq = 1; seq <= count; seq += 1) {
      const started = performance.now()
      await journal.append(seq - 1, { firstSeq: seq, lastSeq: seq, epoch: journal.epoch, bytes })
      samples.push(performance.now() - started)
    }
    return latency(samples)
  })
}

/** The same bytes with nothing around them: a write and an fdatasync on a file of zeros, in this thread. */
export function measureBareSync(options: { count?: number; bytes?: number; parent?: string } = {}): LatencyMs {
  const { count = 1000, bytes = 176, parent = tmpdir() } = options
  const dir = mkdtempSync(join(parent, 'agio-bench-'))
  const descriptor = openSync(join(dir, 'bare'), 'wx+')
  const content = new Uint8Array(bytes).fill(7)
  writeSync(descriptor, new Uint8Array(count * bytes), 0, count * bytes, 0)
  fdatasyncSync(descriptor)
  const samples: number[] = []
  for (let done = 0; done < count; done += 1) {
    const started = performance.now()
    writeSync(descriptor, content, 0, bytes, done * bytes)
    fdatasyncSync(descriptor)
    samples.push(performance.now() - started)
  }
  closeSync(descriptor)
  rmSync(dir, { recursive: true, force: true })
  return latency(samples)
}

/** Records a second with `inFlight` appends under way, each of `entries` entries of `entryBytes`. */
export function measureThroughput(
  options: { records?: number; inFlight?: number; entries?: number; entryBytes?: number; parent?: string } = {},
): Promise<Throughput> {
  const { records = 20_000, inFlight = 64, entries = 100, entryBytes = 128, parent = tmpdir() } = options
  return withJournal(parent, async (journal) => {
    const bytes = new Uint8Array(entries * entryBytes).fill(7)
    let seq = 0
    const started = performance.now()
    const lane = async (): Promise<void> => {
      while (seq < records * entries) {
        const firstSeq = seq + 1
        seq += entries
        await journal.append(firstSeq - 1, { firstSeq, lastSeq: seq, epoch: journal.epoch, bytes })
      }
    }
    await Promise.all(Array.from({ length: inFlight }, lane))
    const seconds = (performance.now() - started) / 1000
    return {
      recordsPerSecond: records / seconds,
      entriesPerSecond: (records * entries) / seconds,
      megabytesPerSecond: (records * bytes.length) / seconds / 1e6,
    }
  })
}

if (import.meta.main) {
  const parent = process.argv[2] ?? tmpdir()
  const show = (name: string, value: object): void =>
    console.log(
      name,
      JSON.stringify(value, (_, each) => (typeof each === 'number' ? Number(each.toFixed(3)) : each)),
    )
  show('bare write+fdatasync, ms', measureBareSync({ parent }))
  show('lone commit, ms', await measureLoneCommit({ parent }))
  for (const [inFlight, entries, records] of [
    [1, 100, 2000],
    [16, 1, 20_000],
    [256, 1, 100_000],
    [2048, 1, 200_000],
    [4, 256, 8000],
    [16, 1000, 2000],
  ] as const) {
    show(`${inFlight} in flight × ${entries} entries`, await measureThroughput({ parent, inFlight, entries, records }))
  }
}
