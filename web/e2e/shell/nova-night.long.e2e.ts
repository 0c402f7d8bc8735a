/** The home page and the second tenant's pages by night: axe finds nothing, for a visitor and a user, on a desktop and a phone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness.ts'
import { type Customer, newCustomer } from '../terminal/desk.ts'
import { everyVisit, nameOf, type WalkVisit } from '../walk/visits.ts'
import { walk } from '../walk/walker.ts'

const base = process.env.AGIO_E2E_BASE ?? ''
const NOVA = base.replace('localhost', 'nova.localhost')
const PAGE_MS = 240_000

let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
  if (base !== '') customer = await newCustomer(base, 'nova.localhost')
})
afterAll(() => harness.stop())

const byNight = (visit: WalkVisit): boolean => visit.mode === 'night' && visit.lang === 'en_US'
/** Of pages that only users see, as a user; of others as a visitor. */
const asMeant = ({ page, who }: WalkVisit): boolean => who === (page.access === 'user' ? 'user' : 'visitor')

describe.skipIf(base === '')('by night', () => {
  const visits = everyVisit().filter(byNight).filter(asMeant)
  test.each(visits.map((visit) => [nameOf(visit), visit] as const))(
    'A11Y-001 [part] Nova %s',
    async (_, visit) => {
      expect(await walk({ harness, base: NOVA, stored: customer.stored }, visit)).toEqual([])
    },
    PAGE_MS,
  )
  test.each(
    everyVisit()
      .filter(byNight)
      .filter(({ address }) => address === '/')
      .map((visit) => [nameOf(visit), visit] as const),
  )(
    'A11Y-001 [part] Agio %s',
    async (_, visit) => {
      const { stored } = await newCustomer(base)
      expect(await walk({ harness, base, stored }, visit)).toEqual([])
    },
    PAGE_MS,
  )
})
