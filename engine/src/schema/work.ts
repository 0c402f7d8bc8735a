/**
 * How much one entry of the journal does at most, whatever it is: see decision 66. A meeting is what happens where a taker, or an auction, comes
 * to a resting order: a fill, a prevented one, or the end of an order that was late.
 */

/** A taker that comes to so many ends EXPIRED, with what it filled. */
export const MEETINGS_MOST = 20_000

/** Bytes of records that come of so many at most. */
export const RECORD_BYTES_MOST = 64 * 2 ** 20
