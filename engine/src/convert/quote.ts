/**
 * What one coin fetches of another: a price, and the amounts that follow from it. The middle price is the exact fraction of two index
 * prices; every other figure names its rounding, which is against the customer where money moves.
 */
import { pow10 } from '../money/decimal.ts'
import { divideCeil, divideFloor, RATE_ONE } from '../money/rounding.ts'

/** Decimals of a price: minor units below are 1e-18 of the coin that is received for a whole coin that is sent. */
export const PRICE_SCALE = 18
/** Decimals of a value in the unit asset. */
export const VALUE_SCALE = 8

const ONE = pow10(PRICE_SCALE)
const RATE_ONE_BIG = BigInt(RATE_ONE)
/** Index prices have 12 decimals, values 8. */
const INDEX_TO_VALUE = pow10(4)

/** Decimals of the two coins. */
export interface Scales {
  readonly send: number
  readonly receive: number
}

/**
 * The price: the middle one less the spread, 1e-18, rounded down.
 *
 * @param sendIndex index price of the coin that is sent, as `receiveIndex`; both above 0
 * @param spreadE8 what the house keeps of the middle price, 1e-8; 0 gives the middle price itself
 */
export function priceOf(sendIndex: bigint, receiveIndex: bigint, spreadE8: bigint): bigint {
  return divideFloor(sendIndex * (RATE_ONE_BIG - spreadE8) * ONE, receiveIndex * RATE_ONE_BIG)
}

/** For people: what of the first coin one of the second is, 1e-18, rounded down; 0n for a price of 0n. */
export const inverseOf = (price: bigint): bigint => (price === 0n ? 0n : (ONE * ONE) / price)

/** Minor units received for an amount that is sent, rounded down. */
export function receivedFor(sendAmount: bigint, price: bigint, { send, receive }: Scales): bigint {
  return divideFloor(sendAmount * price * pow10(receive), ONE * pow10(send))
}

/** Minor units to send for an amount that is wanted, rounded up. The price is above 0n. */
export function sentFor(receiveAmount: bigint, price: bigint, { send, receive }: Scales): bigint {
  return divideCeil(receiveAmount * ONE * pow10(send), price * pow10(receive))
}

/** What an amount of a coin is worth at its index price, 1e-8 of the unit asset, rounded down: as the kernel's `valueOf`. */
export function valueAtMid(amount: bigint, index: bigint, scale: number): bigint {
  return divideFloor(amount * index, pow10(scale) * INDEX_TO_VALUE)
}

/** Smallest and largest amount whose value lies between two bounds, ends included. The index price is above 0n. */
export function amountsWorth(least: bigint, most: bigint, index: bigint, scale: number): { least: bigint; most: bigint } {
  const unit = pow10(scale) * INDEX_TO_VALUE
  return { least: divideCeil(least * unit, index), most: divideFloor((most + 1n) * unit - 1n, index) }
}
