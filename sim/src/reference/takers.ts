/** What a person took of a coin's stock within ten minutes, and whom the desk does not trade with. */
import type { Side } from '@agio/engine/command.ts'
import { userAt, type World } from './model.ts'
import type { RefTaker } from './product-model.ts'

const TAKEN_MS = 600_000
const MET_MS = 3_600_000
/** Takes that are told apart; what comes when so many count goes with the newest. */
const TOLD_APART = 4

const nameOf = (person: number, assetId: number): string => `${person}/${assetId}`
const countingOf = (world: World, { takes }: RefTaker) => takes.filter(({ at }) => at > world.time - TAKEN_MS)

export function takenOf(world: World, person: number, assetId: number): bigint {
  const taker = world.convert.takers.get(nameOf(person, assetId))
  return taker === undefined ? 0n : countingOf(world, taker).reduce((sum, { amount }) => sum + amount, 0n)
}

function takerAt(world: World, person: number, assetId: number): RefTaker {
  const { takers } = world.convert
  const name = nameOf(person, assetId)
  const taker = takers.get(name) ?? { person, assetId, takes: [], tookAt: 0, gaveAt: 0, forgetAt: 0 }
  takers.set(name, taker)
  taker.forgetAt = world.time + MET_MS
  return taker
}

export function noteTake(world: World, person: number, assetId: number, amount: bigint): void {
  const taker = takerAt(world, person, assetId)
  taker.takes = countingOf(world, taker)
  taker.tookAt = world.time
  addTake(taker, { at: world.time, amount })
}

/** What was taken at one instant is one; when all places are full, what comes goes with the newest. */
function addTake(taker: RefTaker, { at, amount }: { readonly at: number; readonly amount: bigint }): void {
  const { takes } = taker
  const newest = takes.reduce<(typeof takes)[number] | undefined>(
    (found, take) => (found !== undefined && found.at > take.at ? found : take),
    undefined,
  )
  const same = takes.find((take) => take.at === at) ?? (takes.length < TOLD_APART ? undefined : newest)
  if (same === undefined) takes.push({ at, amount })
  else Object.assign(same, { at: Math.max(same.at, at), amount: same.amount + amount })
}

/** Two numbers are one person from now on: what the one took, as if all at its end, and gave is the other's. */
export function joinTakers(world: World, kept: number, gone: number): void {
  const { takers } = world.convert
  for (const { assetId } of world.assets) {
    const from = takers.get(nameOf(gone, assetId))
    if (from === undefined) continue
    takers.delete(nameOf(gone, assetId))
    const taker = takers.get(nameOf(kept, assetId))
    const counting = countingOf(world, from)
    if (taker === undefined) {
      takers.set(nameOf(kept, assetId), { ...from, person: kept })
      continue
    }
    taker.takes = countingOf(world, taker)
    const amount = counting.reduce((sum, take) => sum + take.amount, 0n)
    if (amount !== 0n) addTake(taker, { at: from.tookAt, amount })
    for (const at of ['tookAt', 'gaveAt', 'forgetAt'] as const) taker[at] = Math.max(taker[at], from[at])
  }
}

export function noteGift(world: World, person: number, assetId: number): void {
  takerAt(world, person, assetId).gaveAt = world.time
}

/** Does the order that runs hedge what the owner of an order that it meets converted within the last hour? */
export function isHedgeOf(world: World, userId: number, side: Side): boolean {
  const { hedging, takers } = world.convert
  const taker = hedging === 0 ? undefined : takers.get(nameOf(userAt(world, userId).person, hedging))
  const at = side === 'buy' ? taker?.tookAt : taker?.gaveAt
  return at !== undefined && at !== 0 && at > world.time - MET_MS
}
