/** The two small numbers of a contract that bound what money can be moved by a price, and what follows from them. */
import type { ContractTerms, InstrumentTerms } from '@agio/engine/command.ts'
import { instrumentAt, larger, RATE_ONE, smaller, type World } from '../model.ts'
import type { RefContract } from './perp-model.ts'
import { ceilOf, contractAt, floorDiv, valueAt } from './value.ts'

const REACH_MOST = 2_000_000n
const IMPACT_MOST = 2n ** 48n - 1n

const least = (first: bigint, ...others: bigint[]): bigint => others.reduce(smaller, first)

/** d, 1e-8: what a price may be worse than the mark. */
export function slackOf(terms: InstrumentTerms, { tiers }: ContractTerms): bigint {
  const taker = BigInt(terms.takerFeeE8 ?? terms.buyFeeE8)
  const maker = BigInt(terms.makerFeeE8 ?? terms.buyFeeE8)
  const lowest = BigInt(tiers[0]?.rateE8 ?? 0)
  return larger(0n, least(lowest / 2n, taker, taker + 2n * maker - 1n))
}

/** c, 1e-8: what the mark may be away from the index. */
export function reachOf(terms: InstrumentTerms, contract: ContractTerms): bigint {
  const slack = slackOf(terms, contract)
  const lowest = BigInt(contract.tiers[0]?.rateE8 ?? 0)
  const [first = 0n, ...others] = contract.tiers.map(({ maxLeverage, rateE8 }) => RATE_ONE / BigInt(maxLeverage) - BigInt(rateE8))
  const gap = least(first, ...others)
  return larger(0n, least(floorDiv(gap - slack, 2n), floorDiv(lowest - slack, 2n), REACH_MOST))
}

export const slackAt = (world: World, instrumentId: number): bigint =>
  slackOf(instrumentAt(world, instrumentId).terms, contractAt(world, instrumentId).terms)

export const reachAt = (world: World, instrumentId: number): bigint =>
  reachOf(instrumentAt(world, instrumentId).terms, contractAt(world, instrumentId).terms)

/** The lowest and the highest tick within a part of a price, 1e-8. */
export const below = (price: number, rate: bigint): number => Number(ceilOf(BigInt(price) * (RATE_ONE - rate), RATE_ONE))
export const above = (price: number, rate: bigint): number => Number((BigInt(price) * (RATE_ONE + rate)) / RATE_ONE)

/** Lots of all longs, the house's too. */
export const openInterest = (world: World, instrumentId: number): number =>
  world.perp.positions
    .filter((position) => position.instrumentId === instrumentId && !position.isShort)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** Value whose average price on each side of the book counts: the contract's own, or a fiftieth of what is open. */
export function impactOf(world: World, { instrumentId, mark, terms }: RefContract): bigint {
  const open = mark === 0 ? 0n : valueAt(world, instrumentId, mark, openInterest(world, instrumentId)) / 50n
  return smaller(IMPACT_MOST, larger(1n, larger(terms.impactValue, open)))
}
