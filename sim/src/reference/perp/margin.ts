/** Margin that the owner of a position puts to it, or takes out. */
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from '../answer.ts'
import { larger, smaller, type World } from '../model.ts'
import { addableOf, settleProfits, touchSeat } from './account.ts'
import { checkTrader, isBroken, ownPosition } from './checks.ts'
import { moveMargin, takeMargin } from './fill.ts'
import type { RefPosition } from './perp-model.ts'
import { contractAt, initialOf, maintenanceNow, marginAssetOf, profitNow, valueNow } from './value.ts'

/** What is beyond the initial margin at the mark by a leverage, and beyond what keeps it safe: a loss is taken off first, a profit not counted. */
export function spareOf(world: World, position: RefPosition, leverage: number): bigint {
  const safe = (maintenanceNow(world, position) * 5n + 3n) / 4n + 1n
  const least = larger(initialOf(valueNow(world, position), leverage), safe)
  return position.margin + smaller(0n, profitNow(world, position)) - least
}

/** What may come out. */
export const removableOf = (world: World, position: RefPosition): bigint =>
  position.isIsolated ? larger(0n, spareOf(world, position, position.leverage)) : 0n

export function changePositionMargin(world: World, { userId, positionId, amount }: CommandByKind['changePositionMargin']): Answer {
  const reason = checkTrader(world, userId)
  if (reason !== 'none') return no(reason)
  if (amount === 0n) return no('badNumber')
  const position = ownPosition(world, userId, positionId)
  if (position === undefined) return no('positionNotFound')
  if (!position.isIsolated) return no('marginModeMismatch')
  // what is being liquidated may be saved
  if (amount < 0n && isBroken(world, userId, position.instrumentId)) return no('inLiquidation')
  if (amount < 0n && contractAt(world, position.instrumentId).isShut) return no('indexFrozen')
  const assetId = marginAssetOf(world, position.instrumentId)
  if (amount > 0n && amount > addableOf(world, userId, assetId)) return no('insufficientBalance')
  if (amount < 0n && -amount > removableOf(world, position)) return no('marginRange')
  if (amount > 0n) {
    settleProfits(world, userId, assetId, amount)
    moveMargin(world, position, amount)
    position.added += amount
  } else takeMargin(world, position, -amount)
  position.updatedAt = world.time
  touchSeat(world, userId, position.instrumentId)
  return ok()
}
