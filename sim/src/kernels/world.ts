/** One world of the comparison: whose commands, how many an engine is given at once, and which of its entries are spoilt. */
import type { Command, JsonObject } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { createPrng } from '../prng.ts'
import { FEATURES, featuresOf, makeWorkload, type SimStep, USER_COUNT } from '../workload.ts'
import { makePerpWorkload } from '../workload-perp.ts'
import { makeProductWorkload } from '../workload-products.ts'
import { makeWalletWorkload } from '../workload-wallet.ts'
import { FIRST_USER } from '../workload-world.ts'
import type { Side } from './side.ts'

/** What a world trades. Together the workloads make every kind of command. */
export type Workload = 'spot' | 'products' | 'wallet' | 'contracts'

export interface World {
  readonly seed: number
  readonly workload: Workload
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

/** Workload of each world in turn: lengths of these periods have no common part with those of `isSpoilt`, so that every workload is spoilt in time. */
const WORKLOADS: readonly Workload[] = ['spot', 'contracts', 'spot', 'products', 'spot', 'wallet']
const LONG_AT = 4
const SPOILT_PERIOD = 5
const SPOILT_AT = 2
/** Of four worlds two are given entry by entry, two in pieces. */
const PIECE = 40

/** Worlds for a number of commands in all: of six one is long and crowded, of five one is spoilt, half of them go entry by entry. */
export function worldsFor(seed: number, commands: number): World[] {
  const worlds: World[] = []
  for (let left = commands, index = 0; left > 0; index += 1) {
    const isLong = index % WORKLOADS.length === LONG_AT
    const count = Math.min(left, isLong ? LONG : SHORT)
    const workload = WORKLOADS[index % WORKLOADS.length] ?? 'spot'
    const atOnce = index % 4 < 2 ? 1 : PIECE
    const isSpoilt = index % SPOILT_PERIOD === SPOILT_AT
    worlds.push({ seed: seed + index, workload, commands: count, users: isLong ? CROWD : USER_COUNT, atOnce, isSpoilt })
    left -= count
  }
  return worlds
}

/** The steps of a world; what one of the engines given does not know becomes a tick. */
export const stepsOf = (world: World, sides: readonly Side[]): SimStep[] =>
  MAKERS[world.workload](world).map((step) => knownTo(sides, step))

const MAKERS: Readonly<Record<Workload, (world: World) => SimStep[]>> = {
  spot: spotSteps,
  products: ({ seed, commands }) => makeProductWorkload(seed, commands),
  wallet: ({ seed, commands }) => makeWalletWorkload(seed, commands),
  contracts: ({ seed, commands }) => makePerpWorkload(seed, commands),
}

function spotSteps(world: World): SimStep[] {
  const features = world.seed % 2 === 0 ? new Set(FEATURES) : featuresOf(world.seed)
  const random = createPrng(world.seed ^ 0x57a9)
  return makeWorkload(world.seed, world.commands, features, world.users).map((step) => {
    const isStrange = step.id > 100 && step.key === '' && step.command.kind !== 'placeOrder' && random.oneIn(STRANGE_EVERY)
    return isStrange && step.target === null ? { ...step, command: strange(random.below(1_000), world.users) } : step
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
  return side.kinds.has(command.kind) ? {} : { command: { kind: 'tick' } }
}
