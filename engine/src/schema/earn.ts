/** Savings: products, their rates, and the orders that hold them. See `kernel/earn`. */
import { block, describe, f64, i32, i64, row, u8, u32 } from './field.ts'
import { id, word } from './value.ts'

/** Brackets of a rate. */
export const TIERS_MOST = 8

export const TIER = describe(
  'tier',
  { upTo: i64('amount', 'Of the principal; int64’s most in the last one.'), rate: i64('rate', 'A year.') },
  { about: 'A bracket of a rate.' },
)

export const EARN_RATE = describe(
  'earnRate',
  {
    older: row('earnRate', 'The one before.'),
    from: u32('count', 'First UTC day of it, since 1970.'),
    count: u32('count', 'Brackets.'),
    tiers: block(TIERS_MOST * TIER.bytes, '', { at: 16, of: 'tier' }),
  },
  { about: 'What a product earns from a day on. It never changes: another one stands before it.', base: 'EARN_RATES', prefix: 'EARN_RATE' },
)

export const PRODUCT = describe(
  'product',
  {
    id: id('ProductId'),
    asset: id('AssetId'),
    type: word('PRODUCT_TYPES'),
    rateType: word('RATE_TYPES'),
    payout: word('PAYOUTS'),
    status: word('PRODUCT_STATUSES'),
    earlyRedeem: u8('flag'),
    renewable: u8('flag'),
    termDays: i32('count', '0 = flexible.'),
    rate: row('earnRate', 'The newest one, by its day.'),
    poolDay: u32('count', 'UTC day of which `poolUsed` is.'),
    totalQuota: i64('amount', '0 = unbounded, as everywhere here.'),
    sold: i64('amount'),
    userMin: i64('amount'),
    userMax: i64('amount'),
    step: i64('amount'),
    poolLimit: i64('amount', 'What may be redeemed of it in a day.'),
    poolUsed: i64('amount'),
    startTime: f64('ms'),
    endTime: f64('ms', '0 = never.'),
  },
  { about: 'A savings product; the row’s number is its id.', base: 'PRODUCTS' },
)

export const EARN_ORDER = describe(
  'earnOrder',
  {
    next: row('earnOrder', 'Next of the same user.'),
    previous: row('earnOrder'),
    id: id('EarnOrderId', '0 in a free row.'),
    principal: i64('amount'),
    fresh: i64('amount', 'Of a flexible order: what was bought on the day of `startAt` and is not set against a redemption of that day.'),
    givenBack: i64('amount', 'Of a term that was ended early: what its owner held. Until `expireAt` it counts against what he may hold.'),
    accrued: i64('amount', 'Interest of finished days that is not paid.'),
    rest: i64('amount', 'What of it is less than a minor unit: of YEAR_E8 parts.'),
    paid: i64('amount', 'Interest that was paid.'),
    startAt: f64('ms'),
    expireAt: f64('ms', '0 = flexible.'),
    user: row('user'),
    product: row('product'),
    rate: row('earnRate', 'Of a fixed rate: the one that held at the purchase.'),
    day: u32('count', 'First UTC day without a line.'),
    payAccount: word('ACCOUNT_KINDS'),
    renewal: word('RENEWALS'),
  },
  {
    about: 'A savings order that holds, or a term that was ended early in the last days: that one has no principal.',
    base: 'EARN_ORDERS',
    prefix: 'EARN_ORDER',
    bytes: 104,
  },
)
