/** Funding: a rate out of the premiums of an interval, and what each position pays or gets for it at one instant. */
import { move } from '../ledger.ts'
import { larger, smaller, type World } from '../model.ts'
import { freeAccount, freeBalance, freeOf, fundingAccount, payOut, seatsOf, settleProfits, touchSeat } from './account.ts'
import { takeMargin } from './fill.ts'
import { changeFund } from './fund.ts'
import { FUNDING_ONE, HOUSE, type RefContract, type RefPosition } from './perp-model.ts'
import { takeReserves } from './reserves.ts'
import { ceilOf, contractAt, marginAssetOf, profitNow, valueNow } from './value.ts'

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

/** Of every contract that settles at an instant: all who are open then pay first, and what came in is what the others get. */
export function settleFunding(world: World, at: number): void {
  const due = [...world.perp.contracts.values()].filter(({ nextFunding }) => nextFunding === at)
  for (const contract of due) {
    contract.fundingRate = contract.mark === 0 ? 0n : estimate(contract)
    contract.premiums = []
    contract.shutMinutes = 0
    contract.nextFunding = at + contract.terms.fundingHours * HOUR_MS
  }
  const open = world.perp.positions.filter(({ userId, instrumentId }) => userId !== HOUSE && due.includes(contractAt(world, instrumentId)))
  const claims = open.filter((position) => !isPayer(world, position)).map((position) => ({ position, claim: claimOf(world, position) }))
  const collected = new Map(due.map(({ instrumentId }) => [instrumentId, 0n]))
  for (const userId of new Set(open.map((position) => position.userId)))
    for (const position of inTurn(
      world,
      open.filter((one) => one.userId === userId && isPayer(world, one)),
    ))
      collected.set(position.instrumentId, (collected.get(position.instrumentId) ?? 0n) + pay(world, position))
  for (const { instrumentId } of due)
    payClaims(
      world,
      instrumentId,
      claims.filter(({ position }) => position.instrumentId === instrumentId),
      collected.get(instrumentId) ?? 0n,
    )
}

/** Of one customer: the contract he came to last first, longs before shorts. */
function inTurn(world: World, positions: readonly RefPosition[]): RefPosition[] {
  const seat = ({ userId, instrumentId }: RefPosition): number => seatsOf(world, userId).indexOf(instrumentId)
  return [...positions].sort((one, other) => seat(one) - seat(other) || Number(one.isShort) - Number(other.isShort))
}

function isPayer(world: World, { instrumentId, isShort }: RefPosition): boolean {
  const { fundingRate } = contractAt(world, instrumentId)
  return isShort ? fundingRate < 0n : fundingRate > 0n
}

const sizeOf = (world: World, { instrumentId }: RefPosition): bigint => {
  const { fundingRate } = contractAt(world, instrumentId)
  return fundingRate < 0n ? -fundingRate : fundingRate
}

/** What a receiver should get, rounded down. */
const claimOf = (world: World, position: RefPosition): bigint => (valueNow(world, position) * sizeOf(world, position)) / FUNDING_ONE

interface Claim {
  readonly position: RefPosition
  readonly claim: bigint
}

/** What payers lacked nobody gets; what rounding leaves is the fund's. */
function payClaims(world: World, instrumentId: number, claims: readonly Claim[], collected: bigint): void {
  const assetId = marginAssetOf(world, instrumentId)
  const claimed = claims.reduce((sum, { claim }) => sum + claim, 0n)
  let left = collected
  for (const { position, claim } of claims) {
    const got = claimed === 0n ? 0n : (claim * smaller(collected, claimed)) / claimed
    move(world, fundingAccount(assetId), freeAccount(position.userId, assetId), got)
    position.funding += got
    touchSeat(world, position.userId, position.instrumentId)
    left -= got
  }
  changeFund(world, assetId, fundingAccount(assetId), left)
}

/** In full, rounded up, as far as there is anything. Returns what was paid. */
function pay(world: World, position: RefPosition): bigint {
  const { userId } = position
  const assetId = marginAssetOf(world, position.instrumentId)
  const owed = ceilOf(valueNow(world, position) * sizeOf(world, position), FUNDING_ONE)
  const paid = position.isIsolated ? raiseOwn(world, position, assetId, owed) : raiseShared(world, position, assetId, owed)
  move(world, freeAccount(userId, assetId), fundingAccount(assetId), paid)
  position.funding -= paid
  touchSeat(world, userId, position.instrumentId)
  return paid
}

/** Out of the free balance, then out of what the position itself has gained, then the others, then out of what orders hold, the newest first. */
function raiseShared(world: World, position: RefPosition, assetId: number, owed: bigint): bigint {
  const { userId } = position
  raise(world, position, assetId, owed)
  takeReserves(world, userId, assetId, owed)
  return smaller(owed, freeBalance(world, userId, assetId))
}

function raise(world: World, position: RefPosition, assetId: number, owed: bigint): void {
  const lacking = larger(0n, owed - freeBalance(world, position.userId, assetId))
  const paid = smaller(lacking, larger(0n, profitNow(world, position)))
  if (paid > 0n) payOut(world, position, paid)
  settleProfits(world, position.userId, assetId, owed)
}

/** An isolated position pays funding from the free balance, then from its margin, then from its profit. */
function raiseOwn(world: World, position: RefPosition, assetId: number, owed: bigint): bigint {
  const { userId } = position
  const free = larger(0n, smaller(freeOf(world, userId, assetId), freeBalance(world, userId, assetId)))
  const first = smaller(owed, free)
  const second = smaller(owed - first, position.margin)
  takeMargin(world, position, second)
  const third = smaller(owed - first - second, larger(0n, profitNow(world, position)))
  if (third > 0n) payOut(world, position, third)
  return first + second + third
}
