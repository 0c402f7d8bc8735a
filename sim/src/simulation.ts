/** One seed: the same commands to the engine and to the reference, compared after each, with the rules checked along the way. */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { asOrderId, asOrderListId } from '@agio/engine/ids/id.ts'
import { mayAnswer } from '@agio/engine/schema/commands.ts'
import { DUE_SLICE } from '@agio/engine/schema/due.ts'
import { decodeSnapshot, encodeSnapshot } from '@agio/engine/snapshot.ts'
import { type Auditor, createAuditor } from './auditor.ts'
import { createProductAuditor, type ProductAuditor } from './auditor-products.ts'
import { createWalletAuditor, type WalletAuditor } from './auditor-wallet.ts'
import { compareOpenOrders, compareStep } from './compare.ts'
import { type Engine, replayInto, startEngine, withSlice } from './engine-driver.ts'
import { checkInvariants, checkSavings } from './invariants.ts'
import { applyCommand } from './reference/exchange.ts'
import { createWorld, type World } from './reference/model.ts'
import { makeWorkload, type SimStep, START_MS } from './workload.ts'
import { makeProductWorkload } from './workload-products.ts'

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
  readonly slice: number
  clock: number
  trades: number
}

/** The command of a step with the ids its place in this journal gives; a step that was left out names an order that never was. */
export function resolve(step: SimStep, sequences: ReadonlyMap<number, number>): Command {
  const { command, target } = step
  if (target === null || (command.kind !== 'cancelOrder' && command.kind !== 'amendOrder')) return command
  const seq = sequences.get(target.step) ?? 1_000_000_000
  if (target.by === 'list' && command.kind === 'cancelOrder') return { ...command, orderListId: asOrderListId(seq * 8) }
  const orderId = asOrderId(seq * 8 + target.leg)
  return target.by === 'origin' ? { ...command, originOrderId: orderId } : { ...command, orderId }
}

function runStep(run: Run, seq: number, step: SimStep, command: Command): string[] {
  run.clock += step.elapsedMs
  const reference = applyCommand(run.world, seq, run.clock, step.key, command)
  const engine = run.engine.step(seq, run.clock, step.key, command)
  run.trades += reference.trades.length
  const differences = compareStep(run.world, run.engine.state, reference, engine)
  differences.push(...run.auditor.audit(seq, engine.events), ...run.products.audit(engine.events), ...run.wallet.audit(engine.events))
  const { reason } = engine.outcome
  if (!mayAnswer(command.kind, reason)) differences.push(`${command.kind} answers ${reason}, which its description does not know`)
  if (seq % FULL_CHECK_EVERY === 0) differences.push(...fullCheck(run))
  return differences
}

const fullCheck = (run: Run): string[] => [
  ...compareOpenOrders(run.world, run.engine.state),
  ...checkInvariants(run.engine.state, [...run.world.users.keys()], run.auditor),
  ...checkSavings(run.engine.state, [...run.world.users.keys()], run.products),
]

/** Replay from nothing, and snapshot of the middle plus the rest, both against the live hash. */
function checkReplays(run: Run, snapshot: Uint8Array | null, snapshotSeq: number): string[] {
  const live = stateHash(run.engine.state)
  const faults: string[] = []
  const replayed = withSlice(createState(), run.slice)
  replayInto(replayed, run.engine.entries)
  if (stateHash(replayed) !== live) faults.push(`replay has hash ${stateHash(replayed)}, live ${live}`)
  if (snapshot === null) return faults
  const restored = withSlice(decodeSnapshot(snapshot), run.slice)
  replayInto(restored, run.engine.entries.slice(snapshotSeq))
  if (stateHash(restored) !== live) faults.push(`snapshot ${snapshotSeq} and tail have hash ${stateHash(restored)}, live ${live}`)
  return faults
}

/** The product's, and so little that work is left for the next entries: orders one by one, or for ticks alone. */
const SLICES = [DUE_SLICE, 16, 1_024, 64, 3]
const sliceOf = (seed: number): number => SLICES[seed % SLICES.length] ?? DUE_SLICE

export interface RunOptions {
  /** Leaves out the state hash and the replays: for the many runs of a shrink. */
  readonly quick?: boolean
  /** Units of a slice; else by the seed. */
  readonly slice?: number
}

/** Runs steps until the first difference. Exceptions of either side count as one. */
export function runSteps(seed: number, steps: readonly SimStep[], { quick = false, slice = sliceOf(seed) }: RunOptions = {}): Verdict {
  const engine = startEngine(withSlice(createState(), slice))
  const auditors = { auditor: createAuditor(), products: createProductAuditor(), wallet: createWalletAuditor() }
  const run: Run = { engine, world: { ...createWorld(), slice }, ...auditors, slice, clock: START_MS, trades: 0 }
  const sequences = new Map<number, number>()
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
    sequences.set(step.id, seq)
    try {
      const differences = runStep(run, seq, step, resolve(step, sequences))
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
  runSteps(seed, makeProductWorkload(seed, commands), { slice: WHOLE })
/** More than is ever due. */
export const WHOLE = 2 ** 30

/** The verdict of a seed over a number of commands. */
export const simulate = (seed: number, commands: number): Verdict => runSteps(seed, makeWorkload(seed, commands))
