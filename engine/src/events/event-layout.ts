/**
 * Byte layout of event records, little-endian: u32 length, u8 kind, then the fields below. An ENTRY record comes first and gives
 * sequence and time of the records behind it; an OUTCOME record ends an entry, behind the OUTCOME_ORDER records of its orders.
 */

export const RECORD_LENGTH = 0
export const RECORD_KIND = 4

export const RECORD_ENTRY = 1
export const RECORD_ORDER = 2
export const RECORD_TRADE = 3
export const RECORD_BALANCE = 4
export const RECORD_LEVEL = 5
export const RECORD_STATUS = 6
export const RECORD_DOCUMENT = 7
export const RECORD_OUTCOME_ORDER = 8
export const RECORD_OUTCOME = 9

export const ENTRY_SEQ = 8
export const ENTRY_AT = 16
export const ENTRY_BYTES = 24

/** What happened to the order: 0 placed, 1 updated, 2 closed. */
export const ORDER_CHANGE = 5
export const ORDER_TEXT_LENGTH = 6
/** Bits: an extra row stands behind the text; the text is not one but the id (float64) of the origin. */
export const ORDER_PARTS = 7
export const PART_EXTRA = 1
export const PART_ORIGIN = 2
/** The order row up to ORDER_PREVIOUS. */
export const ORDER_ROW = 8
/** The four flag bytes of the row from ORDER_KIND on. */
export const ORDER_FLAGS = 80
export const ORDER_CLOSE_REASON = 84
/** Number of the caller who placed it (u16). */
export const ORDER_CALLER = 86
export const ORDER_USER = 88
export const ORDER_INSTRUMENT = 92
export const ORDER_BASE_ASSET = 96
export const ORDER_QUOTE_ASSET = 100
export const ORDER_FEE_ASSET = 104
/** The client order id, padded to 4; behind it the extra row, if any. */
export const ORDER_TEXT = 108

export const TRADE_SIDE = 5
export const TRADE_INSTRUMENT = 8
export const TRADE_MAKER_USER = 12
export const TRADE_TAKER_USER = 16
export const TRADE_MAKER_FEE_ASSET = 20
export const TRADE_TAKER_FEE_ASSET = 24
export const TRADE_ID = 32
export const TRADE_PRICE = 40
export const TRADE_QUANTITY = 48
export const TRADE_NOTIONAL = 56
export const TRADE_MAKER_ORDER = 64
export const TRADE_TAKER_ORDER = 72
export const TRADE_MAKER_FEE = 80
export const TRADE_TAKER_FEE = 88
export const TRADE_BYTES = 96

export const BALANCE_CAUSE = 5
export const BALANCE_USER = 8
export const BALANCE_ASSET = 12
export const BALANCE_REFERENCE = 16
export const BALANCE_AVAILABLE_DELTA = 24
export const BALANCE_HELD_DELTA = 32
export const BALANCE_AVAILABLE = 40
export const BALANCE_HELD = 48
export const BALANCE_BYTES = 56

export const LEVEL_SIDE = 5
export const LEVEL_INSTRUMENT = 8
export const LEVEL_PRICE = 16
export const LEVEL_QUANTITY = 24
export const LEVEL_BYTES = 32

export const STATUS_STATUS = 5
export const STATUS_INSTRUMENT = 8
export const STATUS_UNTIL = 16
export const STATUS_BYTES = 24

/** Length of the JSON text behind the header. */
export const DOCUMENT_TEXT_LENGTH = 8
export const DOCUMENT_TEXT = 12

export const OUTCOME_ORDER_TYPE = 5
export const OUTCOME_ORDER_STATUS = 6
export const OUTCOME_ORDER_REASON = 7
export const OUTCOME_ORDER_ID = 8
export const OUTCOME_ORDER_LIST = 16
export const OUTCOME_ORDER_REPLACED = 24
export const OUTCOME_ORDER_INSTRUMENT = 32
export const OUTCOME_ORDER_PRIORITY_KEPT = 36
export const OUTCOME_ORDER_TEXT_LENGTH = 37
/** 1 when the text is not one but the id (float64) of the origin. */
export const OUTCOME_ORDER_HAS_ORIGIN = 38
export const OUTCOME_ORDER_TEXT = 40

export const OUTCOME_REASON = 5
export const OUTCOME_REPLAYED = 6
export const OUTCOME_SEQ = 8
export const OUTCOME_AT = 16
export const OUTCOME_VALUE = 24
export const OUTCOME_BYTES = 32
