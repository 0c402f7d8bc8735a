/**
 * Classes of scheduled work, in the order in which work of one time runs. A class is a line here, its words in `due-row.ts`, and what it does
 * in `due/run.ts` of the kernel.
 */

/** Fee levels change. It is no row: the exchange has one next day. */
export const DUE_DAY = 0
/** Id: the order. */
export const DUE_EXPIRY = 1
/** Id: the user; detail: the pair, 0 = all. */
export const DUE_CANCEL_ALL = 2
/** Id: the pair. */
export const DUE_STATUS = 3

/** Id: the asset. A source of its index gets too old. */
export const DUE_INDEX = 4
/** Id: the quote, which was used. Nothing is done: it is remembered until it would have expired. */
export const DUE_QUOTE = 5
/** Id: the product; detail: whether its sale begins or ends. */
export const DUE_PRODUCT = 6
/** 00:00 UTC: a line of interest for every savings order. */
export const DUE_EARN_DAY = 7
/** 08:00 UTC: terms end. */
export const DUE_EARN_MATURITY = 8

/** Id: the withdrawal; detail: its user. Nobody proved in time that he wants it. */
export const DUE_WITHDRAWAL = 9
/** The same. It does not count for any limit any more. */
export const DUE_WITHDRAWAL_PAST = 10

/** Bases of contracts, at a full minute their premiums, and their marks: every five seconds. */
export const DUE_SAMPLE = 11
/** Funding of an instant, of all contracts that settle then. */
export const DUE_FUNDING = 12
/** Id: the instrument. Positions of it that the mark has reached are looked at, and what the house took over is offered. */
export const DUE_RISK = 13

/** Id: the place of a withdrawal among those that its user ever asked for; detail: the user. It does not count for those of a day any more. */
export const DUE_WITHDRAWAL_DAY = 14
/** Id: the pair. What it works at goes on; it is no row, see `orders/works.ts` of the kernel. */
export const DUE_WORK = 15
/** Id: the person; detail: the asset. Nobody remembers any more that it was converted. */
export const DUE_TAKER = 17
/** Id: the asset. The desk brings the stock back to its limit. */
export const DUE_HEDGE = 18

/** Id: the user. Withdrawals go again, and his orders may trade at any price. */
export const DUE_BOUND = 16

/** Details of DUE_PRODUCT. */
export const PRODUCT_STARTS = 1
export const PRODUCT_ENDS = 2

/**
 * What one entry does at most of what is due, in units of a user whose day is closed (some 0.1 µs): a tick takes a whole slice, well below a
 * millisecond, any other entry a part, because a thousand of them may come at once.
 */
export const DUE_SLICE = 8192
/** An order that ends costs so many units. */
export const DUE_ORDER_UNITS = 16
/** Part of a slice that an entry with a command takes: one in 2^n. */
export const DUE_PART_SHIFT = 6
/** A savings order that is passed by costs one unit, one that something is paid for so many. */
export const DUE_EARN_UNITS = 12
