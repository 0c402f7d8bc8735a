/** What a contract order reserves. */
import { ceilDiv, instrumentAt, larger, notionalOf, RATE_ONE, type RefOrder, restOf, smaller, type World } from '../model.ts'
import { contractOrders, seatOf } from './account.ts'
import { isResting, opposedBy, positionFor, restingLots } from './closers.ts'
import { contractRate } from './fill.ts'
import { contractAt, initialOf, isUncountable, valueAt } from './value.ts'

export interface Asked {
  readonly userId: number
  readonly instrumentId: number
  readonly side: 'buy' | 'sell'
  readonly isClose: boolean
  readonly price: number
  readonly quantity: number
  /** The rest of the order in whose place it comes, which is no claim. */
  readonly spared?: number
}

/** Contracts of an order that go beyond the opposite position, less what resting orders of the same side claim of it already. */
export function openingLots(world: World, asked: Asked): number {
  const { userId, instrumentId, side, quantity } = asked
  if (asked.isClose) return 0
  const opposed = opposedBy(positionFor(world, { userId, instrumentId, side, isClose: false }), side)
  if (opposed === 0) return quantity
  const claimed = Math.max(0, restingLots(world, userId, instrumentId, side, false) - (asked.spared ?? 0))
  return Math.max(0, quantity - Math.max(0, opposed - claimed))
}

/** Need of contracts that are opened at a price; each part rounds up by itself, the closing fee at the unrounded bankruptcy price. */
export function needOfOpening(world: World, asked: Asked, lots: number): bigint {
  const { instrumentId, side, price } = asked
  const { leverage } = seatOf(world, asked.userId, instrumentId)
  const value = notionalOf(instrumentAt(world, instrumentId), price, lots)
  const rate = BigInt(contractRate(world, instrumentId, 'taker'))
  const times = BigInt(leverage)
  const share = side === 'buy' ? times - 1n : times + 1n
  const atMark = valueAt(world, instrumentId, contractAt(world, instrumentId).mark, lots)
  const openLoss = side === 'buy' ? value - atMark : atMark - value
  return (
    initialOf(value, leverage) + ceilDiv(value * rate, RATE_ONE) + ceilDiv(value * share * rate, times * RATE_ONE) + larger(0n, openLoss)
  )
}

export function needOfAsked(world: World, asked: Asked): bigint {
  const lots = openingLots(world, asked)
  return lots === 0 ? 0n : needOfOpening(world, asked, lots)
}

export const askedOf = (order: RefOrder, price: number): Asked => ({
  userId: order.userId,
  instrumentId: order.instrumentId,
  side: order.side,
  isClose: order.contract?.isClose === true,
  price,
  quantity: restOf(order),
})

/** Worst price of a market order: the mark with the slippage of the contract, rounded towards the mark. */
export function worstPrice(world: World, instrumentId: number, side: 'buy' | 'sell'): number {
  const { slippageCapE8 } = instrumentAt(world, instrumentId).terms
  const mark = BigInt(contractAt(world, instrumentId).mark)
  const slip = BigInt(slippageCapE8)
  if (side === 'buy') return Number((mark * (RATE_ONE + slip)) / RATE_ONE)
  return Number(larger(1n, ceilDiv(mark * (RATE_ONE - slip), RATE_ONE)))
}

/** Value that a side would come to with so many contracts more: what is open that way at the mark, and resting orders that open. */
export function exposureOf(world: World, asked: Asked, lots: number): bigint {
  const { userId, instrumentId, side } = asked
  const instrument = instrumentAt(world, instrumentId)
  const position = positionFor(world, { userId, instrumentId, side, isClose: false })
  const open = position !== undefined && position.isShort === (side === 'sell') ? position.quantity : 0
  const ordered = contractOrders(world, userId, instrumentId)
    .filter((order) => order.side === side && order.contract?.isClose !== true && isResting(world, order))
    .reduce((sum, order) => sum + notionalOf(instrument, order.price, restOf(order)), 0n)
  return valueAt(world, instrumentId, contractAt(world, instrumentId).mark, open) + ordered + notionalOf(instrument, asked.price, lots)
}

/** Largest value that a leverage may have; undefined = any. */
export function mostValueAt(world: World, instrumentId: number, leverage: number): bigint | undefined {
  let most: bigint | undefined = 0n
  for (const tier of contractAt(world, instrumentId).terms.tiers) if (tier.maxLeverage >= leverage) most = tier.upTo ?? undefined
  return most
}

/** Are so many lots worth more, at their price or at the mark, than can be counted? */
export const isBeyondCount = (world: World, { instrumentId, price }: Asked, lots: number): boolean =>
  isUncountable(instrumentAt(world, instrumentId), Math.max(price, contractAt(world, instrumentId).mark), lots)

export function isTooMuch(world: World, asked: Asked, lots: number, spared = 0n): boolean {
  const most = mostValueAt(world, asked.instrumentId, seatOf(world, asked.userId, asked.instrumentId).leverage)
  return most !== undefined && exposureOf(world, asked, lots) - spared > most
}

/** Of what an order has reserved, what its rest may keep: no more than it needs with all that stands besides. */
export function heldByRest(world: World, order: RefOrder): bigint {
  if (order.contract?.isClose === true || order.status === 'pendingTrigger') return 0n
  const price = order.price || worstPrice(world, order.instrumentId, order.side)
  return smaller(order.held, needOfAsked(world, { ...askedOf(order, price), spared: isResting(world, order) ? restOf(order) : 0 }))
}
