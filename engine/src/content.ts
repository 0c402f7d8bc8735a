/**
 * What an exchange knows, in words that no layout moves: tables, rows by what they are, fields by name, values. A handle is the name of
 * what it leads to; what is zero or empty is left out, and so is what is derived. So two states are equal exactly when they mean the same,
 * and a table or a field that comes later changes nothing in a state that does not use it.
 */
import * as map from '../generated/map.ts'
import { ClosedOrderRow } from '../generated/views.ts'
import { hashBytes } from './codec/hash-bytes.ts'
import type { JsonValue } from './command.ts'
import { fieldsAt } from './content/fields.ts'
import { Names } from './content/names.ts'
import { pairRow } from './content/pair-rows.ts'
import { type ContentRow, compareNames, isNothing, quoted, type Value, wordsOf } from './content/row.ts'
import { tableRows } from './content/table-rows.ts'
import { dueRows } from './due-row.ts'
import { asHandle } from './memory/handle.ts'
import { CLOSED_ORDERS } from './schema/bits.ts'
import { FEE_LEVEL } from './schema/places.ts'
import { STATE } from './schema/scalars.ts'
import { NO_FEES, type State } from './state.ts'
import { FIRST_USER_ID } from './user/user.ts'

/** 32 hexadecimal digits over what the state means. It takes seconds for a million orders: for tests and for those who compare versions. */
export function contentHash(state: State): string {
  const rowHashes: string[] = []
  for (const row of contentRows(state)) rowHashes.push(hashBytes(bytesOf(`${wordsOfRow(row).join('\n')}\n`)))
  return hashBytes(bytesOf(rowHashes.join('')))
}

/** The same as lines `table name field value`, for those who look for a difference. */
export function* describeContent(state: State): Generator<string> {
  for (const row of contentRows(state)) yield* wordsOfRow(row)
}

function wordsOfRow({ table, name, fields }: ContentRow): string[] {
  const start = name.length === 0 ? table : `${table} ${wordsOf(name)}`
  return fields.map(([field, value]) => `${start} ${field} ${value}`).sort()
}

/** Everything in the state is ASCII, or is written so. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Rows that hold anything, by table and name. */
function contentRows(state: State): ContentRow[] {
  const names = new Names(state)
  const rows = [
    scalars(state, names),
    ...assets(state),
    ...feeLevels(state),
    ...state.indexSources.map((name, number) => rowOf('indexSource', [number], { name: quoted(name) })),
    ...state.instruments.map((instrument) => pairRow(state, names, instrument)),
    ...tableRows(state, names),
    ...closedOrders(state),
    ...[...dueRows(state)].map(({ at, due, id, detail }) => rowOf('deadline', [due, id, detail], { at })),
    ...[...state.userByAccountKey].map(([key, user]) => rowOf('accountKey', [quoted(key)], { user })),
  ].filter(({ fields }) => fields.length > 0)
  return rows.sort(
    (first, second) => (first.table < second.table ? -1 : first.table > second.table ? 1 : 0) || compareNames(first.name, second.name),
  )
}

function rowOf(table: string, name: ContentRow['name'], values: Readonly<Record<string, Value>>): ContentRow {
  return { table, name, fields: Object.entries(values).filter(([, value]) => !isNothing(value)) }
}

function scalars(state: State, names: Names): ContentRow {
  const { fields } = rowOf('exchange', [], {
    feeDirection: state.feeDirection === 'received' ? '' : state.feeDirection,
    feeAssetShareE8: state.fees.feeAssetShareE8 === NO_FEES.feeAssetShareE8 ? 0 : state.fees.feeAssetShareE8,
  })
  return { table: 'exchange', name: [], fields: [...fieldsAt(STATE, state.memory, 0, { nameOf: names.of }), ...fields] }
}

function assets(state: State): ContentRow[] {
  return state.assets.map(({ assetId, symbol, scale, document }) =>
    rowOf('asset', [assetId], {
      symbol: quoted(symbol),
      scale,
      document: Object.keys(document).length === 0 ? '' : quoted(sorted(document)),
      issued: state.issued[assetId] ?? 0n,
    }),
  )
}

/** JSON whose keys stand in one order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, JsonValue] => [key, sorted(inner)])
  return Object.fromEntries(entries.sort(([first], [second]) => (first < second ? -1 : 1)))
}

/** `given`: the least volume as it was set, which may be out of reach. */
function feeLevels({ fees, memory, scalars }: State): ContentRow[] {
  return Array.from({ length: scalars.feeLevels }, (_, level): ContentRow => {
    const { fields } = rowOf('feeLevel', [level], { given: fees.volumeMins[level] ?? 0n })
    const kept = fieldsAt(FEE_LEVEL, memory, map.FEE_LEVELS + level * FEE_LEVEL.bytes, { nameOf: () => '' })
    return { table: 'feeLevel', name: [level], fields: [...kept, ...fields] }
  })
}

/** Orders that ended not long ago: whose each was, and its last status. */
function* closedOrders({ memory }: State): Generator<ContentRow> {
  const closed = new ClosedOrderRow(memory, asHandle(map.CLOSED))
  for (let place = 0; place < CLOSED_ORDERS; place += 1) {
    const { end, round } = closed
    closed.move(asHandle(closed.rowEnd))
    if (round === 0) continue
    const id = (round - 1) * CLOSED_ORDERS + place
    yield {
      table: 'closedOrder',
      name: [id],
      fields: [
        ['owner', (end >>> 4) + FIRST_USER_ID],
        ['status', end & 15],
      ],
    }
  }
}
