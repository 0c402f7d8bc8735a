/**
 * Length in contracts: the engine alone runs many commands of many worlds, and what must hold by itself is looked at after every one. The
 * reference looks at far fewer.
 */
import { createState } from '@agio/engine/create-state.ts'
import { asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { contractSettingsOf, crossesOf, positionsOf } from '@agio/engine/perp/read-positions.ts'
import { PERP_COMMANDS } from '@agio/engine/schema/commands/perp.ts'
import { kindsIn } from '@agio/engine/schema/handlers.ts'
import type { State } from '@agio/engine/state.ts'
import { AccountWatch } from './attack/account-watch.ts'
import { createPerpAuditor } from './auditor-perp.ts'
import { checkContractHolds, checkContracts, checkInsurance } from './contract-rules.ts'
import { startEngine, withBounds } from './engine-driver.ts'
import { checkZeroSum } from './invariants.ts'
import { type Known, notePlaced, resolve } from './simulation.ts'
import { START_MS, USER_COUNT } from './workload.ts'
import { makePerpWorkload } from './workload-perp.ts'
import { FIRST_USER } from './workload-world.ts'

/** Slices of what is due: the product's, and small ones, so that liquidations are cut. */
const SLICES = [4_096, 1_024, 64, 16]

/** What a world met: that the rules were not kept by doing nothing. */
export interface Met {
  commands: number
  contractCommands: number
  fills: number
  takenOver: number
  reduced: number
  deleveraged: number
  matched: number
  fundings: number
}

export const metNothing = (): Met => ({
  commands: 0,
  contractCommands: 0,
  fills: 0,
  takenOver: 0,
  reduced: 0,
  deleveraged: 0,
  matched: 0,
  fundings: 0,
})

const CONTRACT_COMMANDS = new Set<string>([...kindsIn(PERP_COMMANDS), 'reportPrices'])

/** What a workload asks of an engine that runs without the reference. */
export const knownOf = (state: State): Known => ({
  positionOf: (userId, instrumentId) =>
    Math.max(
      0,
      ...positionsOf(state, asUserId(userId)).flatMap((position) =>
        position.instrumentId === instrumentId ? [Number(position.positionId)] : [],
      ),
    ),
  settingsOf: (userId, instrumentId) => {
    const found = contractSettingsOf(state, asUserId(userId), asInstrumentId(instrumentId))
    return found === undefined ? undefined : { leverage: found.leverage, isIsolated: found.marginMode === 'isolated' }
  },
  roomOf: (userId, assetId) => {
    const found = crossesOf(state, asUserId(userId)).find((cross) => cross.assetId === assetId)
    return { free: found?.free ?? 0n, transferable: found?.transferable ?? 0n }
  },
  marginRoomOf: (userId, instrumentId) =>
    positionsOf(state, asUserId(userId)).findLast((position) => position.instrumentId === instrumentId) ?? { addable: 0n, removable: 0n },
})

const faultsOf = (state: State, users: readonly number[]): string[] => [
  ...checkZeroSum(state, users),
  ...checkContracts(state),
  ...checkContractHolds(state, users),
  ...checkInsurance(state),
]

/** Runs a world until the first fault; by `make` another one than usual. @returns what is wrong, with the entry behind which it was */
export function runAlone(seed: number, count: number, met: Met, make = makePerpWorkload): string[] {
  const engine = startEngine(withBounds(createState(), SLICES[seed % SLICES.length] ?? 0))
  const users = Array.from({ length: USER_COUNT }, (_, index) => FIRST_USER + index)
  const auditor = createPerpAuditor()
  const accounts = new AccountWatch(engine.state, users)
  const placed = new Map<number, number>()
  const known = knownOf(engine.state)
  let at = START_MS
  for (const [index, step] of make(seed, count).entries()) {
    const seq = index + 1
    at += step.elapsedMs
    const command = resolve(step, placed, known)
    const { outcome, events } = engine.step(seq, at, step.key, command)
    notePlaced(placed, step, outcome)
    met.commands += 1
    if (CONTRACT_COMMANDS.has(command.kind)) met.contractCommands += 1
    for (const { event } of events) {
      if (event.kind === 'contractFilled') met.fills += 1
      else if (event.kind === 'fundingSettled') met.fundings += 1
      else if (event.kind === 'liquidated' && !event.isDone) met[WHERE[event.step]] += 1
    }
    const faults = [...auditor.audit(events), ...accounts.look(command, outcome, events), ...faultsOf(engine.state, users)]
    if (faults.length > 0) return faults.map((fault) => `seed ${seed}, entry ${seq}, ${command.kind}: ${fault}`)
  }
  return []
}

const WHERE = { partial: 'reduced', full: 'takenOver', adl: 'deleveraged', matched: 'matched' } as const
