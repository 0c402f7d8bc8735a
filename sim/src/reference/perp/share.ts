/** A loss that neither the fund nor anybody on the other side bears: all who are in profit in that coin share it. */
import { move } from '../ledger.ts'
import { ceilDiv, larger, smaller, type World } from '../model.ts'
import { freeAccount, insuranceAccount, payOut } from './account.ts'
import { HOUSE } from './perp-model.ts'
import { marginAssetOf, profitNow } from './value.ts'

/**
 * Loss × profit ÷ Σ profits, rounded up, never above the profit: what that is too much is the fund's, what is left the house's own. Returns
 * what was shared.
 */
export function share(world: World, assetId: number, loss: bigint): bigint {
  const gainers = world.perp.positions
    .filter(({ userId, instrumentId }) => userId !== HOUSE && marginAssetOf(world, instrumentId) === assetId)
    .map((position) => ({ position, profit: profitNow(world, position) }))
    .filter(({ profit }) => profit > 0n)
  const sum = gainers.reduce((total, { profit }) => total + profit, 0n)
  const fund = insuranceAccount(assetId)
  let shared = 0n
  for (const { position, profit } of gainers) {
    const part = smaller(ceilDiv(loss * profit, sum), profit)
    payOut(world, position, part)
    move(world, freeAccount(position.userId, assetId), fund, part)
    position.shared -= part
    shared += part
  }
  move(world, `equity:house:${assetId}`, fund, larger(0n, loss - shared))
  return shared
}
