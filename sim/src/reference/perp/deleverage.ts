/** Positions on the other side are reduced at the bankruptcy price, those first who gained most by least of their own. */
import { close } from '../lifecycle.ts'
import { instrumentAt, larger, notionalOf, type World } from '../model.ts'
import { contractOrders, crossEquity, crossMaintenance, payableOf, touchSeat } from './account.ts'
import { dropPosition, moveMargin, partAt, realise, takeOut } from './fill.ts'
import { closeTaken, fundOf, resultOf } from './house.ts'
import { HOUSE, type RefPosition } from './perp-model.ts'
import { share } from './share.ts'
import { ceilOf, contractAt, floorDiv, maintenanceNow, marginAssetOf, profitNow, valueNow } from './value.ts'

const ONE = 100_000_000n

/** What stands behind a position at the mark: of crossed ones their part of all, by their needs. */
export function equityBehind(world: World, position: RefPosition): bigint {
  if (position.isIsolated) return position.margin + profitNow(world, position)
  const assetId = marginAssetOf(world, position.instrumentId)
  const all = crossMaintenance(world, position.userId, assetId)
  return all <= 0n ? 0n : (crossEquity(world, position.userId, assetId) * maintenanceNow(world, position)) / all
}

/** Scores do not go further, either way: nearly nothing stands behind those who have more. */
const SCORE_MAX = 2n ** 63n - 1n
const within = (score: bigint): bigint => (score > SCORE_MAX ? SCORE_MAX : score < -SCORE_MAX ? -SCORE_MAX : score)

/** Profit ÷ entry × value ÷ what stands behind it, of a loss ÷ instead: 1e-8, each division truncated towards 0. */
export function scoreOf(world: World, position: RefPosition): bigint {
  const profit = profitNow(world, position)
  const entry = larger(1n, position.entry)
  const behind = larger(1n, equityBehind(world, position))
  const value = larger(1n, valueNow(world, position))
  const part = (profit * ONE) / entry
  return within(profit > 0n ? (part * value) / behind : (part * behind) / value)
}

/** Who comes first in the queue of a contract and side: the larger of equal scores, then the older. */
export function queueOf(world: World, instrumentId: number, isShort: boolean): RefPosition[] {
  const queue = world.perp.positions
    .filter((one) => one.userId !== HOUSE && one.instrumentId === instrumentId && one.isShort === isShort && !one.isBroken)
    .map((position) => ({ position, score: scoreOf(world, position) }))
  queue.sort((one, other) => {
    if (one.score !== other.score) return one.score > other.score ? -1 : 1
    return other.position.quantity - one.position.quantity || one.position.id - other.position.id
  })
  return queue.map(({ position }) => position)
}

/** Price at which nothing of what stood behind it is left, in ticks: of a long rounded up, of a short down; at least 1. */
export function bankruptcyTicks(world: World, { instrumentId, entry, settled, margin, quantity, isShort }: RefPosition): number {
  const unit = notionalOf(instrumentAt(world, instrumentId), 1, quantity)
  const behind = margin - settled
  const value = isShort ? entry + behind : entry - behind
  if (value <= 0n) return 1
  return Math.max(1, Number(isShort ? floorDiv(value, unit) : ceilOf(value, unit)))
}

/** Would closing all of it at a price cost no more than is behind it? */
function bears(world: World, position: RefPosition, price: number): boolean {
  const { realised } = partAt(world, position, price, position.quantity)
  if (realised >= 0n) return true
  if (position.isIsolated) return -realised <= position.margin
  return -realised <= payableOf(world, position.userId, marginAssetOf(world, position.instrumentId), position)
}

/** Closes what the house has against the first of the queue. False when there is nobody. */
export function deleverage(world: World, taken: RefPosition): boolean {
  const { instrumentId } = taken
  const queue = queueOf(world, instrumentId, !taken.isShort)
  const bankruptcy = bankruptcyTicks(world, taken)
  const { mark } = contractAt(world, instrumentId)
  // nobody can bear that price: everybody can bear the mark, and what it costs is shared
  const first = queue.find((one) => bears(world, one, bankruptcy))
  const counter = first ?? queue.find((one) => bears(world, one, mark))
  if (counter === undefined) return false
  const price = first === undefined ? mark : bankruptcy
  const quantity = Math.min(taken.quantity, counter.quantity)
  const missing = -(fundOf(world, instrumentId) + resultOf(world, taken, price, quantity))
  if (missing > 0n) taken.shared -= share(world, marginAssetOf(world, instrumentId), missing)
  for (const order of contractOrders(world, counter.userId, instrumentId).reverse())
    if (world.live.has(order.orderId)) close(world, order, 'canceled', 'deleveraged')
  world.perp.count += 1
  touchSeat(world, counter.userId, instrumentId)
  closeAt(world, counter, price, quantity)
  closeTaken(world, taken, price, quantity)
  return true
}

/** Closes contracts at a price without a trade and without a fee. */
export function closeAt(world: World, position: RefPosition, price: number, quantity: number): void {
  const part = partAt(world, position, price, quantity)
  takeOut(position, quantity, part)
  moveMargin(world, position, -part.margin)
  realise(world, position, part.realised, part.margin)
  position.updatedAt = world.time
  if (position.quantity === 0) dropPosition(world, position)
}
