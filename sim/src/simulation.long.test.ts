/** More of the seeds of `simulation.test.ts`. */
import { equalSeeds } from './equal-seeds.ts'
import { simulate } from './simulation.ts'

equalSeeds(
  'SPOT-022 SPOT-023 SPOT-045 R2 seed %i: outcomes, trades, end states, balances and books are equal',
  { first: 13, last: 40, commands: 2_500 },
  simulate,
)
