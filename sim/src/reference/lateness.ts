/**
 * Orders that should have ended already, since what is due runs in slices: their date or their owner's timer came, and the turn has not come
 * to them. Nobody ever trades with one, and nobody's check sees one.
 */
import { instrumentAt, type RefInstrument, type RefOrder, type Timer, type World } from './model.ts'
import { isLocked, lockedUntil } from './works.ts'

/** What ends an order: when, and in which class of work. */
interface Cause {
  readonly at: number
  readonly rank: 1 | 2
}

/** Is a timer about an order: 0 = every pair, −1 = every contract. */
function isOf(order: RefOrder, instrumentId: number): boolean {
  if (instrumentId === -1) return order.contract !== undefined
  return instrumentId === 0 ? order.contract === undefined : instrumentId === order.instrumentId
}

/** The earliest of what ended it; undefined where nothing did so far. */
export function causeOf(world: World, order: RefOrder): Cause | undefined {
  const causes: Cause[] = order.expireAt > 0 ? [{ at: order.expireAt, rank: 1 }] : []
  // what may not be cancelled now waits for its timer to come again
  const isSpared = isLocked(world, instrumentAt(world, order.instrumentId))
  for (const { userId, instrumentId, dueAt } of world.timers.values())
    if (!isSpared && userId === order.userId && isOf(order, instrumentId)) causes.push({ at: dueAt, rank: 2 })
  return causes.filter(({ at }) => at <= world.time).sort((a, b) => a.at - b.at || a.rank - b.rank)[0]
}

export const isLate = (world: World, order: RefOrder): boolean => causeOf(world, order) !== undefined

/** A timer is done; where orders may not be cancelled now, it comes again for them. */
export function endTimer(world: World, key: string, timer: Timer): void {
  const meant = (one: RefInstrument): boolean =>
    timer.instrumentId > 0 ? one.instrumentId === timer.instrumentId : (one.isContract === true) === (timer.instrumentId === -1)
  const later = lockedUntil(world, timer.userId, meant)
  if (later === undefined) world.timers.delete(key)
  else timer.dueAt = later
}
