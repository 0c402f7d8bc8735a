/**
 * Rows of a snapshot for the tables of this build. Where both have the same layout they are copied; else every field is moved by its name:
 * a field that the snapshot has not is zero, what is derived is made anew, and a handle is the same row in rows of another size.
 */
import { readNumber, writeNumber } from '../memory/numbers.ts'
import type { RowDescription } from '../schema/field.ts'
import { fieldsOf, isSameLayout, type Layout, layoutOf, type PlacedField } from './layout-text.ts'

/** A table as a snapshot has it. */
export interface StoredTable {
  readonly layout: Layout
  /** First free row, 0 = none. */
  readonly free: number
  readonly live: number
  readonly bytes: Uint8Array
}

export type MoveHandle = (table: string, handle: number) => number

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Handles as this build has them: a row keeps its position.
 *
 * @throws RangeError for a handle that is no row's of its table
 */
export function handlesOf(stored: readonly StoredTable[], today: readonly RowDescription[]): MoveHandle {
  const sizes = new Map(today.map(({ name, bytes }) => [name, bytes]))
  const tables = new Map(stored.map(({ layout, bytes }) => [layout.name, { from: layout.bytes, end: bytes.byteLength }]))
  return (name, handle) => {
    if (handle === 0) return 0
    const { from = 1, end = 0 } = tables.get(name) ?? {}
    if (handle % from !== 0 || handle >= end) throw new RangeError(`${handle} is no row of ${name} in the snapshot`)
    return (handle / from) * (sizes.get(name) ?? 0)
  }
}

/** Rows of a table in this build's layout. Free rows hold their link alone. @throws RangeError for what has no place in it */
export function moveTable(table: StoredTable, description: RowDescription, handleOf: MoveHandle, dropped: readonly string[]): Uint8Array {
  const { bytes, layout } = table
  if (bytes.byteLength === 0) return new Uint8Array(description.bytes)
  const from = viewOf(bytes)
  const isFree = new Uint8Array(bytes.byteLength / layout.bytes)
  const moved = new Uint8Array(isFree.length * description.bytes)
  const to = viewOf(moved)
  const { name } = layout
  for (let row = table.free; row !== 0; row = from.getUint32(row, true)) {
    isFree[row / layout.bytes] = 1
    to.setUint32(handleOf(name, row), handleOf(name, from.getUint32(row, true)), true)
  }
  const moves = movesOf(layout, description, handleOf, isFree.length > 1 ? dropped : undefined)
  for (let position = 1; position < isFree.length; position += 1)
    if (isFree[position] === 0) for (const move of moves) move(from, position * layout.bytes, to, position * description.bytes)
  return moved
}

/** Rows at fixed places, of which none is free. */
export function moveRows(layout: Layout, bytes: Uint8Array, description: RowDescription, dropped: readonly string[]): Uint8Array {
  if (isSameLayout(layout, layoutOf(description))) return bytes
  const count = bytes.byteLength / layout.bytes
  const moved = new Uint8Array(count * description.bytes)
  const moves = movesOf(layout, description, (_table, handle) => handle, count > 0 ? dropped : undefined)
  for (let row = 0; row < count; row += 1)
    for (const move of moves) move(viewOf(bytes), row * layout.bytes, viewOf(moved), row * description.bytes)
  return moved
}

type Move = (from: DataView, row: number, to: DataView, toRow: number) => void

/** @param dropped what may be left out; undefined when there is no row that could lose anything */
function movesOf(layout: Layout, description: RowDescription, handleOf: MoveHandle, dropped: readonly string[] | undefined): Move[] {
  const stored = fieldsOf(layout)
  const today = new Map(fieldsOf(layoutOf(description)).map((field) => [field.name, field]))
  return stored.flatMap((field): Move[] => {
    const target = today.get(field.name)
    const name = `${layout.name}.${field.name}`
    if (target === undefined && !field.isDerived && dropped?.includes(name) === false)
      throw new RangeError(`the snapshot has a field ${name}, which this build does not know`)
    return target === undefined || target.isDerived ? [] : [moveOf(name, field, target, handleOf)]
  })
}

function moveOf(name: string, field: PlacedField, target: PlacedField, handleOf: MoveHandle): Move {
  if (field.row !== target.row) throw new RangeError(`${name} leads to a row of ${field.row || 'nothing'} in the snapshot`)
  const { row: table } = field
  if (table !== '')
    return (from, row, to, toRow) => to.setUint32(toRow + target.at, handleOf(table, from.getUint32(row + field.at, true)), true)
  const { type } = field
  const { type: targetType } = target
  if (type === 'bytes' || targetType === 'bytes') {
    if (type !== targetType || field.length > target.length) throw new RangeError(`${name} has no room for ${field.length} bytes`)
    return (from, row, to, toRow) => {
      const start = from.byteOffset + row + field.at
      new Uint8Array(to.buffer, to.byteOffset + toRow + target.at).set(new Uint8Array(from.buffer, start, field.length))
    }
  }
  return (from, row, to, toRow) => writeNumber(targetType, to, toRow + target.at, readNumber(type, from, row + field.at))
}
