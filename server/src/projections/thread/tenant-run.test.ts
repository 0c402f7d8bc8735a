/** How a tenant moves on: which entries are folded, from where, and when they are stored. A writer that only notes what it is told. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Moment } from '../projectors/projector.ts'
import { WorkQueue } from '../store/work-queue.ts'
import { batchOf, registered, type StampedEvent } from '../testing/events.ts'
import { eventHistory } from '../testing/harness.ts'
import type { ProjectionWriter } from './projection-writer.ts'
import { TenantRun } from './tenant-run.ts'

const ENTRIES = 20_000
/** How long rows wait for company. */
const LINGER_MS = 500
/** One event an entry; entries that are multiples of ten have none. */
const EVENTS: readonly StampedEvent[] = Array.from({ length: ENTRIES }, (_, index) => ({
  seq: index + 1,
  at: 1000 + index,
  event: registered(100001 + index, 'maker'),
})).filter(({ seq }) => seq % 10 !== 0)

class NotingWriter {
  storedSeq: number
  journalMark = ''
  pending = 0
  readonly folded: number[] = []
  readonly commits: Moment[] = []

  constructor(storedSeq: number) {
    this.storedSeq = storedSeq
  }
  fold(_event: unknown, moment: Moment): void {
    this.folded.push(moment.seq)
    this.pending += 1
  }
  async commit(moment: Moment): Promise<void> {
    expect(this.folded.at(-1) ?? 0).toBeLessThanOrEqual(moment.seq)
    this.commits.push(moment)
    this.storedSeq = moment.seq
    this.pending = 0
  }
  settles = 0
  settling = Promise.resolve()
  settle(): Promise<void> {
    this.settles += 1
    return this.settling
  }
  prunes = 0
  async prune(): Promise<boolean> {
    this.prunes -= 1
    return this.prunes >= 0
  }
  takeMails() {
    return []
  }
}

function start(storedSeq: number, durableSeq: number) {
  const writer = new NotingWriter(storedSeq)
  const moves: number[] = []
  const asked: [number, number][] = []
  const history = eventHistory(() => EVENTS)
  const noting: typeof history = {
    ...history,
    batches(after, to) {
      asked.push([after, to])
      return history.batches(after, to)
    },
  }
  const run = new TenantRun(writer as unknown as ProjectionWriter, new WorkQueue(), noting, durableSeq, (seq) => moves.push(seq))
  const running = run.run()
  const until = async (seq: number): Promise<void> => {
    while ((moves.at(-1) ?? 0) < seq) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const stop = (): Promise<void> => {
    run.stop()
    return running
  }
  return { run, writer, moves, asked, until, stop }
}

/** With a clock that the test moves. */
function startAtRest() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const passes = async (ms: number): Promise<void> => {
    await turns()
    await vi.advanceTimersByTimeAsync(ms)
    await turns()
  }
  return { ...start(0, 0), passes }
}

/** What can go on without a timer has gone on. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const wanted = (from: number, to: number): readonly number[] => EVENTS.map(({ seq }) => seq).filter((seq) => seq >= from && seq <= to)

afterEach(() => vi.useRealTimers())

describe('a tenant run', () => {
  it('REL-003 [part] reads from the journal what was durable before it started, then live batches without a gap', async () => {
    const { run, writer, asked, until, stop } = start(0, 700)
    run.push(batchOf(701, 720, EVENTS))
    run.push(batchOf(721, 740, EVENTS))
    await until(740)
    expect(asked).toEqual([[0, 700]])
    expect(writer.folded).toEqual(wanted(1, 740))
    await stop()
  })

  it('REL-003 [part] fetches batches that never came, before and between live ones, and each entry once', async () => {
    const { run, writer, asked, until, stop } = start(100, 120)
    run.push(batchOf(111, 130, EVENTS))
    run.push(batchOf(161, 180, EVENTS))
    run.push(batchOf(151, 170, EVENTS))
    run.announce(200)
    await until(200)
    expect(asked).toEqual([
      [100, 120],
      [130, 160],
      [180, 200],
    ])
    expect(writer.folded).toEqual(wanted(101, 200))
    await stop()
  })

  it('shows rows before the database settles, once for each commit', async () => {
    const { run, writer, until, stop } = start(0, 0)
    const { promise, resolve } = Promise.withResolvers<void>()
    writer.settling = promise
    run.push(batchOf(1, 3, EVENTS))
    run.hurry()
    await until(3)
    await expect.poll(() => writer.settles).toBe(1)
    run.push(batchOf(4, 5, EVENTS))
    run.hurry()
    await turns()
    expect(writer.commits).toHaveLength(1)
    resolve()
    await until(5)
    await stop()
    expect([writer.commits.length, writer.settles]).toEqual([2, 2])
  })

  it('lets the database settle after rows that were removed for their age too', async () => {
    const { run, writer, until, stop } = start(0, 0)
    writer.prunes = 2
    run.push(batchOf(1, 3, EVENTS))
    run.hurry()
    await until(3)
    await expect.poll(() => writer.settles).toBe(3)
    await stop()
  })

  it('lets rows wait for company, but not when a reader hurries', async () => {
    const { run, writer, passes, stop } = startAtRest()
    run.push(batchOf(1, 1, EVENTS))
    await passes(40)
    run.push(batchOf(2, 3, EVENTS))
    await passes(40)
    expect(writer.commits).toEqual([])
    run.hurry()
    await passes(0)
    expect(writer.commits.map(({ seq }) => seq)).toEqual([3])
    run.push(batchOf(4, 4, EVENTS))
    await passes(LINGER_MS - 1)
    expect(writer.commits).toHaveLength(1)
    await passes(1)
    expect(writer.commits.map(({ seq }) => seq)).toEqual([3, 4])
    await stop()
  })

  it('a steady trickle is stored all the same', async () => {
    const { run, writer, passes, stop } = startAtRest()
    for (let seq = 1; seq <= 60; seq += 1) {
      run.push(batchOf(seq, seq, EVENTS))
      await passes(10)
    }
    expect(writer.commits).toHaveLength(1)
    await stop()
  })

  it('entries without rows are visible at once and need no commit', async () => {
    const { run, writer, until, stop } = start(9, 9)
    run.push(batchOf(10, 10, EVENTS))
    await until(10)
    expect(writer.commits).toEqual([])
    await stop()
    expect(writer.storedSeq).toBe(10)
  })

  it('the visible position never goes back', async () => {
    const { run, moves, until, stop } = start(9, 9)
    run.push(batchOf(10, 10, EVENTS))
    await until(10)
    run.push(batchOf(11, 12, EVENTS))
    run.push(batchOf(13, 14, EVENTS))
    await until(14)
    expect(moves).toEqual([...moves].sort((left, right) => left - right))
    await stop()
  })

  it('a stop stores what is in hand and takes the batches that follow on', async () => {
    const { run, writer, stop } = start(0, 0)
    run.push(batchOf(1, 400, EVENTS))
    run.push(batchOf(401, 900, EVENTS))
    run.push(batchOf(950, 960, EVENTS))
    await stop()
    expect(writer.storedSeq).toBe(900)
    expect(writer.folded).toEqual(wanted(1, 900))
  })

  it('a large batch is stored in parts that end between entries', async () => {
    const { run, writer, until, stop } = start(0, 0)
    run.push(batchOf(1, ENTRIES, EVENTS))
    await until(ENTRIES)
    expect(writer.commits).toHaveLength(3)
    expect(writer.folded).toEqual(wanted(1, ENTRIES))
    await stop()
  })
})
