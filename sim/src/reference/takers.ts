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
  const newest = taker.takes.at(-1)
  if (newest === undefined || taker.takes.length < TOLD_APART) taker.takes.push({ at: world.time, amount })
  else Object.assign(newest, { at: world.time, amount: newest.amount + amount })
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
