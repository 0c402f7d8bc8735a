/** An attacker with several accounts wins nothing that others lose: some thousand commands of each world. More in `npm run proof`. */
import { expect, test } from 'vitest'
import { equalSeeds } from '../equal-seeds.ts'
import { ALL_AT_ONCE, runSteps } from '../simulation.ts'
import { brokenBy, runCampaign } from './campaign.ts'
import { runEpisode } from './episode.ts'
import { makeAttack } from './steps.ts'

const SEEDS = [1, 2, 3]

test.each(SEEDS)('PERP-040 PERP-051 [part] seed %i: alone with the house an attacker never has more than he brought', (seed) => {
  const campaign = runCampaign(seed, 'alone', 6_000)
  expect(brokenBy(campaign), `npm run attack -- ${seed} --world alone --commands 6000`).toEqual([])
  expect(campaign.fills).toBeGreaterThan(200)
})

test.each(SEEDS)(
  'PERP-040 [part] seed %i: whatever the index does, bankruptcies of an attacker cost the fund no more than its bounds',
  (seed) => {
    const campaign = runCampaign(seed, 'jumps', 6_000)
    expect(brokenBy(campaign), `npm run attack -- ${seed} --world jumps --commands 6000`).toEqual([])
    expect(campaign.takenOver).toBeGreaterThan(5)
  },
)

test.each(SEEDS)('PERP-040 [part] seed %i: honest customers end with an attacker beside them as they do without him', (seed) => {
  const campaign = runCampaign(seed, 'strangers', 12_000)
  expect(brokenBy(campaign), `npm run attack -- ${seed} --world strangers --commands 12000`).toEqual([])
  expect(campaign.fills).toBeGreaterThan(200)
})

equalSeeds(
  'R2 PERP-040 [part] seed %i: engine and reference agree after each command of an attacker',
  { first: 1, last: 3, commands: 300, option: ' --attack' },
  (seed, commands) => runSteps(seed, makeAttack(seed, commands), ALL_AT_ONCE),
)

test('REL-003 [part] a seed of the attacker always comes to the same commands', () => {
  const [one, again] = [1, 2].map(() => runEpisode(7, 'jumps', 100).drive.steps)
  expect(one).toEqual(again)
})
