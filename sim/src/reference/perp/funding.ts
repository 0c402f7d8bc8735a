/** Funding: a rate out of the premiums of an interval, and what each position pays or gets for it at one instant. */
import { feeOn } from '../fees.ts'
import { balanceAt, move } from '../ledger.ts'
import { larger, smaller, type World } from '../model.ts'
import {
  crossEquity,
  crossedOf,
  crossMaintenance,
  freeAccount,
  freeBalance,
  freeOf,
  fundingAccount,
  insuranceAccount,
  seatsOf,
  settleProfits,
} from './account.ts'
import { moveMargin } from './fill.ts'
import { FUNDING_ONE, HOUSE, type RefContract, type RefPosition } from './perp-model.ts'
import { share } from './share.ts'
import { ceilOf, contractAt, maintenanceNow, marginAssetOf, profitNow, valueNow } from './value.ts'

const HOUR_MS = 3_600_000
/** ±0.05 % around which interest and premium are one. */
const DAMPER = 500_000_000n

const clamp = (value: bigint, lowest: bigint, highest: bigint): bigint => (value < lowest ? lowest : value > highest ? highest : value)

/** Σ k × P_k ÷ Σ k, truncated towards 0. */
export function meanPremium(premiums: readonly bigint[]): bigint {
  if (premiums.length === 0) return 0n
  const sum = premiums.reduce((total, premium, place) => total + BigInt(place + 1) * premium, 0n)
  const weights = premiums.reduce((total, _, place) => total + BigInt(place + 1), 0n)
  return sum / weights
}

/** What would be settled now, for the part of the interval that was open; the bounds come last. */
export function estimate({ premiums, shutMinutes, terms }: RefContract): bigint {
  if (premiums.length === 0) return 0n
  const mean = meanPremium(premiums)
  const rate = mean + clamp(BigInt(terms.interestE12) - mean, -DAMPER, DAMPER)
  const ofOpen = (rate * BigInt(premiums.length)) / BigInt(premiums.length + shutMinutes)
  return clamp(ofOpen, BigInt(terms.fundingFloorE12), BigInt(terms.fundingCapE12))
}

/** Of every contract that settles at an instant: all positions that are open then pay or get. */
export function settleFunding(world: World, at: number): void {
  const due = [...world.perp.contracts.values()].filter(({ nextFunding }) => nextFunding === at)
  for (const contract of due) {
    contract.fundingRate = contract.mark === 0 ? 0n : estimate(contract)
    contract.premiums = []
    contract.shutMinutes = 0
    contract.nextFunding = at + contract.terms.fundingHours * HOUR_MS
  }
  const open = world.perp.positions.filter(({ userId, instrumentId }) => userId !== HOUSE && due.includes(contractAt(world, instrumentId)))
  for (const userId of new Set(open.map((position) => position.userId)))
    for (const position of inTurn(
      world,
      open.filter((one) => one.userId === userId),
    ))
      pay(world, position, contractAt(world, position.instrumentId).fundingRate)
  for (const contract of due) sweep(world, marginAssetOf(world, contract.instrumentId))
}

/** Of one customer: what he gets before what he pays, the contract he came to last first, longs before shorts. */
function inTurn(world: World, positions: readonly RefPosition[]): RefPosition[] {
  const turn = (position: RefPosition): number[] => [
    Number(isPayer(position, contractAt(world, position.instrumentId).fundingRate)),
    seatsOf(world, position.userId).indexOf(position.instrumentId),
    Number(position.isShort),
  ]
  return [...positions].sort((one, other) => {
    const [mine, theirs] = [turn(one), turn(other)]
    return mine.map((place, at) => place - (theirs[at] ?? 0)).find((difference) => difference !== 0) ?? 0
  })
}

const isPayer = (position: RefPosition, rate: bigint): boolean => (position.isShort ? rate < 0n : rate > 0n)

/** Payers round up, receivers down. */
function pay(world: World, position: RefPosition, rate: bigint): void {
  if (rate === 0n) return
  const value = valueNow(world, position)
  const size = rate > 0n ? rate : -rate
  const assetId = marginAssetOf(world, position.instrumentId)
  if (isPayer(position, rate)) {
    position.funding -= take(world, position, assetId, ceilOf(value * size, FUNDING_ONE))
    return
  }
  const got = (value * size) / FUNDING_ONE
  move(world, fundingAccount(assetId), freeAccount(position.userId, assetId), got)
  position.funding += got
}

const feeAt = (world: World, position: RefPosition): bigint =>
  feeOn(valueNow(world, position), contractAt(world, position.instrumentId).terms.liquidationFeeE8)

/** From the free balance first, then from the margin; never so much that a liquidation would follow. Returns what was paid. */
function take(world: World, position: RefPosition, assetId: number, owed: bigint): bigint {
  const { userId } = position
  const paid = position.isIsolated ? fromOwn(world, position, assetId, owed) : fromShared(world, position, assetId, owed)
  move(world, freeAccount(userId, assetId), fundingAccount(assetId), paid)
  return paid
}

function fromShared(world: World, position: RefPosition, assetId: number, owed: bigint): bigint {
  const { userId } = position
  const all = crossedOf(world, userId, assetId)
  const { terms } = contractAt(world, position.instrumentId)
  const fee = feeOn(
    all.reduce((sum, one) => sum + valueNow(world, one), 0n),
    terms.liquidationFeeE8,
  )
  const most = larger(0n, crossEquity(world, userId, assetId) - crossMaintenance(world, userId, assetId) - fee)
  const wanted = smaller(owed, most)
  settleProfits(world, userId, assetId, wanted)
  return smaller(wanted, freeBalance(world, userId, assetId))
}

function fromOwn(world: World, position: RefPosition, assetId: number, owed: bigint): bigint {
  const { userId } = position
  const free = larger(0n, smaller(freeOf(world, userId, assetId), freeBalance(world, userId, assetId)))
  const first = smaller(owed, free)
  const spare = position.margin + profitNow(world, position) - maintenanceNow(world, position) - feeAt(world, position)
  const second = larger(0n, smaller(smaller(owed - first, spare), position.margin))
  moveMargin(world, position, -second)
  return first + second
}

/** What is left in clearing is the fund's; what that has not is shared. */
function sweep(world: World, assetId: number): void {
  const rest = balanceAt(world, fundingAccount(assetId))
  const fund = insuranceAccount(assetId)
  const missing = -(balanceAt(world, fund) + rest)
  if (missing > 0n) share(world, assetId, missing)
  if (rest >= 0n) move(world, fundingAccount(assetId), fund, rest)
  else move(world, fund, fundingAccount(assetId), -rest)
}
