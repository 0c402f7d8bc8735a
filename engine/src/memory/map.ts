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

/** Orders that ended not long ago: see `spot/closed.ts` of the kernel. */
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
export const INSTRUMENT_BYTES = 0x1000
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

// Scalars of the state. Times, sequences and counts of trades are float64, the rest uint32.
export const S_SEQ = 1024
export const S_AT = 1032
export const S_TRADES = 1040
/** Earliest deadline, Infinity = none. */
export const S_DEADLINE = 1048
/** Next 00:00 UTC at which levels change; 0 = nothing traded yet. */
export const S_NEXT_DAY = 1056
/** Value of the outcome that is being made: an id or a time. */
export const S_VALUE = 1064
/** Need that the last check of a placement found, int64. */
export const S_NEED = 1072
/** Since when keys may be a day old: see `user/key-sweep.ts` of the kernel. */
export const S_SWEEP_AT = 1080
/** Keys that became one too many of their user since the hand last began a round: see `user/key-sweep.ts` of the kernel. */
export const S_KEYS_STALE_SINCE = 1088
/** Share of a fee for the inviter of who paid it, 1e-8 (int64). */
export const S_COMMISSION = 1096
/** Where the records of the last entry begin. */
export const S_ENTRY_START = 1104
/** RECORDS_FULL, or less in tests. */
export const S_RECORDS_FULL = 1204
/** 1 while what is due runs, before the command. */
export const S_RUNS_DUE = 1116
export const S_FEE_LEVELS = 1120
export const S_FEE_ASSET = 1124
export const S_INSTRUMENTS = 1128
/** First free byte of the arena. */
export const S_ARENA = 1132
/** The row of a key that the sweeper looked at last. */
export const S_KEY_HAND = 1136
/** Keys that may be one too many of their user. */
export const S_KEYS_STALE = 1140
/** Keys remembered since the last sweep. */
export const S_KEYS_FRESH = 1144
export const S_BUCKETS = 1148
export const S_BUCKET_SHIFT = 1152
export const S_BUCKET_LINES = 1156
/** Buckets that are being replaced, 0 = none, and the first of their lines that was not moved yet. */
export const S_OLD_BUCKETS = 1192
export const S_OLD_SHIFT = 1196
export const S_OLD_HAND = 1200
export const S_AHEAD_SUM = 1160
/** Label that a replacing order takes over from the order that ends; 0 between entries. */
export const S_INHERITED_LABEL = 1176
/** Oldest stamp that the hand has met since it last began: float64. */
export const S_SWEEP_OLDEST = 1184

/** First free chunk of ladders, 0 = none. */
export const S_FREE_CHUNK = 1208
/** Version of the engine whose rules hold: see `rules.ts`. */
export const S_ENGINE_VERSION = 1212
/** Sequence (float64) before which keys are of no caller but of all of their user: see `user/keys.ts` of the kernel. 0 = none are. */
export const S_KEYS_SHARED = 1216

/** Scalars of a table: bytes used, first free row, live rows, most live rows. */
export const TABLE_USED = 0
export const TABLE_FREE = 4
export const TABLE_LIVE = 8
export const TABLE_MOST = 12
export const T_ORDERS = 1280
export const T_EXTRAS = 1296
export const T_LEVELS = 1312
export const T_ACCOUNTS = 1328
export const T_DESKS = 1344
export const T_USERS = 1360
export const T_KEYS = 1376
export const T_LABELS = 1392
export const T_VOLUMES = 1408

/** Scalars of an index: address of its slots, their bytes − 1, how many are taken. */
export const INDEX_SLOTS = 0
export const INDEX_MASK = 4
export const INDEX_COUNT = 8
export const X_ORDERS = 1440
export const X_ACCOUNTS = 1456
export const X_DESKS = 1472

/** Scalars of a list: address, cells it has room for, cells in use. */
export const LIST_AT = 0
export const LIST_ROOM = 4
export const LIST_COUNT = 8
/** Levels changed by the entry that runs, and levels that it emptied (int32). Empty between entries. */
export const Q_CHANGED = 1504
export const Q_EMPTIED = 1520
/** Orders hit by a trade and children of filled parents, in the order in which they enter. Empty between entries. */
export const Q_ENTRANTS = 1536
/** Orders hit by the trade that runs, before they are put in order. */
export const Q_HITS = 1552
/** Orders that a command names, while it runs. */
export const Q_NAMED = 1568

/** An order that waits to enter: row (int32) and, at 8, the id (float64) that tells whether the row still is that order. */
export const ENTRANT_BYTES = 16

// Instrument. Terms that are counts are float64; Infinity or 0 where nothing bounds them.
export const I_STATUS = 0
export const I_BASE_ASSET = 4
export const I_QUOTE_ASSET = 8
export const I_FEE_IN_QUOTE = 12
export const I_COUNTS_VOLUME = 16
/** May a side take plain limit orders: bytes for buys and sells. */
export const I_TAKES_PLAIN = 20
export const I_ENABLED = 24
/** Bytes for buys and sells. */
export const I_SIDES_ENABLED = 28
export const I_BASE_FEE_ACCOUNT = 32
export const I_QUOTE_FEE_ACCOUNT = 36
export const I_TRAILING_HEAD = 40
export const I_TRAILING_TAIL = 44
export const I_STATUS_UNTIL = 48
export const I_LAST_PRICE = 56
export const I_REFERENCE_PRICE = 64
export const I_BAND_RATE = 72
export const I_BAND_HIGH = 80
export const I_BAND_LOW = 88
export const I_BAND_REFERENCE = 96
export const I_BAND_KNOWN_RATE = 104
export const I_BREAKER_MOVE = 112
export const I_BREAKER_HALT_MS = 120
export const I_BREAKER_REFERENCE = 128
export const I_BREAKER_TRADES = 136
/** Quote minor units of one tick × one lot, base minor units of one lot: as float64 and as int64. */
export const I_NOTIONAL_UNIT = 144
export const I_LOT_UNIT = 152
export const I_UNIT_NOTIONAL = 160
export const I_UNIT_LOT = 168
/** int64 by side × 16 + maker × 8. */
export const I_RATES = 176
/** int64; 0 = unbounded. */
export const I_NOTIONAL_MIN = 208
export const I_NOTIONAL_MAX = 216
export const I_MARKET_CAP = 224
/** Ranges of plain limit orders. */
export const I_PRICE_MOST = 232
export const I_QUANTITY_LEAST = 240
export const I_QUANTITY_MOST = 248
export const I_VALUE_LEAST = 256
export const I_VALUE_MOST = 264
/** Terms as they were given; 0 = unbounded. */
export const I_PRICE_CAP = 272
export const I_QUANTITY_MIN = 280
export const I_QUANTITY_MAX = 288
export const I_POSITION_MAX = 296
export const I_ICEBERG_PARTS = 304
export const I_TRAILING_MIN = 312
export const I_TRAILING_MAX = 320
export const I_SLIPPAGE = 328
/** Most at a desk; Infinity = unbounded. */
export const I_OPEN_MOST = 336
export const I_TRIGGERS_MOST = 344
export const I_LISTS_MOST = 352
/** Window of the reference price: open times (float64, −1 = none), cached mean, totals (int64), ring of buckets. */
export const W_NEWEST = 360
export const W_OLDEST = 368
export const W_CACHED_AT = 376
export const W_CACHED_MEAN = 384
export const W_TOTAL_COUNT = 392
export const W_TOTAL_SUM = 400
/** Address of the newest bucket. */
export const W_NEWEST_BUCKET = 408
export const W_RING = 416
export const W_BUCKETS = 31
export const W_BUCKET_BYTES = 24
/** Children of filled parents that wait for the end of a halt: a list. */
export const I_WAITING = 1168
export const I_LADDERS = 1184
/** The breaker's longer window (0 = none): its move, its length in ms, what the price was at its start, and the prices noted since. */
export const I_LONG_MOVE = 1344
export const I_LONG_WINDOW = 1352
export const L_BASE = 1360
/** Slot of the oldest note, and how many there are: uint32. */
export const L_FIRST = 1368
export const L_COUNT = 1372
export const L_RING = 1376
export const L_SLOTS = 64
export const L_SLOT_BYTES = 16
/** The window moves on by this part of its length. */
export const LONG_WINDOW_PARTS = 60

// Ladder: see `book/ladder.ts` of the kernel.
export const LADDER_BEST = 0
export const LADDER_COUNT = 4
export const LADDER_CHUNKS = 8
export const LADDER_BETTER = 12
export const LADDER_WORSE = 16
export const LADDER_DIR_KEYS = 20
export const LADDER_DIR_CHUNKS = 24
export const LADDER_DIR_ROOM = 28
export const LADDER_RECENT_KEYS = 32
export const LADDER_RECENT_HANDLES = 36
export const LADDER_BYTES = 40
