/** A pair's row, which the kernel checks and matches by. Terms that are counts are float64; Infinity or 0 where nothing bounds them. */
import { block, describe, f64, i32, i64, row, u32 } from './field.ts'

const cached = { derived: true } as const
/** Follows from the pair's terms, which are kept as they were given. */
const ofTerms = { derived: true } as const

/** The price window: buckets of 10 s, one more than the window holds. */
export const W_BUCKETS = 31
export const W_BUCKET_BYTES = 24
/** The breaker's longer window: notes, and by which part of its length it moves on. */
export const L_SLOTS = 64
export const L_SLOT_BYTES = 16
export const LONG_WINDOW_PARTS = 60

/** Ladders of extremes: of last price, mark and index, by share and by distance, of sells and of buys. */
export const TRAIL_LADDERS = 12

/** Scalars of a list: address, cells it has room for, cells in use. */
export const LIST = describe(
  'list',
  { at: u32('address', '', cached), room: u32('count', '', cached), count: u32('count') },
  { about: 'A list that keeps its memory.', bytes: 16 },
)

export const LADDER = describe(
  'ladder',
  {
    best: row('level', 'Which levels there are, their own rows say.', cached),
    count: u32('count', '', cached),
    chunks: u32('count', '', cached),
    better: row('level', 'Neighbours of what was inserted last.', cached),
    worse: row('level', '', cached),
    dirKeys: u32('address', '', cached),
    dirChunks: u32('address', '', cached),
    dirRoom: u32('count', '', cached),
    recentKeys: u32('address', '', cached),
    recentHandles: u32('address', '', cached),
  },
  { about: 'The sorted prices of one side: see `book/ladder.ts` of the kernel.', bytes: 40 },
)

export const INSTRUMENT = describe(
  'instrument',
  {
    status: i32('code'),
    baseAsset: i32('id', '', ofTerms),
    quoteAsset: i32('id', '', ofTerms),
    feeInQuote: i32('flag', '', ofTerms),
    countsVolume: i32('flag'),
    takesPlain: block(4, 'May a side take plain limit orders: bytes for buys and sells.', cached),
    enabled: i32('flag', '', ofTerms),
    sidesEnabled: block(4, 'Bytes for buys and sells.', ofTerms),
    baseFeeAccount: row('account', 'The house’s, opened with the first fee.', cached),
    quoteFeeAccount: row('account', '', cached),
    statusUntil: f64('ms'),
    lastPrice: f64('ticks'),
    referencePrice: f64('ticks', '', ofTerms),
    bandRate: f64('rate', '', ofTerms),
    bandHigh: f64('ticks', '', cached),
    bandLow: f64('ticks', '', cached),
    bandReference: f64('ticks', '', cached),
    bandKnownRate: f64('rate', '', cached),
    breakerMove: f64('rate', '', ofTerms),
    breakerHaltMs: f64('ms', '', ofTerms),
    breakerReference: f64('ticks', 'At the start of the taker phase that runs.', cached),
    breakerTrades: f64('count', '', cached),
    notionalUnit: f64('amount', 'Quote minor units of one tick × one lot, base minor units of one lot: as float64 and as int64.', ofTerms),
    lotUnit: f64('amount', '', ofTerms),
    unitNotional: i64('amount', '', ofTerms),
    unitLot: i64('amount', '', ofTerms),
    rates: block(32, 'int64 by side × 16 + maker × 8.', ofTerms),
    notionalMin: i64('amount', '0 = unbounded.', ofTerms),
    notionalMax: i64('amount', '', ofTerms),
    marketCap: i64('amount', '', ofTerms),
    priceMost: f64('ticks', 'Ranges of plain limit orders.', ofTerms),
    quantityLeast: f64('lots', '', ofTerms),
    quantityMost: f64('lots', '', ofTerms),
    valueLeast: f64('amount', '', ofTerms),
    valueMost: f64('amount', '', ofTerms),
    priceCap: f64('ticks', 'Terms as they were given; 0 = unbounded.', ofTerms),
    quantityMin: f64('lots', '', ofTerms),
    quantityMax: f64('lots', '', ofTerms),
    positionMax: f64('lots', '', ofTerms),
    icebergParts: f64('count', '', ofTerms),
    trailingMin: f64('bps', '', ofTerms),
    trailingMax: f64('bps', '', ofTerms),
    slippage: f64('rate', '', ofTerms),
    openMost: f64('count', 'Most at a desk; Infinity = unbounded.', ofTerms),
    triggersMost: f64('count', '', ofTerms),
    listsMost: f64('count', '', ofTerms),
    windowNewest: f64(
      'ms',
      'Window of the reference price: open times, −1 = none; cached mean, totals. All follow from the buckets.',
      cached,
    ),
    windowOldest: f64('ms', '', cached),
    windowCachedAt: f64('ms', '', cached),
    windowCachedMean: f64('ticks', '', cached),
    windowCount: i64('count', '', cached),
    windowSum: i64('ticks', '', cached),
    windowNewestBucket: u32('address', '', cached),
    windowRing: block(W_BUCKETS * W_BUCKET_BYTES, 'open time (float64), trades, sum of prices (int64) of each bucket', { at: 416 }),
    waiting: block(LIST.bytes, 'Children of filled parents that wait for the end of a halt.', { at: 1168, row: 'list' }),
    ladders: block(4 * LADDER.bytes, '', cached),
    longMove: f64('rate', 'The breaker’s longer window, 0 = none: its move, its length, what the price was at its start.', ofTerms),
    longWindow: f64('ms', '', ofTerms),
    longBase: f64('ticks'),
    longFirst: u32('count', 'Slot of the oldest note, and how many there are.'),
    longCount: u32('count'),
    longRing: block(L_SLOTS * L_SLOT_BYTES, 'when a part of the window began, and its last price (float64), of each slot'),
    contract: row('contract', 'None of a pair.'),
    trails: block(TRAIL_LADDERS * LADDER.bytes, 'Extremes that trailing orders follow: see `orders/trails.ts` of the kernel.', cached),
    work: u32('code', 'What the pair is at, see `schema/work.ts`: while it works it is closed to others. 0 = nothing.'),
    nextWork: i32('id', 'Of the pair behind it among those that work; 0 = it is the last.'),
    waitingHand: u32('count', 'While it works: which of those in `waiting` enters next.'),
    isPaused: u32('flag', '1: that one has begun to trade, and its slice was over.'),
    owners: block(LIST.bytes, 'In an auction: desks whose own orders are kept apart before a price is chosen; the last one comes next.', {
      row: 'list',
    }),
    openingPrice: f64('ticks', 'In an auction: the one price, 0 = nothing crosses.'),
    haltReference: f64('ticks', 'The reference price when the pair last stopped.'),
    pausedReference: f64('ticks', 'At the start of the taker phase that is paused, and how many trades there were then.'),
    pausedTrades: f64('count'),
  },
  {
    about: 'A spot pair, or a contract.',
    prefix: 'I',
    bytes: 0x1000,
    words: { longNotes: f64('count', 'longFirst and longCount', { at: 1368 }) },
  },
)
