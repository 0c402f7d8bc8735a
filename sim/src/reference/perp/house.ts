/** What the house takes over, and how it gets rid of it: into the book, and against whoever gained by it. */
import { depth, rest as restInBook, sideOf, slice, unrest } from '../book.ts'
import type { FeeCharge } from '../fees.ts'
import { endLate } from '../late.ts'
import { isLate } from '../lateness.ts'
import { balanceAt, move } from '../ledger.ts'
import { close, endPartner, openStatus, releaseChildren, touch } from '../lifecycle.ts'
import { instrumentAt, notionalOf, type RefInstrument, type RefOrder, restOf, type TradeFact, type World } from '../model.ts'
import { recordTradePrice } from '../prices.ts'
import {
  clearingAccount,
  crossEquity,
  crossMaintenance,
  freeAccount,
  freeBalance,
  heldAccount,
  insuranceAccount,
  takenAccount,
  touchSeat,
} from './account.ts'
import { bearableLots, dropPosition, fillSide, opens, partAt } from './fill.ts'
import { worstPrice } from './need.ts'
import { HOUSE, type RefContract, type RefPosition } from './perp-model.ts'
import { share } from './share.ts'
import { notePrice } from './triggers.ts'
import { contractAt, maintenanceNow, marginAssetOf, partOf, profitNow, valueAt } from './value.ts'

/** How long the book has to take nothing before others have to give up theirs. */
export const OFFERED_MS = 30_000

export const takenOf = (world: World, instrumentId: number): RefPosition[] =>
  world.perp.positions.filter((position) => position.userId === HOUSE && position.instrumentId === instrumentId)

/** The house gets a position with its entry and so much behind it. */
function hand(world: World, position: RefPosition, margin: bigint): void {
  dropPosition(world, position)
  world.perp.count += 1
  world.perp.positions.push({
    ...position,
    ...{ id: world.perp.count, userId: HOUSE, margin, isBroken: false, isIsolated: false },
    ...{ opened: position.quantity, closed: 0, closedValue: 0n, profit: 0n, fees: 0n, funding: 0n, shared: 0n },
    ...{ createdAt: world.time, updatedAt: world.time, broken: position.userId, brokenId: position.id, deadline: world.time + OFFERED_MS },
  })
  touchSeat(world, position.userId, position.instrumentId)
  const contract = contractAt(world, position.instrumentId)
  contract.offerAt = world.time
  contract.riskAt = world.time
}

export function takeOverIsolated(world: World, position: RefPosition): void {
  const assetId = marginAssetOf(world, position.instrumentId)
  move(world, heldAccount(position.userId, assetId), takenAccount(assetId), position.margin)
  hand(world, position, position.margin)
}

/** All that share a coin and have an index go with the whole free balance, divided so that each has its part of what is left by its need. */
export function takeOverCross(world: World, userId: number, assetId: number, positions: readonly RefPosition[]): void {
  if (positions.length === 0) return
  const needs = crossMaintenance(world, userId, assetId)
  const balance = freeBalance(world, userId, assetId)
  const equity = crossEquity(world, userId, assetId)
  let left = balance
  const shares = positions.map((position) => (needs <= 0n ? 0n : (equity * maintenanceNow(world, position)) / needs))
  positions.forEach((position, place) => {
    const part = shares[place] ?? 0n
    const share = place === positions.length - 1 ? left : part - profitNow(world, position)
    left -= share
    hand(world, position, share)
  })
  move(world, freeAccount(userId, assetId), takenAccount(assetId), balance)
}

/** What the fund would gain by closing so many contracts at a price. */
export function resultOf(world: World, taken: RefPosition, price: number, quantity: number): bigint {
  return partOf(taken.margin, quantity, taken.quantity) + partAt(world, taken, price, quantity).realised
}

export const fundOf = (world: World, instrumentId: number): bigint => balanceAt(world, insuranceAccount(marginAssetOf(world, instrumentId)))

/** Closes contracts of what was taken over; what that brings or costs is the fund's at once. */
export function closeTaken(world: World, taken: RefPosition, price: number, quantity: number): void {
  const assetId = marginAssetOf(world, taken.instrumentId)
  const part = partAt(world, taken, price, quantity)
  const fund = insuranceAccount(assetId)
  shift(world, clearingAccount(assetId), fund, part.realised)
  shift(world, takenAccount(assetId), fund, part.margin)
  taken.quantity -= quantity
  taken.entry -= part.entry
  taken.settled -= part.settled
  taken.margin -= part.margin
  taken.profit += part.margin + part.realised
  if (taken.quantity === 0) dropPosition(world, taken)
}

/** An amount of either sign. */
function shift(world: World, from: string, to: string, amount: bigint): void {
  if (amount >= 0n) move(world, from, to, amount)
  else move(world, to, from, -amount)
}

/**
 * Longs and shorts of the house meet at the mark, as long as the fund can pay what that costs. What it cannot is shared, where nobody but the
 * house is on the other side.
 */
export function meetInHouse(world: World, instrumentId: number, isAlone: boolean): void {
  for (;;) {
    const [long, short] = [false, true].map((isShort) => takenOf(world, instrumentId).find((taken) => taken.isShort === isShort))
    if (long === undefined || short === undefined) return
    const quantity = Math.min(long.quantity, short.quantity)
    const { mark } = contractAt(world, instrumentId)
    const after = fundOf(world, instrumentId) + resultOf(world, long, mark, quantity) + resultOf(world, short, mark, quantity)
    if (after < 0n && !isAlone) return
    if (after < 0n) long.shared -= share(world, marginAssetOf(world, instrumentId), -after)
    closeTaken(world, long, mark, quantity)
    closeTaken(world, short, mark, quantity)
  }
}

/** A fifth of what is left, or all of it when it is worth no more than the impact value; at most a tenth of what the book shows, at least one. */
function sliceOf(world: World, { instrumentId, quantity, isShort }: RefPosition): number {
  const { mark, terms } = contractAt(world, instrumentId)
  if (valueAt(world, instrumentId, mark, quantity) <= terms.impactValue) return quantity
  const shown = depth(instrumentAt(world, instrumentId), isShort ? 'sell' : 'buy')
    .filter(({ price }) => isInReach(world, instrumentId, isShort, price))
    .reduce((sum, level) => sum + level.quantity, 0)
  return Math.min(Math.ceil(quantity / 5), Math.max(1, Math.floor(shown / 10)))
}

/** Nobody sells to the house far above the mark, nor buys of it far below. */
function isInReach(world: World, instrumentId: number, isShort: boolean, price: number): boolean {
  const worst = worstPrice(world, instrumentId, isShort ? 'buy' : 'sell')
  return isShort ? price <= worst : price >= worst
}

export interface Offered {
  readonly sold: number
  /** The fund cannot pay for the next contract, or, of a book that takes nothing, for the slice at the mark. */
  readonly isTooDear: boolean
}

/** Offers a slice of what was taken over to the book. */
export function offerTaken(world: World, taken: RefPosition): Offered {
  const { instrumentId } = taken
  const instrument = instrumentAt(world, instrumentId)
  const fundWith = (price: number, lots: number): bigint => fundOf(world, instrumentId) + resultOf(world, taken, price, lots)
  const size = sliceOf(world, taken)
  let sold = 0
  while (sold < size) {
    const found = firstMaker(world, instrument, taken, size - sold)
    if (found === undefined) break
    const { maker, lots } = found
    const { price } = maker
    if (fundWith(price, lots) < 0n) return { sold, isTooDear: true }
    tradeWithMaker(world, instrument, maker, lots)
    closeTaken(world, taken, price, lots)
    sold += lots
  }
  return { sold, isTooDear: sold === 0 && fundWith(contractAt(world, instrumentId).mark, size) < 0n }
}

/** The first of the other side, in reach, that can bear a fill, and of how much; those before it end. */
function firstMaker(
  world: World,
  instrument: RefInstrument,
  taken: RefPosition,
  most: number,
): { maker: RefOrder; lots: number } | undefined {
  for (;;) {
    const [maker] = sideOf(instrument, taken.isShort ? 'sell' : 'buy')
    if (maker === undefined || !isInReach(world, instrument.instrumentId, taken.isShort, maker.price)) return undefined
    if (isLate(world, maker)) {
      endLate(world, maker)
      continue
    }
    const lots = bearableLots(world, maker, maker.price, Math.min(most, maker.shown))
    if (lots > 0) return { maker, lots }
    close(world, maker, 'canceled', 'insufficientBalance')
  }
}

function tradeWithMaker(world: World, instrument: RefInstrument, maker: RefOrder, quantity: number): void {
  const { price } = maker
  endPartner(world, maker)
  world.tradeCount += 1
  maker.executedQuantity += quantity
  maker.executedQuote += notionalOf(instrument, price, quantity)
  touch(world, maker)
  const doesOpen = opens(world, maker, quantity)
  const fee = fillSide(world, maker, price, quantity, 'maker')
  world.trades.push(tradeOfHouse(world, maker, quantity, fee))
  if (doesOpen || restOf(maker) === 0) releaseChildren(world, maker)
  recordTradePrice(instrument, price, world.time)
  notePrice(world, instrument, 'last', price)
  maker.shown -= quantity
  maker.status = openStatus(maker)
  if (restOf(maker) === 0) close(world, maker, 'filled', 'filled')
  else if (maker.shown === 0) {
    unrest(instrument, maker)
    maker.shown = slice(maker)
    restInBook(instrument, maker)
  }
}

/** The house has neither an order nor a user, and pays no fee. */
const tradeOfHouse = (world: World, maker: RefOrder, quantity: number, fee: FeeCharge): TradeFact => ({
  tradeId: world.tradeCount,
  instrumentId: maker.instrumentId,
  price: maker.price,
  quantity,
  notional: notionalOf(instrumentAt(world, maker.instrumentId), maker.price, quantity),
  takerSide: maker.side === 'buy' ? 'sell' : 'buy',
  makerOrderId: maker.orderId,
  takerOrderId: 0,
  makerUserId: maker.userId,
  takerUserId: 0,
  makerFee: fee.amount,
  makerFeeAssetId: fee.assetId,
  takerFee: 0n,
  takerFeeAssetId: fee.assetId,
})

/** What the house has is offered when it is time. */
export function offerLater(world: World, contract: RefContract): void {
  if (takenOf(world, contract.instrumentId).length > 0) contract.riskAt = Math.min(contract.riskAt, contract.offerAt)
}
