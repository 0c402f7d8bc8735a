/** Contract accounts: what is free, what positions and orders hold, and what pays when the free balance does not reach. */
import { balanceAt, move, userAccount } from '../ledger.ts'
import { larger, RATE_ONE, type RefOrder, smaller, type World } from '../model.ts'
import type { RefCross, RefPosition, RefSeat } from './perp-model.ts'
import { contractAt, initialOf, isContract, maintenanceNow, marginAssetOf, profitAt, profitNow } from './value.ts'

export const freeAccount = (userId: number, assetId: number): string => userAccount(userId, assetId, 'available', 'contract')
export const heldAccount = (userId: number, assetId: number): string => userAccount(userId, assetId, 'held', 'contract')
export const clearingAccount = (assetId: number): string => `clearing:pnl:${assetId}`
export const fundingAccount = (assetId: number): string => `clearing:funding:${assetId}`
export const insuranceAccount = (assetId: number): string => `fund:insurance:${assetId}`
export const takenAccount = (assetId: number): string => `inventory:liquidation:${assetId}`
export const contractFeeAccount = (assetId: number): string => `income:contract_fee:${assetId}`
export const liquidationFeeAccount = (assetId: number): string => `income:liquidation_fee:${assetId}`

export const freeBalance = (world: World, userId: number, assetId: number): bigint => balanceAt(world, freeAccount(userId, assetId))

/** What a user has set for a contract; where he never set or ordered anything, what everybody begins with. */
export function seatOf(world: World, userId: number, instrumentId: number): RefSeat {
  const known = world.perp.seats.get(`${userId}:${instrumentId}`)
  if (known !== undefined) return known
  const { minLeverage, maxLeverage } = contractAt(world, instrumentId).terms
  return { leverage: Math.max(minLeverage, Math.min(20, maxLeverage)), isIsolated: false }
}

/** The same, kept from now on. */
export function openSeat(world: World, userId: number, instrumentId: number): RefSeat {
  const seat = seatOf(world, userId, instrumentId)
  world.perp.seats.set(`${userId}:${instrumentId}`, seat)
  return seat
}

/** Contracts in which a user has a seat, the newest first. */
export const seatsOf = (world: World, userId: number): number[] =>
  [...world.perp.seats.keys()]
    .map((key) => key.split(':').map(Number))
    .filter(([owner]) => owner === userId)
    .map(([, instrumentId = 0]) => instrumentId)
    .reverse()

/** Notes a seat whose positions changed, once an entry. */
export function touchSeat(world: World, userId: number, instrumentId: number): void {
  const { touched } = world.perp
  if (!touched.some((seat) => seat.userId === userId && seat.instrumentId === instrumentId)) touched.push({ userId, instrumentId })
}

export function crossOf(world: World, userId: number, assetId: number): RefCross {
  const key = `${userId}:${assetId}`
  const known = world.perp.crosses.get(key)
  if (known !== undefined) return known
  const made = { isWarned: false, isBroken: false, begun: 0, lookAt: 0 }
  world.perp.crosses.set(key, made)
  return made
}

export const positionsOf = (world: World, userId: number): RefPosition[] =>
  world.perp.positions.filter((position) => position.userId === userId)

/** The position of a contract: of who hedges, that leg. */
export const positionAt = (world: World, userId: number, instrumentId: number, isShortLeg: boolean): RefPosition | undefined =>
  positionsOf(world, userId).find(
    (position) =>
      position.instrumentId === instrumentId && (!(world.perp.traders.get(userId)?.isHedged ?? false) || position.isShort === isShortLeg),
  )

export const crossedOf = (world: World, userId: number, assetId: number): RefPosition[] =>
  positionsOf(world, userId).filter(({ isIsolated, instrumentId }) => !isIsolated && marginAssetOf(world, instrumentId) === assetId)

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

export const crossProfit = (world: World, userId: number, assetId: number): bigint =>
  sum(crossedOf(world, userId, assetId).map((position) => profitNow(world, position)))

export const crossMaintenance = (world: World, userId: number, assetId: number): bigint =>
  sum(crossedOf(world, userId, assetId).map((position) => maintenanceNow(world, position)))

export const crossInitial = (world: World, userId: number, assetId: number): bigint =>
  sum(crossedOf(world, userId, assetId).map(({ entry, leverage }) => initialOf(entry, leverage)))

/** Balance without reserves and margins of their own, with the profit of the crossed positions. */
export const crossEquity = (world: World, userId: number, assetId: number): bigint =>
  freeBalance(world, userId, assetId) + crossProfit(world, userId, assetId)

/** Without an index nobody knows what it is worth: it counts nothing elsewhere. */
const isShutAt = (world: World, { instrumentId }: RefPosition): boolean => contractAt(world, instrumentId).isShut

const countedProfit = (world: World, position: RefPosition): bigint => {
  const profit = profitNow(world, position)
  return isShutAt(world, position) ? smaller(0n, profit) : profit
}

/** What a new order may need; below 0 where crossed positions have less than their initial margins. */
export const freeOf = (world: World, userId: number, assetId: number): bigint =>
  freeBalance(world, userId, assetId) +
  sum(crossedOf(world, userId, assetId).map((position) => countedProfit(world, position))) -
  crossInitial(world, userId, assetId)

/** What orders hold in a coin: all that is held and is no position's own. */
export const reserveOf = (world: World, userId: number, assetId: number): bigint =>
  balanceAt(world, heldAccount(userId, assetId)) -
  sum(
    positionsOf(world, userId)
      .filter(({ instrumentId }) => marginAssetOf(world, instrumentId) === assetId)
      .map(({ margin }) => margin),
  )

const aheadOf = (world: World, userId: number, assetId: number): bigint =>
  sum(crossedOf(world, userId, assetId).map(({ settled }) => settled))

/** What each contract has lost, at the worse mark where there is no index; of those without an index alone, or but for one, if asked. */
function lossesOf(world: World, userId: number, assetId: number, isShutOnly = false, except = 0): bigint[] {
  const crossed = crossedOf(world, userId, assetId).filter(
    (position) => position.instrumentId !== except && (!isShutOnly || isShutAt(world, position)),
  )
  return [...new Set(crossed.map(({ instrumentId }) => instrumentId))].map((instrumentId) => {
    const legs = crossed.filter((position) => position.instrumentId === instrumentId)
    return larger(0n, -sum(legs.map((leg) => leavingGain(world, leg))))
  })
}

/** What is his whatever open positions come to: without what their profits paid ahead, and what their fills lost at the mark. */
export const moneyOf = (world: World, userId: number, assetId: number): bigint =>
  freeBalance(world, userId, assetId) +
  reserveOf(world, userId, assetId) -
  aheadOf(world, userId, assetId) -
  sum(crossedOf(world, userId, assetId).map(({ booked }) => booked))

/** R: of it what contracts without an index, but for one, cannot come to lose until they have one again. */
export const ownOf = (world: World, userId: number, assetId: number, except = 0): bigint =>
  moneyOf(world, userId, assetId) - sum(lossesOf(world, userId, assetId, true, except))

/** What orders promise to positions with margins of their own. */
export const pledgedOf = (world: World, userId: number, assetId: number): bigint =>
  sum(pledging(world, userId, assetId).map(({ held }) => held))

/** Orders that hold anything where positions have margins of their own, the newest first. */
export const pledging = (world: World, userId: number, assetId: number): RefOrder[] =>
  holdingIn(world, userId, assetId).filter(({ instrumentId }) => seatOf(world, userId, instrumentId).isIsolated)

/** Orders in contracts of a coin that hold anything, the newest first. */
export const holdingIn = (world: World, userId: number, assetId: number): RefOrder[] =>
  contractOrders(world, userId)
    .filter(({ held, instrumentId }) => held > 0n && marginAssetOf(world, instrumentId) === assetId)
    .reverse()

/** What may become the margin of a position: what is free, his own, and promised to none. */
export const addableOf = (world: World, userId: number, assetId: number): bigint =>
  larger(0n, smaller(freeOf(world, userId, assetId), ownOf(world, userId, assetId) - pledgedOf(world, userId, assetId)))

/** What an order may hold more than it does: what is free, and where positions have margins of their own what may become one. */
export const spareOf = (world: World, userId: number, instrumentId: number): bigint => {
  const assetId = marginAssetOf(world, instrumentId)
  return seatOf(world, userId, instrumentId).isIsolated ? addableOf(world, userId, assetId) : larger(0n, freeOf(world, userId, assetId))
}

/** Its result when money leaves: without an index at half the mark or at half as much again, or whatever its terms say. */
function leavingGain(world: World, position: RefPosition): bigint {
  const { mark, isShut, terms } = contractAt(world, position.instrumentId)
  const move = BigInt(terms.frozenMoveE8 ?? 50_000_000)
  const part = (rate: bigint): number => Number((BigInt(mark) * rate) / RATE_ONE)
  const price = isShut ? (position.isShort ? mark + part(move) : part(RATE_ONE - move)) : mark
  return profitAt(world, position, price) + position.settled
}

/** What may leave: nothing of a profit that is open, and no loss of one contract is made good by the profit of another. */
export function transferableOf(world: World, userId: number, assetId: number): bigint {
  const free = freeBalance(world, userId, assetId)
  const losses = sum(lossesOf(world, userId, assetId))
  return larger(0n, free - aheadOf(world, userId, assetId) - crossInitial(world, userId, assetId) - losses)
}

/** Crossed positions in profit: those with an index first, then the largest. */
function payers(world: World, userId: number, assetId: number): RefPosition[] {
  const turn = (position: RefPosition): number => Number(isShutAt(world, position))
  return crossedOf(world, userId, assetId)
    .filter((position) => profitNow(world, position) > 0n)
    .sort((one, other) => {
      const [first, second] = [profitNow(world, one), profitNow(world, other)]
      return turn(one) - turn(other) || (first === second ? one.id - other.id : first > second ? -1 : 1)
    })
}

/** Pays out as much profit of crossed positions as the free balance lacks of an amount. */
export function settleProfits(world: World, userId: number, assetId: number, amount: bigint): void {
  let lacking = amount - freeBalance(world, userId, assetId)
  for (const position of payers(world, userId, assetId)) {
    if (lacking <= 0n) return
    const paid = smaller(lacking, profitNow(world, position))
    payOut(world, position, paid)
    lacking -= paid
  }
}

/** Pays out a part of an open profit. */
export function payOut(world: World, position: RefPosition, amount: bigint): void {
  const assetId = marginAssetOf(world, position.instrumentId)
  position.settled += amount
  position.updatedAt = world.time
  move(world, clearingAccount(assetId), freeAccount(position.userId, assetId), amount)
}

/** Orders of a user in a contract, or in all of them. */
export const contractOrders = (world: World, userId: number, instrumentId = 0): RefOrder[] =>
  [...world.live.values()]
    .filter((order) => order.userId === userId && isContract(world, order.instrumentId))
    .filter((order) => instrumentId === 0 || order.instrumentId === instrumentId)
    .sort((one, other) => one.orderId - other.orderId)
