/**
 * Liquidation. What is tested is the mark, never the last price. In which order accounts are looked at is the engine's business: the hints
 * say it; that somebody was looked at who had to be, and what comes of it, is told here.
 */
import { feeOn } from '../fees.ts'
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
import { partAt, profitWithout, takeMargin } from './fill.ts'
import { meetInHouse, offerTaken, takeOverCross, takeOverIsolated } from './house.ts'
import { LINE_MS, lineLimit } from './line.ts'
import { HOUSE, type RefContract, type RefPosition } from './perp-model.ts'
import { plainOrder } from './plain-order.ts'
import { settleAll } from './settlement.ts'
import { lookLater, takenOf, troubleOf } from './taken.ts'
import {
  ceilOf,
  contractAt,
  floorDiv,
  maintenanceNow,
  maintenanceOf,
  marginAssetOf,
  profitNow,
  signOf,
  tierOf,
  valueAt,
  valueNow,
} from './value.ts'

/** Between two offers to the book, and between two looks at who is being liquidated. */
const OFFER_EVERY_MS = 1_000
const LOOK_EVERY_MS = 1_000
/** An offer that sold a twentieth of what was left gives more time, up to so long since it was taken over. */
const RENEWING_PARTS = 20
const OFFERED_MOST_MS = 120_000

/** What a look came to: it is over, or goes on in a second. */
type Step = 'over' | 'waits'

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

/** Has its next look come? Of who is not being liquidated yet it has. */
const isTime = (world: World, position: RefPosition): boolean => {
  const { isBroken, lookAt } = troubleOf(world, position)
  return !isBroken || lookAt <= world.time
}

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
    .filter((position) => position.userId !== HOUSE && position.instrumentId === instrumentId)
    .filter((position) => isTime(world, position) && isInTrouble(world, position))
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
  if (contract.isSettled) {
    settleAll(world, contract)
    cutTouched(world)
  }
  if (contract.isShut || contract.mark === 0) return
  const { instrumentId } = contract
  freeRecovered(world, instrumentId)
  for (let position = inTrouble(world, instrumentId); position !== undefined; position = inTrouble(world, instrumentId)) {
    if (position.isIsolated) liquidateIsolated(world, position)
    else liquidateCross(world, position)
    cutTouched(world)
  }
  if (world.time >= contract.offerAt) getRid(world, contract)
  lookLater(world, contract)
}

/** Whose next look has come, and who has enough by now, is no longer in liquidation. */
function freeRecovered(world: World, instrumentId: number): void {
  for (const position of world.perp.positions) {
    if (position.userId === HOUSE || position.instrumentId !== instrumentId) continue
    if (isTime(world, position) && !isInTrouble(world, position)) troubleOf(world, position).isBroken = false
  }
}

/** Once a second: longs and shorts of the house meet, then the book is offered all that is left, one position after the other. */
function getRid(world: World, contract: RefContract): void {
  const { instrumentId } = contract
  contract.offerAt = world.time + OFFER_EVERY_MS
  if (!isOpen(world, instrumentId)) return
  meetInHouse(world, instrumentId, false)
  for (;;) {
    const left = takenOf(world, instrumentId).filter(({ lookAt }) => lookAt !== world.time)
    const taken = left.find((one) => !isSolvent(contract, one)) ?? left[0]
    if (taken === undefined) break
    taken.lookAt = world.time
    offerOne(world, contract, taken)
    cutTouched(world)
  }
}

/** Is the mark better than the price at which nothing is left of what stands behind it? */
const isSolvent = ({ mark }: RefContract, { isShort, bankruptcy }: RefPosition): boolean =>
  isShort ? mark < bankruptcy : mark > bankruptcy

function offerOne(world: World, contract: RefContract, taken: RefPosition): void {
  const { time } = world
  const before = taken.quantity
  const { sold, isThin, isTooDear } = offerTaken(world, taken)
  if (sold > 0 && sold * RENEWING_PARTS >= before) {
    taken.begun = time
    taken.deadline = Math.min(time + LINE_MS, taken.taken + OFFERED_MOST_MS)
  }
  // beyond bankruptcy, waiting for a book that takes nothing only costs more
  const isUrgent = isTooDear || (isThin && !isSolvent(contract, taken)) || time >= taken.deadline
  if (taken.quantity === 0 || !isUrgent) return
  while (taken.quantity > 0 && deleverage(world, taken));
  if (taken.quantity > 0) meetInHouse(world, contract.instrumentId, true)
}

function endOrders(world: World, orders: readonly RefOrder[]): void {
  for (const order of [...orders].reverse()) if (world.live.has(order.orderId)) close(world, order, 'canceled', 'liquidation')
}

/** From now on it is being liquidated, if it was not before. */
function breakAt(world: World, trouble: ReturnType<typeof troubleOf>): void {
  if (!trouble.isBroken) trouble.begun = world.time
  trouble.isBroken = true
}

function liquidateIsolated(world: World, position: RefPosition): Step {
  breakAt(world, position)
  endOrders(world, contractOrders(world, position.userId, position.instrumentId))
  const cut = reductionOf(world, [position], position.begun)
  const step = cut === undefined ? 'over' : reducePart(world, position, cut, () => lacks(world, position))
  if (cut === undefined) takeOverIsolated(world, position)
  return end(world, position, step)
}

function liquidateCross(world: World, { userId, instrumentId }: RefPosition): Step {
  const assetId = marginAssetOf(world, instrumentId)
  const cross = crossOf(world, userId, assetId)
  const isShort = (): boolean => isCrossShort(world, userId, assetId)
  breakAt(world, cross)
  for (const seat of sharedSeats(world, userId, assetId)) endOrders(world, contractOrders(world, userId, seat))
  // what orders of the other contracts reserve is taken from the same balance
  const sharing = contractOrders(world, userId).filter((order) => order.held > 0n && marginAssetOf(world, order.instrumentId) === assetId)
  endOrders(world, sharing)
  if (isShort()) for (const seat of sharedSeats(world, userId, assetId)) matchLegs(world, userId, seat)
  if (!isShort()) return end(world, cross, 'over')
  const cut = reductionOf(world, byNeed(world, userId, assetId), cross.begun)
  if (cut === undefined) takeOverCross(world, userId, assetId, inIdOrder(world, userId, assetId))
  return end(world, cross, cut === undefined ? 'over' : reducePart(world, cut.position, cut, isShort))
}

/** What a look came to is noted with the account. */
function end(world: World, trouble: ReturnType<typeof troubleOf>, step: Step): Step {
  trouble.isBroken = step !== 'over'
  trouble.lookAt = step === 'waits' ? world.time + LOOK_EVERY_MS : world.time
  return step
}

/** Contracts of a coin in which a user shares his balance, the newest first. */
const sharedSeats = (world: World, userId: number, assetId: number): number[] =>
  seatsOf(world, userId).filter((seat) => marginAssetOf(world, seat) === assetId && !seatOf(world, userId, seat).isIsolated)

/** By contract, long before short; what has no index stays. */
const inIdOrder = (world: World, userId: number, assetId: number): RefPosition[] =>
  sharedSeats(world, userId, assetId)
    .filter((seat) => !contractAt(world, seat).isShut)
    .sort((one, other) => one - other)
    .flatMap((seat) => legsOf(world, userId, seat))

/** The largest need first, then the older. */
const byNeed = (world: World, userId: number, assetId: number): RefPosition[] =>
  [...crossedOf(world, userId, assetId)].sort((one, other) => {
    const [first, second] = [maintenanceNow(world, one), maintenanceNow(world, other)]
    return first === second ? one.id - other.id : first > second ? -1 : 1
  })

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

/** Price at which nothing is left of what stands behind a position, in ticks: up for longs, down for shorts; 0 = none. */
export function bankruptcyPrice(world: World, position: RefPosition): number {
  const value = larger(0n, valueNow(world, position) - signOf(position) * equityBehind(world, position))
  const unit = notionalOf(instrumentAt(world, position.instrumentId), 1, position.quantity)
  return Number(position.isShort ? floorDiv(value, unit) : ceilOf(value, unit))
}

interface Reduction {
  readonly position: RefPosition
  readonly limit: number
  readonly lots: number
}

/** Of positions above their first bracket the first that fewest steps down would save, at the price of now; undefined = none would. */
function reductionOf(world: World, candidates: readonly RefPosition[], begun: number): Reduction | undefined {
  for (const position of candidates) {
    const { instrumentId, quantity } = position
    const contract = contractAt(world, instrumentId)
    if (contract.isShut || !isOpen(world, instrumentId)) continue
    const limit = lineLimit(world, { ...position, bankruptcy: bankruptcyPrice(world, position), begun })
    for (let tier = tierOf(contract, valueNow(world, position)) - 1; tier >= 0; tier -= 1) {
      const floor = contract.terms.tiers[tier]?.upTo ?? 0n
      const kept = Number(floor / valueAt(world, instrumentId, contract.mark, 1))
      if (kept > 0 && suffices(world, position, limit, quantity - kept)) return { position, limit, lots: quantity - kept }
    }
  }
  return undefined
}

/** Would there be enough behind what is left, with so many contracts sold at a price and the fee paid for it? */
function suffices(world: World, position: RefPosition, limit: number, lots: number): boolean {
  const { userId, instrumentId } = position
  const contract = contractAt(world, instrumentId)
  const part = partAt(world, position, limit, lots)
  const value = valueAt(world, instrumentId, contract.mark, position.quantity - lots)
  const change =
    part.realised +
    profitWithout(world, position, lots, part) -
    profitNow(world, position) -
    feeOn(part.value, contract.terms.liquidationFeeE8)
  const need = maintenanceOf(contract, value)
  if (position.isIsolated) return need < position.margin + profitNow(world, position) + change
  const assetId = marginAssetOf(world, instrumentId)
  const others = crossMaintenance(world, userId, assetId) - maintenanceNow(world, position)
  return others + need < crossEquity(world, userId, assetId) + change
}

/** An order of the system sells so much, no worse than the price of now. What it leaves lacking waits for the next look. */
function reducePart(world: World, position: RefPosition, { limit, lots }: Reduction, isShort: () => boolean): Step {
  const { instrumentId, userId } = position
  const before = { quantity: position.quantity, value: position.closedValue }
  world.perp.count += 1
  const order = systemOrder(world, position, limit, lots)
  addLive(world, order)
  runTaker(world, instrumentAt(world, instrumentId), order)
  const isPart = position.quantity > 0 && position.quantity < before.quantity
  if (isPart) takeFee(world, position, userId, position.closedValue - before.value)
  return isShort() ? 'waits' : 'over'
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
  if (position.isIsolated) takeMargin(world, position, smaller(fee, position.margin))
  else settleProfits(world, userId, assetId, fee)
  const free = freeAccount(userId, assetId)
  const paid = smaller(fee, balanceAt(world, free))
  move(world, free, liquidationFeeAccount(assetId), paid)
  position.fees += paid
}
