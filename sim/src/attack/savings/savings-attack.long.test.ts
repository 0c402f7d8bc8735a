/** A hundred thousand commands of two persons against savings. */
import { expect, test } from 'vitest'
import { watchSavings } from './savings-watch.ts'

test.each([70_001, 70_002])(
  'EARN-008 EARN-014 EARN-017 [part] seed %i: nobody wins anything of savings that the rules do not give',
  (seed) => {
    const { faults, counts } = watchSavings(seed, 50_000)
    expect(faults).toEqual([])
    expect(counts.endedEarly).toBeGreaterThan(1_000)
  },
  600_000,
)
