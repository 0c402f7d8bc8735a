/** One seed: the same commands to the engine and to the reference, compared after each, with the rules checked along the way. */
import type { AmendRow, Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { asOrderId, asOrderListId, asPositionId } from '@agio/engine/ids/id.ts'
import { previewContractOrder } from '@agio/engine/perp/preview-contract.ts'
import { mayAnswer, namesOrder } from '@agio/engine/schema/commands.ts'
import { DUE_SLICE } from '@agio/engine/schema/due.ts'
import { MEETINGS_MOST } from '@agio/engine/schema/work.ts'
import { decodeSnapshot, encodeSnapshot } from '@agio/engine/snapshot.ts'
import { nextDeadline } from '@agio/engine/state.ts'
import { type Auditor, createAuditor } from './auditor.ts'
import { createPerpAuditor, type PerpAuditor } from './auditor-perp.ts'
import { createProductAuditor, type ProductAuditor } from './auditor-products.ts'
import { createWalletAuditor, type WalletAuditor } from './auditor-wallet.ts'
import { compareOpenOrders, compareStep } from './compare.ts'
import { comparePreview, dueContracts, hintsOf } from './compare-perp.ts'
import { checkContractHolds, checkContracts, checkInsurance } from './contract-rules.ts'
import { type Engine, replayInto, startEngine, withBounds } from './engine-driver.ts'
import { show } from './facts.ts'
import { checkInvariants, checkSavings } from './invariants.ts'
import { applyCommand } from './reference/exchange.ts'
import { createWorld, type World } from './reference/model.ts'
import { addableOf, freeOf, seatOf, transferableOf } from './reference/perp/account.ts'
import { removableOf } from './reference/perp/margin.ts'
import type { RefPosition } from './reference/perp/perp-model.ts'
import { marginAssetOf } from './reference/perp/value.ts'
import { makeWorkload, type SimStep, START_MS, type Target } from './workload.ts'
import { LOT_TICK, makePerpWorkload, UNIT } from './workload-perp.ts'
import { makeProductWorkload } from './workload-products.ts'
import { makeWalletWorkload } from './workload-wallet.ts'

export interface Verdict {
  readonly seed: number
  readonly commands: number
  readonly trades: number
  readonly stateHash: string
  /** Empty when engine and reference agree and every rule holds. */
  readonly differences: readonly string[]
  /** Index of the step that failed; -1 = none. */
  readonly failedAt: number
}

/** How often the slower comparisons run, in commands. */
const FULL_CHECK_EVERY = 64

interface Run {
  readonly engine: Engine
  readonly world: World
  readonly auditor: Auditor
  readonly products: ProductAuditor
  readonly wallet: WalletAuditor
  readonly perp: PerpAuditor
  readonly slice: number
  readonly meetings: number
  readonly placed: Map<number, number>
  clock: number
  trades: number
}

/** What is known of contracts when a step is made a command. */
export interface Known {
  /** The newest position of a user in a contract; 0 = none. */
  readonly positionOf: (userId: number, instrumentId: number) => number
  /** What a user has set for a contract; undefined where there is none. */
  readonly settingsOf: (userId: number, instrumentId: number) => { readonly leverage: number; readonly isIsolated: boolean } | undefined
  /** What a new order may need, and what may be transferred out. */
  readonly roomOf: (userId: number, assetId: number) => { readonly free: bigint; readonly transferable: bigint }
  /** What the margin of the newest position of a user in a contract may grow and shrink by. */
  readonly marginRoomOf: (userId: number, instrumentId: number) => { readonly addable: bigint; readonly removable: bigint }
}

const newestIn = (world: World, userId: number, instrumentId: number): RefPosition | undefined =>
  world.perp.positions.findLast((position) => position.userId === userId && position.instrumentId === instrumentId)

const knownTo = (world: World): Known => ({
  positionOf: (userId, instrumentId) => newestIn(world, userId, instrumentId)?.id ?? 0,
  settingsOf: (userId, instrumentId) => (world.perp.contracts.has(instrumentId) ? seatOf(world, userId, instrumentId) : undefined),
  roomOf: (userId, assetId) =>
    world.perp.traders.has(userId)
      ? { free: freeOf(world, userId, assetId), transferable: transferableOf(world, userId, assetId) }
      : { free: 0n, transferable: 0n },
  marginRoomOf(userId, instrumentId) {
    const position = newestIn(world, userId, instrumentId)
    if (position === undefined) return { addable: 0n, removable: 0n }
    const addable = addableOf(world, userId, marginAssetOf(world, instrumentId))
    return { addable: position.isIsolated ? addable : 0n, removable: removableOf(world, position) }
  },
})

/** Id of the first order that each step placed; those of its other legs follow. */
export type Placed = ReadonlyMap<number, number>

/** Notes what a step placed. */
export function notePlaced(placed: Map<number, number>, { id }: SimStep, { orders: [first] }: Pick<Outcome, 'orders'>): void {
  if (first !== undefined) placed.set(id, first.orderId)
}

/** The command of a step with the ids that orders have in this journal; a step that was left out names an order that never was. */
export function resolve(step: SimStep, placed: Placed, known?: Known): Command {
  const { target } = step
  const command = withShare(withPosition(step, known), step, known)
  if (command.kind === 'amendOrders') {
    const named = (row: AmendRow, of: Target | null | undefined): AmendRow => (of == null ? row : { ...row, ...nameOf(of, placed) })
    return { ...command, orders: command.orders.map((row, place) => named(row, step.targets?.[place])) }
  }
  if (target === null || !namesOrder(command)) return command
  const first = placed.get(target.step) ?? 1_000_000_000
  if (target.by === 'list' && command.kind === 'cancelOrder') return { ...command, orderListId: asOrderListId(first) }
  return { ...command, ...nameOf(target, placed) }
}

/** The name of an order in this journal. */
function nameOf({ step, leg, by }: Target, placed: Placed): Pick<AmendRow, 'originOrderId'> | Pick<AmendRow, 'orderId'> {
  const orderId = asOrderId((placed.get(step) ?? 1_000_000_000) + leg)
  return by === 'origin' ? { originOrderId: orderId } : { orderId }
}

/** Steps as somebody reads them: each by its place, what it is about by the place of the step that placed that. */
export function stepLines(steps: readonly SimStep[]): string[] {
  const places = new Map(steps.map(({ id }, index) => [id, index + 1]))
  return steps.map(({ id, elapsedMs, key, command, target }) => {
    const about = target === null ? '' : ` about ${target.by} ${places.get(target.step) ?? 'nowhere'}#${target.leg}`
    return `${places.get(id)} +${elapsedMs} ms ${key === '' ? '-' : key} ${show(command)}${about}`
  })
}

/** Lets a command about a position name an existing one, where its user has one in that contract, and an order use his settings. */
function withPosition({ command, positionIn, isAsSet }: SimStep, known: Known | undefined): Command {
  if (positionIn === undefined || known === undefined || !('positionId' in command)) return command
  const positionId = asPositionId(known.positionOf(command.userId, positionIn) || 999_999)
  const settings = known.settingsOf(command.userId, positionIn)
  if (command.kind !== 'placeContractOrder' || isAsSet !== true || settings === undefined) return { ...command, positionId }
  return { ...command, positionId, leverage: settings.leverage, marginMode: settings.isIsolated ? 'isolated' : 'cross' }
}

/** Lets a command move all that there is, or a share of it. */
function withShare(command: Command, { share, positionIn }: SimStep, known: Known | undefined): Command {
  if (share === undefined || known === undefined) return command
  const part = (whole: bigint): bigint => (whole * BigInt(share)) / 1_000n
  if (command.kind === 'transferBetweenAccounts')
    return { ...command, amount: part(known.roomOf(command.userId, command.assetId).transferable) }
  if (positionIn === undefined) return command
  if (command.kind === 'changePositionMargin') {
    const { addable, removable } = known.marginRoomOf(command.userId, positionIn)
    return { ...command, amount: command.amount < 0n ? -part(removable) : part(addable) }
  }
  if (command.kind !== 'placeContractOrder' || command.price === 0) return command
  const lots = part(known.roomOf(command.userId, UNIT).free * BigInt(command.leverage)) / (BigInt(command.price) * LOT_TICK)
  return { ...command, quantity: Math.max(1, Number(lots)) }
}

function runStep(run: Run, seq: number, step: SimStep, command: Command): string[] {
  run.clock += step.elapsedMs
  const { state } = run.engine
  const due = dueContracts(state)
  const isAlone = step.elapsedMs === 0 && nextDeadline(state) > Math.max(run.clock, state.at)
  const preview = isAlone && command.kind === 'placeContractOrder' ? previewContractOrder(state, command) : undefined
  const engine = run.engine.step(seq, run.clock, step.key, command)
  notePlaced(run.placed, step, engine.outcome)
  const reference = applyCommand(run.world, seq, run.clock, step.key, command, hintsOf(run.world, engine, due))
  run.trades += reference.trades.length
  const differences = compareStep(run.world, run.engine.state, reference, engine)
  differences.push(...run.auditor.audit(seq, engine.events), ...run.products.audit(engine.events), ...run.wallet.audit(engine.events))
  differences.push(...run.perp.audit(engine.events))
  if (preview !== undefined) differences.push(...comparePreview(preview, engine.outcome, state))
  const { reason } = engine.outcome
  if (!mayAnswer(command.kind, reason)) differences.push(`${command.kind} answers ${reason}, which its description does not know`)
  if (seq % FULL_CHECK_EVERY === 0) differences.push(...fullCheck(run))
  return differences
}

const fullCheck = (run: Run): string[] => [
  ...compareOpenOrders(run.world, run.engine.state),
  ...checkInvariants(run.engine.state, [...run.world.users.keys()], run.auditor),
  ...checkSavings(run.engine.state, [...run.world.users.keys()], run.products),
  ...checkContracts(run.engine.state),
  ...checkInsurance(run.engine.state),
  ...checkContractHolds(run.engine.state, [...run.world.users.keys()]),
]

/** Replay from nothing, and snapshot of the middle plus the rest, both against the live hash. */
function checkReplays(run: Run, snapshot: Uint8Array | null, snapshotSeq: number): string[] {
  const live = stateHash(run.engine.state)
  const faults: string[] = []
  const replayed = withBounds(createState(), run.slice, run.meetings)
  replayInto(replayed, run.engine.entries)
  if (stateHash(replayed) !== live) faults.push(`replay has hash ${stateHash(replayed)}, live ${live}`)
  if (snapshot === null) return faults
  const restored = withBounds(decodeSnapshot(snapshot), run.slice, run.meetings)
  replayInto(restored, run.engine.entries.slice(snapshotSeq))
  if (stateHash(restored) !== live) faults.push(`snapshot ${snapshotSeq} and tail have hash ${stateHash(restored)}, live ${live}`)
  return faults
}

/** The product's slice, and smaller ones, which leave due work to the next entries, down to single orders. */
const SLICES = [DUE_SLICE, 16, 1_024, 64, 3]
const sliceOf = (seed: number): number => SLICES[seed % SLICES.length] ?? DUE_SLICE
/** The product's bound of an entry, and smaller ones, which takers come to. */
const MEETINGS = [MEETINGS_MOST, 5, 2, 1]
const meetingsOf = (seed: number): number => MEETINGS[seed % MEETINGS.length] ?? MEETINGS_MOST

export interface RunOptions {
  /** Leaves out the state hash and the replays: for the many runs of a shrink. */
  readonly quick?: boolean
  /** Units of a slice; else by the seed. */
  readonly slice?: number
  /** Meetings of an entry at most; else by the seed. */
  readonly meetings?: number
}

/** Runs steps until the first difference. Exceptions of either side count as one. */
export function runSteps(
  seed: number,
  steps: readonly SimStep[],
  { quick = false, slice = sliceOf(seed), meetings = meetingsOf(seed) }: RunOptions = {},
): Verdict {
  const engine = startEngine(withBounds(createState(), slice, meetings))
  const auditors = { auditor: createAuditor(), products: createProductAuditor(), wallet: createWalletAuditor(), perp: createPerpAuditor() }
  const run: Run = {
    engine,
    world: { ...createWorld(), slice, meetingsMost: meetings },
    ...auditors,
    slice,
    meetings,
    clock: START_MS,
    trades: 0,
    placed: new Map(),
  }
  const middle = Math.floor(steps.length / 2)
  let snapshot: Uint8Array | null = null
  const verdict = (differences: string[], failedAt: number): Verdict => ({
    seed,
    commands: failedAt < 0 ? steps.length : failedAt + 1,
    trades: run.trades,
    stateHash: quick ? '' : stateHash(run.engine.state),
    differences,
    failedAt,
  })
  for (const [index, step] of steps.entries()) {
    const seq = index + 1
    try {
      const differences = runStep(run, seq, step, resolve(step, run.placed, knownTo(run.world)))
      if (differences.length > 0) return verdict(differences, index)
    } catch (error) {
      return verdict([`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`], index)
    }
    if (seq === middle && !quick) snapshot = encodeSnapshot(run.engine.state).slice()
  }
  const faults = [...fullCheck(run), ...(quick ? [] : checkReplays(run, snapshot, middle))]
  return verdict(faults, faults.length > 0 ? steps.length - 1 : -1)
}

/**
 * The verdict of a seed with index prices, conversion and savings. What is due is done at once there: that slices of it come to the same is
 * a test of the engine's own.
 */
export const simulateProducts = (seed: number, commands: number): Verdict =>
  runSteps(seed, makeProductWorkload(seed, commands), ALL_AT_ONCE)
/** More than is ever due. */
const WHOLE = 2 ** 30
export const ALL_AT_ONCE: RunOptions = { slice: WHOLE, meetings: MEETINGS_MOST }

/** The verdict of a seed with chains, what is due done at once. */
export const simulateWallet = (seed: number, commands: number): Verdict => runSteps(seed, makeWalletWorkload(seed, commands), ALL_AT_ONCE)

/** The verdict of a seed with contracts, what is due done at once. */
export const simulatePerp = (seed: number, commands: number): Verdict => runSteps(seed, makePerpWorkload(seed, commands), ALL_AT_ONCE)

/** The verdict of a seed over a number of commands. */
export const simulate = (seed: number, commands: number): Verdict => runSteps(seed, makeWorkload(seed, commands))
