/** Length in contracts: what some thousand commands against the reference leave right, many more by themselves must leave right too. */
import { expect, test } from 'vitest'
import { metNothing, runAlone } from './contracts-alone.ts'
import { makeTightWorkload } from './workload-tight.ts'

const FIRST_SEED = 40_001
const SEEDS = 50
const COMMANDS = 4_000

test('PERP-009 PERP-040 REL-007 [part] after each of 200,000 commands with contracts ledger, open interest, margins, clearing and fund agree', () => {
  const met = metNothing()
  const faults = Array.from({ length: SEEDS }, (_, place) => runAlone(FIRST_SEED + place, COMMANDS, met)).flat()
  expect(faults).toEqual([])
  expect(met.commands).toBe(SEEDS * COMMANDS)
  // not by doing nothing
  expect(met.contractCommands).toBeGreaterThan(50_000)
  expect(met.fills).toBeGreaterThan(5_000)
  for (const count of [met.takenOver, met.deleveraged, met.matched, met.fundings]) expect(count).toBeGreaterThan(20)
  expect(met.reduced).toBeGreaterThan(0)
}, 1_800_000)

test('PERP-040 REL-007 [part] nor does it break after 120,000 of customers who have not a unit to spare and meet their own orders', () => {
  const met = metNothing()
  const faults = Array.from({ length: 60 }, (_, place) => runAlone(FIRST_SEED + place, 2_000, met, makeTightWorkload)).flat()
  expect(faults).toEqual([])
  expect(met.fills).toBeGreaterThan(5_000)
  for (const count of [met.takenOver, met.deleveraged, met.matched, met.fundings]) expect(count).toBeGreaterThan(20)
  expect(met.reduced).toBeGreaterThan(10)
}, 1_800_000)
