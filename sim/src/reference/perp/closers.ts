/** Orders that only make a position smaller: what is left to close, and what goes when the position shrinks. */
import { close, touch } from '../lifecycle.ts'
import { instrumentAt, type RefOrder, restOf, type World } from '../model.ts'
import { contractOrders, positionAt } from './account.ts'
import type { RefPosition } from './perp-model.ts'
import { keepPromises } from './promises.ts'
import { marginAssetOf } from './value.ts'

type Side = 'buy' | 'sell'

export const closingSide = ({ isShort }: { readonly isShort: boolean }): Side => (isShort ? 'buy' : 'sell')

/** Does an order rest in the book? */
export const isResting = (world: World, order: RefOrder): boolean => {
  const { bids, asks } = instrumentAt(world, order.instrumentId)
  return bids.includes(order) || asks.includes(order)
}

/** The position that an order of a side is about. */
export const positionFor = (
  world: World,
  { userId, instrumentId, side, isClose }: { userId: number; instrumentId: number; side: Side; isClose: boolean },
): RefPosition | undefined => positionAt(world, userId, instrumentId, (side === 'sell') !== isClose)

/** Contracts of it that an order of that side would close. */
export const opposedBy = (position: RefPosition | undefined, side: Side): number =>
  position !== undefined && position.isShort === (side === 'buy') ? position.quantity : 0

/** Contracts that resting orders of a side have still to trade: of those that close, or of all. */
export const restingLots = (world: World, userId: number, instrumentId: number, side: Side, isCloseOnly: boolean): number =>
  contractOrders(world, userId, instrumentId)
    .filter((order) => order.side === side && isResting(world, order) && (!isCloseOnly || order.contract?.isClose === true))
    .reduce((sum, order) => sum + restOf(order), 0)

/** What of a position no resting order is about to close. */
export const closableOf = (world: World, position: RefPosition): number =>
  Math.max(0, position.quantity - restingLots(world, position.userId, position.instrumentId, closingSide(position), true))

const SIDES = ['buy', 'sell'] as const

/**
 * At the end of an entry: of a position that shrank, the newest closing orders are cut, or all of them end. The same where one that waited
 * for its trigger rests now beside others.
 */
export function cutTouched(world: World): void {
  const { touched, seats } = world.perp
  for (let seat = touched.shift(); seat !== undefined; seat = touched.shift()) settleSeat(world, seat)
  for (const key of seats.keys()) {
    const [userId = 0, instrumentId = 0] = key.split(':').map(Number)
    for (const side of SIDES) cutExcess(world, userId, instrumentId, side)
  }
}

/** What its owner may no longer close is cut, and what he promised is there. */
function settleSeat(world: World, { userId, instrumentId }: { readonly userId: number; readonly instrumentId: number }): void {
  for (const side of SIDES) cutSide(world, userId, instrumentId, side)
  keepPromises(world, userId, marginAssetOf(world, instrumentId))
}

const closersOf = (world: World, userId: number, instrumentId: number, side: Side): RefOrder[] =>
  contractOrders(world, userId, instrumentId).filter((order) => order.contract?.isClose === true && order.side === side)

function cutSide(world: World, userId: number, instrumentId: number, side: Side): void {
  if (opposedBy(positionFor(world, { userId, instrumentId, side, isClose: true }), side) > 0) cutExcess(world, userId, instrumentId, side)
  else for (const order of closersOf(world, userId, instrumentId, side)) if (order.status !== 'pendingNew') endCloser(world, order)
}

function cutExcess(world: World, userId: number, instrumentId: number, side: Side): void {
  const resting = closersOf(world, userId, instrumentId, side).filter((order) => isResting(world, order))
  const lots = opposedBy(positionFor(world, { userId, instrumentId, side, isClose: true }), side)
  let excess = resting.reduce((sum, order) => sum + restOf(order), 0) - lots
  for (const order of resting.reverse()) {
    if (excess <= 0) return
    const cut = Math.min(excess, restOf(order))
    excess -= cut
    if (cut === restOf(order)) close(world, order, 'canceled', 'reduceOnly')
    else {
      order.quantity -= cut
      order.shown = Math.min(order.shown, restOf(order))
      touch(world, order)
    }
  }
}

/** Each for its own reason, not for its partner's. */
function endCloser(world: World, order: RefOrder): void {
  const partner = world.live.get(order.partnerId)
  if (partner !== undefined) partner.partnerId = 0
  order.partnerId = 0
  close(world, order, 'canceled', 'positionClosed')
}
