/** A hundred thousand commands of two persons against conversion and savings, with jumps of the index and without. */
import { expect, test } from 'vitest'
import { watchConvert } from './watch-convert.ts'

test.each([70_001, 70_002, 70_003])(
  'CONV-011 CONV-012 [part] seed %i: nobody wins anything that the rules do not give',
  (seed) => {
    for (const isStill of [true, false]) {
      const { faults, counts } = watchConvert(seed, 100_000, isStill)
      expect(faults).toEqual([])
      expect(counts.conversions).toBeGreaterThan(10_000)
    }
  },
  1_800_000,
)
