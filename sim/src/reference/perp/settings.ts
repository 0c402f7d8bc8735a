/** Opening a contract account, and what its owner sets in it. */
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from '../answer.ts'
import { owes } from '../ledger.ts'
import { larger, smaller, type World } from '../model.ts'
import { addableOf, contractOrders, freeOf, openSeat, positionsOf, settleProfits, touchSeat } from './account.ts'
import { checkStanding, checkTrader, isBroken } from './checks.ts'
import { moveMargin } from './fill.ts'
import { spareOf } from './margin.ts'
import { exposureOf, mostValueAt } from './need.ts'
import type { RefPosition } from './perp-model.ts'
import { contractAt, initialOf, marginAssetOf } from './value.ts'

export function openContractAccount(world: World, { userId }: CommandByKind['openContractAccount']): Answer {
  const user = world.users.get(userId)
  if (user === undefined) return no('userNotFound')
  if (user.status === 'disabled') return no('accountDisabled')
  if (user.status === 'frozen' || owes(world, userId)) return no('accountFrozen')
  if (!world.perp.traders.has(userId)) world.perp.traders.set(userId, { openedAt: world.time, isHedged: false })
  return ok(userId)
}

const ofContract = (world: World, userId: number, instrumentId: number): RefPosition[] =>
  positionsOf(world, userId).filter((position) => position.instrumentId === instrumentId)

const isUsed = (world: World, userId: number, instrumentId: number): boolean =>
  ofContract(world, userId, instrumentId).length > 0 || contractOrders(world, userId, instrumentId).length > 0

export function setMarginMode(world: World, { userId, mode, instrumentId }: CommandByKind['setMarginMode']): Answer {
  const reason = checkStanding(world, userId, instrumentId)
  if (reason !== 'none') return no(reason)
  if (mode !== 'cross' && mode !== 'isolated') return no('badParameter')
  const seat = openSeat(world, userId, instrumentId)
  const isIsolated = mode === 'isolated'
  if (seat.isIsolated !== isIsolated && contractAt(world, instrumentId).isShut) return no('indexFrozen')
  if (seat.isIsolated !== isIsolated && isUsed(world, userId, instrumentId)) return no('marginModeLocked')
  seat.isIsolated = isIsolated
  return ok()
}

export function setPositionMode(world: World, { userId, isHedged }: CommandByKind['setPositionMode']): Answer {
  const reason = checkTrader(world, userId)
  if (reason !== 'none') return no(reason)
  const trader = world.perp.traders.get(userId)
  if (trader === undefined || isHedged > 1) return no('badParameter')
  const isAnyUsed = positionsOf(world, userId).length > 0 || contractOrders(world, userId).length > 0
  if (trader.isHedged !== (isHedged === 1) && isAnyUsed) return no('positionModeLocked')
  trader.isHedged = isHedged === 1
  return ok()
}

export function setLeverage(world: World, { userId, instrumentId, leverage }: CommandByKind['setLeverage']): Answer {
  const reason = checkStanding(world, userId, instrumentId)
  if (reason !== 'none') return no(reason)
  const { minLeverage, maxLeverage } = contractAt(world, instrumentId).terms
  if (leverage < minLeverage || leverage > maxLeverage) return no('leverageRange')
  const seat = openSeat(world, userId, instrumentId)
  if (isBroken(world, userId, instrumentId)) return no('inLiquidation')
  if (leverage > seat.leverage && contractAt(world, instrumentId).isShut) return no('indexFrozen')
  if (contractOrders(world, userId, instrumentId).length > 0) return no('leverageLocked')
  const most = mostValueAt(world, instrumentId, leverage)
  const sides = (['buy', 'sell'] as const).map((side) =>
    exposureOf(world, { userId, instrumentId, side, isClose: false, price: 1, quantity: 0 }, 0),
  )
  if (most !== undefined && sides.some((value) => value > most)) return no('leverageTier')
  if (leverage === seat.leverage) return ok()
  const positions = ofContract(world, userId, instrumentId)
  const more = positions.reduce((sum, position) => sum + neededMore(world, position, leverage), 0n)
  const assetId = marginAssetOf(world, instrumentId)
  const room = seat.isIsolated ? addableOf(world, userId, assetId) : freeOf(world, userId, assetId)
  if (more > 0n && more > room) return no('insufficientBalance')
  seat.leverage = leverage
  for (const position of positions) take(world, position, leverage)
  touchSeat(world, userId, instrumentId)
  return ok()
}

/** What a leverage asks for more: margin of its own, or what is bound of the balance. */
const neededMore = (world: World, position: RefPosition, leverage: number): bigint =>
  position.isIsolated
    ? marginMoved(world, position, leverage)
    : initialOf(position.entry, leverage) - initialOf(position.entry, position.leverage)

/** A lower one fills the margin up; a higher one sets free what its entry needs less, nothing that was added, and leaves it safe. */
function marginMoved(world: World, position: RefPosition, leverage: number): bigint {
  const wanted = initialOf(position.entry, leverage)
  if (leverage < position.leverage) return larger(0n, wanted - position.margin)
  const needsLess = initialOf(position.entry, position.leverage) - wanted
  const own = position.margin - position.added - wanted
  return -larger(0n, smaller(needsLess, smaller(own, spareOf(world, position, leverage))))
}

function take(world: World, position: RefPosition, leverage: number): void {
  const moved = position.isIsolated ? marginMoved(world, position, leverage) : 0n
  position.leverage = leverage
  if (moved > 0n) settleProfits(world, position.userId, marginAssetOf(world, position.instrumentId), moved)
  if (moved !== 0n) moveMargin(world, position, moved)
  position.updatedAt = world.time
}
