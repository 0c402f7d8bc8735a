/**
 * `npm run kernels -- --other <checkout> [--commands 1000000] [--seed n]`: the engine of another checkout and this one over the same
 * random commands. Records are compared after each entry, snapshots now and then, and this engine goes on from the other's. The first
 * difference is printed with the shortest list of commands that still shows it. Exit code: 0 equal, 1 different, 2 not understood.
 */
import { resolve as absolute } from 'node:path'
import { parseArgs } from 'node:util'
import { shrink } from '../shrink.ts'
import { stepLines } from '../simulation.ts'
import type { SimStep } from '../workload.ts'
import type { Sides } from './compare-records.ts'
import { LAYOUT_CHANGES, layoutChangesOf } from './layout-changes.ts'
import { type Finding, type Options, runWorld } from './run-world.ts'
import { hereSide, otherSide } from './side.ts'
import { stepsOf, type World, worldsFor } from './world.ts'

const LINES_SHOWN = 16
/** A list that is not yet the shortest is better than none. */
const SHRINK_MS_MAX = 90_000
const USAGE = `usage: kernels --other <checkout> [--commands 1000000] [--seed 1] [--snapshots 5000] [--content] [--ignore record:field,…]`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function tellDifference(sides: Sides, world: World, steps: readonly SimStep[], found: Finding, options: Options): void {
  say(`DIFFERENT: seed ${world.seed}, command ${found.failedAt + 1} of ${world.commands}, ${world.atOnce} at once`)
  const atEnd = { ...options, snapshotEvery: Number.POSITIVE_INFINITY }
  const until = performance.now() + SHRINK_MS_MAX
  const given: Finding = { ...found, differences: [], failedAt: -1 }
  const shrunk = shrink(steps, found, (candidate) => (performance.now() > until ? given : runWorld(sides, world, candidate, atEnd)))
  say(`  the same with ${shrunk.steps.length} commands${world.isSpoilt ? ' (some entries are spoilt behind the codec)' : ''}:`)
  for (const line of stepLines(shrunk.steps)) say(`  ${line}`)
  for (const difference of shrunk.verdict.differences.slice(0, LINES_SHOWN)) say(`  ! ${difference}`)
}

/** @returns exit code */
function compare(sides: Sides, worlds: readonly World[], options: Options): number {
  const total = { entries: 0, trades: 0, snapshots: 0, opened: 0, broken: 0 }
  for (const world of worlds) {
    const steps = stepsOf(world, [sides.here, sides.other])
    const found = runWorld(sides, world, steps, options)
    if (found.failedAt >= 0) {
      tellDifference(sides, world, steps, found, options)
      return 1
    }
    total.entries += found.entries
    total.trades += found.trades
    total.snapshots += found.snapshots
    total.opened += found.opened
    if (found.broke !== undefined) {
      total.broken += 1
      say(`seed ${world.seed}: both engines broke at command ${found.entries}: ${found.broke}`)
    }
  }
  const { entries, trades, snapshots, opened, broken } = total
  say(
    `equal: ${entries} commands in ${worlds.length} worlds, ${trades} trades, ${snapshots} snapshots, ${opened} of the other's opened here${broken > 0 ? `, ${broken} worlds broken alike` : ''}`,
  )
  return 0
}

const { values } = parseArgs({
  options: {
    other: { type: 'string' },
    commands: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    snapshots: { type: 'string', default: '5000' },
    content: { type: 'boolean', default: false },
    ignore: { type: 'string' },
  },
})
const [commands, seed, snapshotEvery] = [values.commands, values.seed, values.snapshots].map(Number)
if (values.other === undefined || ![commands, seed, snapshotEvery].every((value) => Number.isSafeInteger(value) && Number(value) > 0)) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}
const sides = { here: hereSide(), other: await otherSide(absolute(values.other)) }
const changes = [...LAYOUT_CHANGES, ...(values.ignore === undefined ? [] : layoutChangesOf(values.ignore))]
const options = { snapshotEvery: snapshotEvery ?? 0, byContent: values.content, changes }
process.exitCode = compare(sides, worldsFor(seed ?? 0, commands ?? 0), options)
