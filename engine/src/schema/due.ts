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
