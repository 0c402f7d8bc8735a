/** One side of a trade of a contract: what it closes is realised, what it opens gets its margin, and the fee is paid. */
import { type FeeCharge, feeOn, type Role } from '../fees.ts'
import { balanceAt, move } from '../ledger.ts'
import { instrumentAt, larger, notionalOf, type RefOrder, restOf, smaller, type World } from '../model.ts'
import {
  clearingAccount,
  contractFeeAccount,
  freeAccount,
  freeBalance,
  freeOf,
  heldAccount,
  payableOf,
  seatOf,
  settleProfits,
  touchSeat,
} from './account.ts'
import { opposedBy, positionFor } from './closers.ts'
import type { RefPosition } from './perp-model.ts'
import { initialOf, marginAssetOf, partOf, profitNow, signOf } from './value.ts'

/** Rate of a role: the contract's own. */
export function contractRate(world: World, instrumentId: number, role: Role): number {
  const { makerFeeE8, takerFeeE8, buyFeeE8 } = instrumentAt(world, instrumentId).terms
  return (role === 'maker' ? makerFeeE8 : takerFeeE8) ?? buyFeeE8
}

/** What goes with contracts that are closed at a price. */
export interface Part {
  readonly value: bigint
  readonly entry: bigint
  readonly settled: bigint
  readonly margin: bigint
  /** Its result without what was paid out before. */
  readonly realised: bigint
}

export function partAt(world: World, position: RefPosition, price: number, quantity: number): Part {
  const value = notionalOf(instrumentAt(world, position.instrumentId), price, quantity)
  const entry = partOf(position.entry, quantity, position.quantity)
  const settled = partOf(position.settled, quantity, position.quantity)
  const margin = partOf(position.margin, quantity, position.quantity)
  return { value, entry, settled, margin, realised: signOf(position) * (value - entry) - settled }
}

const aboutOf = (world: World, order: RefOrder): RefPosition | undefined =>
  positionFor(world, { ...order, isClose: order.contract?.isClose === true })

// ---- what a fill can come to ----

/** Contracts of a fill that an order can bear: all of them, what there is to close of one that only closes, or none. */
export function bearableLots(world: World, order: RefOrder, price: number, quantity: number): number {
  const position = aboutOf(world, order)
  const closing = Math.min(quantity, opposedBy(position, order.side))
  const lots = order.contract?.isClose === true ? closing : quantity
  if (lots === 0) return 0
  const freed = partOf(order.held, lots, restOf(order))
  if (position !== undefined && closing > 0 && !canClose(world, position, partAt(world, position, price, closing), freed)) return 0
  if (lots === closing) return lots
  return canOpen(world, order, position, { price, closing, opening: lots - closing, freed }) ? lots : 0
}

/** A loss is no more than what stands behind it: a margin of its own, or the balance with profits of the others. */
function canClose(world: World, position: RefPosition, { realised }: Part, freed: bigint): boolean {
  if (realised >= 0n) return true
  if (position.isIsolated) return -realised <= position.margin
  const assetId = marginAssetOf(world, position.instrumentId)
  return -realised <= payableOf(world, position.userId, assetId, position) + freed
}

interface Opening {
  readonly price: number
  readonly closing: number
  readonly opening: number
  readonly freed: bigint
}

/** Margin and fee, out of what was reserved, of what is free, and of what the closing gives back. */
function canOpen(world: World, order: RefOrder, position: RefPosition | undefined, { price, closing, opening, freed }: Opening): boolean {
  const { userId, instrumentId } = order
  const instrument = instrumentAt(world, instrumentId)
  const rate = contractRate(world, instrumentId, 'taker')
  const value = notionalOf(instrument, price, opening)
  const needed = initialOf(value, seatOf(world, userId, instrumentId).leverage) + feeOn(value, rate)
  let back = 0n
  if (closing > 0 && position !== undefined) {
    const { realised, value: closed } = partAt(world, position, price, closing)
    const own = position.isIsolated
      ? position.margin + realised
      : initialOf(position.entry, position.leverage) + realised - profitNow(world, position)
    back = own - feeOn(closed, Math.max(rate, contractRate(world, instrumentId, 'maker')))
  }
  if (freed + smaller(0n, back) >= needed) return true
  return freeOf(world, userId, marginAssetOf(world, instrumentId)) + freed + back >= needed
}

/** Two legs of one customer that close each other: what both lose, and the maker's fee, is there together. */
export function bearsOwn(world: World, maker: RefOrder, taker: RefOrder, price: number, quantity: number): boolean {
  const [one, other] = [aboutOf(world, maker), aboutOf(world, taker)]
  if (one === undefined || other === undefined || one === other || one.isIsolated) return true
  if (maker.contract?.isClose !== true || taker.contract?.isClose !== true) return true
  const [first, second] = [one, other].map((position) => partAt(world, position, price, quantity).realised)
  if (first === undefined || second === undefined || second >= 0n) return true
  const fee = feeOn(partAt(world, one, price, quantity).value, contractRate(world, one.instrumentId, 'maker'))
  const behind = payableOf(world, one.userId, marginAssetOf(world, one.instrumentId), one)
  return behind - larger(0n, profitNow(world, other)) + first + second >= fee
}

// ---- one side ----

/** Does a fill of so many contracts open any? */
export const opens = (world: World, order: RefOrder, quantity: number): boolean => quantity > opposedBy(aboutOf(world, order), order.side)

/** Settles one side; `executedQuantity` of the order counts the fill already. */
export function fillSide(world: World, order: RefOrder, price: number, quantity: number, role: Role): FeeCharge {
  const { userId, instrumentId } = order
  const assetId = marginAssetOf(world, instrumentId)
  const freed = partOf(order.held, quantity, restOf(order) + quantity)
  order.held -= freed
  move(world, heldAccount(userId, assetId), freeAccount(userId, assetId), freed)
  const position = aboutOf(world, order)
  const closing = Math.min(quantity, opposedBy(position, order.side))
  const value = notionalOf(instrumentAt(world, instrumentId), price, quantity)
  const isReducing = (order.contract?.receiptId ?? 0) !== 0
  const fee = isReducing ? 0n : feeOn(value, contractRate(world, instrumentId, role))
  const closingFee = partOf(fee, closing, quantity)
  let paid = 0n
  if (position !== undefined && closing > 0) paid += closePart(world, position, price, closing, { fee: closingFee, isReducing })
  if (closing < quantity) paid += openPart(world, order, price, quantity - closing, fee - closingFee)
  order.fee += paid
  touchSeat(world, userId, instrumentId)
  return { assetId, amount: paid }
}

interface Closing {
  readonly fee: bigint
  /** A step of a liquidation: the margin stays with what is left. */
  readonly isReducing: boolean
}

function closePart(world: World, position: RefPosition, price: number, quantity: number, { fee, isReducing }: Closing): bigint {
  const isAll = quantity === position.quantity
  const part = partAt(world, position, price, quantity)
  const margin = isReducing && !isAll ? 0n : part.margin
  takeOut(position, quantity, part)
  moveMargin(world, position, -margin)
  realise(world, position, part.realised, margin)
  if (isReducing && part.realised > 0n && position.isIsolated && !isAll) moveMargin(world, position, part.realised)
  const paid = payFee(world, position, fee)
  position.updatedAt = world.time
  if (position.quantity === 0) dropPosition(world, position)
  return paid
}

/** Takes contracts out of a position with their parts; its margin is moved by itself. */
export function takeOut(position: RefPosition, quantity: number, part: Part): void {
  position.quantity -= quantity
  position.entry -= part.entry
  position.settled -= part.settled
  position.closed += quantity
  position.closedValue += part.value
  position.profit += part.realised + part.settled
}

export function dropPosition(world: World, position: RefPosition): void {
  world.perp.positions = world.perp.positions.filter((one) => one !== position)
}

/** Moves margin between what is free and what is a position's own. */
export function moveMargin(world: World, position: RefPosition, amount: bigint): void {
  const assetId = marginAssetOf(world, position.instrumentId)
  const [free, held] = [freeAccount(position.userId, assetId), heldAccount(position.userId, assetId)]
  position.margin += amount
  if (amount > 0n) move(world, free, held, amount)
  else move(world, held, free, -amount)
}

/** Profit comes out of clearing; a loss goes into it, out of its part of the margin, the rest of that, or what others have gained. */
export function realise(world: World, position: RefPosition, realised: bigint, freed: bigint): void {
  const assetId = marginAssetOf(world, position.instrumentId)
  const free = freeAccount(position.userId, assetId)
  if (realised >= 0n) {
    move(world, clearingAccount(assetId), free, realised)
    return
  }
  if (!position.isIsolated) settleProfits(world, position.userId, assetId, -realised)
  else if (-realised > freed) moveMargin(world, position, -smaller(-realised - freed, position.margin))
  move(world, free, clearingAccount(assetId), -realised)
}

/** What there is of a fee, at the end of an account. */
function payFee(world: World, position: RefPosition, fee: bigint): bigint {
  const assetId = marginAssetOf(world, position.instrumentId)
  const { userId } = position
  settleProfits(world, userId, assetId, fee)
  const lacking = fee - freeBalance(world, userId, assetId)
  if (lacking > 0n && position.margin > 0n) moveMargin(world, position, -smaller(lacking, position.margin))
  const paid = smaller(fee, balanceAt(world, freeAccount(userId, assetId)))
  move(world, freeAccount(userId, assetId), contractFeeAccount(assetId), paid)
  position.fees += paid
  return paid
}

function openPart(world: World, order: RefOrder, price: number, quantity: number, fee: bigint): bigint {
  const { userId, instrumentId, side } = order
  const assetId = marginAssetOf(world, instrumentId)
  const value = notionalOf(instrumentAt(world, instrumentId), price, quantity)
  const position = positionFor(world, { userId, instrumentId, side, isClose: false }) ?? newPosition(world, order)
  position.quantity += quantity
  position.entry += value
  position.opened += quantity
  position.openedValue += value
  position.updatedAt = world.time
  if (position.isIsolated) {
    const margin = initialOf(value, position.leverage)
    settleProfits(world, userId, assetId, margin)
    moveMargin(world, position, margin)
  }
  return payFee(world, position, fee)
}

/** A position of nothing yet. */
export function newPosition(world: World, { userId, instrumentId, side }: Pick<RefOrder, 'userId' | 'instrumentId' | 'side'>): RefPosition {
  const { leverage, isIsolated } = seatOf(world, userId, instrumentId)
  world.perp.count += 1
  const made: RefPosition = {
    id: world.perp.count,
    userId,
    instrumentId,
    isShort: side === 'sell',
    quantity: 0,
    entry: 0n,
    settled: 0n,
    margin: 0n,
    leverage,
    isIsolated,
    isWarned: false,
    isBroken: false,
    opened: 0,
    openedValue: 0n,
    closed: 0,
    closedValue: 0n,
    profit: 0n,
    fees: 0n,
    funding: 0n,
    shared: 0n,
    createdAt: world.time,
    updatedAt: world.time,
    broken: 0,
    brokenId: 0,
    deadline: 0,
  }
  world.perp.positions.push(made)
  return made
}
