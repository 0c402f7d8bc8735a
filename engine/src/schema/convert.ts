/** What an exchange knows of the stock that conversions are served from, and of who took from it: see `kernel/convert`. */
import { block, describe, f64, i32, i64, u32 } from './field.ts'
import { id } from './value.ts'

/** Conversions of one person and coin that are remembered one by one; behind them the newest stands for what comes. */
export const TAKES_MOST = 4
/** How long what a person took counts. */
export const TAKES_MS = 600_000
/** How long it is remembered who converted a coin: the desk does not trade with whom its order hedges. */
export const MET_MS = 3_600_000

/** Changes of an index that are remembered one by one. */
export const MOVES_MOST = 8
/** Quotes of a coin pause when its index went far within so long, and for how long. */
export const MOVES_MS = 2_000
export const PAUSE_MS = 3_000

/** How long a stock is beyond its limit before quotes on that side widen. */
export const WIDEN_MS = 60_000
/** The desk works after a delay that nobody knows before. */
export const HEDGE_MS_LEAST = 1_000
export const HEDGE_MS_MOST = 30_000
/** Levels of the book that are looked at for what a hedge would cost. */
export const SLIP_LEVELS = 64
/** What is not in the book costs so much, and no quote widens by more: 5 %. */
export const SLIP_MOST = 5_000_000

/** An amount that nobody named. */
export const NO_AMOUNT = -1n

/** Shares in 1e-8, values in 1e-8 of the unit asset. What an operator leaves alone is as here. */
export const CONVERT_RULES = {
  /** The last look: so many spreads, and at least this share. */
  lookTimes: 3n,
  lookLeast: 150_000n,
  /** Of a coin's stock, what a person takes within ten minutes at most; 0 = unbounded. */
  personShare: 10_000_000n,
  /** Of a stock's target, what is kept for conversions below the small value; 0 = nothing. */
  keptShare: 20_000_000n,
  keptBelow: 100_000_000_000n,
  /** How far an index goes within two seconds before its coin's quotes pause; 0 = never. */
  pauseShare: 300_000n,
  /** Of the value of a coin's target, what conversion of it may lose in a day; 0 = unbounded. */
  coinLoss: 500_000n,
  /** How far from the index the desk trades at most, and for how much in a minute. */
  hedgeSlip: 300_000n,
  hedgePerMinute: 10_000_000_000_000n,
} as const

export const MOVE = describe(
  'move',
  { at: f64('ms', 'Since when the index is that.'), price: i64('amount', '0 = none yet.') },
  { about: 'A change of an index.', bytes: 16 },
)

export const STOCK = describe(
  'stock',
  {
    target: i64('amount', 'What there should be; −1 = what the house put in.'),
    least: i64('amount', 'Beyond these two the desk hedges; −1 = no limit.'),
    most: i64('amount'),
    funded: i64('amount', 'What the house put in, less what it took out.'),
    spread: i64('amount', 'Value that conversions left with the house since the last hedge.'),
    result: i64('amount', 'What conversion of the coin earned today: spreads, hedges, and what lies off its target at the index.'),
    swing: i64('amount', 'The same of all that lies there.'),
    price: i64('amount', 'Index price at which both were reckoned last; 0 = never yet.'),
    beyondSince: f64('ms', 'Since when the stock is beyond a limit; 0 = it is not.'),
    pausedUntil: f64('ms', 'Until when no quotes are given.'),
    beyond: i32('code', '1 = beyond the most, −1 = beyond the least.'),
    isClosed: u32('flag', 'By the loss of today.'),
    isHeld: u32('flag', 'Somebody holds its index in a test.'),
    place: u32('count', 'Of the moves, that of the newest.'),
    moves: block(MOVES_MOST * MOVE.bytes, '', { of: 'move' }),
  },
  { about: 'The stock of an asset; the row’s number is the asset’s id.', base: 'STOCKS', prefix: 'STOCK' },
)

export const TAKE = describe(
  'take',
  { at: f64('ms'), amount: i64('amount', '0 = none.') },
  { about: 'What a person got by a conversion.', bytes: 16 },
)

export const TAKER = describe(
  'taker',
  {
    person: id('UserId', 'Lowest id of the person’s accounts.'),
    asset: id('AssetId'),
    tookAt: f64('ms', 'Last conversion into the asset; 0 = none.'),
    gaveAt: f64('ms', 'Last conversion out of it; 0 = none.'),
    takes: block(TAKES_MOST * TAKE.bytes, '', { of: 'take' }),
  },
  { about: 'One person and coin of whom a conversion is remembered.', base: 'TAKERS' },
)
