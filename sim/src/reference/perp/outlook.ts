/** What a position shows besides its amounts: its bracket, what stands behind it, and where it would be liquidated. */
import { instrumentAt, notionalOf, RATE_ONE, type World } from '../model.ts'
import { crossEquity, crossMaintenance } from './account.ts'
import type { RefPosition } from './perp-model.ts'
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
