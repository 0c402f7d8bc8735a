/** Worlds in which every kind of command is made, and accepted once. */
import type { Command } from '@agio/engine/command.ts'
import type { CommandKind } from '@agio/engine/schema/commands.ts'
import { hereSide } from './side.ts'
import { stepsOf, type World } from './world.ts'

/** Seeds in which a deposit is judged and a contract settled. */
const SEEDS = { spot: 2, products: 2, wallet: 4, contracts: 6 } as const satisfies Readonly<Record<World['workload'], number>>

/** One world of each workload. */
export const WORLDS: readonly World[] = (Object.keys(SEEDS) as World['workload'][]).map((workload) => ({
  ...{ workload, seed: SEEDS[workload], commands: 3_000 },
  ...{ users: 5, atOnce: 1, isSpoilt: false },
}))

/** A command of each kind from the worlds, with ids of no particular exchange. */
export function commandsByKind(): ReadonlyMap<CommandKind, Command> {
  const here = hereSide()
  const commands = WORLDS.flatMap((world) => stepsOf(world, [here]).map(({ command }) => command))
  return new Map(commands.map((command) => [command.kind, command]))
}
