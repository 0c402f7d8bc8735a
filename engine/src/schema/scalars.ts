/** What an exchange knows besides its tables, and the scalars of tables and indexes. Times, sequences and counts of trades are float64. */
import { describe, f64, i32, i64, type RowDescription, row, u32, u64 } from './field.ts'
import { LIST } from './market.ts'
import { id } from './value.ts'

const cached = { derived: true } as const

/** Scalars of a table: bytes used, first free row, live rows, most live rows. */
export const TABLE = describe(
  'table',
  { used: u32('count'), free: u32('count', 'Handle of a row.'), live: u32('count'), most: u32('count') },
  { about: 'A table of fixed-size rows.' },
)

/** Scalars of an index: address of its slots, their bytes − 1, how many are taken, bytes that they may grow to. */
export const INDEX = describe(
  'index',
  { slots: u32('address'), mask: u32('count'), count: u32('count'), space: u32('count') },
  { about: 'An open-addressing index.' },
)

export const STATE = describe(
  'state',
  {
    seq: f64('id', '', { at: 1024 }),
    at: f64('ms'),
    trades: f64('count'),
    deadline: f64('ms', 'Earliest deadline, Infinity = none.', cached),
    nextDay: f64('ms', 'Next 00:00 UTC at which levels change; 0 = nothing traded yet.'),
    value: f64('id', 'Value of the outcome that is being made: an id or a time.', cached),
    need: i64('amount', 'Need that the last check of a placement found.', cached),
    sweepAt: f64('ms', 'Since when keys may be a day old: see `user/key-sweep.ts` of the kernel.'),
    keysStaleSince: u32('count', 'Keys that became one too many of their user since the hand last began a round.'),
    commission: i64('rate', 'Share of a fee for the inviter of who paid it.'),
    entryStart: u32('address', 'Where the records of the last entry begin.', cached),
    runsDue: u32('flag', '1 while what is due runs, before the command.', { at: 1116, ...cached }),
    feeLevels: u32('count'),
    feeAsset: id('AssetId'),
    instruments: u32('count', '', cached),
    arena: u32('address', 'First free byte of the arena.', cached),
    keyHand: row('key', 'The row of a key that the sweeper looked at last.'),
    keysStale: u32('count', 'Keys that may be one too many of their user.'),
    keysFresh: u32('count', 'Keys remembered since the last sweep.'),
    buckets: u32('address', '', cached),
    bucketShift: u32('count', '', cached),
    bucketLines: u32('count', '', cached),
    aheadSum: u32('hash', '', cached),
    inheritedLabel: row('label', 'Label that a replacing order takes over from the order that ends; 0 between entries.', {
      at: 1176,
      ...cached,
    }),
    sweepOldest: f64('ms', 'Oldest stamp that the hand has met since it last began.', { at: 1184 }),
    oldBuckets: u32('address', 'Buckets that are being replaced, 0 = none, and the first of their lines that was not moved yet.', cached),
    oldShift: u32('count', '', cached),
    oldHand: u32('count', '', cached),
    recordsFull: u32('address', 'RECORDS_FULL, or less in tests.', cached),
    freeChunk: u32('address', 'First free chunk of ladders, 0 = none.', cached),
    engineVersion: u32('count', 'Version of the engine whose rules hold: see `rules.ts`. 0 = the first entry has not said it.'),
    feeShare: i64('rate', 'Multiplier of a fee paid in the fee asset: 1e8 − discount.', cached),
    traders: u32('count', 'Users who have a desk: each may come to need a row of volumes.', cached),
    rollHand: row('volume', 'Whose day is closed next; 0 = no roll is under way.'),
    behind: u32(
      'flag',
      '1 while something is due that no entry came to yet: then what a command touches is brought up to its time first.',
      cached,
    ),
    dueSlice: u32('count', 'DUE_SLICE, or less in tests.', cached),
    meetingsMost: u32('count', 'MEETINGS_MOST, or less in tests.', cached),
    begunAt: f64('ms', 'The scheduled work that was begun last: its time, class, id and detail.', cached),
    begunId: f64('id', '', cached),
    begunDetail: i32('id', '', cached),
    begunWork: u32('code', '', cached),
    indexFreshMs: f64('ms', 'How long what a source says is fresh.'),
    indexCap: i64('rate', 'How far a source may be away from the median.'),
    unitAsset: id('AssetId', 'What index prices are told in; 0 = nobody said yet.'),
    indexSources: u32('count', 'Sources that have a name.'),
    convertLimit: i64('amount', 'Value that a user may convert in a day; 0 = unbounded. Values are 1e-8 of the unit asset.'),
    convertLossBound: i64('amount', 'What the house may lose in a day; 0 = unbounded.'),
    convertValue: i64('amount', 'Of the stock and of what the desk has, at the last prices.'),
    convertDayValue: i64('amount', 'The same when the day began.'),
    convertFunded: i64('amount', 'Value that was put in since, less what was taken out.'),
    convertDesk: id('UserId', 'User who hedges, 0 = nobody.'),
    convertDay: u32('count', 'UTC day since 1970.'),
    convertLookTimes: i64('count', 'Rules of conversion: see `convert.ts`.'),
    convertLookLeast: i64('rate'),
    convertPersonShare: i64('rate'),
    convertKeptShare: i64('rate'),
    convertKeptBelow: i64('amount'),
    convertPauseShare: i64('rate'),
    convertCoinLoss: i64('rate'),
    convertHedgeSlip: i64('rate'),
    convertHedgePerMinute: i64('amount'),
    convertHedged: i64('amount', 'Value that the desk traded in `convertMinute`, minutes since 1970.'),
    convertMinute: f64('count'),
    convertClosed: u32('bits', 'CLOSED_BY_OPERATOR, CLOSED_BY_LOSS; 0 = open.'),
    earnHand: row('earnOrder', 'Whom the run under way comes to next; 0 = none is.'),
    earnOrders: f64('count', 'Savings orders that there ever were.'),
    assets: u32('count', '', cached),
    fundingHand: row('position', 'Whom the settlement of funding under way comes to next; 0 = none is.'),
    positions: f64('count', 'Positions that there ever were.'),
    lastOrderId: id('OrderId', 'Of the order that was made last; 0 = there was none yet.'),
    fundingPass: u32('count', 'Of the settlement of funding under way: 1 payers, 2 receivers; 0 = none is.'),
    funds: row('fund', 'The newest one.'),
    worksFirst: i32('id', 'The pairs that work, by turns: see `orders/works.ts` of the kernel. 0 = none does.'),
    worksLast: i32('id'),
    chain: u64('hash', 'Of all entries up to now: see `market/chance.ts` of the kernel.'),
    secretLow: u64('hash', 'Secret of the tenant that the instants of samples follow from.'),
    secretHigh: u64('hash'),
    toldAt: f64('ms', 'Time of the records that are written, where it is another than that of the entry; 0 = it is not.', cached),
  },
  { about: 'The scalars of an exchange.', prefix: 'S' },
)

const NAMES = [
  'orders',
  'extras',
  'levels',
  'accounts',
  'desks',
  'users',
  'bounds',
  'keys',
  'labels',
  'volumes',
  'dues',
  'assetIndexes',
  'products',
  'earnRates',
  'earnOrders',
  'networks',
  'listings',
  'addresses',
  'wallets',
  'deposits',
  'withdrawals',
  'payments',
  'contracts',
  'traders',
  'crosses',
  'seats',
  'positions',
  'conditions',
  'funds',
  'stocks',
  'takers',
  'crowds',
]

export interface Place {
  /** In the kernel; the number is `number`. */
  readonly name: string
  readonly number: string
  readonly row: string
  readonly at: number
}

/** Scalars that stand one behind the other. */
function places(row: RowDescription, from: number, prefix: string, names: readonly string[], suffix: string): readonly Place[] {
  return names.map((name, position) => ({
    name: `${name}${suffix}`,
    number: `${prefix}_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
    row: row.name,
    at: from + position * row.bytes,
  }))
}

export const PLACES: readonly Place[] = [
  ...places(TABLE, 0x1000, 'T', NAMES, 'Table'),
  ...places(INDEX, 0x1200, 'X', ['orders', 'accounts', 'desks', 'dues', 'wallets', 'deposits', 'takers'], 'Index'),
  // levels changed by the entry that runs, and levels that it emptied; orders hit by a trade and children of filled parents, in the order in
  // which they enter; orders hit by the trade that runs; orders that a command names; all these are empty between entries. The queue of what is due
  ...places(LIST, 0x1280, 'Q', ['changed', 'emptied', 'entrants', 'hits', 'named', 'dues', 'touched'], 'List'),
]

/** Terms of an order while it is checked and made: fixed blocks, reused from command to command. Codes are int32; 0 = not given. */
export const DRAFT = describe(
  'draft',
  {
    side: i32('code'),
    type: i32('code'),
    timeInForce: i32('code'),
    selfTrade: i32('code'),
    source: i32('code'),
    price: f64('ticks'),
    quantity: f64('lots', '0 = bought by amount.'),
    quoteAmount: i64('amount'),
    triggerPrice: f64('ticks'),
    triggerLimitPrice: f64('ticks'),
    activationPrice: f64('ticks'),
    trailingBps: f64('bps'),
    visible: f64('lots'),
    expireAt: f64('ms'),
    isClose: i32('flag', 'Of contracts: it only makes a position smaller; of that, all there is.'),
    isWhole: i32('flag'),
    triggerBy: i32('code', 'Position in TRIGGER_PRICES.'),
    isProtection: i32('flag', 'Take profit or stop loss of a position.'),
    callback: f64('ticks'),
    callbackRate: i64('rate'),
  },
  { about: 'An order that is checked or made.', prefix: 'D' },
)
