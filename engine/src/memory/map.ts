/**
 * The memory of an exchange: one WebAssembly memory of 4 GiB, of which untouched pages cost nothing. Where everything stands in it is made of
 * `schema/capacities.ts`: see `generated/map.ts`. The kernel reads these numbers when it is compiled, TypeScript when it runs, so that both
 * see the same bytes. Handles of rows are offsets from the base of their table; everything else is an address.
 */

export const MEMORY_BYTES = 0x1_0000_0000
export const PAGE_BYTES = 0x1_0000

/** Fee levels: least volume (int64), taker rate, maker rate (int64). */
export const FEE_LEVEL_BYTES = 24

/** Of an entry whose places are fetched together: see `ahead.ts` of the kernel. */
export const AHEAD_USER = 0
export const AHEAD_HASH = 4
export const AHEAD_SLOT = 8
export const AHEAD_LINE = 12
export const AHEAD_BYTES = 16

/** Assets that there may be. */
export const ASSETS_MOST = 0x1_0000

/** When the records fill so much they are taken before the next entry; one entry may fill the rest. */
export const RECORDS_TAKEN = 0x400_0000

/** An order that waits to enter: row (int32) and, at 8, the id (float64) that tells whether the row still is that order. */
export const ENTRANT_BYTES = 16
