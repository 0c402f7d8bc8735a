/** Many episodes of a seed: what they came to, by attack and by rule, and the first one that broke a rule. */
import { type Episode, runEpisode, type WorldKind } from './episode.ts'
import type { PatternName } from './patterns.ts'
import type { Break, Property } from './watch.ts'

/** Commands of an episode: more, and fees hide what an attack wins; fewer, and none comes to its end. */
export const EPISODE_COMMANDS = 150

export interface PatternTally {
  attempts: number
  wins: number
  best: bigint
  broken: number
}

export interface Campaign {
  readonly seed: number
  readonly world: WorldKind
  episodes: number
  commands: number
  fills: number
  takenOver: number
  reduced: number
  deleveraged: number
  fundings: number
  worstGain: bigint
  worstFund: bigint
  readonly broken: Map<Property, number>
  readonly patterns: Map<PatternName, PatternTally>
  /** The first episode of each broken property. */
  readonly first: Map<Property, { readonly episode: Episode; readonly found: Break }>
}

/** Unrelated seeds for the episodes of one, and every attack in turn. */
const episodeSeed = (seed: number, place: number): number => ((seed * 1_000_003) % 2_000_000_011) * 19 + place

export function runCampaign(seed: number, world: WorldKind, commands: number, only?: PatternName): Campaign {
  const counts = { episodes: 0, commands: 0, fills: 0, takenOver: 0, reduced: 0, deleveraged: 0, fundings: 0 }
  const campaign: Campaign = {
    seed,
    world,
    ...counts,
    worstGain: 0n,
    worstFund: 0n,
    broken: new Map(),
    patterns: new Map(),
    first: new Map(),
  }
  while (campaign.commands < commands) {
    add(campaign, runEpisode(episodeSeed(seed, campaign.episodes), world, EPISODE_COMMANDS, only))
  }
  return campaign
}

function add(campaign: Campaign, episode: Episode): void {
  const { drive, attempts, breaks } = episode
  campaign.episodes += 1
  campaign.commands += drive.seq
  for (const name of ['fills', 'takenOver', 'reduced', 'deleveraged', 'fundings'] as const) campaign[name] += drive.counts[name]
  if (episode.worstGain > campaign.worstGain) campaign.worstGain = episode.worstGain
  if (episode.worstFund > campaign.worstFund) campaign.worstFund = episode.worstFund
  for (const { pattern, won } of attempts) {
    const tally = tallyOf(campaign, pattern)
    tally.attempts += 1
    if (won > 0n) tally.wins += 1
    if (won > tally.best) tally.best = won
  }
  for (const property of new Set(breaks.map((one) => one.property))) {
    const found = breaks.find((one) => one.property === property)
    campaign.broken.set(property, (campaign.broken.get(property) ?? 0) + 1)
    if (found !== undefined && !campaign.first.has(property)) campaign.first.set(property, { episode, found })
  }
  const [main] = attempts
  if (breaks.length > 0 && main !== undefined) tallyOf(campaign, main.pattern).broken += 1
}

function tallyOf({ patterns }: Campaign, pattern: PatternName): PatternTally {
  const known = patterns.get(pattern)
  if (known !== undefined) return known
  const fresh = { attempts: 0, wins: 0, best: 0n, broken: 0 }
  patterns.set(pattern, fresh)
  return fresh
}

/** Rules that were broken, each with its first case. */
export const brokenBy = (campaign: Campaign): string[] =>
  [...campaign.first].map(([property, { episode, found }]) => {
    const times = `${campaign.broken.get(property) ?? 0} of ${campaign.episodes} episodes`
    return `${property}: ${times}, first in episode ${episode.seed} (${episode.attempts[0]?.pattern ?? '-'}) at command ${found.seq}: ${found.what}`
  })
