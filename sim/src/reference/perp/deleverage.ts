/** Positions on the other side are reduced, at the mark as long as the fund may pay for it; those first who gained most by least of their own. */
import { addLive, close } from '../lifecycle.ts'
import { instrumentAt, larger, nextOrderId, notionalOf, type RefOrder, smaller, type World } from '../model.ts'
import { contractOrders, crossEquity, crossedOf, crossMaintenance, touchSeat } from './account.ts'
import { dropPosition, partAt, profitWithout, realise, takeOut } from './fill.ts'
import { allowsLosses, fundBalance, noteLoss } from './fund.ts'
import { closeTaken, resultOf } from './house.ts'
import { HOUSE, type RefPosition } from './perp-model.ts'
import { plainOrder } from './plain-order.ts'
import { share } from './share.ts'
import { troubleOf } from './taken.ts'
import {
  ceilOf,
  contractAt,
  floorDiv,
  gainNow,
  initialOf,
  maintenanceNow,
  maintenanceOf,
  marginAssetOf,
  profitNow,
  valueAt,
  valueNow,
} from './value.ts'

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

/** Gain ÷ entry × value ÷ (initial margin + gain), of a loss ÷ instead: 1e-8, each division truncated towards 0. */
export function scoreOf(world: World, position: RefPosition): bigint {
  const gain = gainNow(world, position)
  const entry = larger(1n, position.entry)
  const behind = larger(1n, initialOf(position.entry, position.leverage) + gain)
  const value = larger(1n, valueNow(world, position))
  const part = (gain * ONE) / entry
  return within(gain > 0n ? (part * value) / behind : (part * behind) / value)
}

/** Who comes first in the queue of a contract and side: who has gained, by score; the larger of equal scores, then the older. */
export function queueOf(world: World, instrumentId: number, isShort: boolean): RefPosition[] {
  const queue = world.perp.positions
    .filter(
      (one) => one.userId !== HOUSE && one.instrumentId === instrumentId && one.isShort === isShort && !troubleOf(world, one).isBroken,
    )
    .map((position) => ({ position, score: scoreOf(world, position), hasGained: gainNow(world, position) > 0n }))
  queue.sort((one, other) => {
    if (one.hasGained !== other.hasGained) return one.hasGained ? -1 : 1
    if (one.score !== other.score) return one.score > other.score ? -1 : 1
    return other.position.quantity - one.position.quantity || one.position.id - other.position.id
  })
  return queue.map(({ position }) => position)
}

interface ByTheSystem {
  readonly price: number
  readonly quantity: number
  readonly source: 'adl' | 'system'
  readonly receiptId: number
}

/** Closes contracts with an order that their owner finds among his own: at market, filled at once, without a fee. */
export function closeBySystem(world: World, position: RefPosition, how: ByTheSystem): void {
  const { userId, instrumentId } = position
  const { price, quantity } = how
  touchSeat(world, userId, instrumentId)
  const order = orderOf(world, position, how)
  addLive(world, order)
  closeAt(world, position, price, quantity)
  world.tradeCount += 1
  order.executedQuantity = quantity
  order.executedQuote = valueAt(world, instrumentId, price, quantity)
  close(world, order, 'filled', 'filled')
}

function orderOf(world: World, { userId, instrumentId, isShort }: RefPosition, { quantity, source, receiptId }: ByTheSystem): RefOrder {
  const order = plainOrder(world, {
    ...{ orderId: nextOrderId(world), clientOrderId: '', caller: 0, userId, instrumentId, side: isShort ? 'buy' : 'sell' },
    ...{ type: 'market', timeInForce: 'ioc', selfTrade: 'expireMaker', source, price: 0, quantity, expireAt: 0 },
  })
  order.contract = {
    ...{ isClose: true, isShortLeg: world.perp.traders.get(userId)?.isHedged === true && isShort, isWhole: false, isProtection: false },
    ...{ by: 'last', callbackRate: 0n, callback: 0, takeProfit: null, stopLoss: null, receiptId },
  }
  return order
}

/** Closes a part of what the house has against the first of the queue. False when there is nobody. */
export function deleverage(world: World, taken: RefPosition): boolean {
  const { instrumentId, broken } = taken
  const [counter] = queueOf(world, instrumentId, !taken.isShort)
  if (counter === undefined) return false
  const assetId = marginAssetOf(world, instrumentId)
  const { mark } = contractAt(world, instrumentId)
  const quantity = Math.min(taken.quantity, counter.quantity)
  const isCovered = allowsLosses(world, { assetId, terms: contractAt(world, instrumentId).terms }, [
    { userId: broken, amount: -resultOf(world, taken, mark, quantity) },
  ])
  const hasGained = gainNow(world, counter) > 0n
  for (const order of contractOrders(world, counter.userId, instrumentId).reverse())
    if (world.live.has(order.orderId)) close(world, order, 'canceled', 'deleveraged')
  const price = isCovered ? mark : priceWithoutFund(world, taken, counter, quantity)
  const loss = larger(0n, -resultOf(world, taken, price, quantity))
  world.perp.count += 1
  closeBySystem(world, counter, { price, quantity, source: 'adl', receiptId: world.perp.count })
  // beyond its bounds the fund pays only for whom nothing else can be taken from
  const paid = isCovered ? loss : hasGained ? 0n : smaller(loss, larger(0n, fundBalance(world, assetId)))
  if (loss > paid) taken.shared -= share(world, instrumentId, !taken.isShort, loss - paid)
  noteLoss(world, assetId, { userId: broken, amount: paid })
  closeTaken(world, taken, price, quantity)
  return true
}

/** Bankruptcy's price, never better than the mark for who is closed, never worse than all he has gained; the mark for whom that would endanger. */
function priceWithoutFund(world: World, taken: RefPosition, counter: RefPosition, quantity: number): number {
  const { mark } = contractAt(world, taken.instrumentId)
  const unit = notionalOf(instrumentAt(world, counter.instrumentId), 1, counter.quantity)
  const price = counter.isShort
    ? Math.max(mark, Math.min(taken.bankruptcy, Number(floorDiv(counter.entry, unit))))
    : Math.min(mark, Math.max(taken.bankruptcy, Number(ceilOf(counter.entry, unit))))
  return staysSafe(world, counter, price, quantity) ? price : mark
}

/** Would a quarter more than its need be left of its account, or nothing be lacking where nothing is left? */
function staysSafe(world: World, position: RefPosition, price: number, quantity: number): boolean {
  const { userId, instrumentId } = position
  const contract = contractAt(world, instrumentId)
  const part = partAt(world, position, price, quantity)
  const isAll = quantity === position.quantity
  const value = valueAt(world, instrumentId, contract.mark, position.quantity - quantity)
  const left = profitWithout(world, position, quantity, part)
  const isSafe = (equity: bigint, need: bigint): boolean => equity >= (need * 5n + 3n) / 4n
  if (position.isIsolated) {
    const proceeds = part.margin + part.realised
    const margin = position.margin - part.margin + smaller(0n, proceeds)
    return isAll ? proceeds >= 0n : margin >= 0n && isSafe(margin + left, maintenanceOf(contract, value))
  }
  const assetId = marginAssetOf(world, instrumentId)
  const equity = crossEquity(world, userId, assetId) - profitNow(world, position) + part.realised + left
  const need = crossMaintenance(world, userId, assetId) - maintenanceNow(world, position) + maintenanceOf(contract, value)
  return isAll && crossedOf(world, userId, assetId).length === 1 ? equity >= 0n : isSafe(equity, need)
}

/** Closes contracts at a price without a trade and without a fee. */
export function closeAt(world: World, position: RefPosition, price: number, quantity: number): void {
  const part = partAt(world, position, price, quantity)
  takeOut(position, quantity, part)
  realise(world, position, part, 0n)
  position.updatedAt = world.time
  if (position.quantity === 0) dropPosition(world, position)
}
