/** What a position shows besides its amounts: its bracket, what stands behind it, and where it would be liquidated. */
import { instrumentAt, notionalOf, RATE_ONE, type World } from '../model.ts'
import { crossEquity, crossMaintenance } from './account.ts'
import type { RefContract, RefPosition } from './perp-model.ts'
import { ceilOf, contractAt, deductionOf, floorDiv, maintenanceNow, marginAssetOf, profitAt, profitNow, tierOf, valueNow } from './value.ts'

/** Its margin with its profit, or the equity of all that share a coin. */
export const equityOf = (world: World, position: RefPosition): bigint =>
  position.isIsolated
    ? position.margin + profitNow(world, position)
    : crossEquity(world, position.userId, marginAssetOf(world, position.instrumentId))

/** Of the bracket at the mark. */
export const maintenanceRateOf = (world: World, position: RefPosition): number => {
  const { terms } = contractAt(world, position.instrumentId)
  return terms.tiers[placeOf(world, position)]?.rateE8 ?? 0
}

/** From 0. */
export const placeOf = (world: World, position: RefPosition): number =>
  tierOf(contractAt(world, position.instrumentId), valueNow(world, position))

/** Its profit at the last price; at the mark where nothing was traded. */
export const profitAtLast = (world: World, position: RefPosition): bigint => {
  const { lastPrice } = instrumentAt(world, position.instrumentId)
  return lastPrice === 0 ? profitNow(world, position) : profitAt(world, position, lastPrice)
}

/**
 * Mark at which what stands behind it is what has to, by the bracket in which its value lies there, the other shared positions as they are
 * now: V × rate − deduction = behind ± (V − value). Up to the tick of a long, down of a short; 0 = none.
 */
export function liquidationPrice(world: World, position: RefPosition): number {
  const other = otherLeg(world, position)
  if (other !== undefined) return position.isShort ? priceOfBoth(world, other, position) : priceOfBoth(world, position, other)
  const contract = contractAt(world, position.instrumentId)
  const assetId = marginAssetOf(world, position.instrumentId)
  const others = position.isIsolated ? 0n : crossMaintenance(world, position.userId, assetId) - maintenanceNow(world, position)
  const behind = equityOf(world, position) - others
  const value = valueNow(world, position)
  const unit = notionalOf(instrumentAt(world, position.instrumentId), 1, position.quantity)
  for (const [place, { rateE8 }] of contract.terms.tiers.entries()) {
    const upper = position.isShort ? value + behind + deductionOf(contract, place) : value - behind - deductionOf(contract, place)
    const lower = position.isShort ? RATE_ONE + BigInt(rateE8) : RATE_ONE - BigInt(rateE8)
    const there = floorDiv(upper * RATE_ONE, lower)
    if (upper <= 0n || there <= 0n || tierOf(contract, there) !== place) continue
    return Number(position.isShort ? floorDiv(there, unit) : ceilOf(there, unit))
  }
  return 0
}

const otherLeg = (world: World, position: RefPosition): RefPosition | undefined =>
  position.isIsolated
    ? undefined
    : world.perp.positions.find(
        (one) => one !== position && one.userId === position.userId && one.instrumentId === position.instrumentId && !one.isIsolated,
      )

/**
 * Of a long and a short that share a balance the one mark at which both need all that is behind them. Where the net position and the rates at the mark
 * say that it lies below it is rounded up, else down; of several brackets that would do the nearest counts.
 */
function priceOfBoth(world: World, long: RefPosition, short: RefPosition): number {
  const contract = contractAt(world, long.instrumentId)
  const instrument = instrumentAt(world, long.instrumentId)
  const legs = [long, short]
  const needs = legs.reduce((sum, leg) => sum + maintenanceNow(world, leg), 0n)
  const others = crossMaintenance(world, long.userId, marginAssetOf(world, long.instrumentId)) - needs
  const rest = equityOf(world, long) - others - valueNow(world, long) + valueNow(world, short)
  const unit = notionalOf(instrument, 1, 1)
  const divisor = ([first, second]: readonly number[]): bigint =>
    BigInt(long.quantity) * (rateAt(contract, first) - RATE_ONE) + BigInt(short.quantity) * (rateAt(contract, second) + RATE_ONE)
  const isBelow = divisor(legs.map((leg) => placeOf(world, leg))) < 0n
  const places = contract.terms.tiers.keys()
  const found: number[] = []
  const all = [...places]
  for (const pair of all.flatMap((first) => all.map((second) => [first, second] as const))) {
    const [under, over] = [divisor(pair), (rest + deductionOf(contract, pair[0]) + deductionOf(contract, pair[1])) * RATE_ONE]
    if (under === 0n || under < 0n !== isBelow || over === 0n || over < 0n !== isBelow) continue
    const price = Number(isBelow ? ceilOf(-over, -under * unit) : floorDiv(over, under * unit))
    const isThere = legs.every((leg, place) => tierOf(contract, notionalOf(instrument, price, leg.quantity)) === pair[place])
    if (price > 0 && isThere) found.push(price)
  }
  const away = (price: number): number => Math.abs(price - contract.mark)
  return found.reduce((best, price) => (best === 0 || away(price) < away(best) ? price : best), 0)
}

const rateAt = ({ terms }: RefContract, tier = 0): bigint => BigInt(terms.tiers[tier]?.rateE8 ?? 0)
