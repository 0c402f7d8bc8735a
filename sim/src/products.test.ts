/** Index prices, conversion and savings: the engine against the naive reference, and against a stranger who recomputes each line. */
import { CONVERT_COMMANDS } from '@agio/engine/schema/commands/convert.ts'
import { EARN_COMMANDS } from '@agio/engine/schema/commands/earn.ts'
import { INDEX_COMMANDS } from '@agio/engine/schema/commands/index-price.ts'
import { kindsIn } from '@agio/engine/schema/handlers.ts'
import { expect, test } from 'vitest'
import { equalSeeds } from './equal-seeds.ts'
import { ALL_AT_ONCE, runSteps, simulateProducts } from './simulation.ts'
import { makeProductWorkload } from './workload-products.ts'

/** Of each seed. The rest of thirty seeds in `npm run proof`. */
const COMMANDS = 2_000

equalSeeds(
  'R2 CONV-005 EARN-015 [part] seed %i: indexes, conversions, savings and every balance are equal, jumps over days included',
  { first: 1, last: 4, commands: COMMANDS, option: ' --products' },
  simulateProducts,
)

test('R2 [part] seed 30, whose stock came to be worth more than int64 holds', () => {
  expect(simulateProducts(30, 1_500).differences).toEqual([])
})

test('the workload with products makes every command of theirs', () => {
  const made = new Set([1, 2].flatMap((seed) => makeProductWorkload(seed, COMMANDS).map(({ command }) => command.kind)))
  const theirs = kindsIn({ ...INDEX_COMMANDS, ...CONVERT_COMMANDS, ...EARN_COMMANDS })
  expect(theirs.filter((kind) => !made.has(kind))).toEqual([])
})

test('REL-003 [part] a seed with products always comes to one state', () => {
  const steps = makeProductWorkload(7, 600)
  const [first, again] = [1, 2].map(() => runSteps(7, steps, ALL_AT_ONCE))
  expect(first).toEqual(again)
  expect(first?.differences).toEqual([])
})
