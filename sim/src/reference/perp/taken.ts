/** What the house took over, and when a contract has to be looked at for it and for those whose liquidation goes on. */
import type { World } from '../model.ts'
import { crossOf } from './account.ts'
import { HOUSE, type RefContract, type RefPosition } from './perp-model.ts'
import { marginAssetOf } from './value.ts'

export const takenOf = (world: World, instrumentId: number): RefPosition[] =>
  world.perp.positions.filter((position) => position.userId === HOUSE && position.instrumentId === instrumentId)

/** Where it is told that an account is being liquidated: a position of its own margin, or all that share a coin. */
export const troubleOf = (world: World, position: RefPosition): { isBroken: boolean; begun: number; lookAt: number } =>
  position.isIsolated ? position : crossOf(world, position.userId, marginAssetOf(world, position.instrumentId))

/** What the house has is offered when it is time, and whose liquidation goes on is looked at again. */
export function lookLater(world: World, contract: RefContract): void {
  const { instrumentId } = contract
  if (takenOf(world, instrumentId).length > 0) contract.riskAt = Math.min(contract.riskAt, contract.offerAt)
  for (const position of world.perp.positions) {
    if (position.userId === HOUSE || position.instrumentId !== instrumentId) continue
    const { isBroken, lookAt } = troubleOf(world, position)
    if (isBroken) contract.riskAt = Math.min(contract.riskAt, lookAt)
  }
}
