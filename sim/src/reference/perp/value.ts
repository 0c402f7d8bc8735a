/** What positions are worth, and what has to stand behind them. */
import { ceilDiv, instrumentAt, notionalOf, RATE_ONE, type RefInstrument, type World } from '../model.ts'
import type { RefContract, RefPosition } from './perp-model.ts'

export function contractAt(world: World, instrumentId: number): RefContract {
  const contract = world.perp.contracts.get(instrumentId)
  if (contract === undefined) throw new Error(`reference: ${instrumentId} is no contract`)
  return contract
}

export const isContract = (world: World, instrumentId: number): boolean => world.perp.contracts.has(instrumentId)

export const marginAssetOf = (world: World, instrumentId: number): number => instrumentAt(world, instrumentId).terms.quoteAssetId

/** +1 of a long. */
export const signOf = ({ isShort }: { readonly isShort: boolean }): bigint => (isShort ? -1n : 1n)

export const valueAt = (world: World, instrumentId: number, price: number, quantity: number): bigint =>
  notionalOf(instrumentAt(world, instrumentId), price, quantity)

const VALUE_MOST = 2 ** 60

/** More than the sums of an account have room for. */
export const isUncountable = (instrument: RefInstrument, price: number, quantity: number): boolean =>
  Number(notionalOf(instrument, price, quantity)) >= VALUE_MOST

/** At a price, without what was paid out of it. */
export const profitAt = (world: World, position: RefPosition, price: number): bigint =>
  signOf(position) * (valueAt(world, position.instrumentId, price, position.quantity) - position.entry) - position.settled

export const profitNow = (world: World, position: RefPosition): bigint =>
  profitAt(world, position, contractAt(world, position.instrumentId).mark)

/** At the mark, also what was paid out of it before. */
export const gainNow = (world: World, position: RefPosition): bigint => profitNow(world, position) + position.settled

export const valueNow = (world: World, position: RefPosition): bigint =>
  valueAt(world, position.instrumentId, contractAt(world, position.instrumentId).mark, position.quantity)

/** Place of the tier of a value, from 0. */
export function tierOf(contract: RefContract, value: bigint): number {
  const found = contract.terms.tiers.findIndex(({ upTo }) => upTo === null || value <= upTo)
  return found < 0 ? contract.terms.tiers.length - 1 : found
}

/** What makes the need continuous where brackets meet: for each below, its end × the step of the rate, rounded down. */
export function deductionOf(contract: RefContract, tier: number): bigint {
  const { tiers } = contract.terms
  return tiers.slice(1, tier + 1).reduce((sum, { rateE8 }, place) => {
    const below = tiers[place]
    return sum + ((below?.upTo ?? 0n) * BigInt(rateE8 - (below?.rateE8 ?? 0))) / RATE_ONE
  }, 0n)
}

/** Maintenance margin: the rate of its bracket rounded up, less the deduction. */
export function maintenanceOf(contract: RefContract, value: bigint): bigint {
  const tier = tierOf(contract, value)
  const need = ceilDiv(value * BigInt(contract.terms.tiers[tier]?.rateE8 ?? 0), RATE_ONE) - deductionOf(contract, tier)
  return need > 0n ? need : 0n
}

export const maintenanceNow = (world: World, position: RefPosition): bigint =>
  maintenanceOf(contractAt(world, position.instrumentId), valueNow(world, position))

/** Initial margin of a value, rounded up. */
export const initialOf = (value: bigint, leverage: number): bigint => ceilDiv(value, BigInt(leverage))

/** Part of an amount that goes with some of the contracts: rounded towards 0, all of it with all of them. */
export const partOf = (amount: bigint, quantity: number, of: number): bigint =>
  quantity === of ? amount : (amount * BigInt(quantity)) / BigInt(of)

export const floorDiv = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return quotient * denominator !== numerator && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient
}

export const ceilOf = (numerator: bigint, denominator: bigint): bigint => -floorDiv(-numerator, denominator)

/** 1e-12 of what a contract is priced in, for one tick. */
export const fineOf = (instrument: RefInstrument): bigint => 10n ** BigInt(12 - instrument.terms.priceScale)
