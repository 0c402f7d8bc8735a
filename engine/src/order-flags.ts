/** The packed word of an order row's flags. Its bytes: type × 2 + side; time in force, self-trade mode and source; status; bits. */
import { BIT_FEE_IN_QUOTE } from './schema/bits.ts'

const TERMS_SHIFT = 8
const STATUS_SHIFT = 16
const BITS_SHIFT = 24
const SELF_TRADE_SHIFT = TERMS_SHIFT + 3
const SOURCE_SHIFT = TERMS_SHIFT + 6

/** Code of the side. */
export const sideOf = (flags: number): number => flags & 1

/** Code of the type. */
export const typeOf = (flags: number): number => (flags & 0xff) >>> 1

/** Code of the time in force. */
export const timeInForceOf = (flags: number): number => (flags >>> TERMS_SHIFT) & 7

/** Code of the self-trade mode. */
export const selfTradeOf = (flags: number): number => (flags >>> SELF_TRADE_SHIFT) & 7

/** Code of the source. */
export const sourceOf = (flags: number): number => (flags >>> SOURCE_SHIFT) & 3

/** Code of the status. */
export const statusOf = (flags: number): number => (flags >>> STATUS_SHIFT) & 0xff

export const bitsOf = (flags: number): number => flags >>> BITS_SHIFT

/** Is it a buy that pays its fee in quote? */
export const paysInQuote = (flags: number): boolean => (bitsOf(flags) & BIT_FEE_IN_QUOTE) !== 0
