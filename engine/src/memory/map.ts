/**
 * Where the memory of an exchange has what: addresses in one WebAssembly memory of 4 GiB, of which untouched pages cost nothing. The
 * kernel reads these numbers when it is compiled, TypeScript when it runs, so that both see the same bytes. Handles of rows are offsets
 * from the base of their table; everything else is an address.
 */

export const MEMORY_BYTES = 0x1_0000_0000
export const PAGE_BYTES = 0x1_0000

const MiB = 2 ** 20

/** Fee levels: least volume (int64), taker rate, maker rate (int64). */
export const FEE_LEVELS = 0x1_0000
export const FEE_LEVEL_BYTES = 24
export const FEE_LEVELS_MOST = 1024

/** Orders that ended not long ago: see `orders/closed.ts` of the kernel. */
export const CLOSED = 0x2_0000

/** Entries whose places are fetched together: see `ahead.ts` of the kernel. */
export const AHEAD = 0x8000
export const AHEAD_MOST = 16
export const AHEAD_USER = 0
export const AHEAD_HASH = 4
export const AHEAD_SLOT = 8
export const AHEAD_LINE = 12
export const AHEAD_BYTES = 16

/** Ledger scale of each asset (int32), by id. */
export const ASSETS = 0x18_0000
export const ASSETS_MOST = 0x1_0000

export const INSTRUMENTS = 0x20_0000
export const INSTRUMENTS_MOST = 1024

/** Entries that are about to be applied are copied here. */
export const ENTRIES = 0x80_0000
export const ENTRIES_BYTES = 8 * MiB

/**
 * Tables: base and bytes. A base that is part of an instruction lies below 2^31, which is as far as the compiler lets an offset go. Every
 * order may need an extra row, a label, a level of its own and a key: admission asks the first two tables only, so the others hold more.
 */
export const USERS = 0x100_0000
export const USERS_SPACE = 96 * MiB
export const DESKS = 0x700_0000
export const DESKS_SPACE = 192 * MiB
export const ACCOUNTS = 0x1300_0000
export const ACCOUNTS_SPACE = 176 * MiB
export const LEVELS = 0x1e00_0000
export const LEVELS_SPACE = 124 * MiB
export const ORDERS = 0x25c0_0000
export const ORDERS_SPACE = 320 * MiB
export const EXTRAS = 0x39c0_0000
export const EXTRAS_SPACE = 356 * MiB
export const LABELS = 0x5000_0000
export const LABELS_SPACE = 132 * MiB
export const KEYS = 0x5840_0000
export const KEYS_SPACE = 640 * MiB
/** Volumes are reached by sums: they are touched by fills only. */
export const VOLUMES = 0x8040_0000
export const VOLUMES_SPACE = 512 * MiB

/** Indexes, ladders and lists: given out once, in order. What full tables need of it together fits. */
export const ARENA = 0xa040_0000
export const ARENA_SPACE = 1000 * MiB

/** Records of what happened, from here to the end. */
export const RECORDS = 0xdec0_0000
export const RECORDS_SPACE = MEMORY_BYTES - RECORDS - PAGE_BYTES

/** From here on the records are taken before the next entry; one entry may fill the rest. */
export const RECORDS_FULL = RECORDS + RECORDS_SPACE / 2

/** An order that waits to enter: row (int32) and, at 8, the id (float64) that tells whether the row still is that order. */
export const ENTRANT_BYTES = 16
