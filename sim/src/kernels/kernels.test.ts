/** The comparison of two engines: equal ones are equal, and whatever one of them does otherwise is found where it happens. */
import { readOutcomes } from '@agio/engine/event-buffer.ts'
import { ENTRY_AT } from '@agio/engine/generated/entry-layout.ts'
import { ENTRY_SEQ, RECORD_KIND, RECORD_LENGTH, RECORD_LEVEL } from '@agio/engine/generated/event-layout.ts'
import { TRADING_COMMANDS } from '@agio/engine/schema/commands/trading.ts'
import { COMMANDS } from '@agio/engine/schema/commands.ts'
import { kindsIn } from '@agio/engine/schema/handlers.ts'
import { expect, test } from 'vitest'
import { root } from '../bench/processes.ts'
import { encode } from '../engine-driver.ts'
import { shrink } from '../shrink.ts'
import { resolve } from '../simulation.ts'
import { type SimStep, START_MS } from '../workload.ts'
import { WORLDS } from './every-kind.ts'
import { LAYOUT_CHANGES, layoutChangesOf } from './layout-changes.ts'
import { type Options, runWorld } from './run-world.ts'
import { type Exchange, hereSide, otherSide, type Side } from './side.ts'
import { spoilEntry } from './spoil-entry.ts'
import { stepsOf, type World, worldsFor } from './world.ts'

const here = hereSide()
const WORLD: World = { seed: 2, workload: 'spot', commands: 1_500, users: 5, atOnce: 1, isSpoilt: false }
const OPTIONS: Options = { snapshotEvery: 500, byContent: false, changes: LAYOUT_CHANGES }
const steps = stepsOf(WORLD, [here])

/** This engine with something of its exchanges replaced. */
function otherwise(change: (exchange: Exchange) => Partial<Exchange>): Side {
  const open = (): Exchange => {
    const exchange = here.open()
    return { ...exchange, ...change(exchange) }
  }
  return { ...here, name: 'other', open }
}

const isOfEntry = (entries: Uint8Array, seq: number): boolean =>
  new DataView(entries.buffer, entries.byteOffset).getFloat64(8, true) === seq

test('this engine, loaded by its folder, equals itself: records, snapshots and what it makes of them, spoilt entries and pieces included', async () => {
  const other = await otherSide(root)
  for (const world of [
    { ...WORLD, isSpoilt: true },
    { ...WORLD, seed: 3, atOnce: 40 },
    { ...WORLD, workload: 'contracts', atOnce: 40 },
    { ...WORLD, workload: 'products', isSpoilt: true },
    { ...WORLD, workload: 'wallet' },
  ] satisfies World[]) {
    const found = runWorld({ here, other }, world, stepsOf(world, [here, other]), OPTIONS)
    expect(found).toMatchObject({ differences: [], failedAt: -1, entries: 1_500, snapshots: 4, opened: 4, broke: undefined })
    if (world.workload === 'spot') expect(found.trades).toBeGreaterThan(50)
  }
})

test('a record that differs is found at its entry, one by one and in pieces', () => {
  const lies = (records: Uint8Array): Uint8Array => {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
    for (let at = 0; at < records.byteLength; at += view.getUint32(at + RECORD_LENGTH, true)) {
      const isIt = view.getUint8(at + RECORD_KIND) === 1 && view.getFloat64(at + ENTRY_SEQ, true) === 700
      if (isIt) view.setUint8(at + view.getUint32(at, true) + 8, view.getUint8(at + view.getUint32(at, true) + 8) ^ 1)
    }
    return records
  }
  const other = otherwise((exchange) => ({ apply: (entries) => lies(exchange.apply(entries).slice()) }))
  for (const atOnce of [1, 40]) expect(runWorld({ here, other }, { ...WORLD, atOnce }, steps, OPTIONS).failedAt).toBe(699)
})

test('a snapshot that differs is found, and one engine breaking alone, and the list of commands shrinks to what is needed', () => {
  const changed = otherwise((exchange) => ({ snapshot: () => exchange.snapshot().map((byte, index) => (index === 40 ? byte ^ 1 : byte)) }))
  expect(runWorld({ here, other: changed }, WORLD, steps, OPTIONS)).toMatchObject({
    failedAt: 499,
    differences: [expect.stringMatching(/^snapshot: here \d+ bytes, other \d+, the first that differs at 40$/)],
  })
  const breaking = otherwise((exchange) => ({
    apply(entries) {
      if (isOfEntry(entries, 3)) throw new Error('it broke')
      return exchange.apply(entries)
    },
  }))
  const found = runWorld({ here, other: breaking }, WORLD, steps, OPTIONS)
  expect(found).toMatchObject({ failedAt: 2, differences: ['here went on, other broke: Error: it broke'] })
  const shrunk = shrink(steps, found, (candidate) => runWorld({ here, other: breaking }, WORLD, candidate, OPTIONS))
  expect(shrunk.steps.length).toBe(3)
})

test('by content, an engine that says another hash is found', () => {
  const byContent = { ...OPTIONS, byContent: true }
  expect(runWorld({ here, other: here }, WORLD, steps, byContent)).toMatchObject({ differences: [], snapshots: 4, opened: 4 })
  const other = otherwise(() => ({ contentHash: () => 'else' }))
  const found = runWorld({ here, other }, WORLD, steps, byContent)
  expect(found).toMatchObject({ failedAt: 499, differences: [expect.stringMatching(/^content: here \w+, other else$/)] })
})

test('records whose layout differs are compared by name without what is new, all others by their bytes', () => {
  const flip = (records: Uint8Array): Uint8Array => {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
    for (let at = 0; at < records.byteLength; at += view.getUint32(at + RECORD_LENGTH, true)) {
      const last = at + view.getUint32(at + RECORD_LENGTH, true) - 1
      if (view.getUint8(at + RECORD_KIND) === RECORD_LEVEL) view.setUint8(last, view.getUint8(last) ^ 1)
    }
    return records
  }
  const named = (object: unknown): unknown =>
    JSON.stringify(object, (_, part) => (typeof part === 'bigint' ? `${part}` : part)).includes('level')
      ? { ...(object as object), colour: 'red' }
      : object
  const other: Side = {
    ...otherwise((exchange) => ({ apply: (entries) => flip(exchange.apply(entries).slice()) })),
    read: (records) => here.read(flip(records.slice())).map(named),
  }
  const run = (ignored: string) => runWorld({ here, other }, WORLD, steps, { ...OPTIONS, changes: layoutChangesOf(ignored) })
  expect(run('level:colour').differences).toEqual([])
  expect(run('trade:colour').differences).toEqual(['the records have other bytes, though their fields read the same'])
  expect(run('level:form').differences.join()).toContain('"colour":"red"')
  expect(() => layoutChangesOf('ladder:colour')).toThrow(RangeError)
})

const OLD_KINDS = [...kindsIn(TRADING_COMMANDS), 'setEngineVersion'] as const

test('an older engine is asked nothing that it does not know', () => {
  const older: Side = { ...here, engineVersion: 0, kinds: new Set(OLD_KINDS) }
  const known = stepsOf(WORLD, [here, older])
  expect(known.length).toBe(steps.length)
  expect(new Set(known.map(({ command }) => command.kind))).toEqual(new Set(OLD_KINDS))
  expect(known[0]?.command).toMatchObject({ kind: 'setEngineVersion', version: 0 })
})

test('worlds add up to the number asked for, and a spoilt entry keeps its place and its length', () => {
  const worlds = worldsFor(7, 1_000_000)
  expect(worlds.reduce((sum, { commands }) => sum + commands, 0)).toBe(1_000_000)
  expect(worlds.filter(({ users }) => users > 100).length).toBeGreaterThan(3)
  let spoilt = 0
  for (const [index, step] of steps.slice(100).entries()) {
    const entry = encode(index + 1, START_MS, step.key, resolve(step, new Map()))
    const before = Buffer.from(entry)
    spoilEntry(entry, index)
    if (Buffer.compare(before, entry) !== 0) spoilt += 1
    expect(entry.subarray(0, 24)).toEqual(new Uint8Array(before.subarray(0, 24)))
  }
  expect(spoilt).toBeGreaterThan(800)
})

const NO_SNAPSHOTS: Options = { ...OPTIONS, snapshotEvery: Number.POSITIVE_INFINITY }
interface Place {
  readonly world: World
  readonly steps: readonly SimStep[]
  readonly seq: number
}

/** A command that is accepted may change nothing, such as one that sets what is set. */
const TRIES = 8

/** For each kind of command the first entries of the worlds whose command is accepted. */
function firstAccepted(): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>()
  for (const world of WORLDS) {
    const made = stepsOf(world, [here])
    const noting = otherwise((exchange) => ({
      apply(entries) {
        const records = exchange.apply(entries)
        const outcome = [...readOutcomes(records)].at(-1)
        const kind = made[(outcome?.seq ?? 0) - 1]?.command.kind
        const places = kind === undefined ? [] : (found.get(kind) ?? [])
        if (outcome?.reason === 'none' && kind !== undefined && places.length < TRIES)
          found.set(kind, [...places, { world, steps: made, seq: outcome.seq }])
        return records
      },
    }))
    runWorld({ here, other: noting }, world, made, NO_SNAPSHOTS)
  }
  return found
}

test('every kind of command is accepted in a world, and an engine that leaves one such entry out is found', () => {
  const places = firstAccepted()
  expect(Object.keys(COMMANDS).filter((kind) => !places.has(kind))).toEqual([])
  const isFound = ({ world, steps: made, seq }: Place): boolean => {
    const idle = (entry: Uint8Array): Uint8Array => {
      const at = new DataView(entry.buffer, entry.byteOffset).getFloat64(ENTRY_AT, true)
      return encode(seq, at, '', { kind: 'tick' })
    }
    const other = otherwise((exchange) => ({ apply: (entries) => exchange.apply(isOfEntry(entries, seq) ? idle(entries) : entries) }))
    return runWorld({ here, other }, world, made.slice(0, seq), NO_SNAPSHOTS).failedAt === seq - 1
  }
  const missed = [...places].filter(([, each]) => !each.some(isFound)).map(([kind]) => kind)
  expect(missed).toEqual(['tick'])
})
