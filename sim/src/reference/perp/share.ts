/** A loss that neither the fund nor who is closed bears: all who are in profit on the other side of that contract share it. */
import { ceilDiv, larger, smaller, type World } from '../model.ts'
import { freeAccount, payOut } from './account.ts'
import { changeFund } from './fund.ts'
import { HOUSE } from './perp-model.ts'
import { marginAssetOf, profitNow } from './value.ts'

/**
 * Loss × profit ÷ Σ profits, rounded up, never above the profit: what that is too much is the fund's. What is left the house pays, and the fund
 * owes it. Returns what was shared.
 */
export function share(world: World, instrumentId: number, isShort: boolean, loss: bigint): bigint {
  const assetId = marginAssetOf(world, instrumentId)
  const gainers = world.perp.positions
    .filter((one) => one.userId !== HOUSE && one.instrumentId === instrumentId && one.isShort === isShort)
    .map((position) => ({ position, profit: profitNow(world, position) }))
    .filter(({ profit }) => profit > 0n)
  const sum = gainers.reduce((total, { profit }) => total + profit, 0n)
  let shared = 0n
  for (const { position, profit } of gainers) {
    const part = smaller(ceilDiv(loss * profit, sum), profit)
    payOut(world, position, part)
    changeFund(world, assetId, freeAccount(position.userId, assetId), part)
    position.shared -= part
    shared += part
  }
  const owed = larger(0n, loss - shared)
  changeFund(world, assetId, `equity:house:${assetId}`, owed)
  world.perp.debts.set(assetId, (world.perp.debts.get(assetId) ?? 0n) + owed)
  return shared
}
