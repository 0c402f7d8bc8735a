/**
 * The circuit breaker: a taker phase that trades too far from where the reference was halts the pair, where the index went there too or enough
 * was traded there; else the taker ends.
 */
import { RATE_ONE, type RefInstrument, type World } from './model.ts'
import type { BreakerPhase, BreakerWindow } from './price-model.ts'
import { liveIndex, referencePrice } from './prices.ts'

const SHORT_MS = 300_000
const PARTS = 60
const HOUR_MS = 3_600_000

export const newBreakerPhase = (): BreakerPhase => ({ windows: undefined, reference: 0, isTripped: false })

const partOf = (at: number, lengthMs: number): number => Math.floor((at * PARTS) / lengthMs)

/** The first reference that was noted in the window, before the part under way. */
function baseOf(notes: RefInstrument['shortNotes'], at: number, lengthMs: number): number {
  const now = partOf(at, lengthMs)
  const parts = new Map<number, number>()
  for (const note of notes) parts.set(partOf(note.at, lengthMs), note.reference)
  const inside = [...parts.keys()].filter((part) => part >= now - PARTS && part < now)
  return inside.length === 0 ? 0 : (parts.get(Math.min(...inside)) ?? 0)
}

/** Before the first fill of a phase. */
export function arm(world: World, instrument: RefInstrument, phase: BreakerPhase): void {
  if (phase.windows !== undefined) return
  const { breakerMoveE8, breakerLongMoveE8 = 0, breakerLongWindowMs = 0 } = instrument.terms
  const windows = [
    { moveE8: breakerMoveE8, lengthMs: SHORT_MS, notes: instrument.shortNotes },
    { moveE8: breakerLongMoveE8, lengthMs: breakerLongWindowMs, notes: instrument.longNotes },
  ].filter(({ moveE8 }) => moveE8 !== 0)
  phase.windows = []
  if (windows.length === 0) return
  phase.reference = referencePrice(world, instrument)
  if (phase.reference === 0) return
  phase.windows = windows.map(({ notes, moveE8, lengthMs }) => {
    const base = baseOf(notes, world.time, lengthMs)
    return { base, moveE8, ...boundsOf(world, instrument, base || phase.reference, moveE8, lengthMs) }
  })
  for (const { notes } of windows) notes.push({ at: world.time, reference: phase.reference })
}

const widthOf = (price: number, moveE8: number): number => Number((BigInt(price) * BigInt(moveE8)) / RATE_ONE)

/** How far a price may go by one window; a halt that stands in it has answered for what lies around its reference. */
function boundsOf(
  world: World,
  instrument: RefInstrument,
  from: number,
  moveE8: number,
  lengthMs: number,
): Pick<BreakerWindow, 'low' | 'high'> {
  const centers = [from]
  if (instrument.haltReference !== 0 && world.time < instrument.haltedAt + lengthMs) centers.push(instrument.haltReference)
  return {
    low: Math.min(...centers.map((center) => center - widthOf(center, moveE8))),
    high: Math.max(...centers.map((center) => center + widthOf(center, moveE8))),
  }
}

/** Behind a fill: does the taker end here? */
export function movesTooFar(
  world: World,
  instrument: RefInstrument,
  phase: BreakerPhase,
  fill: { readonly price: number; readonly value: bigint; readonly areApart: boolean },
): boolean {
  const { windows = [] } = phase
  const isUp = windows.some(({ high }) => fill.price > high)
  const isDown = windows.some(({ low }) => fill.price < low)
  if (!(isUp || isDown) || !fill.areApart || phase.isTripped || instrument.status !== 'trading') return false
  const part = Math.floor(world.time / SHORT_MS)
  if (instrument.pushed.part !== part) instrument.pushed = { part, up: 0n, down: 0n }
  instrument.pushed[isUp ? 'up' : 'down'] += fill.value
  const pushed = instrument.pushed[isUp ? 'up' : 'down']
  const isPushed = pushed >= 100n * instrument.terms.notionalMin
  const index = liveIndex(world, instrument)
  const hasMoved = windows.some(
    ({ base, moveE8 }) =>
      index !== 0 &&
      base !== 0 &&
      (isUp ? index > base : index < base) &&
      BigInt(Math.abs(index - base)) * 2n * RATE_ONE >= BigInt(base) * BigInt(moveE8),
  )
  phase.isTripped = isPushed || hasMoved
  return !phase.isTripped
}

/** Behind a taker phase. */
export function halt(world: World, instrument: RefInstrument, phase: BreakerPhase): void {
  if (!phase.isTripped) return
  instrument.isHaltedAgain = instrument.haltedAt !== 0 && world.time < instrument.haltedAt + HOUR_MS
  instrument.haltedAt = world.time
  instrument.pushed = { ...instrument.pushed, up: 0n, down: 0n }
  instrument.haltReference = phase.reference
  instrument.status = 'halt'
  instrument.statusUntil = world.time + instrument.terms.breakerHaltMs
  instrument.endsAt = instrument.statusUntil
}
