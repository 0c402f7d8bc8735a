/** A loss that neither the fund nor who is closed bears: all who have gained on the other side of that contract share it. */
import { ceilDiv, larger, smaller, type World } from '../model.ts'
import { freeAccount, freeBalance, payOut, touchSeat } from './account.ts'
import { changeFund } from './fund.ts'
import { HOUSE, type RefPosition } from './perp-model.ts'
import { takeReserves } from './reserves.ts'
import { gainNow, marginAssetOf, profitNow } from './value.ts'

/**
 * Loss × gain ÷ Σ gains, rounded up, never above the gain: what that is too much is the fund's. A gain counts whole, also what it has paid before.
 * What is left the house pays, and the fund owes it. Returns what was shared.
 */
export function share(world: World, instrumentId: number, isShort: boolean, loss: bigint): bigint {
  const assetId = marginAssetOf(world, instrumentId)
  const gainers = world.perp.positions
    .filter((one) => one.userId !== HOUSE && one.instrumentId === instrumentId && one.isShort === isShort)
    .map((position) => ({ position, gain: gainNow(world, position) }))
    .filter(({ gain }) => gain > 0n)
  const sum = gainers.reduce((total, { gain }) => total + gain, 0n)
  const shared = gainers
    .map(({ position, gain }) => give(world, position, smaller(ceilDiv(loss * gain, sum), gain)))
    .reduce((total, part) => total + part, 0n)
  const owed = larger(0n, loss - shared)
  changeFund(world, assetId, `equity:house:${assetId}`, owed)
  world.perp.debts.set(assetId, (world.perp.debts.get(assetId) ?? 0n) + owed)
  return shared
}

/** Out of the profit that is still open, then out of what its owner has besides. Returns what there was. */
function give(world: World, position: RefPosition, part: bigint): bigint {
  const { userId, instrumentId } = position
  const assetId = marginAssetOf(world, instrumentId)
  const open = smaller(part, larger(0n, profitNow(world, position)))
  payOut(world, position, open)
  changeFund(world, assetId, freeAccount(userId, assetId), open)
  takeReserves(world, userId, assetId, part - open)
  const rest = smaller(part - open, freeBalance(world, userId, assetId))
  changeFund(world, assetId, freeAccount(userId, assetId), rest)
  position.shared -= open + rest
  touchSeat(world, userId, instrumentId)
  return open + rest
}
