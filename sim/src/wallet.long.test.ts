/** More of the seeds of `wallet.test.ts`. */
import { equalSeeds } from './equal-seeds.ts'
import { simulateWallet } from './simulation.ts'

equalSeeds(
  'R2 WAL-011 WAL-012 [part] seed %i: deposits, withdrawals, holdings and every balance are equal, whatever is told twice, late or taken back',
  { first: 3, last: 30, commands: 1_500, option: ' --wallet' },
  simulateWallet,
)
