/** Prices of gas after EIP-1559, in wei. Pure. What the house offers is rounded up; what a block pays is the chain's own rule. */
import type { FeeQuote } from '../port.ts'

/** The base fee moves by an eighth at most from block to block, and the target is half of what a block holds. */
const STEP = 8n
const TARGET_OF_LIMIT = 2n

/** Base fee of the next block: divisions round down, and it grows by 1 at least. */
export function nextBaseFee(baseFee: bigint, gasUsed: bigint, gasLimit: bigint): bigint {
  const target = gasLimit / TARGET_OF_LIMIT
  if (gasUsed === target || target === 0n) return baseFee
  if (gasUsed < target) return baseFee - (baseFee * (target - gasUsed)) / target / STEP
  const more = (baseFee * (gasUsed - target)) / target / STEP
  return baseFee + (more > 1n ? more : 1n)
}

/** Wei per gas that a transaction pays in a block; of it `baseFee` is burnt and the rest goes to the miner. */
export function effectiveGasPrice({ rate, tip }: FeeQuote, baseFee: bigint): bigint {
  return rate < baseFee + tip ? rate : baseFee + tip
}

/** How often the base fee may double (in quarters) before a transaction waits: a quarter, once, twice. */
const ROOM: Readonly<Record<0 | 1 | 2, bigint>> = { 0: 5n, 1: 8n, 2: 12n }

/** @param baseFee of the next block */
export function feeFor(speed: 0 | 1 | 2, baseFee: bigint, tip: bigint): FeeQuote {
  return { rate: (baseFee * ROOM[speed] + 3n) / 4n + tip, tip }
}

/** Nodes replace what waits for a tenth more of both, rounded up. */
function tenthMore(value: bigint): bigint {
  const more = (value * 11n + 9n) / 10n
  return more > value ? more : value + 1n
}

/** The dearer of what nodes ask for and what the market does. */
export function bumpFee(paid: FeeQuote, market: FeeQuote): FeeQuote {
  const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
  const tip = larger(tenthMore(paid.tip), market.tip)
  return { rate: larger(larger(tenthMore(paid.rate), market.rate), tip), tip }
}
