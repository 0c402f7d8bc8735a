/** Nothing is wider than a phone of 320 or 360 px, in any language: contracts with positions and their dialogs, and every page of the exchange. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventedTerminal } from '../contracts/invented.ts'
import { type Harness, startHarness } from '../harness.ts'
import { type Customer, newCustomer } from '../terminal/desk.ts'
import { LANGUAGES, narrowVisit, tooWide } from './narrow.ts'
import { narrowTrade } from './narrow-trade.ts'
import { everyLanguage } from './visits.ts'

const ALL = LANGUAGES.map((lang) => [lang] as const)
/** Data that is asked for after the first paint. */
const SETTLE_MS = 500

describe('contracts', () => {
  const invented = inventedTerminal()

  test.each(ALL)('A11Y-004 [part] tabs, sheet and dialogs in %s', async (lang) => {
    expect(await narrowTrade(invented, lang, true)).toEqual([])
  })
})

const base = process.env.AGIO_E2E_BASE ?? ''

describe.skipIf(base === '')('every page', () => {
  let harness: Harness
  let customer: Customer
  beforeAll(async () => {
    harness = await startHarness()
    customer = await newCustomer(base)
  })
  afterAll(() => harness.stop())

  test.each(ALL)('A11Y-004 [part] of the running exchange in %s', { timeout: 600_000 }, async (lang) => {
    const context = await harness.context({ ...narrowVisit(lang), stored: customer.stored }, base)
    const page = await context.newPage()
    const faults: string[] = []
    for (const { address } of everyLanguage().filter((visit) => visit.lang === lang)) {
      await page.goto(base + address)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.waitForTimeout(SETTLE_MS)
      faults.push(...(await tooWide(page, address)))
    }
    await context.close()
    expect(faults).toEqual([])
  })
})
