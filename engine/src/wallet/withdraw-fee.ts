/** What a customer pays for a withdrawal. Every fee rounds up: the house pays no part of it. */
import { pow10 } from '../money/decimal.ts'
import { divideCeil, RATE_ONE } from '../money/rounding.ts'

const ONE = BigInt(RATE_ONE)
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/**
 * A share of the amount, at least a smallest fee.
 *
 * @param amount minor units; the result too
 * @param rateE8 1e-8
 * @param scale decimals of the coin
 * @param withdrawScale decimals that the network's withdrawals have, at most `scale`: the share is rounded up there
 */
export function ratioFee(amount: bigint, rateE8: bigint, least: bigint, scale: number, withdrawScale: number): bigint {
  const step = pow10(scale - withdrawScale)
  return larger(divideCeil(amount * rateE8, ONE * step) * step, least)
}

/** What the network takes and a service on top, at least a smallest fee. @param serviceE8 1e-8 */
export function serviceFee(networkFee: bigint, serviceE8: bigint, least: bigint): bigint {
  return larger(divideCeil(networkFee * (ONE + serviceE8), ONE), least)
}
