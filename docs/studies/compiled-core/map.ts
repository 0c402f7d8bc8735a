/** Memory map of the kernel: shared by the generator of the kernel's constants and by the TypeScript that fills the memory. */
const fields = (from: number, list: readonly (readonly [string, number])[]): Record<string, number> => {
  const out: Record<string, number> = {}
  let at = from
  for (const [name, size] of list) {
    if (size >= 8 && at % 8 !== 0) at += 8 - (at % 8)
    out[name] = at
    at += size
  }
  return out
}

export const TABLES = ['ORDERS', 'EXTRAS', 'LEVELS', 'ACCOUNTS', 'DESKS', 'USERS', 'KEYS', 'LABELS', 'VOLUMES'] as const

export const BASES = {
  INSTR: 0x4000,
  INSTR_BYTES: 4096,
  FEE_RATES: 0x1e000,
  CHANGED: 0x20000,
  EMPTIED: 0x30000,
  CLOSED: 0x40000,
  ENTRIES: 0x200000,
  ENTRIES_BYTES: 0x400000,
  OUT: 0x800000,
  OUT_BYTES: 0x800000,
  USERS: 0x01000000,
  DESKS: 0x03000000,
  ACCOUNTS: 0x05000000,
  LEVELS: 0x08000000,
  EXTRAS: 0x09000000,
  LABELS: 0x0a000000,
  VOLUMES: 0x0e000000,
  ORDERS: 0x18000000,
  KEYS: 0x28000000,
  ARENA: 0x38000000,
  MEMORY_END: 0x48000000,
} as const

const index = (name: string): [string, number][] => [
  [`S_${name}_SLOTS`, 4],
  [`S_${name}_MASK`, 4],
  [`S_${name}_COUNT`, 4],
]

/** Scalars of the state, at fixed addresses. */
export const SCALARS = fields(1024, [
  ['S_SEQ', 8],
  ['S_AT', 8],
  ['S_TRADES', 8],
  ['S_DEADLINE', 8],
  ['S_SWEEP_AT', 8],
  ['S_KEYS_STALE', 4],
  ['S_NEXT_DAY', 8],
  ['S_KEY_HAND', 4],
  ['S_CHANGED_N', 4],
  ['S_EMPTIED_N', 4],
  ['S_RECORDS', 4],
  ['S_ENTRY_START', 4],
  ['S_STATUS', 4],
  ['S_NEXT_ENTRY', 4],
  ['S_FEE_LEVELS', 4],
  ['S_FEE_ASSET', 4],
  ['S_ARENA', 4],
  ['S_INSTRUMENTS', 4],
  ['S_ORDERS_MAX', 4],
  ['S_EXTRAS_MAX', 4],
  ['S_KEYS_MAX', 4],
  ['S_BUCKETS', 4],
  ['S_AHEAD_ENTRY', 4],
  ['S_AHEAD_HASH', 4],
  ['S_ENTRIES_END', 4],
  ['S_BUCKET_SHIFT', 4],
  ['S_BUCKET_LINES', 4],
  ['S_APPLIED', 4],
  ...TABLES.flatMap((name): [string, number][] => [
    [`S_${name}_USED`, 4],
    [`S_${name}_FREE`, 4],
    [`S_${name}_LIVE`, 4],
  ]),
  ...index('ORDER_INDEX'),
  ...index('ACCOUNT_INDEX'),
  ...index('DESK_INDEX'),
  ['S_SEEN', 4],
])

export const LADDER = fields(0, [
  ['L_BEST', 4],
  ['L_COUNT', 4],
  ['L_CHUNKS', 4],
  ['L_BETTER', 4],
  ['L_WORSE', 4],
  ['L_DIR_KEYS', 4],
  ['L_DIR_CHUNKS', 4],
  ['L_RECENT_KEYS', 4],
  ['L_RECENT_HANDLES', 4],
  ['L_PAD', 4],
  ['L_BYTES', 0],
])

export const INSTRUMENT = fields(0, [
  ['I_STATUS', 4],
  ['I_BAND_RATE', 4],
  ['I_TAKES', 4],
  ['I_OPEN_MAX', 4],
  ['I_PRICE_MOST', 8],
  ['I_QUANTITY_LEAST', 8],
  ['I_QUANTITY_MOST', 8],
  ['I_VALUE_LEAST', 8],
  ['I_VALUE_MOST', 8],
  ['I_NOTIONAL_UNIT', 8],
  ['I_LOT_UNIT', 8],
  ['I_UNIT_NOTIONAL', 8],
  ['I_UNIT_LOT', 8],
  ['I_RATES', 32],
  ['I_LAST_PRICE', 8],
  ['I_REFERENCE_PRICE', 8],
  ['I_BAND_HIGH', 8],
  ['I_BAND_LOW', 8],
  ['I_BAND_REFERENCE', 8],
  ['I_BAND_KNOWN_RATE', 8],
  ['I_BREAKER_REFERENCE', 8],
  ['I_BREAKER_TRADES', 8],
  ['I_BREAKER_MOVE', 8],
  ['I_BASE_ASSET', 4],
  ['I_QUOTE_ASSET', 4],
  ['I_FEE_IN_QUOTE', 4],
  ['I_COUNTS_VOLUME', 4],
  ['I_BASE_FEE_ACCOUNT', 4],
  ['I_QUOTE_FEE_ACCOUNT', 4],
  ['I_TRAILING_HEAD', 4],
  ['I_PAD', 4],
  ['W_NEWEST', 8],
  ['W_OLDEST', 8],
  ['W_CACHED_AT', 8],
  ['W_CACHED_MEAN', 8],
  ['W_NEWEST_OFFSET', 8],
  ['W_TOTAL_COUNT', 8],
  ['W_TOTAL_SUM', 8],
  ['W_RING', 31 * 24],
  ['I_LADDERS', 4 * 40],
])

/** Sizes inside the arena. */
export const SIZES = {
  DIR_CHUNKS: 4096,
  CHUNK_ENTRIES: 256,
  CHUNK_COUNT: 0,
  CHUNK_KEYS: 8,
  CHUNK_HANDLES: 8 + 2048,
  CHUNK_BYTES: 8 + 2048 + 1024,
  RECENT: 512,
} as const
