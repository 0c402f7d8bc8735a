/**
 * A minute of one contract's marks as a row of bytes, which only grows: of each mark the parts that changed, by their differences. A row can be
 * read alone, since it begins with what was before it.
 *
 * A record is a byte of flags and integers as `bytes.ts` writes them: whole ms since the record before it (or since the minute's start; of the
 * one from before the minute: until its start), then the signed difference of each part that the flags name, in the order of the flags.
 */
import { ByteSink, ByteSource } from '../index-minutes/bytes.ts'
import type { MarkMinute, MarkPoint } from './mark-minute.ts'

const MINUTE_MS = 60_000
const PARTS = ['mark', 'last', 'indexFine', 'basis', 'rate', 'drawn'] as const
const IS_SHUT = 1 << 6
const IS_BEFORE = 1 << 7

const NOTHING: MarkPoint = { time: 0, mark: 0, last: 0, indexFine: 0n, basis: 0n, rate: 0n, drawn: 0n, isShut: false }

const isSame = (one: MarkPoint, other: MarkPoint): boolean =>
  one.isShut === other.isShut && PARTS.every((part) => one[part] === other[part])

/** What writer and reader both know after the same records. */
interface Memory {
  minute: number
  /** Of the record before. */
  time: number
  point: MarkPoint | undefined
}

/** Packs the marks of one contract. What it gave is stored behind what it gave before of the same minute. */
export class MarkPacker {
  readonly #memory: Memory
  readonly #sink = new ByteSink()

  /** @param stored the newest row, to go on behind it */
  constructor(stored?: { readonly minute: number; readonly packed: Uint8Array }) {
    this.#memory = stored === undefined ? { minute: -1, time: 0, point: undefined } : new MarkReader(stored.minute, stored.packed).memory
  }

  get minute(): number {
    return this.#memory.minute
  }

  get isEmpty(): boolean {
    return this.#sink.size === 0
  }

  /** Bytes since the last call, all of `minute`. */
  take(): Uint8Array {
    return this.#sink.take()
  }

  /** Begins the minute of what is added next; only when nothing is left to take. */
  begin(minute: number): void {
    const memory = this.#memory
    const { point } = memory
    memory.minute = minute
    memory.time = minute * MINUTE_MS
    memory.point = undefined
    if (point !== undefined) this.#record(point, memory.time - point.time, IS_BEFORE)
  }

  /** @param point of this minute; one that is older than the one before it comes with the time of that */
  add(point: MarkPoint): void {
    const memory = this.#memory
    const time = Math.max(point.time, memory.time)
    if (memory.point !== undefined && isSame(memory.point, point)) return
    this.#record({ ...point, time }, time - memory.time, 0)
    memory.time = time
  }

  #record(point: MarkPoint, ms: number, kind: number): void {
    const before = this.#memory.point ?? NOTHING
    const changed = PARTS.filter((part) => point[part] !== before[part])
    const flags = changed.reduce((all, part) => all | (1 << PARTS.indexOf(part)), kind | (point.isShut ? IS_SHUT : 0))
    this.#sink.byte(flags)
    this.#sink.whole(BigInt(ms))
    for (const part of changed) this.#sink.signed(BigInt(point[part]) - BigInt(before[part]))
    this.#memory.point = point
  }
}

/** Reads the records of one row; `memory` is then what a packer that goes on needs. */
class MarkReader {
  readonly memory: Memory
  readonly points: MarkPoint[] = []
  begunWith: MarkPoint | undefined

  constructor(minute: number, bytes: Uint8Array) {
    const startAt = minute * MINUTE_MS
    this.memory = { minute, time: startAt, point: undefined }
    const source = new ByteSource(bytes)
    while (!source.isOver) {
      const flags = source.byte()
      const ms = Number(source.whole())
      const isBefore = (flags & IS_BEFORE) !== 0
      const point = this.#point(source, flags, isBefore ? startAt - ms : this.memory.time + ms)
      this.memory.point = point
      if (isBefore) this.begunWith = point
      else {
        this.memory.time = point.time
        this.points.push(point)
      }
    }
  }

  #point(source: ByteSource, flags: number, time: number): MarkPoint {
    const before = this.memory.point ?? NOTHING
    const next = (part: (typeof PARTS)[number]): bigint =>
      BigInt(before[part]) + ((flags & (1 << PARTS.indexOf(part))) === 0 ? 0n : source.signed())
    const [mark, last, indexFine, basis, rate, drawn] = PARTS.map(next) as [bigint, bigint, bigint, bigint, bigint, bigint]
    return { time, mark: Number(mark), last: Number(last), indexFine, basis, rate, drawn, isShut: (flags & IS_SHUT) !== 0 }
  }
}

/**
 * @param asked the row's minute, or one after it in which nothing was made
 * @throws RangeError for bytes that no packer wrote
 */
export function unpackMarks(minute: number, bytes: Uint8Array, asked = minute): MarkMinute {
  const { begunWith, points, memory } = new MarkReader(minute, bytes)
  if (asked === minute) return { startAt: minute * MINUTE_MS, begunWith, points }
  return { startAt: asked * MINUTE_MS, begunWith: memory.point, points: [] }
}
