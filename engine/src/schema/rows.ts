/** The tables of an exchange: what a row of each holds. Money is int64, prices, quantities, ids and times are safe integers in float64. */
import { STOCK, TAKER } from './convert.ts'
import { EARN_ORDER, EARN_RATE, PRODUCT } from './earn.ts'
import { block, describe, f64, i32, i64, row, u8, u16, u32, u64 } from './field.ts'
import { ASSET_INDEX } from './index-price.ts'
import { CONDITION, CONTRACT, CROSS, FUND, POSITION, SEAT, TRADER } from './perp.ts'
import { id, wideWord, word } from './value.ts'
import { ADDRESS, CROWD, DEPOSIT, LISTING, NETWORK, PAYMENT, WALLET, WITHDRAWAL } from './wallet.ts'

export const ORDER = describe(
  'order',
  {
    id: id('OrderId'),
    price: f64('ticks'),
    remaining: f64('lots', 'Still to trade. A market buy by amount has no quantity: there it counts down from 0.'),
    quantity: f64('lots'),
    held: i64('amount'),
    executedQuote: i64('amount'),
    fee: i64('amount'),
    created: f64('ms'),
    updated: f64('ms'),
    previous: row('order', 'Neighbours in the queue of the level (of the book or of the trigger book), or in the list of trailing orders.'),
    next: row('order'),
    level: row('level'),
    desk: row('desk'),
    deskPrevious: row('order', 'Neighbours among the orders of the desk.'),
    deskNext: row('order'),
    kind: u8('bits', 'Side and type, and how it trades: see order-flags.ts.'),
    terms: u8('bits'),
    status: word('STATUSES'),
    bits: u8('bits'),
    extra: row('extra', 'Row of rarer facts, 0 = none.'),
    label: row('label', 'Row of the client order id, 0 = none.'),
  },
  {
    about: 'Every live order, resting, waiting for a trigger or for its parent.',
    base: 'ORDERS',
    words: {
      neighbours: u64('row', 'previous and next', { at: 72 }),
      levelAndDesk: u64('row', 'level and desk', { at: 80 }),
      deskNeighbours: u64('row', 'deskPrevious and deskNext', { at: 88 }),
      flags: u32('bits', 'kind, terms, status and bits', { at: 96 }),
      flagsAndExtra: u64('bits', 'kind, terms, status, bits and extra', { at: 96 }),
    },
  },
)

export const EXTRA = describe(
  'extra',
  {
    triggerPrice: f64('ticks'),
    activationPrice: f64('ticks'),
    extreme: f64('ticks', 'Trailing: best price since activation; 0 = not yet.'),
    visible: f64('lots'),
    shown: f64('lots', 'Iceberg: lots of the slice that is shown now.'),
    expireAt: f64('ms'),
    triggeredAt: f64('ms'),
    quoteAmount: i64('amount'),
    replaced: id('OrderId'),
    prevented: f64('lots'),
    listId: id('OrderListId'),
    trailingBps: i32('bps'),
    partner: row('order', 'The other leg of an order list.'),
    child: row('order', 'First child of a one-triggers-other parent; a second one is its partner.'),
    parent: row('order'),
    holdRate: i64('rate', 'Fee rate that the hold of a buy with fees in quote includes.'),
    activationSide: i32('code', 'Trailing: 0 follows, 1 activates at prices ≥, 2 at prices ≤ the activation price.'),
    condition: row('condition', 'Of a contract order.'),
    below: row('order', 'Trailing: the first child in the heap of those with one extreme, whose links are the order’s neighbours.'),
    trail: row('level', 'Trailing: that extreme, at the top of the heap alone.'),
  },
  { about: 'What only conditional, iceberg, dated and listed orders need.', base: 'EXTRAS', bytes: 128 },
)

export const LEVEL = describe(
  'level',
  {
    price: f64('ticks'),
    quantity: f64('lots', 'Lots shown to the public.'),
    head: row('order'),
    tail: row('order'),
    better: row('level'),
    worse: row('level'),
    book: u32('bits', 'instrument × 4 + ladder.'),
    changed: i32('flag', '1 while it waits in the list of levels changed by this entry.', { derived: true }),
  },
  {
    about: 'One price of a book or trigger book.',
    base: 'LEVELS',
    words: {
      ends: u64('row', 'head and tail', { at: 16 }),
      bookAndChanged: u64('bits', 'book and changed', { at: 32 }),
    },
  },
)

export const ACCOUNT = describe(
  'account',
  {
    available: i64('amount'),
    held: i64('amount'),
    owner: i32('id'),
    asset: id('AssetId'),
    next: row('account', 'Next of the same owner.', { derived: true }),
    kind: wideWord('ACCOUNT_KINDS', 'The house’s are the first.'),
  },
  {
    about: 'One (owner, asset, kind); owners below 100001 are the house. A debt is what its user owes, told as a negative balance.',
    base: 'ACCOUNTS',
    bytes: 32,
    words: { ownerAndAsset: u64('id', 'owner and asset', { at: 16 }) },
  },
)

export const DESK = describe(
  'desk',
  {
    user: row('user'),
    instrument: id('InstrumentId'),
    baseAccount: row('account'),
    quoteAccount: row('account'),
    orders: row('order', 'The newest one.'),
    openCount: i32('count'),
    triggerCount: i32('count'),
    listCount: i32('count'),
    next: row('desk', 'Next of the same user.', { derived: true }),
    userId: id('UserId'),
    seat: row('seat', 'Of a contract.'),
  },
  { about: 'One user on one instrument.', base: 'DESKS' },
)

export const USER = describe(
  'user',
  {
    id: id('UserId'),
    status: word('USER_STATUSES'),
    role: u8('code'),
    trading: u8('flag'),
    payFeeAsset: u8('flag'),
    level: i32('count', 'Fee level in force, −1 = none.'),
    levelOverride: i32('count', 'Level set by the operator, −1 = none.'),
    volume: row('volume'),
    desks: row('desk', 'The newest one.', { derived: true }),
    accounts: row('account', 'The newest one.', { derived: true }),
    keyCount: u32('count', 'Keys that the user ever had, modulo 2^32.'),
    inviter: id('UserId', 'Id of the user who invited this one, 0 = nobody.'),
    callers: u16('id', 'Highest number of a caller that ever gave a key.'),
    debts: u16('count', 'Assets in which the user owes what a reversal could not take; while there is one the account is frozen.'),
    today: i64('amount', 'Value traded since 00:00 UTC; here, because every fill adds to it and reads this row anyway.'),
    converted: i64('amount', 'Value that the person whose first account this is converted on `convertDay`, 1e-8 of the unit asset.'),
    convertDay: u32('count', 'UTC day since 1970.'),
    earnOrders: row('earnOrder', 'The newest one that holds.'),
    trader: row('trader', 'Of who opened a contract account.'),
    person: id('UserId', 'Lowest id of the accounts of the same person: the user’s own id until somebody says otherwise.'),
    bound: row('bound', 'Of who may not trade at any price: see `user/bound.ts` of the kernel.'),
    orders: u32('count', 'Live orders of all pairs and contracts, waiting ones included.'),
  },
  {
    about: 'A user; the first row is the tenant itself, whose keys commands without a user share.',
    base: 'USERS',
    words: { gate: u32('bits', 'status, role, trading and payFeeAsset', { at: 4 }) },
  },
)

export const BOUND = describe(
  'bound',
  {
    until: f64('ms', 'Withdrawals of the user rest so long.'),
    lossLeft: i64('amount', 'Fifty times what fills may still lose against fair prices, 1e-8 of the unit asset.'),
    unsettled: u32('count', 'Deposits that were credited and may still be undone.'),
  },
  { about: 'What bounds the prices of a user’s orders for a while.', base: 'BOUNDS', bytes: 24 },
)

export const KEY = describe(
  'key',
  {
    seq: f64('id'),
    at: f64('ms'),
    bodyHash: u64('hash'),
    value: f64('id', 'Id of the first order that was placed under the key (then KEY_NAMES_ORDER is set), else the outcome’s value.'),
    user: row('user'),
    length: u8('count', 'Length, reason, count of orders and bits are one word; the length is 0 in a free row.'),
    reason: u8('code'),
    orderCount: u8('count'),
    bits: u8('bits'),
    next: row('key', 'Next older key of the same bucket.', { derived: true }),
    index: u32('count', 'How many keys its user had had before, modulo 2^32.'),
    label: row('label', 'Label of the order under the key while it lives; left behind afterwards.'),
    status: u8('code', 'Status and type of the one order of a plain outcome.'),
    type: u8('code'),
    caller: u16('id', 'Number of the caller whose key it is, 0 = the user’s sessions.'),
    text: block(36, '', { of: 'ascii' }),
    instrument: id('InstrumentId'),
  },
  {
    about: 'An idempotency key with the outcome it stands for.',
    base: 'KEYS',
    words: {
      head: u32('bits', 'length, reason, orderCount and bits', { at: 36 }),
      userAndHead: u64('bits', 'user, length, reason, orderCount and bits', { at: 32 }),
      statusAndType: u16('bits', 'status and type', { at: 52 }),
      labelAndRest: u64('bits', 'label, status, type and caller', { at: 48 }),
    },
  },
)

export const LABEL = describe(
  'label',
  {
    length: u8('count'),
    caller: u16('id', 'The key’s caller.'),
    key: row('key', '0 in a free row and where the label is an id.'),
    text: block(36, '', { of: 'ascii' }),
    order: row('order', 'Whose it is.'),
  },
  {
    about:
      'The client order id of a live order, or (its length is 0) the id of the first order in whose place it stands: see EXTRA_REPLACED.',
    base: 'LABELS',
    words: {
      head: u64('bits', 'length, caller and key', { at: 0 }),
      origin: f64('id', 'In the place of the text.', { at: 8 }),
    },
  },
)

/** Complete days of which a volume is the sum. */
export const VOLUME_DAYS_KEPT = 30

export const VOLUME = describe(
  'volume',
  {
    user: row('user'),
    ahead: u32('count', 'Days that are closed for this user before the roll came to him; 0 but while one is under way.'),
    sum: i64('amount', 'Of the last 30 complete days.'),
    days: block(VOLUME_DAYS_KEPT * 8, 'By day: see `market/fee-schedule.ts` of the kernel.', { of: 'i64' }),
  },
  { about: 'Traded value of one user on the last 30 complete UTC days.', base: 'VOLUMES' },
)

export const DUE = describe(
  'due',
  {
    at: f64('ms'),
    id: f64('id', 'What of the class it is: see `schema/due.ts`.'),
    detail: i32('id'),
    work: u8('code', 'Class.'),
    place: u32('count', 'Where in the queue it stands.', { derived: true }),
  },
  { about: 'Work that falls due by itself, found by class, id and detail.', base: 'DUES', bytes: 28 },
)

export const TABLES = [
  ORDER,
  EXTRA,
  LEVEL,
  ACCOUNT,
  DESK,
  USER,
  BOUND,
  KEY,
  LABEL,
  VOLUME,
  DUE,
  ASSET_INDEX,
  PRODUCT,
  EARN_RATE,
  EARN_ORDER,
  NETWORK,
  LISTING,
  ADDRESS,
  WALLET,
  DEPOSIT,
  CROWD,
  WITHDRAWAL,
  PAYMENT,
  CONTRACT,
  TRADER,
  CROSS,
  SEAT,
  POSITION,
  CONDITION,
  FUND,
  STOCK,
  TAKER,
] as const
