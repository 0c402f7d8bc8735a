/** One side of a trade of a contract: what it closes is realised, what it opens gets its margin, and the fee is paid. */
import { type FeeCharge, feeOn, type Role } from '../fees.ts'
import { move } from '../ledger.ts'
import { instrumentAt, larger, notionalOf, type RefOrder, restOf, smaller, type World } from '../model.ts'
import {
  clearingAccount,
  contractFeeAccount,
  freeAccount,
  freeOf,
  heldAccount,
  ownOf,
  pledgedOf,
  seatOf,
  settleProfits,
  touchSeat,
} from './account.ts'
import { opposedBy, positionFor } from './closers.ts'
import { bookedOf, movedOf, openingOf } from './judge.ts'
import { slackAt } from './numbers.ts'
import type { RefPosition } from './perp-model.ts'
import { keepPromises } from './promises.ts'
import { contractAt, marginAssetOf, partOf, signOf, valueAt } from './value.ts'

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
  readonly booked: bigint
  readonly margin: bigint
  readonly added: bigint
  /** Its result without what was paid out before. */
  readonly realised: bigint
}

export function partAt(world: World, position: RefPosition, price: number, quantity: number): Part {
  const value = notionalOf(instrumentAt(world, position.instrumentId), price, quantity)
  const entry = partOf(position.entry, quantity, position.quantity)
  const settled = partOf(position.settled, quantity, position.quantity)
  const booked = partOf(position.booked, quantity, position.quantity)
  const margin = partOf(position.margin, quantity, position.quantity)
  const added = partOf(position.added, quantity, position.quantity)
  return { value, entry, settled, booked, margin, added, realised: signOf(position) * (value - entry) - settled }
}

const aboutOf = (world: World, order: RefOrder): RefPosition | undefined =>
  positionFor(world, { ...order, isClose: order.contract?.isClose === true })

/** Profit at the mark of what is left of a position without a part. */
export function profitWithout(world: World, position: RefPosition, quantity: number, part: Part): bigint {
  const { mark } = contractAt(world, position.instrumentId)
  const value = valueAt(world, position.instrumentId, mark, position.quantity - quantity)
  return signOf(position) * (value - (position.entry - part.entry)) - (position.settled - part.settled)
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
  if (closing < quantity) paid += openPart(world, order, { price, quantity: quantity - closing, fee: fee - closingFee, freed })
  order.fee += paid
  touchSeat(world, userId, instrumentId)
  keepPromises(world, userId, assetId, order)
  return { assetId, amount: paid }
}

interface Closing {
  readonly fee: bigint
  /** A step of a liquidation: the margin stays with what is left. */
  readonly isReducing: boolean
}

function closePart(world: World, position: RefPosition, price: number, quantity: number, { fee, isReducing }: Closing): bigint {
  const part = partAt(world, position, price, quantity)
  const keepsMargin = isReducing && position.isIsolated && quantity !== position.quantity
  takeOut(position, quantity, part)
  if (keepsMargin) realiseWithin(world, position, part.realised)
  else realise(world, position, part, fee)
  position.updatedAt = world.time
  if (position.quantity === 0) dropPosition(world, position)
  return fee
}

/** Takes contracts out of a position with their parts; its margin, and what of it was added, are moved by themselves. */
export function takeOut(position: RefPosition, quantity: number, part: Part): void {
  position.quantity -= quantity
  position.entry -= part.entry
  position.settled -= part.settled
  position.booked -= part.booked
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

/** The same of margin that is needed elsewhere: what was added goes first. */
export function takeMargin(world: World, position: RefPosition, amount: bigint): void {
  moveMargin(world, position, -amount)
  position.added = larger(0n, position.added - amount)
}

/**
 * Profit comes out of clearing, a loss goes into it, and the fee is paid: a crossed position's out of the balance and out of what others have
 * gained, another's out of its part of the margin and its result, and what those lack out of the rest of its margin.
 */
export function realise(world: World, position: RefPosition, { realised, margin, added }: Part, fee: bigint): void {
  const assetId = marginAssetOf(world, position.instrumentId)
  const free = freeAccount(position.userId, assetId)
  if (position.isIsolated) {
    moveMargin(world, position, -margin)
    position.added -= added
    takeMargin(world, position, smaller(position.margin, larger(0n, -(margin + realised - fee))))
  } else if (realised < 0n) settleProfits(world, position.userId, assetId, -realised)
  if (realised >= 0n) move(world, clearingAccount(assetId), free, realised)
  else move(world, free, clearingAccount(assetId), -realised)
  payFee(world, position, fee)
}

/** All of the result stays with the margin of what is left. */
function realiseWithin(world: World, position: RefPosition, realised: bigint): void {
  const assetId = marginAssetOf(world, position.instrumentId)
  const free = freeAccount(position.userId, assetId)
  if (realised >= 0n) {
    move(world, clearingAccount(assetId), free, realised)
    moveMargin(world, position, realised)
    return
  }
  takeMargin(world, position, smaller(-realised, position.margin))
  move(world, free, clearingAccount(assetId), -realised)
}

function payFee(world: World, position: RefPosition, fee: bigint): void {
  const assetId = marginAssetOf(world, position.instrumentId)
  settleProfits(world, position.userId, assetId, fee)
  move(world, freeAccount(position.userId, assetId), contractFeeAccount(assetId), fee)
  position.fees += fee
}

interface Opened {
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  /** What the order held for it. */
  readonly freed: bigint
}

function openPart(world: World, order: RefOrder, { price, quantity, fee, freed }: Opened): bigint {
  const { userId, instrumentId, side } = order
  const assetId = marginAssetOf(world, instrumentId)
  const value = notionalOf(instrumentAt(world, instrumentId), price, quantity)
  const atMark = valueAt(world, instrumentId, contractAt(world, instrumentId).mark, quantity)
  const opening = openingOf(value, atMark, side === 'sell', seatOf(world, userId, instrumentId).leverage)
  const means = freed + larger(0n, freeOf(world, userId, assetId) - freed)
  const own = ownOf(world, userId, assetId, instrumentId) - pledgedOf(world, userId, assetId)
  const moved = movedOf(opening, means, own, fee)
  const position = positionFor(world, { userId, instrumentId, side, isClose: false }) ?? newPosition(world, order)
  position.quantity += quantity
  position.entry += value
  position.opened += quantity
  position.openedValue += value
  position.updatedAt = world.time
  if (position.isIsolated) {
    settleProfits(world, userId, assetId, moved)
    moveMargin(world, position, moved)
    position.added += moved - opening.initial
  } else position.booked += bookedOf(opening, slackAt(world, instrumentId))
  payFee(world, position, fee)
  return fee
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
    booked: 0n,
    margin: 0n,
    added: 0n,
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
    begun: 0,
    lookAt: 0,
    broken: 0,
    brokenId: 0,
    bankruptcy: 0,
    taken: 0,
    deadline: 0,
  }
  world.perp.positions.push(made)
  return made
}
