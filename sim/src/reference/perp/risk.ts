/**
 * Liquidation. What is tested is the mark, never the last price. In which order accounts are looked at is the engine's business: the hints
 * say it; that somebody was looked at who had to be, and what comes of it, is told here.
 */
import { balanceAt, move } from '../ledger.ts'
import { addLive, close } from '../lifecycle.ts'
import { runTaker } from '../match.ts'
import { ceilDiv, instrumentAt, larger, nextOrderId, notionalOf, RATE_ONE, type RefOrder, smaller, type World } from '../model.ts'
import {
  contractOrders,
  crossEquity,
  crossedOf,
  crossMaintenance,
  crossOf,
  freeAccount,
  freeBalance,
  liquidationFeeAccount,
  seatOf,
  seatsOf,
  settleProfits,
} from './account.ts'
import { cutTouched } from './closers.ts'
import { closeAt, deleverage, equityBehind } from './deleverage.ts'
import { moveMargin, partAt } from './fill.ts'
import { meetInHouse, OFFERED_MS, offerLater, offerTaken, takenOf, takeOverCross, takeOverIsolated } from './house.ts'
import { HOUSE, type RefContract, type RefPosition } from './perp-model.ts'
import { plainOrder } from './plain-order.ts'
import { ceilOf, contractAt, floorDiv, maintenanceNow, marginAssetOf, profitNow, signOf, tierOf, valueAt, valueNow } from './value.ts'

/** Between two slices that are offered to the book. */
const OFFER_EVERY_MS = 1_000

type Step = 'nothing' | 'progress' | 'later'

const isOpen = (world: World, instrumentId: number): boolean => {
  const { status } = instrumentAt(world, instrumentId)
  return status === 'trading' || status === 'reduceOnly'
}

const lacks = (world: World, position: RefPosition): boolean =>
  position.quantity > 0 && maintenanceNow(world, position) >= position.margin + profitNow(world, position)

function isCrossShort(world: World, userId: number, assetId: number): boolean {
  const need = crossMaintenance(world, userId, assetId)
  return need !== 0n && need >= crossEquity(world, userId, assetId)
}

/** The account that a position belongs to, as hints call it. */
const accountOf = (world: World, position: RefPosition): string =>
  position.isIsolated ? `position ${position.id}` : `cross ${position.userId}/${marginAssetOf(world, position.instrumentId)}`

const isInTrouble = (world: World, position: RefPosition): boolean =>
  position.isIsolated ? lacks(world, position) : isCrossShort(world, position.userId, marginAssetOf(world, position.instrumentId))

/** Behind every place. */
const END = 1_000_000_000

/** Which one the engine looked at in this entry the account of a position was; the last, when it does not name it. */
function placeOf(world: World, position: RefPosition): number {
  const found = world.perp.hints.looked.indexOf(accountOf(world, position))
  return found < 0 ? END : found
}

/** All of a contract who have to be looked at, in the engine's order; those that it does not name last. */
function allInTrouble(world: World, instrumentId: number): RefPosition[] {
  return world.perp.positions
    .filter((position) => position.userId !== HOUSE && position.instrumentId === instrumentId && isInTrouble(world, position))
    .sort((one, other) => placeOf(world, one) - placeOf(world, other) || one.id - other.id)
}

const inTrouble = (world: World, instrumentId: number): RefPosition | undefined => allInTrouble(world, instrumentId)[0]

/** Contracts that are due together, in the engine's order: by whom it looked at first, then by what it got rid of first, then by id. */
export function inTurn(world: World, instrumentIds: readonly number[]): number[] {
  const { offered } = world.perp.hints
  // both legs of who hedges are one account
  const turn = (id: number): number[] => [...new Set(allInTrouble(world, id).map((position) => placeOf(world, position))), END]
  const sale = (id: number): number => (offered.includes(id) ? offered.indexOf(id) : offered.length)
  const turns = new Map(instrumentIds.map((id) => [id, turn(id)]))
  return [...instrumentIds].sort((one, other) => {
    const [mine, theirs] = [turns.get(one) ?? [END], turns.get(other) ?? [END]]
    const at = mine.findIndex((place, index) => place !== theirs[index])
    return (at < 0 ? 0 : (mine[at] ?? END) - (theirs[at] ?? END)) || sale(one) - sale(other) || one - other
  })
}

/** Contracts in which somebody has to be looked at are due at once. */
export function callForRisk(world: World): void {
  for (const contract of world.perp.contracts.values())
    if (!contract.isShut && contract.mark > 0 && inTrouble(world, contract.instrumentId) !== undefined)
      contract.riskAt = Math.min(contract.riskAt, world.time)
}

/** Looks at everybody in a contract who has to be, then gets rid of what the house has. */
export function runRisk(world: World, contract: RefContract): void {
  contract.riskAt = Number.POSITIVE_INFINITY
  if (contract.isShut || contract.mark === 0) return
  const { instrumentId } = contract
  freeRecovered(world, instrumentId)
  for (let position = inTrouble(world, instrumentId); position !== undefined; position = inTrouble(world, instrumentId)) {
    const step = position.isIsolated ? liquidateIsolated(world, position) : liquidateCross(world, position)
    cutTouched(world)
    if (step === 'later') {
      contract.riskAt = world.time
      world.perp.isWaiting = true
      return
    }
  }
  if (world.time >= contract.offerAt) getRid(world, contract)
  offerLater(world, contract)
}

/** Whose next step had to wait, and who has enough by now, is no longer in liquidation. */
function freeRecovered(world: World, instrumentId: number): void {
  for (const position of world.perp.positions) {
    if (position.userId === HOUSE || position.instrumentId !== instrumentId || isInTrouble(world, position)) continue
    if (position.isIsolated) position.isBroken = false
    else crossOf(world, position.userId, marginAssetOf(world, instrumentId)).isBroken = false
  }
}

/** Once a second: longs and shorts of the house meet, then the book is offered a slice of what was taken over first. */
function getRid(world: World, contract: RefContract): void {
  const { instrumentId } = contract
  contract.offerAt = world.time + OFFER_EVERY_MS
  if (!isOpen(world, instrumentId)) return
  meetInHouse(world, instrumentId, false)
  const [taken] = takenOf(world, instrumentId)
  if (taken === undefined) return
  const { sold, isTooDear } = offerTaken(world, taken)
  if (sold > 0) taken.deadline = world.time + OFFERED_MS
  if (taken.quantity > 0 && (isTooDear || world.time >= taken.deadline)) {
    while (taken.quantity > 0 && deleverage(world, taken));
    if (taken.quantity > 0) meetInHouse(world, instrumentId, true)
  }
  cutTouched(world)
}

function endOrders(world: World, orders: readonly RefOrder[]): void {
  for (const order of [...orders].reverse()) if (world.live.has(order.orderId)) close(world, order, 'canceled', 'liquidation')
}

function liquidateIsolated(world: World, position: RefPosition): Step {
  position.isBroken = true
  endOrders(world, contractOrders(world, position.userId, position.instrumentId))
  for (let step: Step = 'progress'; step === 'progress' && lacks(world, position); ) {
    step = reducePart(world, position)
    if (step === 'later') return step
  }
  if (position.quantity > 0 && lacks(world, position)) takeOverIsolated(world, position)
  else position.isBroken = false
  return 'progress'
}

function liquidateCross(world: World, { userId, instrumentId }: RefPosition): Step {
  const assetId = marginAssetOf(world, instrumentId)
  const cross = crossOf(world, userId, assetId)
  cross.isBroken = true
  for (const seat of sharedSeats(world, userId, assetId)) endOrders(world, contractOrders(world, userId, seat))
  if (isCrossShort(world, userId, assetId)) for (const seat of sharedSeats(world, userId, assetId)) matchLegs(world, userId, seat)
  for (let step: Step = 'progress'; step === 'progress' && isCrossShort(world, userId, assetId); ) {
    const worst = worstOf(world, userId, assetId)
    step = worst === undefined ? 'nothing' : reducePart(world, worst)
    if (step === 'later') return step
  }
  if (isCrossShort(world, userId, assetId)) takeOverCross(world, userId, assetId, inSeatOrder(world, userId, assetId))
  cross.isBroken = false
  return 'progress'
}

/** Contracts of a coin in which a user shares his balance, the newest first. */
const sharedSeats = (world: World, userId: number, assetId: number): number[] =>
  seatsOf(world, userId).filter((seat) => marginAssetOf(world, seat) === assetId && !seatOf(world, userId, seat).isIsolated)

const inSeatOrder = (world: World, userId: number, assetId: number): RefPosition[] =>
  sharedSeats(world, userId, assetId)
    .filter((seat) => !contractAt(world, seat).isShut)
    .flatMap((seat) => legsOf(world, userId, seat))

/** Long before short; without hedging the one there is. */
const legsOf = (world: World, userId: number, instrumentId: number): RefPosition[] =>
  crossedOf(world, userId, marginAssetOf(world, instrumentId))
    .filter((position) => position.instrumentId === instrumentId)
    .sort((one, other) => Number(one.isShort) - Number(other.isShort))

/** Who hedges has his longs and shorts of a contract closed against each other at the mark, the one that gains first. */
function matchLegs(world: World, userId: number, instrumentId: number): void {
  const [long, short] = legsOf(world, userId, instrumentId)
  if (contractAt(world, instrumentId).isShut || long === undefined || short === undefined) return
  const quantity = Math.min(long.quantity, short.quantity)
  const { mark } = contractAt(world, instrumentId)
  // what both together lose is there, or the house takes both over
  const gains = [long, short].reduce((sum, leg) => sum + partAt(world, leg, mark, quantity).realised, 0n)
  if (freeBalance(world, userId, marginAssetOf(world, instrumentId)) + gains < 0n) return
  const legs = profitNow(world, long) >= profitNow(world, short) ? [long, short] : [short, long]
  // each has a receipt
  world.perp.count += legs.length
  for (const leg of legs) closeAt(world, leg, mark, quantity)
}

/** Of crossed positions above their first bracket the one with the largest need. */
function worstOf(world: World, userId: number, assetId: number): RefPosition | undefined {
  let worst: RefPosition | undefined
  for (const position of inSeatOrder(world, userId, assetId)) {
    if (tierOf(contractAt(world, position.instrumentId), valueNow(world, position)) === 0) continue
    if (worst === undefined || maintenanceNow(world, position) > maintenanceNow(world, worst)) worst = position
  }
  return worst
}

/** Price at which nothing is left of what stands behind a position, in ticks: up for longs, down for shorts; 0 = none. */
export function bankruptcyPrice(world: World, position: RefPosition): number {
  const value = larger(0n, valueNow(world, position) - signOf(position) * equityBehind(world, position))
  const unit = notionalOf(instrumentAt(world, position.instrumentId), 1, position.quantity)
  return Number(position.isShort ? floorDiv(value, unit) : ceilOf(value, unit))
}

/** Of an entry, over all whom it looks at. */
const STEPS_MOST = 4

/** Above the first bracket: an order of the system sells so much that the rest lies just below the floor, no worse than bankruptcy. */
function reducePart(world: World, position: RefPosition): Step {
  const { instrumentId, userId } = position
  const contract = contractAt(world, instrumentId)
  const tier = tierOf(contract, valueNow(world, position))
  const limit = bankruptcyPrice(world, position)
  if (tier === 0 || limit === 0 || !isOpen(world, instrumentId)) return 'nothing'
  const { perp } = world
  if (perp.steppedSeq !== world.seq) Object.assign(perp, { steppedSeq: world.seq, steps: 0 })
  if (perp.steps === STEPS_MOST) return 'later'
  perp.steps += 1
  const floor = contract.terms.tiers[tier - 1]?.upTo ?? 0n
  const kept = Number(floor / valueAt(world, instrumentId, contract.mark, 1))
  const before = { quantity: position.quantity, value: position.closedValue }
  perp.count += 1
  const order = systemOrder(world, position, limit, position.quantity - kept)
  addLive(world, order)
  runTaker(world, instrumentAt(world, instrumentId), order)
  if (position.quantity === 0 || position.quantity === before.quantity) return 'nothing'
  takeFee(world, position, userId, position.closedValue - before.value)
  return 'progress'
}

function systemOrder(world: World, position: RefPosition, price: number, quantity: number): RefOrder {
  const { userId, instrumentId, isShort } = position
  const side = isShort ? ('buy' as const) : ('sell' as const)
  const order = plainOrder(world, {
    ...{ orderId: nextOrderId(world), clientOrderId: '', caller: 0, userId, instrumentId, side },
    ...{ type: 'limit', timeInForce: 'ioc', selfTrade: 'expireMaker', source: 'system', price, quantity, expireAt: 0 },
  })
  const isHedged = world.perp.traders.get(userId)?.isHedged === true
  order.contract = {
    ...{ isClose: true, isShortLeg: isHedged && isShort, isWhole: false, isProtection: false },
    ...{ by: 'last', callbackRate: 0n, callback: 0, takeProfit: null, stopLoss: null, receiptId: world.perp.count },
  }
  return order
}

/** Its share of what was sold, at most what is above the need of what is left. */
function takeFee(world: World, position: RefPosition, userId: number, value: bigint): void {
  const { terms } = contractAt(world, position.instrumentId)
  const assetId = marginAssetOf(world, position.instrumentId)
  const equity = position.isIsolated ? position.margin + profitNow(world, position) : crossEquity(world, userId, assetId)
  const need = position.isIsolated ? maintenanceNow(world, position) : crossMaintenance(world, userId, assetId)
  const fee = larger(0n, smaller(ceilDiv(value * BigInt(terms.liquidationFeeE8), RATE_ONE), equity - need))
  if (fee === 0n) return
  if (position.isIsolated) moveMargin(world, position, -smaller(fee, position.margin))
  else settleProfits(world, userId, assetId, fee)
  const free = freeAccount(userId, assetId)
  const paid = smaller(fee, balanceAt(world, free))
  move(world, free, liquidationFeeAccount(assetId), paid)
  position.fees += paid
}
