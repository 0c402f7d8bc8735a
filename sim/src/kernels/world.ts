/** One world of the comparison: whose commands, how many an engine is given at once, and which of its entries are spoilt. */
import type { Command, JsonObject } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { createPrng } from '../prng.ts'
import { FEATURES, featuresOf, makeWorkload, type SimStep, USER_COUNT } from '../workload.ts'
import { FIRST_USER } from '../workload-world.ts'
import type { Side } from './side.ts'

export interface World {
  readonly seed: number
  readonly commands: number
  readonly users: number
  /** Entries that the engines are given at once: they prepare the next ones while they carry out one. */
  readonly atOnce: number
  /** Whether entries come that no codec writes: numbers that are none, words out of range. */
  readonly isSpoilt: boolean
}

const SHORT = 20_000
const LONG = 120_000
const CROWD = 400
/** Of the commands that are no placing and have no key. */
const STRANGE_EVERY = 5

/** Worlds for a number of commands in all: of six one is long and crowded, two are spoilt, half of them go entry by entry. */
export function worldsFor(seed: number, commands: number): World[] {
  const worlds: World[] = []
  for (let left = commands, index = 0; left > 0; index += 1) {
    const isLong = index % 6 === 4
    const count = Math.min(left, isLong ? LONG : SHORT)
    const atOnce = index % 2 === 0 ? 1 : 40
    worlds.push({ seed: seed + index, commands: count, users: isLong ? CROWD : USER_COUNT, atOnce, isSpoilt: index % 3 === 2 })
    left -= count
  }
  return worlds
}

/** The steps of a world, of which every engine given knows the commands. */
export function stepsOf(world: World, sides: readonly Side[]): SimStep[] {
  const features = world.seed % 2 === 0 ? new Set(FEATURES) : featuresOf(world.seed)
  const random = createPrng(world.seed ^ 0x57a9)
  const steps = makeWorkload(world.seed, world.commands, features, world.users)
  return steps.map((step) => {
    const isStrange = step.id > 100 && step.key === '' && step.command.kind !== 'placeOrder' && random.oneIn(STRANGE_EVERY)
    const command = isStrange && step.target === null ? strange(random.below(1_000), world.users) : step.command
    return knownTo(sides, { ...step, command })
  })
}

/** What operators and new customers do, and the other workloads leave out. */
function strange(number: number, users: number): Command {
  const document: JsonObject = { number }
  const userId = asUserId(FIRST_USER + (number % (users + 2)))
  const signed = { actor: 'operator', why: 'comparison' } as const
  const commands: readonly Command[] = [
    { kind: 'registerUser', accountKey: `late-${number}`, document, role: 'customer', inviterId: userId },
    { kind: 'registerUser', accountKey: `account-${number % 9}`, document, role: 'maker' },
    { kind: 'defineAsset', symbol: number % 2 === 0 ? 'CASH' : `LATE${number}`, scale: number % 12, document },
    { kind: 'saveDocument', userId, collection: 'favorites', id: 'spot', document: number % 2 === 0 ? null : document, actor: 'user' },
    { kind: 'setCommission', rateE8: (number % 7) * 10_000_000, ...signed },
    { kind: 'creditUser', userId, assetId: asAssetId(1 + (number % 3)), amount: 10n ** 10n, cause: 'deposit', reference: `late-${number}` },
    { kind: 'setUserTerms', userId, feeLevel: (number % 5) - 1 },
    { kind: 'setPerson', userId, withUserId: asUserId(number % 3 === 0 ? 0 : FIRST_USER + (number % 7)), ...signed },
    { kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(0) },
  ]
  return commands[number % commands.length] ?? { kind: 'tick' }
}

function knownTo(sides: readonly Side[], step: SimStep): SimStep {
  let known = step
  for (const side of sides) known = { ...known, ...knownToOne(side, known) }
  return known
}

/** A command that an older engine does not know becomes a tick. */
function knownToOne(side: Side, { command }: SimStep): Partial<SimStep> {
  if (command.kind === 'setEngineVersion') return { command: { ...command, version: Math.min(command.version, side.engineVersion) } }
  return isDocument(command) && !side.documentKinds.has(command.kind) ? { command: { kind: 'tick' } } : {}
}

const HOT: readonly Command['kind'][] = ['placeOrder', 'cancelOrder', 'amendOrder', 'cancelAllOrders', 'setCancelAllTimer', 'tick']
const isDocument = ({ kind }: Command): boolean => !HOT.includes(kind)
