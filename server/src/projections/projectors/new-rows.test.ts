import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewRows } from './new-rows.ts'
import type { Cell } from './row-batch.ts'

const linesOf = (rows: readonly (readonly Cell[])[]): string => {
  const made = new NewRows('tenant', 'notes', ['a', 'b'])
  for (const row of rows) made.add(row)
  return new TextDecoder().decode(made.take()?.lines)
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u0000': '\ufffd' }

/** The format by the book, a character at a time. */
function plainly(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'boolean') return cell ? 't' : 'f'
  return [...String(cell)].map((character) => ESCAPED[character] ?? character.toWellFormed()).join('')
}

test('the bytes of a row are what the text format of copy asks for', () => {
  const integer = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer(),
    fc.integer({ min: 1, max: 9_007_199 }).map((high) => high * 1_000_000_000 - 1),
  )
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[\\\t\n\r\0aé😀]*$/u))
  const cell = fc.oneof(integer, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), text, fc.boolean(), fc.constant(null))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }), (rows) => {
      expect(linesOf(rows)).toBe(rows.map((row) => `${row.map(plainly).join('\t')}\n`).join(''))
    }),
    { numRuns: 2000 },
  )
})

test.each([0, -0, 9, 10, 999_999_999, 1_000_000_000, 1_000_000_001, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
  'the integer %d has its own digits',
  (value) => {
    expect(linesOf([[value, BigInt(value)]])).toBe(`${BigInt(value)}\t${BigInt(value)}\n`)
  },
)

test.each([2n ** 53n, -(2n ** 53n), 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)])('%d, beyond what a number holds, is exact', (value) => {
  expect(linesOf([[value]])).toBe(`${value}\n`)
})

test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is no integer and makes no row', (value) => {
  expect(() => linesOf([[value]])).toThrow(RangeError)
})

test('rows are taken once, and room grows with them', () => {
  const rows = new NewRows('tenant', 'notes', ['a'])
  expect(rows.take()).toBeUndefined()
  const long = 'x'.repeat(300_000)
  rows.add([long])
  rows.add(['y'])
  expect(rows.size).toBe(2)
  expect(new TextDecoder().decode(rows.take()?.lines)).toBe(`${long}\ny\n`)
  expect([rows.size, rows.take()]).toEqual([0, undefined])
})

test('room for rows of a rare size is given back, and what was taken from it stays', () => {
  const rows = new NewRows('tenant', 'notes', ['a'])
  rows.add(['x'.repeat(9 * 1024 * 1024)])
  const large = rows.take()?.lines
  rows.add(['y'])
  const small = rows.take()?.lines
  expect(large?.length).toBe(9 * 1024 * 1024 + 1)
  expect(large?.at(0)).toBe('x'.charCodeAt(0))
  expect(small?.buffer.byteLength).toBeLessThan(1024 * 1024)
})
