/**
 * `npm run walk [-- --languages] [--only <text>] [--pictures <folder>]`: every page in all sixteen ways, or on a phone in every language,
 * against a fresh demo world, with a picture of each. Too long for `npm run proof`, which walks every page once. Ends with `N passed, N failed`.
 */
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startProduct } from '../../../sim/src/bench/product.ts'
import { startHarness } from '../harness.ts'
import { type Customer, newCustomer } from '../terminal/desk.ts'
import { everyLanguage, everyVisit, nameOf } from './visits.ts'
import { walk } from './walker.ts'

const {
  only = '',
  pictures,
  languages,
} = parseArgs({
  options: {
    languages: { type: 'boolean', default: false },
    only: { type: 'string' },
    pictures: { type: 'string', default: fileURLToPath(new URL('../../../artefacts/walk', import.meta.url)) },
  },
}).values
const SIDE_BY_SIDE = 2

const TRIES = 10

/** A busy server says so and asks to be asked again. */
async function customerOf(base: string): Promise<Customer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await newCustomer(base)
    } catch (error) {
      if (tries === TRIES) throw error
      await sleep(tries * 1000)
    }
  }
}

mkdirSync(pictures, { recursive: true })
const product = await startProduct()
const harness = await startHarness()
let passed = 0
let failed = 0
try {
  const { stored } = await customerOf(product.base)
  const left = (languages ? everyLanguage() : everyVisit()).filter((visit) => nameOf(visit).includes(only))
  const worker = async (): Promise<void> => {
    for (let visit = left.shift(); visit !== undefined; visit = left.shift()) {
      const faults = await walk({ harness, base: product.base, stored, pictures }, visit).catch((error: Error) => [error.message])
      if (faults.length === 0) passed += 1
      else {
        failed += 1
        process.stdout.write(`FAIL ${nameOf(visit)}\n${faults.map((fault) => `     ${fault}\n`).join('')}`)
      }
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
} finally {
  await harness.stop()
  await product.stop()
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
