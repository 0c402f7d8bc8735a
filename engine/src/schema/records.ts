/**
 * The records of what happened: u32 length, u8 kind, then the fields. An entry record comes first and gives sequence and time of the records
 * behind it; an outcome record ends an entry, behind the records of its orders. The kinds are the format: a number is never given twice.
 */
import { block, f64, i64, u8, u16, u32, u64 } from './field.ts'
import {
  CONTRACT_FILL_RECORD,
  CONTRACT_SETTINGS_RECORD,
  FUNDING_RECORD,
  INSURANCE_RECORD,
  LIQUIDATION_RECORD,
  MARGIN_WARNING_RECORD,
  MARK_RECORD,
  POSITION_RECORD,
} from './perp-records.ts'
import { record } from './record.ts'
import { id, word } from './value.ts'

/** Of an order record's `parts`. */
export const PART_EXTRA = 1
export const PART_ORIGIN = 2
/** Of a contract order: what it has besides stands at the end. */
export const PART_CONTRACT = 4

export const ENTRY_RECORD = record('entry', 1, { seq: f64('id'), at: f64('ms') }, { about: 'Whose the records behind it are.' })

export const ORDER_RECORD = record(
  'order',
  2,
  {
    change: u8('code', '0 placed, 1 updated, 2 closed.'),
    textLength: u8('count'),
    parts: u8('bits', 'An extra row stands behind the text; the text is not one but the id (float64) of the origin.'),
    row: block(72, 'The order’s row up to `previous`.', { of: 'order' }),
    flags: u32('bits', 'The word of the row’s flags.'),
    closeReason: word('CLOSE_REASONS'),
    caller: u16('id', 'Number of the caller who placed it.'),
    userId: id('UserId'),
    instrumentId: id('InstrumentId'),
    baseAssetId: id('AssetId'),
    quoteAssetId: id('AssetId'),
    feeAssetId: id('AssetId'),
    text: block(0, 'The client order id, padded to 4; behind it the extra row, if any.', { of: 'ascii' }),
  },
  {
    about: 'An order as it stands, with what a reader needs to know around it.',
    words: {
      ending: u64('bits', 'flags, closeReason and caller', { at: 80 }),
      owner: u64('id', 'userId and instrumentId', { at: 88 }),
      assets: u64('id', 'baseAssetId and quoteAssetId', { at: 96 }),
      origin: f64('id', 'In the place of the text.', { at: 108 }),
    },
  },
)

export const TRADE_RECORD = record(
  'trade',
  3,
  {
    takerSide: word('SIDES'),
    isOwn: u8('flag', 'One person on both sides: no price for others.'),
    instrumentId: id('InstrumentId', '', 8),
    makerUserId: id('UserId'),
    takerUserId: id('UserId'),
    makerFeeAssetId: id('AssetId'),
    takerFeeAssetId: id('AssetId'),
    tradeId: id('TradeId'),
    price: f64('ticks'),
    quantity: f64('lots'),
    notional: i64('amount'),
    makerOrderId: id('OrderId'),
    takerOrderId: id('OrderId'),
    makerFee: i64('amount'),
    takerFee: i64('amount'),
  },
  {
    about: 'A trade.',
    words: {
      instrumentAndMaker: u64('id', 'instrumentId and makerUserId', { at: 8 }),
      takerAndMakerFeeAsset: u64('id', 'takerUserId and makerFeeAssetId', { at: 16 }),
      takerFeeAssetWord: u64('id', 'takerFeeAssetId and the four bytes behind it', { at: 24 }),
      feeAssetIds: block(8, 'makerFeeAssetId and takerFeeAssetId', { at: 20 }),
      fees: block(16, 'makerFee and takerFee', { at: 80 }),
    },
  },
)

export const BALANCE_RECORD = record(
  'balance',
  4,
  {
    cause: word('CAUSES'),
    account: word('ACCOUNT_KINDS'),
    userId: id('UserId', '', 8),
    assetId: id('AssetId'),
    reference: f64('id', 'An order or trade, for a commission the user who paid the fee, or 0.'),
    availableDelta: i64('amount'),
    heldDelta: i64('amount'),
    available: i64('amount'),
    held: i64('amount'),
  },
  {
    about: 'A posting of a user account: the change and what it left.',
    words: { ownerAndAsset: u64('id', 'userId and assetId', { at: 8 }) },
  },
)

export const LEVEL_RECORD = record(
  'level',
  5,
  { side: word('SIDES'), instrumentId: id('InstrumentId', '', 8), price: f64('ticks'), quantity: f64('lots') },
  {
    about: 'What a price level shows after an entry.',
    words: { instrumentWord: u64('id', 'instrumentId and the four bytes behind it', { at: 8 }) },
  },
)

export const STATUS_RECORD = record(
  'status',
  6,
  { status: word('INSTRUMENT_STATUSES'), instrumentId: id('InstrumentId', '', 8), until: f64('ms', '0 = until further notice.') },
  { about: 'A pair’s status.', words: { instrumentWord: u64('id', 'instrumentId and the four bytes behind it', { at: 8 }) } },
)

export const DOCUMENT_RECORD = record(
  'document',
  7,
  { textLength: u32('count', '', { at: 8 }), text: block(0, 'JSON in ASCII that starts with the event’s kind.', { of: 'ascii' }) },
  { about: 'An event that is rare enough to travel as JSON.' },
)

export const OUTCOME_ORDER_RECORD = record(
  'outcomeOrder',
  8,
  {
    type: word('ORDER_TYPES'),
    status: word('STATUSES'),
    reason: u8('code', 'Position in REASONS.'),
    orderId: id('OrderId'),
    orderListId: id('OrderListId'),
    replacedOrderId: id('OrderId'),
    instrumentId: id('InstrumentId'),
    priorityKept: u8('flag'),
    textLength: u8('count'),
    hasOrigin: u8('flag', 'The text is not one but the id (float64) of the origin.'),
    text: block(0, 'The client order id, padded to 4.', { at: 40, of: 'ascii' }),
  },
  {
    about: 'An order of an answer.',
    words: {
      instrumentAndFlags: u64('bits', 'instrumentId, priorityKept, textLength and hasOrigin', { at: 32 }),
      origin: f64('id', 'In the place of the text.', { at: 40 }),
    },
  },
)

export const OUTCOME_RECORD = record(
  'outcome',
  9,
  {
    reason: u8('code', 'Position in REASONS.'),
    replayed: u8('flag'),
    seq: f64('id'),
    at: f64('ms'),
    value: f64('id', 'An id or a time, by the command; else 0.'),
  },
  { about: 'The answer to the entry, its last record.' },
)

export const TRANSFER_RECORD = record(
  'transfer',
  10,
  {
    from: word('ACCOUNT_KINDS'),
    to: word('ACCOUNT_KINDS'),
    userId: id('UserId', '', 8),
    assetId: id('AssetId'),
    transferId: f64('id', 'The sequence of its entry.'),
    amount: i64('amount'),
  },
  { about: 'Coins that moved between the accounts of one user.' },
)

export const SOURCE_PRICE_RECORD = record(
  'sourcePrice',
  11,
  {
    source: u8('id'),
    state: word('SOURCE_STATES'),
    assetId: id('AssetId', '', 8),
    price: i64('amount', '1e-12 of the unit asset.', { at: 16 }),
    venueAt: f64('ms', 'When the venue said so.'),
  },
  { about: 'What a source says of an asset.' },
)

export const INDEX_RECORD = record(
  'index',
  12,
  {
    live: u8('count', 'Sources that it is made of; 0 = it is frozen.'),
    assetId: id('AssetId', '', 8),
    price: i64('amount', '', { at: 16 }),
  },
  { about: 'The index price of an asset.' },
)

export const CONVERSION_RECORD = record(
  'conversion',
  13,
  {
    userId: id('UserId', '', 8),
    sendAssetId: id('AssetId'),
    receiveAssetId: id('AssetId'),
    conversionId: f64('id', 'The sequence of its entry.', { at: 24 }),
    quoteId: f64('id'),
    sendAmount: i64('amount'),
    receiveAmount: i64('amount'),
    sendIndex: i64('amount', 'At the quote, as all of it.'),
    receiveIndex: i64('amount'),
    spread: i64('rate'),
    value: i64('amount', '1e-8 of the unit asset.'),
  },
  { about: 'A quote that was executed.' },
)

export const INVENTORY_RECORD = record(
  'inventory',
  14,
  {
    isFunding: u8('flag', 'From or to the house’s own money; else the desk’s account.'),
    assetId: id('AssetId', '', 8),
    amount: i64('amount', 'Below zero where it left the stock.', { at: 16 }),
    available: i64('amount', 'What is left in stock.'),
  },
  { about: 'The stock that conversions are served from changed by something else than a conversion.' },
)

export const CONVERT_VALUE_RECORD = record(
  'convertValue',
  15,
  {
    closed: u8('bits', 'Why conversion is closed; 0 = it is open.'),
    day: u32('count', 'UTC day since 1970.', { at: 8 }),
    dayValue: i64('amount', 'Value of stock and desk when the day began, 1e-8 of the unit asset.', { at: 16 }),
    funded: i64('amount'),
    value: i64('amount'),
  },
  { about: 'What the house’s stock is worth: at the end of a day, and when conversion closes or opens.' },
)

export const STOCK_CLOSED_RECORD = record(
  'stockClosed',
  40,
  {
    isClosed: u8('flag', 'By the loss of the day; 0 = it is open again.'),
    assetId: id('AssetId', '', 8),
    result: i64('amount', 'What conversion of the coin earned in the day, 1e-8 of the unit asset.', { at: 16 }),
    swing: i64('amount', 'What all of its stock did.'),
  },
  { about: 'Conversion of one coin was closed by a loss, or opened.' },
)

export const EARN_RECORD = record(
  'earn',
  16,
  {
    change: word('EARN_CHANGES'),
    payAccount: word('ACCOUNT_KINDS'),
    renewal: word('RENEWALS'),
    userId: id('UserId'),
    assetId: id('AssetId'),
    productId: id('ProductId'),
    day: u32('count', 'Of a line of interest: the UTC day since 1970 that earned it.'),
    orderId: id('EarnOrderId', '', 24),
    otherOrderId: id('EarnOrderId', 'matured: as which it was renewed; renewed: what it renews; 0 = none.'),
    amount: i64('amount', 'Principal that came or went.'),
    interest: i64('amount', 'Paid with it.'),
    forfeited: i64('amount'),
    principal: i64('amount', 'What is left.'),
    accrued: i64('amount'),
    paid: i64('amount'),
    startAt: f64('ms'),
    expireAt: f64('ms', '0 = flexible.'),
  },
  { about: 'Something happened to a savings order.' },
)

export const PRODUCT_STATUS_RECORD = record(
  'productStatus',
  17,
  { status: word('PRODUCT_STATUSES'), productId: id('ProductId', '', 8) },
  { about: 'A product goes on sale, is sold out or ends.' },
)

export const DEPOSIT_RECORD = record(
  'deposit',
  18,
  {
    status: word('DEPOSIT_STATUSES'),
    userId: id('UserId', 'Who gets it; 0 = nobody yet, or the house.', 8),
    assetId: id('AssetId'),
    networkId: id('NetworkId'),
    listingId: id('ListingId'),
    depositId: id('DepositId', '', 24),
    height: f64('count', 'Of its block; 0 = it is in none.'),
    amount: i64('amount'),
    pileId: f64('id', 'Deposit that it is part of from now on, or its own id where others are part of it; 0 = none.'),
  },
  { about: 'A deposit came to a status.' },
)

export const WITHDRAWAL_RECORD = record(
  'withdrawal',
  19,
  {
    status: word('WITHDRAWAL_STATUSES'),
    userId: id('UserId', '', 8),
    assetId: id('AssetId'),
    networkId: id('NetworkId'),
    listingId: id('ListingId'),
    receiverId: id('UserId', 'Who gets it inside the house; 0 = it leaves.'),
    withdrawalId: id('WithdrawalId', '', 32),
    paymentId: id('PaymentId', '0 = none yet.'),
    amount: i64('amount', 'With the fee.'),
    fee: i64('amount'),
    value: i64('amount', 'When it was asked for, 1e-8 of the unit asset.'),
  },
  { about: 'A withdrawal came to a status.' },
)

export const PAYMENT_RECORD = record(
  'payment',
  20,
  {
    change: word('PAYMENT_CHANGES'),
    networkId: id('NetworkId', '', 8),
    listingId: id('ListingId'),
    paymentId: id('PaymentId'),
    height: f64('count', 'Of its block; 0 = it is in none.'),
    amount: i64('amount'),
    gas: i64('amount', 'Of the asset of `gasListingId`.'),
    gasListingId: id('ListingId', '0 = none yet.'),
  },
  { about: 'Something happened to a transaction of the house.' },
)

export const BLOCK_RECORD = record(
  'block',
  21,
  { networkId: id('NetworkId', '', 8), height: f64('count', '', { at: 16 }) },
  { about: 'The last block of a network that is booked is another one.' },
)

export const RECORDS = [
  ENTRY_RECORD,
  ORDER_RECORD,
  TRADE_RECORD,
  BALANCE_RECORD,
  LEVEL_RECORD,
  STATUS_RECORD,
  DOCUMENT_RECORD,
  OUTCOME_ORDER_RECORD,
  OUTCOME_RECORD,
  TRANSFER_RECORD,
  SOURCE_PRICE_RECORD,
  INDEX_RECORD,
  CONVERSION_RECORD,
  INVENTORY_RECORD,
  CONVERT_VALUE_RECORD,
  STOCK_CLOSED_RECORD,
  EARN_RECORD,
  PRODUCT_STATUS_RECORD,
  DEPOSIT_RECORD,
  WITHDRAWAL_RECORD,
  PAYMENT_RECORD,
  BLOCK_RECORD,
  CONTRACT_FILL_RECORD,
  POSITION_RECORD,
  FUNDING_RECORD,
  MARK_RECORD,
  LIQUIDATION_RECORD,
  INSURANCE_RECORD,
  MARGIN_WARNING_RECORD,
  CONTRACT_SETTINGS_RECORD,
] as const
