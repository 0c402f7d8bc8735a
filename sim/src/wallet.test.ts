/** Deposits, withdrawals and holdings: the engine against the naive reference, and against a stranger who follows each status. */
import { expect, test } from 'vitest'
import { equalSeeds } from './equal-seeds.ts'
import { simulateWallet } from './simulation.ts'
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
  for (const kind of [
    ...(['defineNetwork', 'changeNetwork', 'defineListing', 'changeListing', 'haltListing', 'assignAddress', 'fundHolding'] as const),
    ...(['bookBlocks', 'leaveBlocks', 'noteArrivals', 'judgeDeposit'] as const),
    ...(['requestWithdrawal', 'verifyWithdrawal', 'judgeWithdrawal', 'cancelWithdrawal'] as const),
    ...(['beginPayment', 'signPayment', 'dropPayment'] as const),
  ])
    expect(made).toContain(kind)
})
