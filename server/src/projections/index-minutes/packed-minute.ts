/**
 * A minute of one coin as a row of bytes, which only grows: each new word is told by its difference to the one before. A row can be read
 * alone, since it begins with what was said before the minute.
 *
 * A record is a tag, whose upper three bits name its kind, and integers as `bytes.ts` writes them:
 * - `word` (source in bits 0…2, state in 3…4): difference of the price to the source's word before, in units; time less `at`.
 * - `before` (the same): price; minute's start less time; time less `at`.
 * - `tick`: ms since the tick before, or since the minute's start. What follows happened then.
 * - `likely` (live in bits 0…3): the index became what `likelyIndex` says.
 * - `index` (live): the index became this price.
 * - `begun` (live): price; minute's start less time.
 * - `unit` (exponent in bits 0…3): differences of prices are in 10^exponent from here on.
 */
import { SOURCE_STATES } from '@agio/engine/generated/vocabularies.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { ByteSink, ByteSource } from './bytes.ts'
import { likelyIndex } from './likely-index.ts'
import type { IndexChange, IndexMinute, IndexWord } from './minute.ts'

const [WORD, BEFORE, TICK, LIKELY, INDEX, BEGUN, UNIT] = [0, 1, 2, 3, 4, 5, 6]
const KIND_SHIFT = 5
const MINUTE_MS = 60_000
const SOURCES = 8
/** A coarser unit than this saves nothing. */
const UNIT_MAX = 12

export const minuteOf = (time: number): number => Math.floor(time / MINUTE_MS)

/** What writer and reader both know after the same records. */
export interface MinuteMemory {
  minute: number
  tick: number
  unit: number
  readonly words: (IndexWord | undefined)[]
  index: IndexChange | undefined
}

export const emptyMemory = (): MinuteMemory => ({
  minute: -1,
  tick: 0,
  unit: UNIT_MAX,
  words: new Array<IndexWord | undefined>(SOURCES).fill(undefined),
  index: undefined,
})

/** The largest exponent in which a difference is whole, at most `most`. */
function unitOf(difference: bigint, most: number): number {
  let exponent = most
  while (exponent > 0 && difference % pow10(exponent) !== 0n) exponent -= 1
  return exponent
}

/** Packs the words of one coin. What it gave is stored behind what it gave before of the same minute. */
export class MinutePacker {
  readonly #memory: MinuteMemory
  readonly #sink = new ByteSink()

  /** @param memory as the newest row left it */
  constructor(memory: MinuteMemory = emptyMemory()) {
    this.#memory = memory
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
    const startAt = minute * MINUTE_MS
    Object.assign(memory, { minute, tick: startAt, unit: UNIT_MAX })
    const { index, words } = memory
    for (const word of words) {
      if (word === undefined) continue
      this.#tag(BEFORE, word.source | (SOURCE_STATES.indexOf(word.state) << 3))
      this.#sink.whole(word.price)
      this.#sink.whole(BigInt(startAt - word.time))
      this.#sink.signed(BigInt(word.time - word.at))
    }
    if (index === undefined) return
    this.#tag(BEGUN, index.live)
    this.#sink.whole(index.price)
    this.#sink.whole(BigInt(startAt - index.time))
  }

  /** @param word of this minute, not older than what was added before */
  word(word: IndexWord): void {
    this.#tick(word.time)
    const memory = this.#memory
    const difference = word.price - (memory.words[word.source]?.price ?? 0n)
    const unit = unitOf(difference, memory.unit)
    if (unit < memory.unit) this.#tag(UNIT, unit)
    memory.unit = unit
    this.#tag(WORD, word.source | (SOURCE_STATES.indexOf(word.state) << 3))
    this.#sink.signed(difference / pow10(unit))
    this.#sink.signed(BigInt(word.time - word.at))
    memory.words[word.source] = word
  }

  change(change: IndexChange): void {
    this.#tick(change.time)
    const memory = this.#memory
    const isLikely = likelyIndex(memory.words, memory.index?.price ?? 0n, change.time) === change.price
    this.#tag(isLikely ? LIKELY : INDEX, change.live)
    if (!isLikely) this.#sink.whole(change.price)
    memory.index = change
  }

  #tick(time: number): void {
    if (time === this.#memory.tick) return
    this.#tag(TICK, 0)
    this.#sink.whole(BigInt(time - this.#memory.tick))
    this.#memory.tick = time
  }

  #tag(kind: number | undefined, low: number): void {
    this.#sink.byte(((kind ?? 0) << KIND_SHIFT) | low)
  }
}

/** Reads the records of one row; `memory` is then what a packer that goes on needs. */
class MinuteReader {
  readonly memory = emptyMemory()
  readonly before: IndexWord[] = []
  readonly words: IndexWord[] = []
  readonly changes: IndexChange[] = []
  readonly startAt: number
  readonly #source: ByteSource
  begunWith: IndexChange | undefined

  constructor(minute: number, bytes: Uint8Array) {
    this.startAt = minute * MINUTE_MS
    this.#source = new ByteSource(bytes)
    Object.assign(this.memory, { minute, tick: this.startAt })
    while (!this.#source.isOver) {
      const tag = this.#source.byte()
      this.#record(tag >> KIND_SHIFT, tag & 0x1f)
    }
  }

  #record(kind: number, low: number): void {
    const { memory } = this
    const source = this.#source
    if (kind === WORD || kind === BEFORE) this.#word(kind === WORD, low)
    else if (kind === TICK) memory.tick += Number(source.whole())
    else if (kind === UNIT) memory.unit = low
    else if (kind === LIKELY) this.#change(likelyIndex(memory.words, memory.index?.price ?? 0n, memory.tick), low)
    else if (kind === INDEX) this.#change(source.whole(), low)
    else if (kind === BEGUN) {
      const price = source.whole()
      this.begunWith = { price, live: low, time: this.startAt - Number(source.whole()) }
      memory.index = this.begunWith
    } else throw new RangeError(`index minutes: no record of kind ${kind}`)
  }

  #word(isNew: boolean, low: number): void {
    const { memory } = this
    const number = low & 7
    const told = this.#source
    const price = isNew ? (memory.words[number]?.price ?? 0n) + told.signed() * pow10(memory.unit) : told.whole()
    const time = isNew ? memory.tick : this.startAt - Number(told.whole())
    const word: IndexWord = { source: number, state: SOURCE_STATES[low >> 3] ?? 'silent', price, at: time - Number(told.signed()), time }
    memory.words[number] = word
    ;(isNew ? this.words : this.before).push(word)
  }

  #change(price: bigint, live: number): void {
    const change = { price, live, time: this.memory.tick }
    this.memory.index = change
    this.changes.push(change)
  }
}

/** @throws RangeError for bytes that no packer wrote */
export function unpackMinute(minute: number, bytes: Uint8Array): IndexMinute {
  const { startAt, begunWith, before, words, changes } = new MinuteReader(minute, bytes)
  return { startAt, begunWith, before, words, changes }
}

/** What a packer needs to go on behind a row. */
export const memoryAfter = (minute: number, bytes: Uint8Array): MinuteMemory => new MinuteReader(minute, bytes).memory
