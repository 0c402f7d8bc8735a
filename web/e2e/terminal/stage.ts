/** What every file of terminal tests begins with: a browser, a customer of its own, and none of his orders left behind. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { alive } from '../alive.ts'
import { type Harness, startHarness, type Visit } from '../harness.ts'
import { type Customer, Desk, newCustomer } from './desk.ts'

/** The server under test; empty = none, and the tests are skipped. */
export const base = process.env.AGIO_E2E_BASE ?? ''

export interface Stage {
  readonly harness: Harness
  readonly customer: Customer
  /** The terminal as the customer sees it. */
  open(visit?: Visit, path?: string): Promise<Desk>
  /** The same terminal for test after test, until one of them fails: to open it takes longer than most of what is done in it. */
  keep(visit?: Visit): Promise<Desk>
  /** Another page of the customer's, in one window for test after test: the terminal is not started for what does not need it. */
  goTo(path: string): Promise<Page>
  /** The same without a login. */
  openVisitor(path: string): Promise<Desk>
}

/** Call it once, at the top of the file. */
export function terminalStage(): Stage {
  let harness: Harness
  let customer: Customer
  let kept = new Map<string, Desk>()
  let around: Page | undefined
  beforeAll(async () => {
    harness = await startHarness()
    if (base !== '') customer = await newCustomer(base)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      for (const { context } of kept.values()) await context.close()
      kept = new Map()
      await around?.context().close()
      around = undefined
    }
    if (base !== '') await customer.client.post('/api/user-web/v1/order/revocationOrder', { all: 1 })
    await harness.reset()
  })
  afterAll(() => harness.stop())
  return {
    get harness() {
      return harness
    },
    get customer() {
      return customer
    },
    async keep(visit) {
      const key = JSON.stringify(visit ?? {})
      const desk = kept.get(key) ?? (await Desk.open(harness, base, customer, visit))
      kept.set(key, desk)
      harness.keep(desk.context)
      return desk
    },
    async goTo(path) {
      if (around === undefined) {
        const context = await harness.context({ lang: 'en_US', mode: 'night', stored: customer.stored }, base)
        around = await context.newPage()
        around.setDefaultTimeout(20_000)
      }
      harness.keep(around.context())
      await around.goto(base + path)
      await alive(around)
      return around
    },
    open: (visit, path) => Desk.open(harness, base, customer, visit, path),
    openVisitor: (path) => Desk.open(harness, base, undefined, {}, path),
  }
}
