/** The same entries to two engines, and everything that they make of them compared: records, snapshots, and how they break. */
import { createState } from '@agio/engine/create-state.ts'
import { applyAll } from '@agio/engine/engine.ts'
import { readOutcomes } from '@agio/engine/event-buffer.ts'
import { knownOf } from '../contracts-alone.ts'
import { notePlaced, resolve } from '../simulation.ts'
import { type SimStep, START_MS } from '../workload.ts'
import { compareRecords, type Sides, sameBytes, tradesIn } from './compare-records.ts'
import type { LayoutChange } from './layout-changes.ts'
import type { Exchange } from './side.ts'
import { spoilEntry } from './spoil-entry.ts'
import type { World } from './world.ts'

export interface Options {
  /** Entries between snapshots; Infinity = only the one at the end. */
  readonly snapshotEvery: number
  /** Compares what tables hold instead of snapshots' bytes. */
  readonly byContent: boolean
  readonly changes: readonly LayoutChange[]
}

export interface Finding {
  /** Empty when both engines did the same. */
  readonly differences: readonly string[]
  /** Index of the step that made the difference; -1 = none. */
  readonly failedAt: number
  readonly entries: number
  readonly trades: number
  /** Compared snapshots, and how many of the other engine's this one opened and went on with. */
  readonly snapshots: number
  readonly opened: number
  /** What broke both engines in the same way: the world ends there. */
  readonly broke: string | undefined
}

const ENTRY_ROOM = 1 << 20
const SPOILT_EVERY = 40

class Run {
  readonly #sides: Sides
  readonly #world: World
  readonly #options: Options
  #mine: Exchange
  readonly #theirs: Exchange
  readonly #room = new Uint8Array(ENTRY_ROOM)
  readonly #roomThere = new Uint8Array(ENTRY_ROOM)
  #waiting: Uint8Array[] = []
  /** This engine once more, entry by entry: it knows what each placed, and what accounts hold, before those that are given at once are carried out. */
  readonly #guide = createState()
  readonly #known = knownOf(this.#guide)
  readonly placed = new Map<number, number>()
  trades = 0
  snapshots = 0
  opened = 0
  broke: string | undefined
  /** Sequence of the entry that differs, where that is known better than by the last one given. */
  failedSeq: number | undefined

  constructor(sides: Sides, world: World, options: Options) {
    this.#sides = sides
    this.#world = world
    this.#options = options
    this.#mine = sides.here.open()
    this.#theirs = sides.other.open()
  }

  /** @returns differences */
  add(seq: number, at: number, step: SimStep): readonly string[] {
    const { id: salt, key } = step
    const command = resolve(step, this.placed, this.#known)
    const mine = encoded(() => this.#sides.here.encode(this.#room, seq, at, key, command))
    const theirs = encoded(() => this.#sides.other.encode(this.#roomThere, seq, at, key, command))
    if (typeof mine === 'string' || typeof theirs === 'string') {
      return mine === theirs ? [] : [`entry: here ${mine}, other ${theirs}`]
    }
    const entry = this.#room.slice(0, mine)
    if (!sameBytes(entry, this.#roomThere.subarray(0, theirs))) return ['entry: the two codecs write other bytes']
    if (this.#world.isSpoilt && salt % SPOILT_EVERY === 0) spoilEntry(entry, this.#world.seed + salt)
    this.#follow(step, entry)
    this.#waiting.push(entry)
    return this.#waiting.length < this.#world.atOnce ? [] : this.apply()
  }

  /** What breaks the guide breaks this engine as well, which says so. */
  #follow(step: SimStep, entry: Uint8Array): void {
    this.#guide.out.reset()
    try {
      applyAll(this.#guide, entry, 0, entry.byteLength)
    } catch {
      return
    }
    const outcome = [...readOutcomes(this.#guide.out.bytes())].at(-1)
    if (outcome !== undefined) notePlaced(this.placed, step, outcome)
  }

  /** Gives both engines what waits. */
  apply(): readonly string[] {
    const entries = Buffer.concat(this.#waiting.splice(0))
    if (entries.byteLength === 0) return []
    const mine = applied(this.#mine, entries)
    const theirs = applied(this.#theirs, entries)
    if (typeof mine === 'string' || typeof theirs === 'string') {
      const [here, other] = [mine, theirs].map((each) => (typeof each === 'string' ? `broke: ${each}` : 'went on'))
      if (here !== other) return [`here ${here}, other ${other}`]
      this.broke = here
      return []
    }
    this.trades += tradesIn(mine)
    const difference = compareRecords(this.#sides, mine, theirs, this.#options.changes)
    this.failedSeq = difference?.seq
    return difference?.differences ?? []
  }

  /** Compares the states as they are now, and goes on here with what this engine makes of the other's snapshot. */
  compareStates(): readonly string[] {
    this.snapshots += 1
    const theirs = this.#theirs.snapshot()
    const mine = this.#options.byContent ? theirs : this.#mine.snapshot()
    if (!sameBytes(mine, theirs)) return [`snapshot: ${placeOf(mine, theirs)}`]
    const restored = this.#restore(theirs)
    if (typeof restored === 'string') return [`snapshot: the other's cannot be opened here: ${restored}`]
    const differences = this.#options.byContent ? this.#compareContent(restored) : compareOpened(theirs, restored)
    if (differences.length > 0 || restored === undefined) return differences
    this.opened += 1
    this.#mine = restored
    return []
  }

  /** Undefined for a snapshot of a version that this engine does not read. */
  #restore(snapshot: Uint8Array): Exchange | string | undefined {
    try {
      return this.#sides.here.restore(snapshot)
    } catch (error) {
      return error instanceof RangeError && error.message.includes('version') ? undefined : String(error)
    }
  }

  #compareContent(restored: Exchange | undefined): readonly string[] {
    const found = this.#mine.contentHash()
    const opened = restored?.contentHash()
    const expected = this.#theirs.contentHash()
    if (found !== expected) return [`content: here ${found}, other ${expected}`]
    return opened === undefined || opened === found
      ? []
      : [`content: ${opened} of the other's snapshot, opened here, of its state ${found}`]
  }
}

function compareOpened(snapshot: Uint8Array, restored: Exchange | undefined): readonly string[] {
  if (restored === undefined || sameBytes(restored.snapshot(), snapshot)) return []
  return ["snapshot: the other's, opened here, is another state"]
}

function encoded(encode: () => number): number | string {
  try {
    return encode()
  } catch (error) {
    return String(error)
  }
}

function applied(exchange: Exchange, entries: Uint8Array): Uint8Array | string {
  try {
    return exchange.apply(entries)
  } catch (error) {
    return String(error)
  }
}

function placeOf(mine: Uint8Array, theirs: Uint8Array): string {
  const at = mine.findIndex((byte, index) => byte !== theirs[index])
  return `here ${mine.byteLength} bytes, other ${theirs.byteLength}, the first that differs at ${at === -1 ? mine.byteLength : at}`
}

/** Runs steps until the first difference. */
export function runWorld(sides: Sides, world: World, steps: readonly SimStep[], options: Options): Finding {
  const run = new Run(sides, world, options)
  let at = START_MS
  let index = 0
  let differences: readonly string[] = []
  for (const step of steps) {
    const seq = index + 1
    index = seq
    at += step.elapsedMs
    differences = run.add(seq, at, step)
    if (differences.length === 0 && seq % options.snapshotEvery === 0) differences = run.apply()
    if (differences.length === 0 && run.broke === undefined && seq % options.snapshotEvery === 0) differences = run.compareStates()
    if (differences.length > 0 || run.broke !== undefined) break
  }
  if (differences.length === 0 && run.broke === undefined) differences = run.apply()
  if (differences.length === 0 && run.broke === undefined) differences = run.compareStates()
  const { trades, snapshots, opened, broke } = run
  const failedAt = differences.length === 0 ? -1 : (run.failedSeq ?? index) - 1
  return { differences, failedAt, entries: index, trades, snapshots, opened, broke }
}
