/** A contract, and what its terms ask for positions of a value. Amounts are minor units of its margin coin. */
import { knownInstrument, valueOf } from '../market/instrument'
import { feeOf } from '../money/exact'
import { Contract, Instrument, MarginTier } from '../../generated/rows'
import { MARGIN_TIER_BYTES } from '../constants/layout'

/** The pair that a contract is a part of: its book, its status, its units. */
@inline export function instrumentOf(contract: Contract): Instrument {
  return knownInstrument(contract.instrument)
}

/** Value of so many contracts at a price. Exact. The seam for kinds that are valued otherwise, as inverse ones. */
@inline export function contractValue(contract: Contract, price: f64, quantity: f64): i64 {
  return valueOf(instrumentOf(contract), price, quantity)
}

/** 2^60. */
const VALUE_MOST: f64 = 1152921504606846976

/** Are so many contracts worth more at a price than sums of values can hold? */
@inline export function isUncountable(contract: Contract, quantity: f64, price: f64): bool {
  return quantity * price * instrumentOf(contract).notionalUnit >= VALUE_MOST
}

/** As isUncountable at the higher price. The sum comes first: a branch on the higher price is mispredicted half the time. */
@inline export function isUncountableAt(contract: Contract, quantity: f64, price: f64, other: f64): bool {
  return isUncountable(contract, quantity, price + other) && isUncountable(contract, quantity, max(price, other))
}

@inline export function tierAt(contract: Contract, position: i32): MarginTier {
  return changetype<MarginTier>(contract.tiers + <usize>position * MARGIN_TIER_BYTES)
}

/** Bracket of a value, from 0: the first that it does not exceed. */
export function tierOf(contract: Contract, value: i64): i32 {
  const last = <i32>contract.tierCount - 1
  let tier: i32 = 0
  while (tier < last && value > tierAt(contract, tier).upTo) tier += 1
  return tier
}

/** What has to stand behind a value: its rate rounded up, less the deduction of its bracket, never below 0. */
export function maintenanceOfValue(contract: Contract, value: i64): i64 {
  const tier = tierAt(contract, tierOf(contract, value))
  return max(0, feeOf(value, tier.rate) - tier.deduction)
}

/** Largest value of positions and orders at a leverage; 0 when no bracket allows it. */
export function mostValueAt(contract: Contract, leverage: u32): i64 {
  let most: i64 = 0
  for (let tier: i32 = 0; tier < <i32>contract.tierCount; tier += 1)
    if (tierAt(contract, tier).leverage >= <i64>leverage) most = tierAt(contract, tier).upTo
  return most
}

/** ⌈value ÷ leverage⌉. */
@inline export function initialOfValue(value: i64, leverage: u32): i64 {
  return (value + <i64>leverage - 1) / <i64>leverage
}
