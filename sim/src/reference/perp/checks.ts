/** The checks of contract orders that more than one command asks. Each answers a reason, 'none' = passed. */
import type { Attached } from '@agio/engine/event.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { feeOn } from '../fees.ts'
import { owes } from '../ledger.ts'
import { instrumentAt, notionalOf, RATE_ONE, type RefInstrument, type World } from '../model.ts'
import { conditionMet } from '../triggers.ts'
import { contractOrders, crossEquity, crossMaintenance, crossOf, positionsOf, seatOf } from './account.ts'
import { opposedBy, positionFor } from './closers.ts'
import { contractRate } from './fill.ts'
import type { Asked } from './need.ts'
import type { RefPosition } from './perp-model.ts'
import { contractAt, initialOf, isContract, maintenanceOf, marginAssetOf, profitNow, valueAt, valueNow } from './value.ts'

export type PlaceContract = CommandByKind['placeContractOrder']

/** Who may do anything with contracts. */
export function checkTrader(world: World, userId: number): Reason {
  const user = world.users.get(userId)
  if (user === undefined) return 'userNotFound'
  if (user.status === 'disabled') return 'accountDisabled'
  if (user.status === 'frozen' || owes(world, userId)) return 'accountFrozen'
  return world.perp.traders.has(userId) ? 'none' : 'contractNotOpened'
}

export function checkStanding(world: World, userId: number, instrumentId: number): Reason {
  const reason = checkTrader(world, userId)
  if (reason !== 'none') return reason
  return isContract(world, instrumentId) ? 'none' : 'instrumentNotFound'
}

/** Who may order: trading may be switched off for him. */
export function checkOrderer(world: World, userId: number): Reason {
  const reason = checkTrader(world, userId)
  if (reason !== 'none' && reason !== 'contractNotOpened') return reason
  return world.users.get(userId)?.tradingEnabled === false ? 'tradingDisabled' : reason
}

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0
export const isCountOrNone = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

export const isTrailing = ({ callbackRate, callback }: PlaceContract): boolean => callbackRate !== 0n || callback !== 0
export const isConditional = (command: PlaceContract): boolean => command.triggerPrice > 0 || isTrailing(command)

/** Switches and state of a contract; what closes goes on where it is reduce-only. */
export function checkState(instrument: RefInstrument, side: 'buy' | 'sell', isClosing: boolean): Reason {
  if (instrument.work !== undefined) return 'pairBusy'
  const { enabled, buyEnabled, sellEnabled } = instrument.terms
  if (!enabled) return 'pairDisabled'
  if (!(side === 'buy' ? buyEnabled : sellEnabled)) return 'sideDisabled'
  return instrument.status === 'trading' || (instrument.status === 'reduceOnly' && isClosing) ? 'none' : 'pairHalted'
}

/** How far from a price a limit may lie, on both sides; undefined = anywhere. */
function rangeAt(world: World, instrumentId: number, around: number): number | undefined {
  const range = BigInt(contractAt(world, instrumentId).terms.priceRangeE8)
  return range === 0n ? undefined : Number((BigInt(around) * range) / RATE_ONE)
}

/** Within its part of a price on both sides, rounded towards it. */
export function isInRange(world: World, instrumentId: number, price: number, around: number): boolean {
  const range = rangeAt(world, instrumentId, around)
  return range === undefined || Math.abs(price - around) <= range
}

/** The limit of an order that closes is never refused: too far on the side that trades at once, it is set to the edge. */
export function closingLimit(world: World, instrumentId: number, side: 'buy' | 'sell', price: number, around: number): number {
  const range = rangeAt(world, instrumentId, around)
  if (range === undefined || !isCount(price) || !isCount(around)) return price
  return side === 'sell' ? Math.max(price, around - range) : Math.min(price, around + range)
}

/** Takes profit above and stops losses below the price of a buy, the other way round of a sell. */
export const isOnSide = (trigger: number, price: number, isAbove: boolean): boolean =>
  trigger === 0 || (isAbove ? trigger > price : trigger < price)

/** The conditional type of a side that fires when the price rises to its trigger, or falls to it. */
export function typeThat(
  rises: boolean,
  side: 'buy' | 'sell',
  hasLimit: boolean,
): 'stopLimit' | 'stopMarket' | 'takeProfitLimit' | 'takeProfitMarket' {
  const isStop = rises === (side === 'buy')
  if (isStop) return hasLimit ? 'stopLimit' : 'stopMarket'
  return hasLimit ? 'takeProfitLimit' : 'takeProfitMarket'
}

export const wouldFire = (type: ReturnType<typeof typeThat>, side: 'buy' | 'sell', triggerPrice: number, now: number): boolean =>
  now > 0 && conditionMet({ type, side, triggerPrice }, now)

/** Is anything of a user in a contract being liquidated, or all that shares its coin? */
export function isBroken(world: World, userId: number, instrumentId: number): boolean {
  const ofContract = positionsOf(world, userId).filter((position) => position.instrumentId === instrumentId)
  if (!world.perp.seats.has(`${userId}:${instrumentId}`)) return false
  return crossOf(world, userId, marginAssetOf(world, instrumentId)).isBroken || ofContract.some((position) => position.isBroken)
}

/** Would it be within a quarter of a liquidation, at the current mark, after a whole fill at this price? */
export function wouldLiquidate(world: World, asked: Asked, lots: number): boolean {
  const { userId, instrumentId, side, price } = asked
  const contract = contractAt(world, instrumentId)
  const seat = seatOf(world, userId, instrumentId)
  const opened = notionalOf(instrumentAt(world, instrumentId), price, lots)
  const atMark = valueAt(world, instrumentId, contract.mark, lots)
  const gain = side === 'sell' ? opened - atMark : atMark - opened
  const known = positionFor(world, { userId, instrumentId, side, isClose: false })
  const same = known !== undefined && opposedBy(known, side) === 0 ? known : undefined
  const before = same === undefined ? 0n : valueNow(world, same)
  const need = maintenanceOf(contract, before + atMark)
  if (seat.isIsolated) {
    const own = same === undefined ? 0n : same.margin + profitNow(world, same)
    return isNear(need, own + initialOf(opened, seat.leverage) + gain)
  }
  const assetId = marginAssetOf(world, instrumentId)
  const others = crossMaintenance(world, userId, assetId) - (same === undefined ? 0n : maintenanceOf(contract, before))
  return isNear(others + need, crossEquity(world, userId, assetId) + gain - feeOn(opened, contractRate(world, instrumentId, 'taker')))
}

const isNear = (need: bigint, equity: bigint): boolean => 5n * need >= 4n * equity

export function checkCounts(world: World, userId: number, instrument: RefInstrument, waits: number, rests: number): Reason {
  const { maxOpenOrders, maxTriggerOrders } = instrument.terms
  const live = contractOrders(world, userId, instrument.instrumentId)
  const waiting = live.filter((order) => order.status === 'pendingTrigger').length
  const open = live.filter((order) => order.status === 'new' || order.status === 'partiallyFilled').length
  if (waits > 0 && maxTriggerOrders > 0 && waiting + waits > maxTriggerOrders) return 'tooManyOrders'
  return rests > 0 && maxOpenOrders > 0 && open + rests > maxOpenOrders ? 'tooManyOrders' : 'none'
}

export const attachedOf = (triggerPrice: number, by: Attached['triggerBy'], price: number): Attached | null =>
  triggerPrice === 0 ? null : { triggerPrice: triggerPrice as Attached['triggerPrice'], triggerBy: by, price: price as Attached['price'] }

/** A customer's own open position. */
export const ownPosition = (world: World, userId: number, positionId: number): RefPosition | undefined =>
  positionId > 0 ? positionsOf(world, userId).find(({ id }) => id === positionId) : undefined
