/** Snapshots as another build would have written them, whose rows were other ones: for tests of what opens here. */
import type { RowDescription } from '../src/schema/field.ts'
import { pack, type Section, sectionsOf, unpack } from '../src/snapshot/container.ts'
import type { Head, TableHead } from '../src/snapshot/contents.ts'
import { fieldsOf, type Layout, layoutOf, type PlacedField } from '../src/snapshot/layout-text.ts'
import { encodeSnapshot } from '../src/snapshot.ts'
import type { State } from '../src/state.ts'
import { tablesOf } from '../src/tables.ts'
import { type Draw, drawFrom } from './random-commands.ts'

export interface Strangeness {
  readonly seed: number
  /** Fields, as `table.field`, that the other build did not have. */
  readonly without?: readonly string[]
  /** Fields that it had besides: bytes of a row, zero. */
  readonly longerBy?: number
}

/** Tables whose rows may stand anywhere: users are found by their place, keys are swept in its order. */
const MOVABLE: ReadonlySet<string> = new Set(['order', 'extra', 'level', 'account', 'desk', 'label', 'volume', 'due'])

/** A table in another layout, with its rows in another order. */
interface StrangeTable {
  readonly head: TableHead
  readonly today: Layout
  readonly bytes: Uint8Array
  /** Where a row of a position stands. */
  readonly places: readonly number[]
}

function shuffled<Item>(items: readonly Item[], draw: Draw): Item[] {
  const result = [...items]
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = draw(at + 1)
    const [one, two] = [result[at], result[other]]
    if (one !== undefined && two !== undefined) [result[at], result[other]] = [two, one]
  }
  return result
}

/** The same fields in another order, wherever they fit; the first 8 bytes of a row stay free of what a free row must keep. */
function strangeLayout(description: RowDescription, draw: Draw, { without = [], longerBy = 0 }: Strangeness): Layout {
  let end = 8
  const kept = fieldsOf(layoutOf(description)).filter(({ name }) => !without.includes(`${description.name}.${name}`))
  const texts = shuffled(kept, draw).map(({ name, type, length, row, isDerived }) => {
    const at = end + draw(4)
    end = at + length
    return `${name} ${row === '' ? (type === 'bytes' ? `bytes:${length}` : type) : `row:${row}`} ${at}${isDerived ? ' derived' : ''}`
  })
  return { name: description.name, bytes: Math.ceil(end / 4) * 4 + longerBy, fields: texts.join(', ') }
}

export function strangeSnapshot(state: State, strangeness: Strangeness): Uint8Array {
  const draw = drawFrom(strangeness.seed)
  const { version, head, rest } = unpack(encodeSnapshot(state), () => true)
  const known = head as Head & { readonly sections: readonly (readonly [string, number])[] }
  const sections = sectionsOf(rest, known.sections)
  const tables = new Map<string, StrangeTable>()
  for (const [position, { description }] of tablesOf(state).entries()) {
    const today = known.tables[position]
    const bytes = sections.get(`table ${description.name}`)
    if (today === undefined || bytes === undefined) throw new Error(`no table ${description.name}`)
    const count = bytes.byteLength / today.bytes
    const rows = Array.from({ length: count - 1 }, (_, row) => row + 1)
    const places = [0, ...(MOVABLE.has(description.name) ? shuffled(rows, draw) : rows)]
    const layout = strangeLayout(description, draw, strangeness)
    tables.set(description.name, { head: { ...today, ...layout }, today: layoutOf(description), bytes, places })
  }
  const handleOf = (table: string, handle: number): number => {
    const found = tables.get(table)
    return found === undefined ? handle : (found.places[handle / found.today.bytes] ?? 0) * found.head.bytes
  }
  const strange = [...sections].map(([name, bytes]): Section => moved(name, bytes, tables, handleOf))
  const keyHand = handleOf('key', Number(known.state.keyHand ?? 0))
  const funds = handleOf('fund', Number(known.state.funds ?? 0))
  const links = [['contract', 'contract']] as const
  const otherHead = {
    ...known,
    tables: [...tables.values()].map((table) => ({ ...table.head, free: handleOf(table.head.name, table.head.free) })),
    state: { ...known.state, keyHand, funds },
    pairs: known.pairs.map((pair) => ({
      ...pair,
      fields: {
        ...pair.fields,
        ...Object.fromEntries(links.map(([name, table]) => [name, handleOf(table, Number(pair.fields[name] ?? 0))])),
      },
    })),
    longOutcomes: known.longOutcomes.map((key) => handleOf('key', key)),
  }
  return pack(version, otherHead, strange)
}

type HandleOf = (table: string, handle: number) => number

function moved(name: string, bytes: Uint8Array, tables: ReadonlyMap<string, StrangeTable>, handleOf: HandleOf): Section {
  const [kind, what = '', part] = name.split(' ')
  const table = tables.get(what)
  if (kind === 'table' && table !== undefined) return [name, strangeRows(table, handleOf)]
  // Slots of an index that was made for other rows.
  if (kind === 'index') return [name, new Uint8Array(16)]
  if (kind === 'outcome') return [`outcome ${handleOf('key', Number(what))}`, bytes]
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  if (part === 'waiting')
    for (let at = 0; at < copy.byteLength; at += 16) view.setUint32(at, handleOf('order', view.getUint32(at, true)), true)
  if (part === 'owners')
    for (let at = 0; at < copy.byteLength; at += 4) view.setUint32(at, handleOf('desk', view.getUint32(at, true)), true)
  if (part === 'ladder')
    for (let at = 0; at < copy.byteLength; at += 4) view.setUint32(at, handleOf('level', view.getUint32(at, true)), true)
  return [name, copy]
}

function strangeRows({ head, today, bytes, places }: StrangeTable, handleOf: HandleOf): Uint8Array {
  const rows = new Uint8Array(places.length * head.bytes).fill(0xab)
  const to = new DataView(rows.buffer)
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const here = new Map(fieldsOf(today).map((field) => [field.name, field]))
  for (const field of fieldsOf(head))
    for (const [position, place] of places.entries())
      writeField(from, position * today.bytes, here.get(field.name), to, place * head.bytes, field, handleOf)
  for (let free = head.free; free !== 0; free = from.getUint32(free, true))
    to.setUint32(handleOf(head.name, free), handleOf(head.name, from.getUint32(free, true)), true)
  return rows
}

function writeField(
  from: DataView,
  row: number,
  source: PlacedField | undefined,
  to: DataView,
  toRow: number,
  field: PlacedField,
  handleOf: HandleOf,
): void {
  if (source === undefined) return
  if (field.row !== '') to.setUint32(toRow + field.at, handleOf(field.row, from.getUint32(row + source.at, true)), true)
  else for (let at = 0; at < field.length; at += 1) to.setUint8(toRow + field.at + at, from.getUint8(row + source.at + at))
}
