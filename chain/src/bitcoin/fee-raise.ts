/** How a transaction that waits too long is made worth a miner's while: replaced by one that pays more, or pulled along by a child. */
import type { Coin, FeeQuote, Plan } from '../port.ts'
import type { BitcoinNetwork } from './network.ts'
import { scriptOf } from './script.ts'
import { feeOf, rateOf, vsizeOf, weightOf } from './size.ts'

/** Satoshi per 1000 vB that nodes ask of a replacement on top, for relaying it again (BIP-125 rule 4). */
export const INCREMENTAL_RELAY_RATE = 1000n

/**
 * A replacement of the same coins and payments, which is no larger, pays more in all (rule 3) and its own relay (rule 4).
 * @param paid what the replaced one really paid: where it has no change that is more than what was asked for
 */
export function bumped(paid: FeeQuote, market: FeeQuote): FeeQuote {
  const least = paid.rate + INCREMENTAL_RELAY_RATE
  return { rate: market.rate > least ? market.rate : least, tip: 0n }
}

export interface ParentQuestion {
  /** Of the parent, as its bytes say. */
  readonly vsize: number
  readonly fee: bigint
  /** An output of it that is ours. */
  readonly coin: Coin
  /** Where the child pays to. */
  readonly to: string
  /** What both should pay together, per 1000 vB. */
  readonly rate: bigint
}

/** A child that pays for its parent, too (CPFP). @throws RangeError when building it, where the coin is not worth both */
export function childPlan({ vsize, fee, coin, to, rate }: ParentQuestion, network: BitcoinNetwork): Plan {
  const own = vsizeOf(weightOf([scriptOf(coin.address, network)], [scriptOf(to, network)]))
  // What the parent lacks; nothing where it pays enough by itself.
  const lacking = feeOf(vsize + own, rate) - fee - feeOf(own, rate)
  // Rounded up, so that the fee of the child comes to no satoshi less.
  const needed = rate + (lacking > 0n ? rateOf(lacking, own) + 1n : 0n)
  return { payments: [], slot: { kind: 'coins', coins: [coin], change: to }, fee: { rate: needed, tip: 0n }, work: 0n }
}
