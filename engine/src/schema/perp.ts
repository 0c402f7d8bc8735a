/** Perpetual contracts: their terms and prices, whose margin stands behind what, and positions. See `kernel/perp`. */
import { block, describe, f64, i64, row, u8, u32 } from './field.ts'
import { LADDER, LIST } from './market.ts'
import { id, word } from './value.ts'

/** Brackets of a contract's maintenance margin. */
export const LADDER_TIERS_MOST = 16

/** Samples of the basis, one in each five seconds, whose mean is part of the mark. */
export const BASIS_SAMPLES = 30
export const SAMPLE_MS = 5_000
/** Samples of the premium in a minute, and pieces of the minute by which traded value is counted. */
export const MINUTE_SAMPLES = 12
/** Hours of a fund's losses: a day, and the hour that is under way. */
export const FUND_HOURS = 25

/** Funding rates are told in 1e-12: what a minute adds to a mean is less than 1e-8. */
export const FUNDING_ONE = 1_000_000_000_000n

/** Of an index price, and of the basis, in the unit in which a contract is priced. */
export const FINE_SCALE = 12

export const MARGIN_TIER = describe(
  'marginTier',
  {
    upTo: i64('amount', 'Value of a position; int64’s most in the last one.'),
    rate: i64('rate', 'Maintenance margin.'),
    deduction: i64('amount', 'What makes the need continuous at its lower end.'),
    leverage: i64('count', 'Highest of positions and orders of this value.'),
  },
  { about: 'A bracket of maintenance margin.', prefix: 'MARGIN_TIER' },
)

export const CONTRACT = describe(
  'contract',
  {
    instrument: id('InstrumentId'),
    marginAsset: id('AssetId'),
    baseAsset: id('AssetId', 'What it is about.'),
    isLinear: u8('flag', '1 while it is the only kind: valued in what it is priced in.'),
    tierCount: u8('count'),
    isShut: u8('flag', 'No index: no opening, no liquidation.'),
    isSettled: u8('flag', 'It was settled at its last index: nobody trades it any more.'),
    leastLeverage: u32('count'),
    mostLeverage: u32('count'),
    fine: i64('amount', '1e-12 of what it is priced in, for one tick.'),
    priceRange: i64('rate', 'How far from the mark a limit may lie.'),
    liquidationFee: i64('rate'),
    takerFee: i64('rate'),
    makerFee: i64('rate'),
    interest: i64('rate', 'Of one funding interval, 1e-12.'),
    fundingCap: i64('rate', '1e-12.'),
    fundingFloor: i64('rate', '1e-12.'),
    impactValue: i64('amount', 'Value whose average price on each side makes the premium.'),
    lossOfOne: i64('rate', 'Of the insurance fund, what bankruptcies of one customer may cost it in a day.'),
    lossOfAll: i64('rate', 'The same of all customers.'),
    frozenMove: i64('rate', 'How much worse than its mark it counts without an index, when money leaves.'),
    settleAfter: f64('ms', 'How long it has to be without an index before it may be settled.'),
    fundingMs: f64('ms', 'Length of an interval.'),
    nextFunding: f64('ms'),
    fundingRate: i64('rate', 'Settled last, 1e-12: part of the mark.'),
    premiums: i64('rate', 'Σ k × premium of the k-th minute of the interval, 1e-12.'),
    minutes: u32('count', 'Minutes of the interval that have a premium.'),
    shutMinutes: u32('count', 'Minutes of it in which it stood still, or had no index.'),
    basisSum: i64('amount'),
    basisNext: u32('count'),
    minuteLive: u32('count', 'Samples of the minute under way that were taken while it traded.'),
    fillRange: i64('rate', 'What a price may be worse than the mark: d of decision 65.'),
    markRange: i64('rate', 'What the mark may be away from the index: c of decision 65.'),
    tradedSum: i64('amount', 'Value traded between customers in the last minute: Σ of `traded`.'),
    tradedAt: f64('count', 'Number of the five seconds since 1970 that were counted last.'),
    shutAt: f64('ms', 'Since when it has no index.'),
    shutOrder: f64('id', 'The last order id that was given before.'),
    collected: i64('amount', 'Of the settlement of funding under way: what payers paid.'),
    claimed: i64('amount', 'Of it: what receivers would get if every payer paid.'),
    waiting: row('position', 'Positions that wait for the next slice of their reduction.'),
    fund: row('fund', 'Of its margin coin.'),
    mark: f64('ticks', '0 = there never was one.'),
    index: f64('ticks', 'Rounded to the nearest tick.'),
    indexFine: i64('amount', '1e-12 of what it is priced in.'),
    openInterest: f64('lots', 'Of all longs, which is that of all shorts.'),
    round: u32('count', 'Settlements of funding that there were.'),
    houseLong: row('position', 'What the house took over and has not disposed of yet: the oldest one.'),
    houseShort: row('position'),
    roundRate: i64('rate', 'Of the last settlement, 1e-12, scaled by the part of the interval in which it was open.'),
    roundMark: f64('ticks'),
    roundAt: f64('ms'),
    offerAt: f64('ms', 'When the house offers what it took over next.'),
    offeredAt: f64('ms', 'When it began to offer it last.'),
    fallingAt: block(LIST.bytes, 'Positions that are looked at again when the mark falls to their threshold, highest first: a heap.', {
      row: 'list',
      derived: true,
    }),
    risingAt: block(LIST.bytes, 'The same of a mark that rises, lowest first.', { row: 'list', derived: true }),
    recoverUp: block(LIST.bytes, 'Longs whose owners were warned, until the mark has risen to where they are no longer near: a heap.', {
      row: 'list',
      derived: true,
    }),
    recoverDown: block(LIST.bytes, 'The same of shorts.', { row: 'list', derived: true }),
    tiers: block(LADDER_TIERS_MOST * MARGIN_TIER.bytes, '', { of: 'marginTier' }),
    ladders: block(4 * LADDER.bytes, 'Orders that wait for the mark, then for the index: rising and falling each.', {
      of: 'ladder',
      derived: true,
    }),
    basis: block(BASIS_SAMPLES * 8, 'As `fine`.', { of: 'i64' }),
    minute: block(MINUTE_SAMPLES * 8, 'Premiums of the minute under way, 1e-12.', { of: 'i64' }),
    traded: block(MINUTE_SAMPLES * 8, 'Value by five seconds.', { of: 'i64' }),
  },
  { about: 'What a contract has that a pair has not; `instrument.contract` is its row.', base: 'CONTRACTS', bytes: 1768 },
)

export const TRADER = describe(
  'trader',
  {
    user: row('user'),
    seats: row('seat', 'The newest one.'),
    crosses: row('cross', 'The newest one.'),
    openedAt: f64('ms'),
    isHedged: u8('flag', 'Longs and shorts stand beside each other.'),
  },
  { about: 'A user who opened a contract account.', base: 'TRADERS', bytes: 32 },
)

export const CROSS = describe(
  'cross',
  {
    trader: row('trader'),
    next: row('cross'),
    account: row(
      'account',
      'The contract account of this coin: what its orders reserve and its positions have of their own is held there.',
    ),
    asset: id('AssetId'),
    isWarned: u8('flag', 'He was told that he came near to liquidation.'),
    isBroken: u8('flag', 'Liquidation is under way.'),
    isTight: u8('flag', 'A fill of the entry under way was borne by what its orders reserve.', { derived: true }),
    margins: i64('amount', 'Σ margins of positions of their own: that part of what the account holds.'),
    slack: i64('amount', 'What may still be reserved before thresholds have to be made anew.'),
    ahead: i64('amount', 'Σ of what was settled ahead of crossed positions.'),
    lost: i64('amount', 'Σ of what crossed positions lost against the mark when they were opened.'),
    begunAt: f64('ms', 'When its liquidation began.'),
    pledged: i64('amount', 'What orders reserve at seats with margins of their own: no profit of open positions pays for that.'),
    lossSum: i64('amount', 'What the fund lost by it since it last lost nothing for a day.'),
    lossAt: f64('ms', 'When it last lost something.'),
  },
  { about: 'What stands behind all crossed positions of a user in one coin.', base: 'CROSSES', bytes: 88 },
)

export const SEAT = describe(
  'seat',
  {
    trader: row('trader'),
    next: row('seat', 'Next older one of the trader.'),
    desk: row('desk'),
    contract: row('contract'),
    cross: row('cross'),
    long: row('position', 'The one position of a user who does not hedge, whichever way it goes.'),
    short: row('position', 'Of who hedges.'),
    leverage: u32('count'),
    isIsolated: u8('flag'),
    isTouched: u8('flag', '1 while it waits for the end of the entry.', { derived: true }),
    closing: u32('count', 'Live orders that only close.'),
    buyLots: f64('lots', 'Of resting orders that buy, with those that only close.', { derived: true }),
    sellLots: f64('lots', '', { derived: true }),
    buyValue: i64('amount', 'Of resting orders that buy and may open, at their own prices.', { derived: true }),
    sellValue: i64('amount', '', { derived: true }),
    figures: u32('address', 'What it has in the trial under way.', { derived: true }),
  },
  { about: 'What a user has set for a contract, and his positions in it; `desk.seat` is its row.', base: 'SEATS', bytes: 80 },
)

export const POSITION = describe(
  'position',
  {
    next: row('position', 'The house’s: the next one that it took over. In a free row the next free one.'),
    broken: id('UserId', 'The house’s: the user it was taken from.'),
    id: id('PositionId', '0 in a free row.'),
    seat: row('seat', 'None: the house’s, taken over.'),
    contract: row('contract'),
    quantity: f64('lots'),
    entry: i64('amount', 'Σ value of what is open at the prices of its fills.'),
    settled: i64('amount', 'Profit that was paid out before it was closed: see decision 62.'),
    margin: i64('amount', 'Its own; 0 of a crossed one.'),
    threshold: f64('ticks', 'Mark at which it is looked at again; 0 or Infinity = never.'),
    recovery: f64('ticks', 'Of one whose owner was warned: mark at which that may be over; else 0.'),
    place: u32('count', 'In the heap of its contract, and in that of those who were warned.', { derived: true }),
    recoveryPlace: u32('count', '', { derived: true }),
    round: u32('count', 'Settlement of funding up to which it paid.'),
    isShort: u8('flag'),
    isIsolated: u8('flag'),
    isWarned: u8('flag'),
    isBroken: u8('flag', 'Liquidation is under way: it takes no orders of its owner.'),
    leverage: u32('count'),
    opened: f64('lots', 'All that was ever opened of it.'),
    openedValue: i64('amount'),
    closed: f64('lots'),
    closedValue: i64('amount'),
    profit: i64('amount', 'Of what was closed, before fees.'),
    fees: i64('amount'),
    funding: i64('amount', 'Above zero when received.'),
    shared: i64('amount', 'Losses of others that it bore, at or below zero.'),
    createdAt: f64('ms'),
    updatedAt: f64('ms'),
    brokenId: id('PositionId', 'The house’s: which position that was.'),
    deadline: f64('ms', 'The house’s: until when it is offered to the book.'),
    booked: i64('amount', 'What it lost against the mark when it was opened, beyond what a price may be worse: see decision 65.'),
    added: i64('amount', 'Of its margin what leverage never frees: put in by hand, or for the loss of a fill.'),
    claim: i64('amount', 'Funding that it is owed, until it is known what the payers paid.'),
    begunAt: f64('ms', 'When its reduction began; the house’s: when it was last offered anew.'),
    takenAt: f64('ms', 'The house’s: when it was taken over.'),
    bankrupt: f64('ticks', 'The house’s: price at which nothing of what is behind it is left.'),
    lookAt: f64('ms', 'When the next slice of its reduction is due.'),
    isWaiting: u8('flag', 'It stands among those that wait for it.'),
  },
  { about: 'An open position.', base: 'POSITIONS' },
)

export const CONDITION = describe(
  'condition',
  {
    callback: f64('ticks', 'Trailing: how far the price turns before it fires; 0 = by its share.'),
    callbackRate: i64('rate'),
    takeProfit: f64('ticks', 'Attached and not placed yet: triggers, limits (0 = market).'),
    takeProfitLimit: f64('ticks'),
    stopLoss: f64('ticks'),
    stopLossLimit: f64('ticks'),
    receipt: id('PositionId', 'Of the liquidation that made it, 0 = none.'),
    by: word('TRIGGER_PRICES', 'What its trigger is tested against.'),
    takeProfitBy: word('TRIGGER_PRICES'),
    stopLossBy: word('TRIGGER_PRICES'),
    isWhole: u8('flag', 'Closes whatever the position is when it fires.'),
    isShortLeg: u8('flag', 'Of who hedges: it is about the short position.'),
    isProtection: u8('flag', 'Take profit or stop loss of a position.'),
  },
  { about: 'What a contract order has besides its row: conditions, and what is attached.', base: 'CONDITIONS', bytes: 64 },
)

export const FUND_HOUR = describe(
  'fundHour',
  { lost: i64('amount'), putIn: i64('amount', 'By operators.'), balance: i64('amount', 'At its begin.') },
  { about: 'An hour of an insurance fund.' },
)

export const FUND = describe(
  'fund',
  {
    asset: id('AssetId'),
    next: row('fund'),
    hour: f64('count', 'Number of the hour since 1970 that was counted last.'),
    debt: i64('amount', 'What the house paid because the fund had not enough.'),
    hours: block(FUND_HOURS * FUND_HOUR.bytes, 'By its number modulo FUND_HOURS.', { of: 'fundHour' }),
  },
  { about: 'What the insurance fund of a coin lost in the last day: its bounds.', base: 'FUNDS' },
)

export const LEG = describe(
  'leg',
  {
    lots: f64('lots'),
    entry: i64('amount'),
    settled: i64('amount'),
    margin: i64('amount'),
    added: i64('amount'),
    booked: i64('amount'),
    isShort: u32('flag'),
  },
  { about: 'A position in a trial.', bytes: 56 },
)

export const FIGURES = describe(
  'figures',
  {
    seat: row('seat'),
    contract: row('contract'),
    leverage: u32('count'),
    isIsolated: u32('flag'),
    isHedged: u32('flag'),
    others: u32('count', 'Crossed positions in other contracts.'),
    equity: i64('amount', 'Of the account, with what its orders reserve.'),
    need: i64('amount', 'Maintenance of the positions in other contracts.'),
    reserve: i64('amount', 'Of its equity, what orders reserve.'),
    free: i64('amount', 'What a new order may need.'),
    own: i64('amount', 'What is no profit of open positions: R of decision 65.'),
    long: block(LEG.bytes, 'The one position of who does not hedge.', { row: 'leg' }),
    short: block(LEG.bytes, '', { row: 'leg' }),
  },
  { about: 'What stands behind one side of a fill, while it is judged.' },
)
