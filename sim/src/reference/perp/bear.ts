/** What of a fill an order can bear: the figures of its owner as they are, or as a walk that is only tried has made them. */
import type { Role } from '../fees.ts'
import { instrumentAt, type RefOrder, restOf, type World } from '../model.ts'
import { crossedOf, crossMaintenance, freeBalance, freeOf, ownOf, pledgedOf, positionsOf, reserveOf, seatOf } from './account.ts'
import { contractRate } from './fill.ts'
import { type Figures, judge, opposedIn, type Rules, searchLots } from './judge.ts'
import { slackAt } from './numbers.ts'
import { contractAt, isUncountable, maintenanceNow, maintenanceOf, marginAssetOf, partOf, profitNow, valueAt } from './value.ts'

export function rulesOf(world: World, userId: number, instrumentId: number): Rules {
  const contract = contractAt(world, instrumentId)
  const { leverage, isIsolated } = seatOf(world, userId, instrumentId)
  return {
    mark: contract.mark,
    isUncountable: (lots) => isUncountable(instrumentAt(world, instrumentId), contract.mark, lots),
    slack: slackAt(world, instrumentId),
    leverage,
    isIsolated,
    isHedged: world.perp.traders.get(userId)?.isHedged === true,
    valueAt: (price, lots) => valueAt(world, instrumentId, price, lots),
    needOf: (value) => maintenanceOf(contract, value),
  }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Profit of another contract without an index counts nothing, a loss does. */
export function figuresOf(world: World, userId: number, instrumentId: number): Figures {
  const assetId = marginAssetOf(world, instrumentId)
  const crossed = crossedOf(world, userId, assetId)
  const profits = crossed
    .map((position) => ({ position, profit: profitNow(world, position) }))
    .filter(
      ({ position, profit }) => profit < 0n || position.instrumentId === instrumentId || !contractAt(world, position.instrumentId).isShut,
    )
  const own = crossed.filter((position) => position.instrumentId === instrumentId)
  const reserve = reserveOf(world, userId, assetId)
  // what orders promise to margins of their own is there for those orders alone
  const { isIsolated } = seatOf(world, userId, instrumentId)
  return {
    equity: freeBalance(world, userId, assetId) + reserve + sum(profits.map(({ profit }) => profit)),
    // what he closes here is no loss beside this
    own: ownOf(world, userId, assetId, instrumentId) - (isIsolated ? pledgedOf(world, userId, assetId) : 0n),
    free: freeOf(world, userId, assetId),
    reserve,
    otherNeed: crossMaintenance(world, userId, assetId) - sum(own.map((position) => maintenanceNow(world, position))),
    others: crossed.length - own.length,
    legs: positionsOf(world, userId).filter((position) => position.instrumentId === instrumentId),
  }
}

/** An order with what is left of it. */
export interface Standing {
  readonly order: RefOrder
  readonly rest: number
  readonly held: bigint
  /** In a walk that is only tried no other order gives way for what a close costs. */
  readonly isTried: boolean
}

/** An order of a liquidation is only cut to what there is to close. */
const isExempt = ({ contract }: RefOrder): boolean => (contract?.receiptId ?? 0) !== 0

/** The owner's figures behind a fill; undefined where he may not have it. */
export function judgeFill(
  world: World,
  { order, rest, held, isTried }: Standing,
  figures: Figures,
  fill: { readonly price: number; readonly lots: number; readonly role: Role },
): Figures | undefined {
  const { userId, instrumentId, side, contract } = order
  const freed = partOf(held, fill.lots, rest)
  return judge(rulesOf(world, userId, instrumentId), figures, {
    side,
    isClose: contract?.isClose === true,
    price: fill.price,
    lots: fill.lots,
    rateE8: contractRate(world, instrumentId, fill.role),
    freed,
    bound: (isTried ? figures.reserve : held) - freed,
  })
}

/** The most contracts of a fill that an order can bear; 0 = none. */
export function mostOf(
  world: World,
  standing: Standing,
  figures: Figures,
  fill: { readonly price: number; readonly lots: number; readonly role: Role },
): number {
  const { userId, instrumentId, side, contract } = standing.order
  const isClose = contract?.isClose === true
  const opposed = opposedIn(rulesOf(world, userId, instrumentId), figures, side, isClose)
  const wanted = isClose ? Math.min(fill.lots, opposed) : fill.lots
  if (isExempt(standing.order)) return wanted
  return searchLots(wanted, opposed, (lots) => judgeFill(world, standing, figures, { ...fill, lots }) !== undefined)
}

/** The same of an order as all stands. */
export const bearableLots = (world: World, order: RefOrder, price: number, lots: number, role: Role): number =>
  mostOf(world, { order, rest: restOf(order), held: order.held, isTried: false }, figuresOf(world, order.userId, order.instrumentId), {
    price,
    lots,
    role,
  })
