/** A million commands of attackers. */
import { expect, test } from 'vitest'
import { brokenBy, runCampaign } from './campaign.ts'
import type { WorldKind } from './episode.ts'
import { PATTERN_NAMES } from './patterns.ts'

const FIRST_SEED = 70_001

test.each<readonly [WorldKind, number]>([
  ['alone', 500_000],
  ['jumps', 400_000],
  ['strangers', 100_000],
])(
  'PERP-040 PERP-051 [part] an attacker wins nothing that others lose, world %s, %i commands',
  (world, commands) => {
    const campaign = runCampaign(FIRST_SEED, world, commands)
    expect(brokenBy(campaign), `npm run attack -- ${FIRST_SEED} --world ${world} --commands ${commands}`).toEqual([])
    expect(campaign.fills).toBeGreaterThan(commands / 30)
    // not by doing nothing
    const attempts = PATTERN_NAMES.map((name) => campaign.patterns.get(name)?.attempts ?? 0)
    expect(Math.min(...attempts)).toBeGreaterThan(commands / 20_000)
  },
  1_800_000,
)
