/** The contract of `ChainPort` and `SigningPort`, which every adapter keeps: an adapter's test file calls `portSuite` with its world. */
import { afterAll, beforeAll, describe } from 'vitest'
import { faultTests } from './faults.ts'
import { payingTests } from './paying.ts'
import { readingTests } from './reading.ts'
import { reorganisationTests } from './reorganising.ts'
import { slotTests } from './slots.ts'
import { SuiteHouse } from './suite-house.ts'
import type { World, WorldPowers } from './world.ts'

/** @param open one world for all tests of the suite, which take turns in it */
export function portSuite(name: string, can: WorldPowers, open: () => Promise<World>): void {
  describe(name, () => {
    const house = new SuiteHouse()
    beforeAll(async () => house.enter(await open()))
    afterAll(() => house.leave())
    readingTests(house, can)
    reorganisationTests(house, can)
    payingTests(house, can)
    slotTests(house, can)
    faultTests(house)
  })
}
