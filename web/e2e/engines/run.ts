/**
 * `npm run engines [-- --only <text>] [--pictures <folder>]`: a customer's day and every page in WebKit and in Firefox, against the product
 * that `npm start` starts, or against AGIO_E2E_BASE. A browser that is not there and cannot be installed counts as skipped.
 * Ends with `N passed, N failed`.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findFirefox, findWebKit } from '../../../scripts/engines.mjs'
import { startProduct } from '../../../sim/src/bench/product.ts'
import { SessionClient } from '../../../sim/src/client/session-client.ts'
import { customerStorage } from '../terminal/desk.ts'
import { startFirefox } from './firefox.ts'
import { everyPage, ROUNDS } from './pages.ts'
import type { EngineBrowser } from './raw-tab.ts'
import { type Report, VISITS, type Walker, walk } from './walk.ts'
import { startWebKit } from './webkit.ts'

const { only = '', pictures } = parseArgs({
  options: {
    only: { type: 'string' },
    pictures: { type: 'string', default: fileURLToPath(new URL('../../../artefacts/engines', import.meta.url)) },
  },
}).values
const PASSWORD = 'tern-Harbour-41'
const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Engine {
  readonly name: string
  readonly find: (say: (line: string) => void) => string | undefined
  readonly start: (binary: string) => Promise<EngineBrowser>
}

const ENGINES: readonly Engine[] = [
  { name: 'Firefox', find: findFirefox, start: startFirefox },
  { name: 'WebKit', find: findWebKit, start: startWebKit },
]

async function customerOf(base: string) {
  const email = `engines-${randomUUID().slice(0, 12)}@example.com`
  const client = new SessionClient(base)
  await client.register(email, PASSWORD)
  for (const coinName of ['USDT', 'BTC']) await client.must('/api/assets-web/v1/demo/faucet', { coinName })
  return { customer: { client, stored: customerStorage(client) }, account: { email, password: PASSWORD } }
}

const tally = { passed: 0, failed: 0, skipped: 0 }

interface Step {
  readonly title: string
  readonly fault: string | undefined
  readonly seconds: string
}

let before = Date.now()
function timed(title: string, fault: string | undefined): Step {
  const seconds = ((Date.now() - before) / 1000).toFixed(1)
  before = Date.now()
  return { title, fault, seconds }
}

function tell({ title, fault, seconds }: Step): void {
  tally[fault === undefined ? 'passed' : 'failed'] += 1
  say(fault === undefined ? `ok   ${title} (${seconds} s)` : `FAIL ${title} (${seconds} s): ${fault}`)
}

type Given = Omit<Walker, 'hand' | 'visit'>

/** As all tests of pages: what fails is walked once more, by another customer, and named as shaky when it passes then. */
async function onceOrTwice(base: string, go: (given: Given, to: Report) => Promise<void>): Promise<void> {
  const steps: Step[] = []
  const held: Report = { pictures, step: (title, fault) => void steps.push(timed(title, fault)) }
  await go({ base, ...(await customerOf(base)) }, held)
  const first = steps.find(({ fault }) => fault !== undefined)
  if (first !== undefined) {
    steps.length = 0
    await go({ base, ...(await customerOf(base)) }, held)
    if (steps.every(({ fault }) => fault === undefined)) say(`shaky: ${first.title}: ${first.fault}`)
  }
  steps.forEach(tell)
}

/** @returns false when the browser is not there */
async function visitAll({ name, find, start }: Engine, base: string): Promise<boolean> {
  const visits = VISITS.filter((visit) => `${name} ${visit.name}`.includes(only))
  const rounds = ROUNDS.filter((visit) => `${name} pages ${visit.name}`.includes(only))
  if (visits.length + rounds.length === 0) return true
  const binary = find(say)
  if (binary === undefined) {
    say(`skip ${name}: it is not here and cannot be installed`)
    return false
  }
  const browser = await start(binary)
  try {
    for (const visit of visits) await onceOrTwice(base, (given, to) => walk(browser, visit, given, to))
    for (const visit of rounds) await onceOrTwice(base, (given, to) => everyPage(browser, visit, given, to))
  } finally {
    await browser.stop()
  }
  return true
}

mkdirSync(pictures, { recursive: true })
const given = process.env.AGIO_E2E_BASE
const product = given === undefined ? await startProduct() : undefined
try {
  for (const engine of ENGINES) {
    const seen = await visitAll(engine, given ?? product?.base ?? '').catch((error: Error) => {
      say(`FAIL ${engine.name}: ${error.message}`)
      tally.failed += 1
      return true
    })
    if (!seen) tally.skipped += 1
  }
} finally {
  await product?.stop()
}
say(`${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`)
process.exitCode = tally.failed === 0 ? 0 : 1
