/** Margin that the owner of a position puts to it, or takes out. */
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from '../answer.ts'
import { larger, type World } from '../model.ts'
import { freeOf, settleProfits } from './account.ts'
import { checkTrader, isBroken, ownPosition } from './checks.ts'
import { moveMargin } from './fill.ts'
import type { RefPosition } from './perp-model.ts'
import { safeMargin } from './settings.ts'
import { initialOf, marginAssetOf, valueNow } from './value.ts'

/** What may come out: what is beyond the initial margin at the mark, and beyond what keeps it safe; nothing of a profit. */
export function removableOf(world: World, position: RefPosition): bigint {
  if (!position.isIsolated) return 0n
  const least = larger(initialOf(valueNow(world, position), position.leverage), safeMargin(world, position))
  return larger(0n, position.margin - least)
}

export function changePositionMargin(world: World, { userId, positionId, amount }: CommandByKind['changePositionMargin']): Answer {
  const reason = checkTrader(world, userId)
  if (reason !== 'none') return no(reason)
  if (amount === 0n) return no('badNumber')
  const position = ownPosition(world, userId, positionId)
  if (position === undefined) return no('positionNotFound')
  if (!position.isIsolated) return no('marginModeMismatch')
  if (isBroken(world, userId, position.instrumentId)) return no('inLiquidation')
  const assetId = marginAssetOf(world, position.instrumentId)
  if (amount > 0n && amount > freeOf(world, userId, assetId)) return no('insufficientBalance')
  if (amount < 0n && -amount > removableOf(world, position)) return no('marginRange')
  if (amount > 0n) settleProfits(world, userId, assetId, amount)
  moveMargin(world, position, amount)
  position.updatedAt = world.time
  return ok()
}
