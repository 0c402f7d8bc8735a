/** Two sorted arrays a pair. Insertion walks the array; nothing here is clever. */
import type { Side } from '@agio/engine/command.ts'
import { isLate } from './lateness.ts'
import { type RefInstrument, type RefOrder, restOf, type World } from './model.ts'

export const sideOf = (instrument: RefInstrument, side: Side): RefOrder[] => (side === 'buy' ? instrument.bids : instrument.asks)

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** Puts an order behind every order of the same or a better price. */
export function rest(instrument: RefInstrument, order: RefOrder): void {
  const queue = sideOf(instrument, order.side)
  let index = 0
  for (const other of queue) {
    const behind = order.side === 'buy' ? other.price >= order.price : other.price <= order.price
    if (!behind) break
    index += 1
  }
  queue.splice(index, 0, order)
}

export function unrest(instrument: RefInstrument, order: RefOrder): void {
  const queue = sideOf(instrument, order.side)
  const index = queue.indexOf(order)
  if (index >= 0) queue.splice(index, 1)
}

/** Shown part of an order that starts to rest or refills. */
export const slice = (order: RefOrder): number =>
  order.visibleQuantity > 0 ? Math.min(order.visibleQuantity, restOf(order)) : restOf(order)

/** Would an order of this side and limit trade with something at `price`? A limit of 0 accepts every price. */
export function crosses(side: Side, limit: number, price: number): boolean {
  if (limit === 0) return true
  return side === 'buy' ? price <= limit : price >= limit
}

/** Would a limit order meet anything at all? */
export function wouldCross(world: World, instrument: RefInstrument, side: Side, limit: number): boolean {
  const best = sideOf(instrument, opposite(side)).find((order) => !isLate(world, order))
  return best !== undefined && crosses(side, limit, best.price)
}

/** Shown quantity by price, best first. */
export function depth(instrument: RefInstrument, side: Side): { price: number; quantity: number }[] {
  const levels: { price: number; quantity: number }[] = []
  for (const order of sideOf(instrument, side)) {
    const last = levels.at(-1)
    if (last !== undefined && last.price === order.price) last.quantity += order.shown
    else levels.push({ price: order.price, quantity: order.shown })
  }
  return levels
}
