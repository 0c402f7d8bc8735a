/** Prices of work on EVM networks (EIP-1559), in wei. */
import { divideFloor } from '../money/rounding.ts'

const ELASTICITY = 2n
const MOST_CHANGE = 8n

/** Base fee of the block after one: it moves by at most an eighth, up by at least a wei, and rounds towards what it was. */
export function nextBaseFee(baseFee: bigint, gasUsed: bigint, gasLimit: bigint): bigint {
  const target = gasLimit / ELASTICITY
  if (gasUsed === target) return baseFee
  const isFull = gasUsed > target
  const change = divideFloor(baseFee * (isFull ? gasUsed - target : target - gasUsed), target * MOST_CHANGE)
  if (!isFull) return baseFee - change
  return baseFee + (change > 1n ? change : 1n)
}

export interface GasPaid {
  /** Wei a unit of gas. */
  readonly gasPrice: bigint
  readonly fee: bigint
  /** Part of the fee that nobody gets. */
  readonly burned: bigint
}

/** What a mined transaction pays, which it does also when it failed. @throws RangeError when its ceiling is below the base fee: no block takes it */
export function gasPaid(baseFee: bigint, gasUsed: bigint, ceiling: bigint, tip: bigint): GasPaid {
  if (ceiling < baseFee) throw new RangeError('the ceiling is below the base fee')
  const wanted = baseFee + tip
  const gasPrice = wanted < ceiling ? wanted : ceiling
  return { gasPrice, fee: gasPrice * gasUsed, burned: baseFee * gasUsed }
}
