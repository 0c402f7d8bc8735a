/** Deposits, withdrawals and holdings: the engine against the naive reference, and against a stranger who follows each status. */
import { expect, test } from 'vitest'
import { runSteps, WHOLE } from './simulation.ts'
import { makeWalletWorkload } from './workload-wallet.ts'

/** The rest in `npm run proof`. */
const SEEDS = process.env.AGIO_PROOF === undefined ? 2 : 30
const COMMANDS = 1_500

test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  'R2 WAL-011 WAL-012 [part] seed %i: deposits, withdrawals, holdings and every balance are equal, whatever is told twice, late or taken back',
  (seed) => {
    const verdict = runSteps(seed, makeWalletWorkload(seed, COMMANDS), { slice: WHOLE })
    expect(verdict.differences, `npm run sim -- ${seed} --wallet --commands ${COMMANDS}`).toEqual([])
    expect(verdict.commands).toBe(COMMANDS)
  },
)

test('the workload with chains makes every command of theirs', () => {
  const made = new Set([1, 2, 3].flatMap((seed) => makeWalletWorkload(seed, COMMANDS).map(({ command }) => command.kind)))
  for (const kind of [
    ...(['defineNetwork', 'changeNetwork', 'defineListing', 'changeListing', 'haltListing', 'assignAddress', 'fundHolding'] as const),
    ...(['bookBlocks', 'leaveBlocks', 'noteArrivals', 'judgeDeposit'] as const),
    ...(['requestWithdrawal', 'verifyWithdrawal', 'judgeWithdrawal', 'cancelWithdrawal'] as const),
    ...(['beginPayment', 'signPayment', 'dropPayment'] as const),
  ])
    expect(made).toContain(kind)
})
