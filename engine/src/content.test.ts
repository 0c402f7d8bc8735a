import { expect, test } from 'vitest'
import * as map from '../generated/map.ts'
import { richExchange } from '../scenarios/rich-exchange.ts'
import { fieldsAt, keptFields } from './content/fields.ts'
import { compareNames } from './content/row.ts'
import { contentHash, describeContent } from './content.ts'
import { createState } from './create-state.ts'
import { describe, type Field, f64, i64, offsetsOf, type RowDescription, row, u8 } from './schema/field.ts'
import { INSTRUMENT } from './schema/market.ts'
import { CLOSED_ORDER, FEE_LEVEL } from './schema/places.ts'
import { STATE } from './schema/scalars.ts'
import type { State } from './state.ts'
import { tablesOf } from './tables.ts'

/** Where rows of a description stand in a state. */
interface Place {
  readonly description: RowDescription
  readonly view: DataView
  readonly rows: readonly number[]
}

function placesOf(state: State): Place[] {
  const { memory } = state
  const closed = Array.from({ length: 1000 }, (_, position) => map.CLOSED + position * CLOSED_ORDER.bytes)
  return [
    ...tablesOf(state).map(({ description, rows }) => ({ description, view: rows.view, rows: [...rows.live()] })),
    { description: INSTRUMENT, view: memory, rows: state.instruments.map(({ address }) => address) },
    { description: STATE, view: memory, rows: [0] },
    { description: FEE_LEVEL, view: memory, rows: [map.FEE_LEVELS] },
    { description: CLOSED_ORDER, view: memory, rows: closed.filter((at) => memory.getUint32(at, true) !== 0).slice(0, 3) },
  ]
}

/** Changes one value, and returns how to put it back. */
function change(state: State, field: Field, view: DataView, at: number): () => void {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, 8)
  const before = bytes.slice()
  if (field.type === 'f64') view.setFloat64(at, view.getFloat64(at, true) + 1, true)
  else if (field.unit === 'row') {
    const target = tablesOf(state).find(({ description }) => description.name === field.row)
    const handle = view.getUint32(at, true) === 0 ? ([...(target?.rows.live() ?? [])][0] ?? 0) : 0
    view.setUint32(at, handle, true)
  } else view.setUint8(at, view.getUint8(at) ^ 1)
  return () => bytes.set(before)
}

test('every field that is not derived moves the hash of content when it alone is changed', () => {
  const { state } = richExchange()
  const hash = contentHash(state)
  const unnoticed: string[] = []
  for (const { description, view, rows } of placesOf(state)) {
    expect(rows.length, description.name).toBeGreaterThan(0)
    for (const { name, field, at } of keptFields(description)) {
      const offsets = field.type === 'bytes' ? Array.from({ length: (field.length ?? 0) / 4 }, (_, word) => word * 4) : [0]
      const isNoticed = rows
        .slice(-60)
        .reverse()
        .some((place) =>
          offsets.some((offset) => {
            const putBack = change(state, field, view, place + at + offset)
            const changed = contentHash(state)
            putBack()
            return changed !== hash
          }),
        )
      if (!isNoticed) unnoticed.push(`${description.name}.${name}`)
    }
  }
  expect(unnoticed).toEqual([])
  expect(contentHash(state)).toBe(hash)
})

test('what exists once beside the rows moves the hash of content too', () => {
  const { state } = richExchange()
  const hashes = new Set([contentHash(state)])
  const changes: readonly (() => unknown)[] = [
    () => state.userByAccountKey.set('somebody', 100_001),
    () => state.kernel.setDue(5, 2, 100_001, 1),
    () => state.issued.splice(1, 1, 3n),
    () => Object.assign(state, { feeDirection: 'quote' }),
    () => Object.assign(state.fees, { feeAssetShareE8: 5 }),
    () => Object.assign(state.fees, { volumeMins: [] }),
    () => state.longOutcomes.clear(),
    () => state.assets.pop(),
    () => Object.assign(state.instruments[0]?.terms ?? {}, { makerFeeE8: 0 }),
  ]
  expect(state.longOutcomes.size).toBeGreaterThan(0)
  for (const [position, apply] of changes.entries()) {
    apply()
    hashes.add(contentHash(state))
    expect(hashes.size, `change ${position}`).toBe(position + 2)
  }
})

test('the listing has a line a field, in an order that depends on names alone', () => {
  const { state } = richExchange()
  const lines = [...describeContent(state)]
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines.filter((line) => / (0|)$/.test(line.replace('user 0', 'tenant')))).toEqual([])
  for (const start of ['exchange seq ', 'pair 2 waiting ', 'level 2/asks/', 'account 100001/1 available ', 'key 100006/2/"rich-2"'])
    expect(
      lines.some((line) => line.startsWith(start)),
      start,
    ).toBe(true)
  // what an operator leaves alone of conversion is not nothing
  const first = [...describeContent(createState())].filter((line) => !line.startsWith('exchange convert'))
  expect(first).toEqual(['user 0 trading 1'])
})

test('rows are told alike wherever their fields stand, and a field without a value is as one that is not there', () => {
  const nameOf = (name: string, handle: number): string => (handle === 0 ? '' : `${name} ${handle / 40}`)
  const one = describe('one', { price: f64('ticks'), owner: row('user'), held: i64('amount'), side: u8('code') }, { about: '' })
  const other = describe(
    'other',
    {
      side: f64('code'),
      kind: u8('code'),
      price: i64('ticks'),
      hint: i64('hash', '', { derived: true }),
      held: f64('amount'),
      owner: row('user'),
    },
    { about: '', bytes: 80 },
  )
  const written = (description: RowDescription): unknown => {
    const view = new DataView(new ArrayBuffer(200))
    const offsets = offsetsOf(description.fields)
    const values: Readonly<Record<string, number>> = { price: 5, held: 7, side: 1, hint: 9, owner: 80 }
    for (const [name, { type }] of Object.entries(description.fields)) {
      const at = 16 + (offsets.get(name) ?? 0)
      if (type === 'f64') view.setFloat64(at, values[name] ?? 0, true)
      else view.setUint8(at, values[name] ?? 0)
    }
    return fieldsAt(description, view, 16, { nameOf })
      .map(([name, value]) => `${name} ${value}`)
      .sort()
  }
  expect(written(one)).toEqual(['held 7', 'owner user 2', 'price 5', 'side 1'])
  expect(written(other)).toEqual(written(one))
})

test('names are ordered by their parts: numbers by size, then texts', () => {
  const names = [[2], [10], [10, 'a'], [10, 'a', 3], [10, 'b'], ['a']]
  expect([...names].reverse().sort(compareNames)).toEqual(names)
})
