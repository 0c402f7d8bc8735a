/** What the house takes over, and how it gets rid of it: into the book, and against whoever gained by it. */
import { rest as restInBook, sideOf, slice, unrest } from '../book.ts'
import type { FeeCharge } from '../fees.ts'
import { endLate } from '../late.ts'
import { isLate } from '../lateness.ts'
import { move } from '../ledger.ts'
import { close, endPartner, openStatus, releaseChildren, touch } from '../lifecycle.ts'
import { instrumentAt, larger, notionalOf, type RefInstrument, type RefOrder, restOf, type TradeFact, type World } from '../model.ts'
import {
  clearingAccount,
  crossEquity,
  crossMaintenance,
  freeAccount,
  freeBalance,
  heldAccount,
  takenAccount,
  touchSeat,
} from './account.ts'
import { bearableLots } from './bear.ts'
import { dropPosition, fillSide, opens, partAt } from './fill.ts'
import { allowsLosses, changeFund, fundBalance, noteLoss } from './fund.ts'
import { giveWay } from './give-way.ts'
import { LINE_MS, lineLimit } from './line.ts'
import { HOUSE, type RefPosition } from './perp-model.ts'
import { share } from './share.ts'
import { takenOf } from './taken.ts'
import { mayCut } from './taker.ts'
import { notePrice } from './triggers.ts'
import { ceilOf, contractAt, floorDiv, maintenanceNow, marginAssetOf, partOf, profitNow } from './value.ts'

/** The house gets a position with its entry and so much behind it. */
function hand(world: World, position: RefPosition, margin: bigint): void {
  dropPosition(world, position)
  world.perp.count += 1
  const { time } = world
  world.perp.positions.push({
    ...position,
    ...{ id: world.perp.count, userId: HOUSE, margin, booked: 0n, added: 0n, isBroken: false, isIsolated: false },
    ...{ opened: position.quantity, closed: 0, closedValue: 0n, profit: 0n, fees: 0n, funding: 0n, shared: 0n },
    ...{ createdAt: time, updatedAt: time, broken: position.userId, brokenId: position.id },
    ...{ bankruptcy: bankruptcyOf(world, position, margin), begun: time, taken: time, deadline: time + LINE_MS, lookAt: 0 },
  })
  touchSeat(world, position.userId, position.instrumentId)
  const contract = contractAt(world, position.instrumentId)
  contract.offerAt = world.time
  contract.riskAt = world.time
}

/** Price at which nothing of what is behind it is left, in ticks: up of a long, down of a short; 0 = none. */
function bankruptcyOf(world: World, { instrumentId, entry, settled, quantity, isShort }: RefPosition, margin: bigint): number {
  const unit = notionalOf(instrumentAt(world, instrumentId), 1, quantity)
  const behind = margin - settled
  const value = larger(0n, isShort ? entry + behind : entry - behind)
  return Number(isShort ? floorDiv(value, unit) : ceilOf(value, unit))
}

export function takeOverIsolated(world: World, position: RefPosition): void {
  const assetId = marginAssetOf(world, position.instrumentId)
  move(world, heldAccount(position.userId, assetId), takenAccount(assetId), position.margin)
  hand(world, position, position.margin)
}

/**
 * All that share a coin and have an index go with the whole free balance, contract by contract, divided so that each has its part of what is left
 * by its need.
 */
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

/** Closes contracts of what was taken over; what that brings or costs is the fund's at once. */
export function closeTaken(world: World, taken: RefPosition, price: number, quantity: number): void {
  const assetId = marginAssetOf(world, taken.instrumentId)
  const part = partAt(world, taken, price, quantity)
  changeFund(world, assetId, clearingAccount(assetId), part.realised)
  changeFund(world, assetId, takenAccount(assetId), part.margin)
  taken.quantity -= quantity
  taken.entry -= part.entry
  taken.settled -= part.settled
  taken.margin -= part.margin
  taken.profit += part.margin + part.realised
  if (taken.quantity === 0) dropPosition(world, taken)
}

/**
 * Longs and shorts of the house meet at the mark, as long as the fund may pay what that costs. What it cannot is shared, where nobody but the
 * house is on the other side.
 */
export function meetInHouse(world: World, instrumentId: number, isAlone: boolean): void {
  const assetId = marginAssetOf(world, instrumentId)
  for (;;) {
    const [long, short] = [false, true].map((isShort) => takenOf(world, instrumentId).find((taken) => taken.isShort === isShort))
    if (long === undefined || short === undefined) return
    const quantity = Math.min(long.quantity, short.quantity)
    const { mark } = contractAt(world, instrumentId)
    const results = [long, short].map((taken) => ({ taken, result: resultOf(world, taken, mark, quantity) }))
    const losses = results.map(({ taken, result }) => ({ userId: taken.broken, amount: larger(0n, -result) }))
    const gain = results.reduce((sum, { result }) => sum + larger(0n, result), 0n)
    if (!isAlone && !allowsLosses(world, { assetId, terms: contractAt(world, instrumentId).terms }, losses, gain)) return
    const missing = -(fundBalance(world, assetId) + results.reduce((sum, { result }) => sum + result, 0n))
    if (missing > 0n) {
      const [first, second] = results
      const loser = (first?.result ?? 0n) <= (second?.result ?? 0n) ? long : short
      loser.shared -= share(world, instrumentId, !loser.isShort, missing)
    }
    for (const loss of losses) noteLoss(world, assetId, loss)
    world.tradeCount += 1
    closeTaken(world, long, mark, quantity)
    closeTaken(world, short, mark, quantity)
  }
}

const isWithin = (isShort: boolean, price: number, limit: number): boolean => (isShort ? price <= limit : price >= limit)

export interface Offered {
  readonly sold: number
  /** The fund may not pay for the next contract. */
  readonly isTooDear: boolean
  /** The book has nobody in reach for the rest. */
  readonly isThin: boolean
}

/** Offers what was taken over to the book. */
export function offerTaken(world: World, taken: RefPosition): Offered {
  const { instrumentId } = taken
  const instrument = instrumentAt(world, instrumentId)
  const assetId = marginAssetOf(world, instrumentId)
  const limit = lineLimit(world, taken)
  const size = taken.quantity
  let sold = 0
  while (sold < size) {
    const found = firstMaker(world, instrument, taken, { most: size - sold, limit })
    if (typeof found === 'string') return { sold, isTooDear: false, isThin: found === 'nobody' }
    const { maker, lots, isCut } = found
    const loss = { userId: taken.broken, amount: -resultOf(world, taken, maker.price, lots) }
    if (!allowsLosses(world, { assetId, terms: contractAt(world, instrumentId).terms }, [loss]))
      return { sold, isTooDear: true, isThin: true }
    noteLoss(world, assetId, loss)
    giveWay(world, maker, { price: maker.price, lots, role: 'maker' }, [maker])
    tradeWithMaker(world, instrument, maker, lots)
    closeTaken(world, taken, maker.price, lots)
    if (isCut && world.live.has(maker.orderId)) close(world, maker, 'canceled', 'insufficientBalance')
    sold += lots
  }
  return { sold, isTooDear: false, isThin: false }
}

interface Found {
  readonly maker: RefOrder
  readonly lots: number
  /** Its owner cannot bear more: its rest ends. */
  readonly isCut: boolean
}

/**
 * The first of the other side, in reach, that can bear a fill, and of how much; those before it end, and so do all of whose it was. There may be
 * nobody, or more to end than the entry may.
 */
function firstMaker(
  world: World,
  instrument: RefInstrument,
  taken: RefPosition,
  { most, limit }: { readonly most: number; readonly limit: number },
): Found | 'nobody' | 'tooMany' {
  for (;;) {
    const [maker] = sideOf(instrument, taken.isShort ? 'sell' : 'buy')
    if (maker === undefined || !isWithin(taken.isShort, maker.price, limit)) return 'nobody'
    if (isLate(world, maker)) {
      endLate(world, maker)
      continue
    }
    if (maker.userId === taken.broken) {
      close(world, maker, 'canceled', 'liquidation')
      continue
    }
    const asked = Math.min(most, maker.shown)
    const lots = bearableLots(world, maker, maker.price, asked, 'maker')
    if (lots === asked) return { maker, lots, isCut: false }
    if (!mayCut(world, true)) return 'tooMany'
    if (lots > 0) return { maker, lots, isCut: true }
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
  instrument.lastPrice = price
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
  isOwn: 0,
  makerOrderId: maker.orderId,
  takerOrderId: 0,
  makerUserId: maker.userId,
  takerUserId: 0,
  makerFee: fee.amount,
  makerFeeAssetId: fee.assetId,
  takerFee: 0n,
  takerFeeAssetId: fee.assetId,
})
