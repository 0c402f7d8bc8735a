/**
 * Bounds of an entry, and pairs that work: what is too much for one entry goes on with the entries to come, by turns. Meanwhile such a pair takes
 * nothing from anybody.
 */
import type { RefInstrument, World } from './model.ts'

const MEETING_UNITS = 4
const LOCK_MS = 10_000
/** A timer that finds a pair at work comes again after so long. */
const WORK_MS = 1_000

/** May the slice do more of what waits? */
export const canGoOn = (world: World): boolean => world.units > 0 && world.met < world.meetingsMost

/** Lets something run as a part of the slice: a taker that comes to its end there pauses. */
export function asSlice(world: World, run: () => void): void {
  const before = world.met
  world.edge = world.met + Math.min(Math.max(0, world.meetingsMost - world.met), Math.ceil(world.units / MEETING_UNITS))
  world.isSliced = true
  run()
  world.units -= (world.met - before) * MEETING_UNITS
  takeWhole(world)
}

/** What runs is done to its end, or to the bound of the entry. */
export function takeWhole(world: World): void {
  world.edge = world.meetingsMost
  world.isSliced = false
}

export function spendMeeting(world: World): void {
  world.met += 1
  world.units -= MEETING_UNITS
}

export function beginWork(world: World, instrument: RefInstrument, work: 'netting' | 'crossing' | 'entering'): void {
  if (instrument.work === undefined) world.works.push(instrument.instrumentId)
  instrument.work = work
  world.hasBegun = true
}

export function endWork(world: World, instrument: RefInstrument): void {
  world.works = world.works.filter((id) => id !== instrument.instrumentId)
  instrument.work = undefined
}

/** May nothing be cancelled or made smaller: the pair works, or its auction is about to end? */
export const isLocked = (world: World, instrument: RefInstrument): boolean =>
  instrument.work !== undefined || (instrument.status === 'auction' && world.time >= instrument.statusUntil - LOCK_MS)

/** Until when orders of a user that a timer is about may not be cancelled; undefined = all may. */
export function lockedUntil(world: World, userId: number, isMeant: (instrument: RefInstrument) => boolean): number | undefined {
  const own = new Set([...world.live.values()].filter((order) => order.userId === userId).map(({ instrumentId }) => instrumentId))
  const locked = world.instruments.filter((one) => own.has(one.instrumentId) && isMeant(one) && isLocked(world, one))
  const ends = locked.map(({ work, statusUntil }) => Math.max(world.time + WORK_MS, work === undefined ? statusUntil : 0))
  return ends.length === 0 ? undefined : Math.max(...ends)
}
