/**
 * The whole state as bytes and back: a JSON head for what is small, by the names of fields, then the tables as they are, with the names and
 * places of their fields. So a snapshot of a build whose rows were other ones opens as well. Between builds with the same rows it is a copy,
 * and the entries behind it continue exactly as they would have without it. What only makes things faster (buckets of keys, inner form of
 * ladders, cached prices) is left out and made anew, so that equal states give equal bytes.
 */
import * as map from '../generated/map.ts'
import type { ListRow } from '../generated/views.ts'
import { plainContractTerms } from './codec/perp-json.ts'
import { plainTerms } from './codec/terms-json.ts'
import type { JsonObject } from './command.ts'
import { keptFields } from './content/fields.ts'
import { laddersOf } from './market/instrument.ts'
import { readPairPrices } from './market/pair-prices.ts'
import type { Handle } from './memory/handle.ts'
import { readNumber } from './memory/numbers.ts'
import { ENGINE_VERSION } from './rules.ts'
import { CLOSED_ORDERS } from './schema/bits.ts'
import { bytesOf, offsetsOf, type RowDescription } from './schema/field.ts'
import { CONTRACT, POSITION } from './schema/perp.ts'
import { CLOSED_ORDER, DESK_CELL, ENTRANT, FEE_LEVEL } from './schema/places.ts'
import { DUE, KEY } from './schema/rows.ts'
import { STATE } from './schema/scalars.ts'
import { handleBytes, pack, readHead, type Section, sectionsOf, unpack } from './snapshot/container.ts'
import * as contents from './snapshot/contents.ts'
import { layoutOf } from './snapshot/layout-text.ts'
import { hasSameTables, indexesOf, PLACES, pairFields, restore } from './snapshot/restore.ts'
import type { State } from './state.ts'
import { tablesOf } from './tables.ts'

type Contents = contents.Contents
type NamedNumbers = contents.NamedNumbers

/** Of the form. Lower ones were those of development builds, which nothing reads any more. */
const VERSION = 12
const isKnownVersion = (version: number): boolean => version === VERSION

/** Fields of earlier rows, as `table.field`, whose values mean nothing any more. One that is not named here is refused. */
const DROPPED: readonly string[] = []

/** Bytes of the state, with a checksum behind them. Equal states give equal bytes. */
export function encodeSnapshot(state: State): Uint8Array {
  return pack(VERSION, headOf(state), sectionsOfState(state), (name, bytes) => {
    for (const [description, fields] of CLEARED) if (name === contents.tableSection(description.name)) clear(bytes, description, fields)
  })
}

/** In which order keys hang in their buckets depends on when those were made, and where rows stand in queues and heaps on what came before them. */
const CLEARED: readonly (readonly [RowDescription, readonly string[]])[] = [
  [KEY, ['next']],
  [DUE, ['place']],
  [POSITION, ['place', 'recoveryPlace']],
  [CONTRACT, ['fallingAt', 'risingAt', 'recoverUp', 'recoverDown', 'ladders']],
]

function clear(bytes: Uint8Array, { bytes: rowBytes, fields }: RowDescription, names: readonly string[]): void {
  const offsets = offsetsOf(fields)
  const cleared = Object.entries(fields).flatMap(([name, field]): (readonly [from: number, to: number])[] => {
    const at = offsets.get(name) ?? 0
    return names.includes(name) ? [[at, at + bytesOf(field)]] : []
  })
  for (let row = 0; row < bytes.byteLength; row += rowBytes) for (const [from, to] of cleared) bytes.fill(0, row + from, row + to)
}

function sectionsOfState(state: State): Section[] {
  const { instruments, memory, scalars } = state
  return [
    ...tablesOf(state).map(({ description, rows }): Section => [contents.tableSection(description.name), rows.usedBytes()]),
    ...indexesOf(state).map(([name, index]): Section => [contents.indexSection(name), index.slots]),
    [contents.placeSection(CLOSED_ORDER.name), bytesAt(memory, map.CLOSED, CLOSED_ORDERS * CLOSED_ORDER.bytes)],
    [contents.placeSection(FEE_LEVEL.name), bytesAt(memory, map.FEE_LEVELS, scalars.feeLevels * FEE_LEVEL.bytes)],
    ...instruments.flatMap((instrument): Section[] => [
      [contents.waitingSection(instrument.instrumentId), listOf(instrument.row.waiting, ENTRANT.bytes)],
      [contents.ownersSection(instrument.instrumentId), listOf(instrument.row.owners, DESK_CELL.bytes)],
      ...laddersOf(instrument).map(
        (which): Section => [contents.ladderSection(instrument.instrumentId, which), handlesFrom(state, instrument.best(which))],
      ),
    ]),
    ...[...state.longOutcomes].map(([key, outcome]): Section => [contents.outcomeSection(key), outcome]),
  ]
}

/** A view of the memory. */
function bytesAt(memory: DataView, address: number, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, address, length)
}

/** What stands in a list. */
const listOf = ({ at, count, view }: ListRow, cellBytes: number): Uint8Array => bytesAt(view, at, count * cellBytes)

/** Level handles from the best one on, as int32. */
function handlesFrom({ levels }: State, best: Handle<'level'>): Uint8Array {
  const handles: number[] = []
  for (let level = best; level !== 0; level = levels.at(level).worse) handles.push(level)
  return handleBytes(handles)
}

function headOf(state: State): contents.Head {
  const { assets, fees, memory } = state
  return {
    tables: tablesOf(state).map(({ description, rows }) => ({ ...layoutOf(description), free: rows.freeHead, live: rows.liveCount })),
    places: PLACES.map(([description]) => layoutOf(description)),
    state: numbersAt(memory, 0, keptFields(STATE)),
    assets,
    issued: state.issued.map(String),
    ...(state.indexSources.length > 0 && { indexSources: state.indexSources }),
    pairs: state.instruments.map(({ address, contract, row, terms }) => ({
      terms: plainTerms(terms),
      ...(contract !== undefined && { contract: plainContractTerms(contract) as JsonObject }),
      fields: numbersAt(memory, address, pairFields()),
      prices: readPairPrices(row, state.at),
    })),
    fees: { volumeMins: fees.volumeMins.map(String), feeAssetId: fees.feeAssetId, feeAssetShareE8: fees.feeAssetShareE8 },
    ...(state.feeDirection !== 'received' && { feeDirection: state.feeDirection }),
    accountKeys: [...state.userByAccountKey],
    longOutcomes: [...state.longOutcomes.keys()],
  }
}

function numbersAt(memory: DataView, row: number, fields: ReturnType<typeof keptFields>): NamedNumbers {
  const numbers: Record<string, number | string> = {}
  for (const { name, field, at } of fields) {
    if (field.type === 'bytes') continue
    const value = readNumber(field.type, memory, row + at)
    if (value !== 0 && value !== 0n) numbers[name] = typeof value === 'bigint' ? String(value) : value
  }
  return numbers
}

/**
 * The state that `encodeSnapshot` of this build, or of one whose rows were other ones, gave bytes of.
 *
 * @param dropped fields of earlier rows that are left out
 * @throws RangeError when the bytes are no snapshot of a version that is known, damaged, or hold what has no place in this build
 */
export function decodeSnapshot(bytes: Uint8Array, dropped: readonly string[] = DROPPED): State {
  const found = contentsOf(bytes)
  if (Number(found.head.state.engineVersion ?? 0) > ENGINE_VERSION)
    throw new RangeError(`a snapshot of engine version ${found.head.state.engineVersion}`)
  return restore(found, dropped)
}

function contentsOf(bytes: Uint8Array): Contents {
  const { head, rest } = unpack(bytes, isKnownVersion)
  const named = head as contents.Head & { readonly sections: readonly (readonly [string, number])[] }
  return { head: named, sections: sectionsOf(rest, named.sections) }
}

/** Would this build write these bytes of the state that `decodeSnapshot` finds in them? */
export function isOfThisLayout(bytes: Uint8Array): boolean {
  return hasSameTables((readHead(bytes, isKnownVersion).head as contents.Head).tables)
}
