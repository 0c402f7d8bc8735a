/**
 * The whole state as bytes and back: a JSON head for what is small, then the tables as they are. A snapshot is a copy, so the
 * entries behind it continue exactly as they would have without it. What only makes things faster (buckets of keys, inner form of ladders,
 * cached prices) is left out and made anew, so that equal states give equal bytes.
 */

import * as layout from '../generated/layout.ts'
import { hashBytes } from './codec/hash-bytes.ts'
import { plainTerms, termsOf } from './codec/terms-json.ts'
import { asciiJson, padded8, readAscii, readJson, writeAscii } from './codec/text.ts'
import type { FeeDirection, JsonObject } from './command.ts'
import { createState } from './create-state.ts'
import type { AssetId } from './ids/id.ts'
import { BIDS, FALLING, Instrument, LADDERS } from './market/instrument.ts'
import { type LongWindow, readLongWindow, writeLongWindow } from './market/long-window.ts'
import { takeFromArena } from './memory/arena.ts'
import type { Deadline } from './memory/deadlines.ts'
import type { HandleIndex } from './memory/handle-index.ts'
import * as map from './memory/map.ts'
import type { Rows } from './memory/rows.ts'
import { ENGINE_VERSION, engineVersionOf, FIRST_ENGINE_VERSION, holds, takeRules } from './rules.ts'
import * as bits from './schema/bits.ts'
import * as market from './schema/market.ts'
import type { Asset, State } from './state.ts'

const { KEY_BYTES, KEY_NEXT, LEVEL_PRICE, LEVEL_WORSE } = layout
const { CLOSED_BYTES, CLOSED_SEQUENCES } = bits

const MAGIC = 0x4f494741
const VERSION = 9
const HEAD_BYTES = 16
const CHECKSUM_LENGTH = 32

/** Numbers of the state (float64) and positions in its tables (uint32), as the memory has them. */
const FLOATS = [layout.S_SEQ, layout.S_AT, layout.S_TRADES, layout.S_NEXT_DAY, layout.S_SWEEP_AT, layout.S_SWEEP_OLDEST] as const
const WORDS = [
  layout.S_FEE_LEVELS,
  layout.S_FEE_ASSET,
  layout.S_KEY_HAND,
  layout.S_KEYS_STALE,
  layout.S_KEYS_STALE_SINCE,
  layout.S_KEYS_FRESH,
] as const

/** The same of a pair. */
const PAIR_FLOATS = [layout.I_STATUS_UNTIL, layout.I_LAST_PRICE, layout.I_WINDOW_NEWEST, layout.I_WINDOW_OLDEST] as const
const PAIR_WORDS = [layout.I_STATUS, layout.I_TRAILING_HEAD, layout.I_TRAILING_TAIL] as const

const CLOSED_LENGTH = CLOSED_SEQUENCES * 4 * CLOSED_BYTES
/** The price window: counts and sums of its buckets, and their totals. */
const TOTALS_BYTES = 16
const RING_BYTES = market.W_BUCKETS * market.W_BUCKET_BYTES
const BUCKET_MS = 10_000

interface InstrumentHead {
  readonly terms: JsonObject
  readonly countsVolume: boolean
  readonly floats: readonly number[]
  readonly words: readonly number[]
  /** Of a pair with a longer window for its breaker. */
  readonly longWindow?: LongWindow
}

interface Head {
  readonly floats: readonly number[]
  readonly words: readonly number[]
  readonly assets: readonly Asset[]
  readonly issued: readonly string[]
  readonly instruments: readonly InstrumentHead[]
  readonly fees: { readonly volumeMins: readonly string[]; readonly feeAssetId: number; readonly feeAssetShareE8: number }
  readonly commissionE8: number
  /** Absent where fees are taken in what is received. */
  readonly feeDirection?: FeeDirection
  /** Absent for the first: its states have the bytes that they always had. */
  readonly engineVersion?: number
  /** Absent with the first version, and in journals that began with a later one. */
  readonly keysShared?: number
  readonly deadlines: readonly Deadline[]
  readonly accountKeys: readonly (readonly [string, number])[]
  readonly longOutcomes: readonly number[]
  /** Rows: first free row, live rows. */
  readonly tables: readonly (readonly [number, number])[]
  readonly sections: readonly number[]
}

function tablesOf(state: State): readonly Rows[] {
  const { orders, extras, levels, accounts, desks, users, keys, labels, volumes } = state
  return [orders, extras, levels, accounts, desks, users, keys, labels, volumes]
}

function indexesOf(state: State): readonly HandleIndex[] {
  return [state.orderIndex, state.accountIndex, state.deskIndex]
}

/** Bytes of the state, with a checksum behind them. Equal states give equal bytes. */
export function encodeSnapshot(state: State): Uint8Array {
  for (const instrument of state.instruments) state.kernel.windowDrop(instrument.address, state.at)
  const keys = state.keys.usedBytes()
  const sections = sectionsOf(state, keys)
  const text = asciiJson(headOf(state, sections))
  const head = HEAD_BYTES + padded8(text.length)
  const total = sections.reduce((sum, section) => sum + padded8(section.byteLength), head)
  const bytes = new Uint8Array(total + CHECKSUM_LENGTH)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, VERSION, true)
  view.setUint32(8, text.length, true)
  writeAscii(view, HEAD_BYTES, text)
  let at = head
  for (const section of sections) {
    bytes.set(section, at)
    if (section === keys) unchain(view, at, at + section.byteLength)
    at += padded8(section.byteLength)
  }
  writeAscii(view, total, hashBytes(bytes.subarray(0, total)))
  return bytes
}

/** In which order keys hang in their buckets depends on when those were made. */
function unchain(view: DataView, from: number, to: number): void {
  for (let key = from; key < to; key += KEY_BYTES) view.setUint32(key + KEY_NEXT, 0, true)
}

function sectionsOf(state: State, keys: Uint8Array): Uint8Array[] {
  const { memory } = state
  const sections = tablesOf(state).map((table) => (table === state.keys ? keys : table.usedBytes()))
  for (const index of indexesOf(state)) sections.push(index.slots)
  const levelBytes = memory.getUint32(layout.S_FEE_LEVELS, true) * map.FEE_LEVEL_BYTES
  sections.push(bytesAt(memory, map.CLOSED, CLOSED_LENGTH), bytesAt(memory, map.FEE_LEVELS, levelBytes))
  for (const instrument of state.instruments) {
    const { address } = instrument
    sections.push(
      bytesAt(memory, address + layout.I_WINDOW_RING, RING_BYTES),
      bytesAt(memory, address + layout.I_WINDOW_COUNT, TOTALS_BYTES),
    )
    sections.push(waitingOf(memory, address))
    for (const which of LADDERS) sections.push(handlesFrom(state, instrument.best(which)))
  }
  for (const outcome of state.longOutcomes.values()) sections.push(outcome)
  return sections
}

/** A view of the memory. */
function bytesAt(memory: DataView, address: number, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, address, length)
}

/** Children of a pair that wait for the end of a halt. */
function waitingOf(memory: DataView, address: number): Uint8Array {
  const list = address + layout.I_WAITING
  const count = memory.getUint32(list + layout.LIST_COUNT, true)
  return bytesAt(memory, memory.getUint32(list + layout.LIST_AT, true), count * map.ENTRANT_BYTES)
}

/** Level handles from the best one on, as int32. */
function handlesFrom(state: State, best: number): Uint8Array {
  const handles: number[] = []
  for (let level = best; level !== 0; level = state.levels.view.getInt32(level + LEVEL_WORSE, true)) handles.push(level)
  const view = new DataView(new ArrayBuffer(handles.length * 4))
  for (const [position, handle] of handles.entries()) view.setInt32(position * 4, handle, true)
  return new Uint8Array(view.buffer)
}

function headOf(state: State, sections: readonly Uint8Array[]): Head {
  const { assets, fees, memory } = state
  const keysShared = memory.getFloat64(layout.S_KEYS_SHARED, true)
  return {
    floats: FLOATS.map((at) => memory.getFloat64(at, true)),
    words: WORDS.map((at) => memory.getUint32(at, true)),
    assets,
    issued: state.issued.map(String),
    instruments: state.instruments.map(({ address, countsVolume, terms }) => ({
      terms: plainTerms(terms),
      countsVolume,
      floats: PAIR_FLOATS.map((field) => memory.getFloat64(address + field, true)),
      words: PAIR_WORDS.map((field) => memory.getUint32(address + field, true)),
      ...((terms.breakerLongWindowMs ?? 0) !== 0 && { longWindow: readLongWindow(memory, address) }),
    })),
    fees: { volumeMins: fees.volumeMins.map(String), feeAssetId: fees.feeAssetId, feeAssetShareE8: fees.feeAssetShareE8 },
    commissionE8: state.commissionE8,
    ...(state.feeDirection !== 'received' && { feeDirection: state.feeDirection }),
    ...(holds(state, FIRST_ENGINE_VERSION + 1) && { engineVersion: engineVersionOf(state) }),
    ...(keysShared > 0 && { keysShared }),
    deadlines: state.deadlines.heap,
    accountKeys: [...state.userByAccountKey],
    longOutcomes: [...state.longOutcomes.keys()],
    tables: tablesOf(state).map((table) => [table.freeHead, table.liveCount]),
    sections: sections.map((section) => section.byteLength),
  }
}

/**
 * The state that `encodeSnapshot` gave bytes of.
 *
 * @throws RangeError when the bytes are no snapshot of this version, or damaged
 */
export function decodeSnapshot(bytes: Uint8Array): State {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const total = bytes.byteLength - CHECKSUM_LENGTH
  if (total < HEAD_BYTES || view.getUint32(0, true) !== MAGIC) throw new RangeError('these bytes are no snapshot')
  if (view.getUint32(4, true) !== VERSION) throw new RangeError(`snapshot version ${view.getUint32(4, true)} is not ${VERSION}`)
  if (readAscii(view, total, CHECKSUM_LENGTH) !== hashBytes(bytes.subarray(0, total))) throw new RangeError('the snapshot is damaged')
  const textLength = view.getUint32(8, true)
  const head = readJson(view, HEAD_BYTES, textLength) as unknown as Head
  if ((head.engineVersion ?? 0) > ENGINE_VERSION) throw new RangeError(`a snapshot of engine version ${head.engineVersion}`)
  let at = HEAD_BYTES + padded8(textLength)
  const sections: Uint8Array[] = []
  for (const length of head.sections) {
    sections.push(bytes.subarray(at, at + length))
    at += padded8(length)
  }
  return restore(head, sections)
}

function restore(head: Head, sections: readonly Uint8Array[]): State {
  const state = createState()
  const { memory } = state
  let next = 0
  const take = (): Uint8Array => sections[next++] ?? new Uint8Array(0)
  for (const [position, table] of tablesOf(state).entries()) {
    const [freeHead, liveCount] = head.tables[position] ?? [0, 0]
    table.restore(take(), freeHead, liveCount)
  }
  for (const index of indexesOf(state)) index.restore(take())
  for (const address of [map.CLOSED, map.FEE_LEVELS]) copyTo(memory, address, take())
  restoreScalars(state, head)
  for (const one of head.instruments) restoreInstrument(state, one, take)
  for (const key of head.longOutcomes) state.longOutcomes.set(key, take().slice())
  state.kernel.makeBuckets()
  return state
}

function copyTo(memory: DataView, address: number, bytes: Uint8Array): void {
  bytesAt(memory, address, bytes.byteLength).set(bytes)
}

function restoreScalars(state: State, head: Head): void {
  for (const [position, at] of FLOATS.entries()) state.memory.setFloat64(at, head.floats[position] ?? 0, true)
  for (const [position, at] of WORDS.entries()) state.memory.setUint32(at, head.words[position] ?? 0, true)
  state.assets.push(...head.assets)
  state.issued.length = 0
  state.issued.push(...head.issued.map(BigInt))
  state.fees = {
    volumeMins: head.fees.volumeMins.map(BigInt),
    feeAssetId: head.fees.feeAssetId as AssetId | 0,
    feeAssetShareE8: head.fees.feeAssetShareE8,
  }
  state.commissionE8 = head.commissionE8
  state.feeDirection = head.feeDirection ?? 'received'
  takeRules(state, head.engineVersion ?? FIRST_ENGINE_VERSION)
  state.memory.setFloat64(layout.S_KEYS_SHARED, head.keysShared ?? 0, true)
  state.deadlines.restore(head.deadlines)
  for (const [key, userId] of head.accountKeys) state.userByAccountKey.set(key, userId)
}

function restoreInstrument(state: State, head: InstrumentHead, take: () => Uint8Array): void {
  const { memory } = state
  const terms = termsOf(head.terms)
  const baseScale = state.assets[terms.baseAssetId - 1]?.scale ?? 0
  const quoteScale = state.assets[terms.quoteAssetId - 1]?.scale ?? 0
  const instrument = new Instrument(state, state.instruments.length + 1, terms, baseScale, quoteScale, head.countsVolume)
  const { address } = instrument
  for (const [position, field] of PAIR_FLOATS.entries()) memory.setFloat64(address + field, head.floats[position] ?? 0, true)
  for (const [position, field] of PAIR_WORDS.entries()) memory.setUint32(address + field, head.words[position] ?? 0, true)
  if (head.longWindow !== undefined) writeLongWindow(memory, address, head.longWindow)
  for (const field of [layout.I_WINDOW_RING, layout.I_WINDOW_COUNT]) copyTo(memory, address + field, take())
  const newest = memory.getFloat64(address + layout.I_WINDOW_NEWEST, true)
  const bucket = newest < 0 ? 0 : (newest / BUCKET_MS) % market.W_BUCKETS
  memory.setUint32(address + layout.I_WINDOW_NEWEST_BUCKET, address + layout.I_WINDOW_RING + bucket * market.W_BUCKET_BYTES, true)
  restoreWaiting(memory, address, take())
  for (const which of LADDERS) restoreLadder(state, instrument, which, take())
  state.instruments.push(instrument)
}

function restoreWaiting(memory: DataView, address: number, entrants: Uint8Array): void {
  const count = entrants.byteLength / map.ENTRANT_BYTES
  if (count === 0) return
  const at = takeFromArena(memory, entrants.byteLength)
  copyTo(memory, at, entrants)
  const list = address + layout.I_WAITING
  memory.setUint32(list + layout.LIST_AT, at, true)
  memory.setUint32(list + layout.LIST_ROOM, count, true)
  memory.setUint32(list + layout.LIST_COUNT, count, true)
}

/** Puts levels back into a ladder. Its keys ascend to the best: prices, negated where the lowest is best. */
function restoreLadder(state: State, instrument: Instrument, which: number, handles: Uint8Array): void {
  const view = new DataView(handles.buffer, handles.byteOffset, handles.byteLength)
  const ladder = instrument.ladder(which)
  const rises = which === BIDS || which === FALLING
  for (let at = 0; at < handles.byteLength; at += 4) {
    const level = view.getInt32(at, true)
    const price = state.levels.view.getFloat64(level + LEVEL_PRICE, true)
    state.kernel.ladderInsert(ladder, rises ? price : -price, level)
  }
}
