/** The share of a fee for whoever invited the one who paid it: what the kernel pays with every such fee. */
import { mulRate } from '../money/rounding.ts'

/** The share of a fee, rounded down to the minor unit. @param rateE8 at most 1e8 */
export const commissionOf = (fee: bigint, rateE8: number): bigint => mulRate(fee, rateE8, 'floor')
