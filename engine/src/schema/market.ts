/** A pair's row, which the kernel checks and matches by. Terms that are counts are float64; Infinity or 0 where nothing bounds them. */
import { block, describe, f64, i32, i64, row, u32 } from './field.ts'
import { id, wideWord } from './value.ts'

const cached = { derived: true } as const
/** Follows from the pair's terms, which are kept as they were given. */
const ofTerms = { derived: true } as const

/** Minutes that the reference of a pair without an index follows, and hours that the price of the fee asset is made of; each with the one under way. */
export const REFERENCE_MINUTES = 30
export const MEAN_HOURS = 24
/** Trades of the last seconds. */
export const RECENT_TRADES = 64
export const RECENT_MS = 10_000
/** Windows of the breaker: notes of a reference, by which part of its length a window moves on, and how long the shorter one is. */
export const NOTES = 64
export const WINDOW_PARTS = 60
export const SHORT_WINDOW_MS = 300_000

/** Trades below so many times a pair's least value move no reference. */
export const REFERENCE_LEAST = 10
/** Trades beyond a trigger fire it, whatever the index says, when they are worth so many times the least value. */
export const TRIGGER_LEAST = 50
/** Trades beyond the breaker's bound halt a pair, whatever the index says, when they are worth so many times the least value. */
export const BREAKER_LEAST = 100
/** How far an order that fired may trade from the reference, 1e-8, where a pair says nothing else. */
export const FIRED_BOUND_E8 = 5_000_000
/** How far from the reference a halted pair re-opens, and from the index where it halted before in the last hour. */
export const OPENING_BOUND_E8 = 10_000_000
export const OPENING_AGAIN_E8 = 2_000_000
export const HALTED_AGAIN_MS = 3_600_000

/** Ladders of extremes: of last price, mark and index, by share and by distance, of sells and of buys. */
export const TRAIL_LADDERS = 12

export const BUCKET = describe(
  'bucket',
  { number: f64('count', 'Of the minute or hour since 1970.'), lots: i64('lots'), value: i64('amount') },
  { about: 'What was traded in a minute or an hour.' },
)
export const BUCKET_BYTES = BUCKET.bytes

export const RECENT = describe(
  'recent',
  { at: f64('ms'), price: f64('ticks'), value: i64('amount') },
  { about: 'A trade of the last seconds.' },
)
export const RECENT_BYTES = RECENT.bytes

export const NOTE = describe(
  'note',
  { part: f64('count', 'Of the window since 1970.'), price: f64('ticks', 'Its last reference.') },
  { about: 'A part of a window of the breaker.' },
)
export const NOTE_BYTES = NOTE.bytes

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
    status: wideWord('INSTRUMENT_STATUSES'),
    baseAsset: id('AssetId', '', ofTerms),
    quoteAsset: id('AssetId', '', ofTerms),
    feeInQuote: i32('flag', '', ofTerms),
    countsVolume: i32('flag'),
    takesPlain: block(4, 'May a side take plain limit orders: bytes for buys and sells.', { ...cached, of: 'u8' }),
    enabled: i32('flag', '', ofTerms),
    sidesEnabled: block(4, 'Bytes for buys and sells.', { ...ofTerms, of: 'u8' }),
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
    breakerReference: f64('ticks', 'Of the taker phase that runs: the reference, and the prices beyond which it moves too far.', cached),
    breakerHigh: f64('ticks', '', cached),
    breakerLow: f64('ticks', '', cached),
    phaseReference: f64('ticks', 'The reference as a taker phase began that may pause.', cached),
    notionalUnit: f64('amount', 'Quote minor units of one tick × one lot, base minor units of one lot: as float64 and as int64.', ofTerms),
    lotUnit: f64('amount', '', ofTerms),
    unitNotional: i64('amount', '', ofTerms),
    unitLot: i64('amount', '', ofTerms),
    rates: block(32, 'By side × 2 + maker.', { ...ofTerms, of: 'i64' }),
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
    priceOne: i64('count', '10 to the power of the decimals of a price.', ofTerms),
    indexPrice: f64('ticks', 'What the index prices of base and quote make of it; 0 = one of them is not live.'),
    movedReference: i64('ticks', 'Thousandths: the configured reference as trades moved it.'),
    movedMinute: f64('count', 'Minute since 1970 up to which they did.'),
    recentNext: u32('count', 'Slot of the next recent trade.', cached),
    haltedAgain: i32('flag', 'The last halt came within an hour of the one before.'),
    haltedAt: f64('ms', 'When the breaker halted it last.'),
    pushedPart: f64('count', 'Part of five minutes since 1970, and what was traded in it beyond the breaker’s bounds.'),
    pushedUp: i64('amount'),
    pushedDown: i64('amount'),
    minuteRing: block((REFERENCE_MINUTES + 1) * BUCKET_BYTES, 'Of minutes.', { of: 'bucket' }),
    waiting: block(LIST.bytes, 'Children of filled parents that wait for the end of a halt.', { row: 'list' }),
    ladders: block(4 * LADDER.bytes, '', { ...cached, of: 'ladder' }),
    longMove: f64('rate', 'The breaker’s longer window, 0 = none: its move, its length.', ofTerms),
    longWindow: f64('ms', '', ofTerms),
    firedBound: f64('rate', '', ofTerms),
    shortBase: f64('ticks', 'References at which the two windows begin, and until when.', cached),
    shortUntil: f64('ms', '', cached),
    longBase: f64('ticks', '', cached),
    longUntil: f64('ms', '', cached),
    hourRing: block((MEAN_HOURS + 1) * BUCKET_BYTES, 'Of hours.', { of: 'bucket' }),
    recentRing: block(RECENT_TRADES * RECENT_BYTES, '', { of: 'recent' }),
    recentSorted: block(
      RECENT_TRADES * 16,
      'Those that count, by price, while they are looked at: price (float64), value (int64).',
      cached,
    ),
    shortRing: block(NOTES * NOTE_BYTES, '', { of: 'note' }),
    longRing: block(NOTES * NOTE_BYTES, 'The same.', { of: 'note' }),
    contract: row('contract', 'None of a pair.'),
    trails: block(TRAIL_LADDERS * LADDER.bytes, 'Extremes that trailing orders follow: see `orders/trails.ts` of the kernel.', {
      ...cached,
      of: 'ladder',
    }),
    work: u32('code', 'What the pair is at, see `schema/work.ts`: while it works it is closed to others. 0 = nothing.'),
    nextWork: i32('id', 'Of the pair behind it among those that work; 0 = it is the last.'),
    waitingHand: u32('count', 'While it works: which of those in `waiting` enters next.'),
    isPaused: u32('flag', '1: that one has begun to trade, and its slice was over.'),
    owners: block(LIST.bytes, 'In an auction: desks whose own orders are kept apart before a price is chosen; the last one comes next.', {
      row: 'list',
    }),
    openingPrice: f64('ticks', 'In an auction: the one price, 0 = nothing crosses.'),
    haltReference: f64('ticks', 'The reference price when the pair last stopped.'),
    pausedReference: f64('ticks', 'At the start of the taker phase that is paused; then its breaker: armed 1, tripped 2, and its bounds.'),
    pausedPhase: u32('bits'),
    pausedHigh: f64('ticks'),
    pausedLow: f64('ticks'),
  },
  {
    about: 'A spot pair, or a contract.',
    prefix: 'I',
    bytes: 0x2000,
  },
)
