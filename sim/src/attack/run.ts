/**
 * `npm run attack -- <seed> [--commands N] [--seeds N] [--world alone|jumps|strangers] [--only pattern] [--table] [--trace N] [--episode seed]`:
 * one line a seed and world, the same on every machine, and what the first case of each broken rule was. `--honest` prints what honest
 * customers meet instead.
 */
import { parseArgs } from 'node:util'
import { brokenBy, type Campaign, EPISODE_COMMANDS, runCampaign } from './campaign.ts'
import { runEpisode, type WorldKind } from './episode.ts'
import { honestTable } from './honest.ts'
import { PATTERN_NAMES, type PatternName } from './patterns.ts'
import { traceOf } from './trace.ts'
import { ONE } from './world.ts'

const WORLDS = ['alone', 'jumps', 'strangers'] as const
const DEFAULT_COMMANDS = 20_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commands: { type: 'string' },
    seeds: { type: 'string' },
    world: { type: 'string' },
    only: { type: 'string' },
    table: { type: 'boolean' },
    trace: { type: 'string' },
    episode: { type: 'string' },
    honest: { type: 'boolean' },
  },
})

/** Whole coins with two decimals. */
export const coins = (amount: bigint): string =>
  `${amount < 0n ? '-' : ''}${((amount < 0n ? -amount : amount) * 100n) / ONE}`.replace(/(\d\d)$/, '.$1').replace(/^(-?)\./, '$10.')

function line(campaign: Campaign): string {
  const { seed, world, commands, fills, takenOver, reduced, deleveraged, worstGain, worstFund, first } = campaign
  const counts = `commands ${commands} trades ${Math.floor(fills / 2)} liquidations ${takenOver + reduced} deleveragings ${deleveraged}`
  return `seed ${seed} ${world} ${counts} worst gain ${coins(worstGain)} worst loss of the fund ${coins(worstFund)} ${first.size === 0 ? 'ok' : 'BROKEN'}`
}

function printTable({ patterns }: Campaign): void {
  for (const name of PATTERN_NAMES) {
    const tally = patterns.get(name)
    if (tally === undefined) continue
    console.log(
      `  ${name.padEnd(20)} ${String(tally.attempts).padStart(6)} attempts ${String(tally.wins).padStart(6)} won, best ${coins(tally.best).padStart(12)}, ${tally.broken} episodes broke a rule`,
    )
  }
}

function printBreaks(campaign: Campaign, lines: number): void {
  for (const text of brokenBy(campaign)) console.log(`  ! ${text}`)
  const [first] = [...campaign.first.values()].sort((one, other) => one.episode.drive.seq - other.episode.drive.seq)
  if (first === undefined || lines === 0) return
  console.log(`  the last commands before the first break (npm run attack -- --episode ${first.episode.seed} --world ${campaign.world}):`)
  for (const text of traceOf(first.episode, first.found, lines)) console.log(`  ${text}`)
}

function fail(): never {
  console.error('usage: attack <seed> [--commands N] [--seeds N] [--world alone|jumps|strangers] [--only pattern] [--table] [--honest]')
  process.exit(2)
}

function runSeeds(): number {
  const [seed, commands, seeds] = [positionals[0] ?? '1', values.commands ?? DEFAULT_COMMANDS, values.seeds ?? '1'].map(Number) as [
    number,
    number,
    number,
  ]
  const only = values.only as PatternName | undefined
  if (![seed, commands, seeds].every((value) => Number.isSafeInteger(value) && value >= 0)) fail()
  if (only !== undefined && !PATTERN_NAMES.includes(only)) fail()
  let broken = 0
  for (let one = seed; one < seed + seeds; one += 1)
    for (const world of worlds) {
      const campaign = runCampaign(one, world, commands, only)
      console.log(line(campaign))
      if (values.table === true) printTable(campaign)
      if (campaign.first.size === 0) continue
      broken += 1
      printBreaks(campaign, Number(values.trace ?? 30))
    }
  return broken
}

/** One episode alone, with everything that it broke. */
function runOne(seed: number, world: WorldKind): number {
  const episode = runEpisode(seed, world, EPISODE_COMMANDS, values.only as PatternName | undefined)
  for (const { pattern, won } of episode.attempts) console.log(`${pattern} ${coins(won)}`)
  for (const { property, seq, what } of episode.breaks) console.log(`! ${property} at ${seq}: ${what}`)
  const [found] = episode.breaks
  if (found !== undefined) for (const text of traceOf(episode, found, Number(values.trace ?? 60))) console.log(text)
  return episode.breaks.length
}

const worlds = values.world === undefined ? WORLDS : WORLDS.filter((world) => world === values.world)
if (worlds.length === 0) fail()
if (values.honest === true) {
  for (const text of honestTable(Number(positionals[0] ?? '1'))) console.log(text)
} else {
  const broken = values.episode === undefined ? runSeeds() : runOne(Number(values.episode), worlds[0] ?? 'alone')
  process.exitCode = broken === 0 ? 0 : 1
}
