import { expect, test } from 'vitest'
import { MEMORY_BYTES } from '../engine/src/memory/map.ts'
import { PROMISED, ROOMS, type Room } from '../engine/src/schema/capacities.ts'
import { bytesOf } from '../engine/src/schema/field.ts'
import { TABLES, USER } from '../engine/src/schema/rows.ts'
import { mapNumbers, mapOf, OFFSET_END } from './generate-map.ts'

const GiB = 2 ** 30
const more = (name: string, rows: number): readonly Room[] => ROOMS.map((room) => (room.name === name ? { ...room, rows } : room))

test('nothing overlaps, every table has room for its rows, and of the gibibyte for products to come all is free, in one piece, that none has yet', () => {
  const numbers = mapNumbers()
  const at = (name: string): number => numbers[name] ?? Number.NaN
  const parts = [...ROOMS.map(({ name }) => name), 'FREE'].map((name) => ({ from: at(name), to: at(name) + at(`${name}_SPACE`) }))
  parts.sort((one, other) => one.from - other.from)
  for (const [position, { to }] of parts.entries()) expect(parts[position + 1]?.from ?? MEMORY_BYTES).toBeGreaterThanOrEqual(to)
  for (const { name, bytes, base = '' } of TABLES)
    expect(at(`${base}_SPACE`), name).toBeGreaterThanOrEqual((at(`${base}_MOST`) + 1) * bytes)
  const taken = ROOMS.filter(({ product }) => product !== 'common' && product !== 'spot')
  // what a user converted, his savings orders, which person he is, how many orders he has and what bounds them stand in his own row
  const { converted, convertDay, earnOrders, person, orders, bound } = USER.fields
  const inUsers =
    at('USERS_MOST') * [converted, convertDay, earnOrders, person, orders, bound].reduce((sum, field) => sum + bytesOf(field), 0)
  // a trader in the user's row, a seat in the desk's, and eight bytes of a condition in every extra row
  const ofContracts = at('USERS_MOST') * 4 + at('DESKS_MOST') * 4 + at('EXTRAS_MOST') * 8
  expect(taken.reduce((free, { name }) => free + at(`${name}_SPACE`), at('FREE_SPACE') + inUsers + ofContracts)).toBeGreaterThanOrEqual(GiB)
})

test('what is low lies below the end of offsets, what is high above it', () => {
  const numbers = mapNumbers()
  for (const { name, stands } of ROOMS) {
    const from = numbers[name] ?? Number.NaN
    if (stands === 'low') expect(from + (numbers[`${name}_SPACE`] ?? Number.NaN), name).toBeLessThanOrEqual(OFFSET_END)
    else expect(from, name).toBeGreaterThanOrEqual(OFFSET_END)
  }
})

test('capacities that do not fit are refused by name', () => {
  expect(() => mapOf(more('ORDERS', 20_000_000), {})).toThrow('above 2^31')
  expect(() => mapOf(more('ARENA', 2 * GiB), {})).toThrow('below 2^31')
  expect(() => mapOf(ROOMS, { ...PROMISED, perp: { hot: 0, cold: 1000 } })).toThrow('promised')
  expect(() => mapOf(ROOMS, { perp: { hot: 600, cold: 0 } })).toThrow('too many below 2^31')
})

test('no table holds fewer rows than before its room was cut anew', () => {
  const numbers = mapNumbers()
  const least = {
    ORDERS: 3_106_890,
    EXTRAS: 3_106_890,
    LABELS: 3_106_890,
    LEVELS: 3_250_584,
    USERS: 2_097_151,
    ACCOUNTS: 8_000_000,
    DESKS: 5_033_163,
  }
  for (const [name, rows] of Object.entries(least)) expect(numbers[`${name}_MOST`], name).toBeGreaterThanOrEqual(rows)
})
