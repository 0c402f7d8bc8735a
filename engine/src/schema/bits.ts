/** Bits of packed fields, and what a ring of ended orders holds. */

/** Of an order's `bits`. */
export const BIT_TRIGGERED = 1
/** A buy that pays its fee in quote, as its pair said when it was placed. */
export const BIT_FEE_IN_QUOTE = 2
/** Ends when no further lot is affordable: a market buy by amount. */
export const BIT_BY_AMOUNT = 4
/** Counted among the desk's open orders, trigger orders, order lists. */
export const BIT_COUNTED_OPEN = 8
export const BIT_COUNTED_TRIGGER = 16
export const BIT_COUNTED_LIST = 32
/** Hit by a trade and waiting to enter. */
export const BIT_HIT = 64
/** Of a contract order: only makes a position smaller. */
export const BIT_CLOSE = 128

/** Of a key's `bits`: its outcome is in the table of long ones; an order is or was placed under it. */
export const KEY_LONG = 4
export const KEY_NAMES_ORDER = 8

/** Orders whose end is remembered, by id modulo this. */
export const CLOSED_ORDERS = 131_072
export const CLOSED_BYTES = 8

// Why conversion is closed.
export const CLOSED_BY_OPERATOR = 1
export const CLOSED_BY_LOSS = 2
