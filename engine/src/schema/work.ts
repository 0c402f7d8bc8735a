/**
 * How much one entry of the journal does at most, whatever it is: see decision 66. A meeting is what happens where a taker, or an auction, comes
 * to a resting order: a fill, a prevented one, or the end of an order that was late.
 */

/** A taker that comes to so many ends EXPIRED, with what it filled. */
export const MEETINGS_MOST = 20_000

/** Bytes of records that come of so many at most. */
export const RECORD_BYTES_MOST = 64 * 2 ** 20

/** What an entry does at most of the orders that a command, or what was due, set free; of the work of pairs too: in units of `DUE_SLICE`. */
export const MEETING_UNITS = 4

/** What a pair works at: own orders are kept apart before its auction, its auction, orders that enter. */
export const WORK_NETTING = 1
export const WORK_CROSSING = 2
export const WORK_ENTERING = 3

/** How long orders are collected before a pair opens again, */
export const AUCTION_MS = 30_000
/** the last part of it in which nothing is cancelled or made smaller, */
export const AUCTION_LOCK_MS = 10_000
/** and the part in which it ends, at an instant that nobody knows before. */
export const AUCTION_END_MS = 5_000
