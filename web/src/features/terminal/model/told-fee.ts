/**
 * A fee that the platform coin pays, between two answers of the server about the same order: the book has moved since the last one, and the
 * browser knows neither what the coin is worth nor at which discount it pays. The last answer is scaled to what the order would trade now,
 * so that the card does not change its coin with each move of the market.
 */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { divideCeil } from '@agio/engine/money/rounding.ts'

/** A fee in the platform coin, by whom it is wanted. */
export interface DiscountedFee {
  readonly coin: string
  /** Decimal as the server wrote it; '0' where the coin pays nothing of this order. */
  readonly fee: string
  /** Worth in quote minor units. */
  readonly worth: bigint
}

/** What the server's preview of the same order says would trade at once. */
export interface Preview {
  /** Lots. */
  readonly taken: bigint
  /** Quote minor units. */
  readonly value: bigint
  /** Minor units of the asset that the side pays its fees in, each trade rounded up. */
  readonly fee: bigint
  readonly discounted?: DiscountedFee | undefined
  /** The same with what waits, where the platform coin is going to pay for that too. */
  readonly whole?: DiscountedFee | undefined
}

/** Quote minor units. */
export interface Values {
  readonly taken: bigint
  readonly waiting: bigint
}

export interface ScaledFee {
  readonly discounted: DiscountedFee
  /** What the side's own asset pays of what trades at once, in its minor units. */
  readonly ownFee: bigint
  /** The coin pays for what waits, too. */
  readonly isWhole: boolean
}

/** Decimals of the ledger. */
const COIN_SCALE = 8

const pays = (told: DiscountedFee | undefined): told is DiscountedFee => told !== undefined && told.worth > 0n

/**
 * Scaled by value, every division rounded up as fees are. Undefined where the coin paid nothing, or where there is nothing to scale by.
 * @param waitedThen what of the order would have waited when the server answered, quote minor units
 */
export function scaledFee(preview: Preview, waitedThen: bigint, now: Values): ScaledFee | undefined {
  const isWhole = waitedThen === 0n || pays(preview.whole)
  const told = waitedThen > 0n && isWhole ? preview.whole : preview.discounted
  const then = isWhole ? preview.value + waitedThen : preview.value
  const present = isWhole ? now.taken + now.waiting : now.taken
  const fee = parseDecimal(told?.fee ?? '', COIN_SCALE)
  if (!pays(told) || typeof fee !== 'bigint' || then === 0n || present === 0n) return undefined
  const scale = (amount: bigint): bigint => divideCeil(amount * present, then)
  return {
    discounted: { coin: told.coin, fee: formatDecimal(scale(fee), COIN_SCALE), worth: scale(told.worth) },
    ownFee: scale(preview.fee),
    isWhole,
  }
}
