/**
 * Orders that should have ended already, since what is due runs in slices: their date or their owner's timer came, and the turn has not come
 * to them. Nobody ever trades with one, and nobody's check sees one.
 */
import type { RefOrder, World } from './model.ts'

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
  for (const { userId, instrumentId, dueAt } of world.timers.values())
    if (userId === order.userId && isOf(order, instrumentId)) causes.push({ at: dueAt, rank: 2 })
  return causes.filter(({ at }) => at <= world.time).sort((a, b) => a.at - b.at || a.rank - b.rank)[0]
}

export const isLate = (world: World, order: RefOrder): boolean => causeOf(world, order) !== undefined
