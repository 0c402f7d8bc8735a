/**
 * An entry of the journal: a header of 32 bytes, then the body, then the key and, if it has one, its caller, zero padded to a multiple of 8.
 * Documents hold their key at 32 and ASCII JSON behind it; the caller of one stands behind the JSON. A fixed command's fields start at 28, in the last word of the header.
 */
import { block, describe, f64, i64, u8, u16, u32 } from './field.ts'
import { id, word } from './value.ts'

/** Of the byte `keyLength`: the length, and whether the number of a caller (u32) stands behind the padded key. */
export const KEY_LENGTH_BITS = 0x7f
export const KEY_HAS_CALLER = 0x80

/** Where body or key start. */
export const ENTRY_BODY = 32

/** Codes of documents, which follow by their own numbers, and from where on they are those of other commands again. */
export const KIND_DOCUMENT = 16
export const KIND_DOCUMENT_END = 128
export const isDocumentKind = (kind: number): boolean => kind >= KIND_DOCUMENT && kind < KIND_DOCUMENT_END

export const ENTRY_HEAD = {
  length: u32('count'),
  kind: u8('code'),
  keyLength: u8('bits', 'Length of the key, and whether it has a caller.'),
  keyAt: u16('count', 'Where the key starts, from the start of the entry.'),
  seq: f64('id'),
  at: f64('ms'),
  userId: id('UserId', 'Whom the command is about, 0 = the tenant.'),
} as const

/** Of commands that name an order: before the fields of their own … */
export const ORDER_NAME = {
  textLength: u8('count', 'Length of the client order id.'),
  isOrigin: u8('flag', 'The id is that of an origin.'),
  orderId: id('OrderId', '', ENTRY_BODY),
} as const
/** … and behind them. */
export const ORDER_NAME_TEXT = { text: block(0, 'The client order id, padded to 4.') } as const

/** What all commands that name an order begin with. */
export const NAMED = describe('namedEntry', { ...ENTRY_HEAD, ...ORDER_NAME }, { about: 'A command that names an order.', prefix: 'NAMED' })

export const ENTRY = describe('entry', ENTRY_HEAD, {
  about: 'What stands before the body of every command.',
  bytes: ENTRY_BODY,
  words: {
    textBytes: u32('count', 'Documents: length of the JSON.', { at: 28 }),
    hashed: block(8, 'From the user to the key: what tells fixed commands apart.', { at: 24 }),
  },
})

/** The terms of an order. A plain one has the first three numbers only. */
export const TERMS = describe(
  'terms',
  {
    side: word('SIDES'),
    type: word('ORDER_TYPES'),
    timeInForce: word('TIMES_IN_FORCE'),
    price: f64('ticks'),
    quantity: f64('lots'),
    quoteAmount: i64('amount'),
    triggerPrice: f64('ticks'),
    triggerLimitPrice: f64('ticks'),
    activationPrice: f64('ticks'),
    trailingBps: f64('bps'),
    visibleQuantity: f64('lots'),
    expireAt: f64('ms'),
  },
  { about: 'What an order asks for.' },
)
/** Bytes of plain terms. */
export const TERMS_SHORT_BYTES = 24

/** A placement: terms, short or long, and behind long ones those of a child. Its flags stand in what terms leave free of their first word. */
export const PLACE = describe(
  'placeOrderEntry',
  { ...ENTRY_HEAD, instrumentId: id('InstrumentId'), terms: block(TERMS_SHORT_BYTES, '', { row: 'terms' }) },
  {
    about: 'The entry of a placement.',
    prefix: 'PLACE',
    words: {
      selfTrade: word('SELF_TRADE_MODES', '', 35),
      source: word('SOURCES', '', 36),
      hasChild: u8('flag', '', { at: 37 }),
      isLong: u8('flag', '', { at: 38 }),
      child: block(TERMS.bytes, 'Terms of the child, if it has one.', { at: ENTRY_BODY + TERMS.bytes, row: 'terms' }),
      asked: u32('bits', 'side, type, timeInForce and selfTrade', { at: 32 }),
      options: u32('bits', 'source, hasChild and isLong', { at: 36 }),
      price: f64('ticks', 'Of its terms.', { at: 40 }),
      quantity: f64('lots', 'Of its terms.', { at: 48 }),
    },
  },
)

/** What a source says of an asset. */
export const PRICE_ITEM = describe(
  'priceItem',
  {
    assetId: id('AssetId'),
    source: u8('id'),
    state: word('SOURCE_STATES'),
    price: i64('amount', '1e-12 of the unit asset.'),
    venueAt: f64('ms'),
  },
  { about: 'What a source says of an asset.', prefix: 'PRICE_ITEM' },
)
export const PRICE_ITEM_BYTES = PRICE_ITEM.bytes
/** Most of them in an entry: what a body can hold whose end is told by 16 bits. */
export const PRICE_ITEMS_MOST = 2_000

/** What sources say: so many items behind each other. */
export const REPORT_PRICES = describe(
  'reportPricesEntry',
  { ...ENTRY_HEAD, count: u32('count'), items: block(0) },
  { about: 'The entry of prices.', prefix: 'REPORT_PRICES', bytes: ENTRY_BODY },
)
