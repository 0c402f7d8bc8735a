/**
 * The whole state as bytes and back: a JSON head for what is small, then the tables as they are. A snapshot is a copy, so the
 * entries behind it continue exactly as they would have without it.
 */
import { hashBytes } from './codec/hash-bytes.ts'
import { asciiJson, padded8, readAscii, readJson, writeAscii } from './codec/text.ts'
import type { JsonObject } from './command.ts'
import { plainTerms, termsOf } from './entry.ts'
import type { AssetId } from './ids/id.ts'
import * as layout from './layout.ts'
import { type Entrant, Instrument } from './market/instrument.ts'
import { offsetOf } from './market/reference-price.ts'
import type { Deadline } from './memory/deadlines.ts'
import type { HandleIndex } from './memory/handle-index.ts'
import type { Rows } from './memory/rows.ts'
import { type Asset, State } from './state.ts'

const { LEVEL_PRICE, LEVEL_WORSE } = layout

const MAGIC = 0x4f494741
const VERSION = 7
const HEAD_BYTES = 16
const CHECKSUM_LENGTH = 32

interface InstrumentHead {
  readonly terms: JsonObject
  readonly status: number
  readonly statusUntil: number
  readonly lastPrice: number
  readonly trailingHead: number
  readonly trailingTail: number
  readonly waitingChildren: readonly Entrant[]
  readonly newestOpenTime: number
  readonly oldestOpenTime: number
  readonly countsVolume: boolean
}

interface Head {
  readonly seq: number
  readonly at: number
  readonly tradeCount: number
  readonly keyOldest: number
  readonly keyNewest: number
  readonly keysWaiting: number
  readonly nextDay: number
  readonly assets: readonly Asset[]
  readonly issued: readonly string[]
  readonly instruments: readonly InstrumentHead[]
  readonly fees: { readonly volumeMins: readonly string[]; readonly feeAssetId: number; readonly feeAssetShareE8: number }
  readonly commissionE8: number
  readonly deadlines: readonly Deadline[]
  readonly accountKeys: readonly (readonly [string, number])[]
  readonly longOutcomes: readonly number[]
  /** Rows: bytes used, first free row, live rows. */
  readonly tables: readonly (readonly [number, number])[]
  readonly sections: readonly number[]
}

function tablesOf(state: State): readonly Rows[] {
  const { orders, extras, levels, accounts, desks, users, keys, labels, volumes } = state
  return [orders, extras, levels, accounts, desks, users, keys, labels, volumes]
}

function indexesOf(state: State): readonly HandleIndex[] {
  return [state.orderIndex, state.accountIndex, state.deskIndex, state.keyIndex.table]
}

/** Bytes of the state, with a checksum behind them. Equal states give equal bytes. */
export function encodeSnapshot(state: State): Uint8Array {
  for (const instrument of state.instruments) instrument.window.drop(state.at)
  const sections = sectionsOf(state)
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
    at += padded8(section.byteLength)
  }
  writeAscii(view, total, hashBytes(bytes.subarray(0, total)))
  return bytes
}

function sectionsOf(state: State): Uint8Array[] {
  const sections = tablesOf(state).map((table) => table.usedBytes())
  for (const index of indexesOf(state)) sections.push(bytesOf(index.slots))
  sections.push(bytesOf(state.keyIndex.waiting), bytesOf(state.closed), bytesOf(state.fees.rates))
  for (const instrument of state.instruments) {
    sections.push(bytesOf(instrument.window.ring), bytesOf(instrument.window.totals))
    for (const ladder of instrument.ladders) sections.push(handlesFrom(state, ladder.best))
  }
  for (const outcome of state.longOutcomes.values()) sections.push(outcome)
  return sections
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

/** Level handles from the best one on, as int32. */
function handlesFrom(state: State, best: number): Uint8Array {
  const handles: number[] = []
  for (let level = best; level !== 0; level = state.levels.view.getInt32(level + LEVEL_WORSE, true)) handles.push(level)
  const view = new DataView(new ArrayBuffer(handles.length * 4))
  for (let position = 0; position < handles.length; position += 1) view.setInt32(position * 4, handles[position] ?? 0, true)
  return bytesOf(view)
}

function headOf(state: State, sections: readonly Uint8Array[]): Head {
  const { seq, at, tradeCount, keyOldest, keyNewest, nextDay, assets, fees } = state
  return {
    seq,
    at,
    tradeCount,
    keyOldest,
    keyNewest,
    keysWaiting: state.keyIndex.waitingCount,
    nextDay,
    assets,
    issued: state.issued.map(String),
    instruments: state.instruments.map((instrument) => ({
      terms: plainTerms(instrument.terms),
      status: instrument.status,
      statusUntil: instrument.statusUntil,
      lastPrice: instrument.lastPrice,
      trailingHead: instrument.trailingHead,
      trailingTail: instrument.trailingTail,
      waitingChildren: instrument.waitingChildren,
      newestOpenTime: instrument.window.newestOpenTime,
      oldestOpenTime: instrument.window.oldestOpenTime,
      countsVolume: instrument.countsVolume,
    })),
    fees: { volumeMins: fees.volumeMins.map(String), feeAssetId: fees.feeAssetId, feeAssetShareE8: fees.feeAssetShareE8 },
    commissionE8: state.commissionE8,
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
  let at = HEAD_BYTES + padded8(textLength)
  const sections: Uint8Array[] = []
  for (const length of head.sections) {
    sections.push(bytes.subarray(at, at + length))
    at += padded8(length)
  }
  return restore(head, sections)
}

function restore(head: Head, sections: readonly Uint8Array[]): State {
  const state = new State()
  let next = 0
  const take = (): Uint8Array => sections[next++] ?? new Uint8Array(0)
  tablesOf(state).forEach((table, position) => {
    const [freeHead, liveCount] = head.tables[position] ?? [0, 0]
    table.restore(take(), freeHead, liveCount)
  })
  for (const index of indexesOf(state)) index.restore(take())
  bytesOf(state.keyIndex.waiting).set(take())
  state.keyIndex.waitingCount = head.keysWaiting
  state.keyIndex.makeFilter()
  bytesOf(state.closed).set(take())
  restoreScalars(state, head, take())
  for (const one of head.instruments) restoreInstrument(state, one, take)
  for (const key of head.longOutcomes) state.longOutcomes.set(key, take().slice())
  return state
}

function restoreScalars(state: State, head: Head, rates: Uint8Array): void {
  state.seq = head.seq
  state.at = head.at
  state.tradeCount = head.tradeCount
  state.keyOldest = head.keyOldest
  state.keyNewest = head.keyNewest
  state.nextDay = head.nextDay
  state.assets.push(...head.assets)
  state.issued.length = 0
  state.issued.push(...head.issued.map(BigInt))
  state.fees = {
    volumeMins: head.fees.volumeMins.map(BigInt),
    levelCount: head.fees.volumeMins.length,
    rates: new DataView(rates.slice().buffer),
    feeAssetId: head.fees.feeAssetId as AssetId | 0,
    feeAssetShareE8: head.fees.feeAssetShareE8,
  }
  state.commissionE8 = head.commissionE8
  state.deadlines.restore(head.deadlines)
  for (const [key, userId] of head.accountKeys) state.userByAccountKey.set(key, userId)
}

function restoreInstrument(state: State, head: InstrumentHead, take: () => Uint8Array): void {
  const terms = termsOf(head.terms)
  const baseScale = state.assets[terms.baseAssetId - 1]?.scale ?? 0
  const quoteScale = state.assets[terms.quoteAssetId - 1]?.scale ?? 0
  const instrument = new Instrument(state.instruments.length + 1, terms, baseScale, quoteScale, head.countsVolume)
  instrument.status = head.status
  instrument.statusUntil = head.statusUntil
  instrument.lastPrice = head.lastPrice
  instrument.trailingHead = head.trailingHead
  instrument.trailingTail = head.trailingTail
  instrument.waitingChildren.push(...head.waitingChildren)
  bytesOf(instrument.window.ring).set(take())
  bytesOf(instrument.window.totals).set(take())
  instrument.window.newestOpenTime = head.newestOpenTime
  instrument.window.newestOffset = head.newestOpenTime < 0 ? 0 : offsetOf(head.newestOpenTime)
  instrument.window.oldestOpenTime = head.oldestOpenTime
  instrument.ladders.forEach((ladder, which) => {
    const handles = take()
    const view = new DataView(handles.buffer, handles.byteOffset, handles.byteLength)
    const rises = which === 0 || which === 3
    for (let at = 0; at < handles.byteLength; at += 4) {
      const level = view.getInt32(at, true)
      const price = state.levels.view.getFloat64(level + LEVEL_PRICE, true)
      ladder.insert(rises ? price : -price, level)
    }
  })
  state.instruments.push(instrument)
}
