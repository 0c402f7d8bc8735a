/** More and longer of the seeds of `contracts.test.ts`. */
import { equalSeeds } from './equal-seeds.ts'
import { simulatePerp } from './simulation.ts'

equalSeeds(
  'R2 PERP-009 PERP-040 [part] seed %i: positions, accounts, marks, settings and every balance are equal, whatever the price does',
  { first: 1, last: 30, commands: 2_000, option: ' --perp' },
  simulatePerp,
)
