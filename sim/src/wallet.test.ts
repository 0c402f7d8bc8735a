/** Deposits, withdrawals and holdings: the engine against the naive reference, and against a stranger who follows each status. */
import { CHAIN_COMMANDS } from '@agio/engine/schema/commands/chain.ts'
import { kindsIn } from '@agio/engine/schema/handlers.ts'
import { expect, test } from 'vitest'
import { startEngine } from './engine-driver.ts'
import { equalSeeds } from './equal-seeds.ts'
import { resolve, simulateWallet } from './simulation.ts'
import { START_MS } from './workload.ts'
import { makeWalletWorkload } from './workload-wallet.ts'

/** Of each seed. The rest of thirty seeds in `npm run proof`. */
const COMMANDS = 1_500

equalSeeds(
  'R2 WAL-011 WAL-012 [part] seed %i: deposits, withdrawals, holdings and every balance are equal, whatever is told twice, late or taken back',
  { first: 1, last: 2, commands: COMMANDS, option: ' --wallet' },
  simulateWallet,
)

test('the workload with chains makes every command of theirs', () => {
  const made = new Set([1, 2, 3].flatMap((seed) => makeWalletWorkload(seed, COMMANDS).map(({ command }) => command.kind)))
  expect(kindsIn(CHAIN_COMMANDS).filter((kind) => !made.has(kind))).toEqual([])
})

test('the chains of the workload go on: most of the blocks that it tells are booked', () => {
  for (const seed of [2, 3, 4]) {
    const engine = startEngine()
    const placed = new Map<number, number>()
    let at = START_MS
    const answers = makeWalletWorkload(seed, COMMANDS).flatMap((step, index) => {
      at += step.elapsedMs
      const { outcome } = engine.step(index + 1, at, step.key, resolve(step, placed))
      return step.command.kind === 'bookBlocks' ? [outcome.reason] : []
    })
    expect(answers.filter((reason) => reason === 'none').length / answers.length, `seed ${seed}`).toBeGreaterThan(0.6)
  }
})
