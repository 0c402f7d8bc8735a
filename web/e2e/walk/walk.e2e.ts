/** Eight pages of the running exchange, in every pair of light, direction and screen: no error, no raw key, nothing too wide, axe finds nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness.ts'
import { type Customer, newCustomer } from '../terminal/desk.ts'
import { briefWalk, nameOf } from './visits.ts'
import { walk } from './walker.ts'

const base = process.env.AGIO_E2E_BASE ?? ''
let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
  if (base !== '') customer = await newCustomer(base)
})
afterAll(() => harness.stop())

describe.skipIf(base === '')('the walk', () => {
  test.each(briefWalk().map((visit) => [nameOf(visit), visit] as const))('ROUTE-017 %s A11Y-001 I18N-006 [part]', async (_, visit) => {
    expect(await walk({ harness, base, stored: customer.stored }, visit)).toEqual([])
  })
})
