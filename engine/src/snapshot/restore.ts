/** From what stands in a snapshot to a state. */
import * as map from '../../generated/map.ts'
import { DeskCellRow, EntrantRow, type ListRow } from '../../generated/views.ts'
import { contractTermsOf } from '../codec/perp-json.ts'
import { termsOf } from '../codec/terms-json.ts'
import { keptFields } from '../content/fields.ts'
import { createState } from '../create-state.ts'
import type { AssetId } from '../ids/id.ts'
import { BIDS, CONTRACT_LADDERS, FALLING, FIRST_TRAIL, Instrument, laddersOf } from '../market/instrument.ts'
import { writePairPrices } from '../market/pair-prices.ts'
import { takeFromArena } from '../memory/arena.ts'
import { asHandle, type Handle } from '../memory/handle.ts'
import type { HandleIndex } from '../memory/handle-index.ts'
import { writeNumber } from '../memory/numbers.ts'
import { pow10 } from '../money/decimal.ts'
import { notePersons } from '../operator/person-admin.ts'
import type { RowDescription } from '../schema/field.ts'
import { INSTRUMENT } from '../schema/market.ts'
import { CLOSED_ORDER, DESK_CELL, ENTRANT, FEE_LEVEL } from '../schema/places.ts'
import { TABLES } from '../schema/rows.ts'
import { STATE } from '../schema/scalars.ts'
import type { State } from '../state.ts'
import { tablesOf } from '../tables.ts'
import { handlesIn } from './container.ts'
import * as contents from './contents.ts'
import { isSameLayout, type Layout, layoutOf } from './layout-text.ts'
import { handlesOf, type MoveHandle, moveRows, moveTable } from './relocate.ts'
import { countTraders, noteTags, remakeDerived } from './remake.ts'

/** Rows at fixed places, and where those begin. */
export const PLACES: readonly (readonly [description: RowDescription, address: number])[] = [
  [CLOSED_ORDER, map.CLOSED],
  [FEE_LEVEL, map.FEE_LEVELS],
]

type KeptFields = ReturnType<typeof keptFields>

/** Of a pair: what is a number. What it remembers of prices stands apart from it. */
export const pairFields = (): KeptFields => keptFields(INSTRUMENT).filter(({ field }) => field.type !== 'bytes')

export function indexesOf(state: State): readonly (readonly [name: string, index: HandleIndex])[] {
  return [
    ['orders', state.orderIndex],
    ['accounts', state.accountIndex],
    ['desks', state.deskIndex],
  ]
}

/** Have the tables of a snapshot the rows of this build? */
export function hasSameTables(stored: readonly Layout[]): boolean {
  const isSame = (description: RowDescription, position: number): boolean => {
    const table = stored[position]
    return table?.name === description.name && isSameLayout(table, layoutOf(description))
  }
  return stored.length === TABLES.length && TABLES.every(isSame)
}

/** A snapshot's contents on their way into a state. */
interface Source {
  readonly head: contents.Head
  readonly take: (section: string) => Uint8Array
  readonly handleOf: MoveHandle
  readonly dropped: readonly string[]
}

/**
 * @param dropped names that may be left out
 * @throws RangeError for what has no place in this build
 */
export function restore({ head, sections }: contents.Contents, dropped: readonly string[]): State {
  const state = createState()
  const take = (name: string): Uint8Array => sections.get(name) ?? new Uint8Array(0)
  const source = { head, take, handleOf: restoreTables(state, head, take, dropped), dropped }
  for (const row of state.dues.live()) state.kernel.hangDue(row)
  noteTags(state)
  notePersons(state)
  for (const row of state.wallets.live()) state.kernel.hangWallet(row)
  for (const row of state.takers.live()) state.kernel.hangTaker(row)
  for (const row of state.deposits.live()) state.kernel.hangDeposit(row)
  for (const [description, address] of PLACES) {
    const place = head.places.find(({ name }) => name === description.name)
    if (place !== undefined) copyTo(state.memory, address, moveRows(place, take(contents.placeSection(place.name)), description, dropped))
  }
  countTraders(state)
  restoreScalars(state, source)
  for (const pair of head.pairs) restorePair(state, source, pair)
  for (const row of state.positions.live()) if (isOfCustomer(state, row)) state.kernel.hangPosition(row)
  for (const key of head.longOutcomes)
    state.longOutcomes.set(asHandle(source.handleOf('key', key)), take(contents.outcomeSection(key)).slice())
  state.kernel.makeBuckets()
  state.kernel.noteBehind()
  return state
}

/** What the house took over is watched by nobody, and a position that only waits for its funding neither. */
function isOfCustomer({ positions }: State, row: Handle<'position'>): boolean {
  const { quantity, seat } = positions.at(row)
  return seat !== 0 && quantity !== 0
}

function restoreTables(state: State, head: contents.Head, take: Source['take'], dropped: readonly string[]): MoveHandle {
  const stored = head.tables.map((table) => ({
    layout: table,
    free: table.free,
    live: table.live,
    bytes: take(contents.tableSection(table.name)),
  }))
  const tables = tablesOf(state)
  if (hasSameTables(head.tables)) {
    for (const [position, { rows }] of tables.entries()) {
      const table = stored[position]
      if (table !== undefined) rows.restore(table.bytes, table.free, table.live)
    }
    for (const [name, index] of indexesOf(state)) index.restore(take(contents.indexSection(name)))
    return (_table, handle) => handle
  }
  for (const {
    layout: { name, bytes: rowBytes },
    bytes,
  } of stored) {
    const isLost = bytes.byteLength > rowBytes && !tables.some(({ description }) => description.name === name)
    if (isLost && !dropped.includes(name)) throw new RangeError(`the snapshot has a table ${name}, which this build does not know`)
  }
  const handleOf = handlesOf(
    stored,
    tables.map(({ description }) => description),
  )
  for (const { description, rows } of tables) {
    const table = stored.find(({ layout: { name } }) => name === description.name)
    if (table !== undefined)
      rows.restore(moveTable(table, description, handleOf, dropped), handleOf(description.name, table.free), table.live)
  }
  remakeDerived(state)
  return handleOf
}

function copyTo(memory: DataView, address: number, bytes: Uint8Array): void {
  new Uint8Array(memory.buffer, address, bytes.byteLength).set(bytes)
}

/** Writes fields by their names; one that is not there is zero. */
function writeNumbers(
  memory: DataView,
  row: number,
  { name: table }: RowDescription,
  fields: KeptFields,
  numbers: contents.NamedNumbers,
  { dropped, handleOf }: Source,
): void {
  for (const { name, field, at } of fields) {
    if (field.type === 'bytes') continue
    const value = numbers[name] ?? 0
    const number = field.unit === 'row' ? handleOf(field.row ?? '', Number(value)) : typeof value === 'string' ? BigInt(value) : value
    writeNumber(field.type, memory, row + at, number)
  }
  for (const [name, value] of Object.entries(numbers))
    if (value !== 0 && !fields.some((field) => field.name === name) && !dropped.includes(`${table}.${name}`))
      throw new RangeError(`the snapshot has a field ${table}.${name}, which this build does not know`)
}

function restoreScalars(state: State, source: Source): void {
  const { head } = source
  writeNumbers(state.memory, 0, STATE, keptFields(STATE), head.state, source)
  for (const asset of head.assets) {
    state.assets.push(asset)
    state.kernel.openIndex(pow10(asset.scale))
  }
  state.indexSources.push(...(head.indexSources ?? []))
  state.issued.length = 0
  state.issued.push(...head.issued.map(BigInt))
  state.fees = {
    volumeMins: head.fees.volumeMins.map(BigInt),
    feeAssetId: head.fees.feeAssetId as AssetId | 0,
    feeAssetShareE8: head.fees.feeAssetShareE8,
  }
  state.feeDirection = head.feeDirection ?? 'received'
  for (const [key, userId] of head.accountKeys) state.userByAccountKey.set(key, userId)
}

function restorePair(state: State, source: Source, head: contents.PairHead): void {
  const terms = termsOf(head.terms)
  const baseScale = state.assets[terms.baseAssetId - 1]?.scale ?? 0
  const quoteScale = state.assets[terms.quoteAssetId - 1]?.scale ?? 0
  const contract = head.contract === undefined ? undefined : contractTermsOf(head.contract)
  const countsVolume = head.fields.countsVolume === 1
  const instrument = new Instrument(state, state.instruments.length + 1, terms, baseScale, quoteScale, countsVolume, contract)
  const { address, instrumentId, row } = instrument
  writeNumbers(state.memory, address, INSTRUMENT, pairFields(), head.fields, source)
  writePairPrices(row, head.prices)
  restoreWaiting(state, row.waiting, source.take(contents.waitingSection(instrumentId)), source)
  restoreOwners(state, row.owners, source.take(contents.ownersSection(instrumentId)), source)
  // its row as a contract is known by now
  for (const which of CONTRACT_LADDERS) if (instrument.contract !== undefined) state.kernel.makeLadder(instrument.ladder(which))
  for (const which of laddersOf(instrument))
    restoreLadder(state, instrument, which, source.take(contents.ladderSection(instrumentId, which)), source)
  state.instruments.push(instrument)
}

/** Puts cells back as they are. */
function restoreList({ memory, scalars }: State, list: ListRow, cellBytes: number, cells: Uint8Array): void {
  const count = cells.byteLength / cellBytes
  if (count === 0) return
  list.at = takeFromArena(scalars, cells.byteLength)
  list.room = count
  list.count = count
  copyTo(memory, list.at, cells)
}

function restoreWaiting(state: State, list: ListRow, cells: Uint8Array, { handleOf }: Source): void {
  restoreList(state, list, ENTRANT.bytes, cells)
  const entrant = new EntrantRow(state.memory, asHandle(list.at))
  for (let place = 0; place < list.count; place += 1) {
    entrant.order = asHandle(handleOf('order', entrant.order))
    entrant.move(asHandle(entrant.rowEnd))
  }
}

function restoreOwners(state: State, list: ListRow, cells: Uint8Array, { handleOf }: Source): void {
  restoreList(state, list, DESK_CELL.bytes, cells)
  const cell = new DeskCellRow(state.memory, asHandle(list.at))
  for (let place = 0; place < list.count; place += 1) {
    cell.desk = asHandle(handleOf('desk', cell.desk))
    cell.move(asHandle(cell.rowEnd))
  }
}

/** Puts levels back into a ladder. Its keys ascend to the best: prices, negated where the lowest is best. */
function restoreLadder(state: State, instrument: Instrument, which: number, handles: Uint8Array, { handleOf }: Source): void {
  const ladder = instrument.ladder(which)
  if (which >= FIRST_TRAIL && handles.byteLength > 0) state.kernel.makeLadder(ladder)
  const rises = which === BIDS || (which >= FALLING && which % 2 === 1)
  for (const handle of handlesIn(handles)) {
    const level = asHandle<'level'>(handleOf('level', handle))
    const { price } = state.levels.at(level)
    state.kernel.ladderInsert(ladder, rises ? price : -price, level)
  }
}
