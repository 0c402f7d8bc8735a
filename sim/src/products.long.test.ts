/** More of the seeds of `products.test.ts`. */
import { equalSeeds } from './equal-seeds.ts'
import { simulateProducts } from './simulation.ts'

equalSeeds(
  'R2 CONV-005 EARN-015 [part] seed %i: indexes, conversions, savings and every balance are equal, jumps over days included',
  { first: 5, last: 30, commands: 2_000, option: ' --products' },
  simulateProducts,
)
