import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ORDER_TYPES, TIMES_IN_FORCE } from '../../generated/vocabularies.ts'
import { resultOf } from './golden-result.ts'

const journal = new Uint8Array(readFileSync(new URL('spot-1.journal', import.meta.url)))
const text = readFileSync(new URL('spot-1.result.txt', import.meta.url), 'utf8')
/** Changes with the layout of rows as well: renew it only while the result above stays equal. */
const HASH = '53c31b9fe73ceb7cf4295fba4ed66e18'
/** What the state means: stays, whatever becomes of rows. */
const CONTENT = 'ec5dd47d2f5672a8005606868895da01'

test('REL-003 the golden journal comes to the same outcomes, trades, fees, balances and open orders as when it was written', () => {
  expect(resultOf(journal).text).toBe(text)
})

test('REL-003 the golden journal ends in the same state hash, on every machine and from bytes at any offset', () => {
  const { hash, content } = resultOf(journal)
  expect([hash, content]).toEqual([HASH, CONTENT])
  const moved = new Uint8Array(journal.byteLength + 24)
  moved.set(journal, 24)
  expect(resultOf(moved.subarray(24)).hash).toBe(HASH)
})

test('the golden journal exercises every order type and time in force and the ends that customers meet', () => {
  const { covered } = resultOf(journal)
  const missing = [...ORDER_TYPES, ...TIMES_IN_FORCE].filter((word) => !covered.has(word))
  expect(missing).toEqual(['oneCancelsOther'])
  for (const word of ['filled', 'canceled', 'expired', 'expiredInMatch', 'user', 'fok', 'ioc', 'gtd', 'selfTrade', 'orderList', 'replaced'])
    expect(covered.has(word), word).toBe(true)
})
