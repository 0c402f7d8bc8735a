/**
 * Byte layout of an encoded entry, little-endian. `apply` reads commands through these offsets without making an object.
 *
 * Header of 32 bytes, then the body, then the key and, if it has one, its caller, zero padded to a multiple of 8:
 * placeOrder has a short body (price, quantity) or a long one (all terms) and the terms of a child order behind it;
 * document commands hold their key at 32 and ASCII JSON behind it.
 */

export const ENTRY_LENGTH = 0
export const ENTRY_KIND = 4
export const ENTRY_KEY_LENGTH = 5
/** Of that byte: the length, and whether the number of a caller (u32) stands behind the padded key. */
export const KEY_LENGTH_BITS = 0x7f
export const KEY_HAS_CALLER = 0x80
/** Where the key starts, from the start of the entry (u16). */
export const ENTRY_KEY_AT = 6
export const ENTRY_SEQ = 8
export const ENTRY_AT = 16
export const ENTRY_USER = 24
/** Instrument of the command; for documents: length of the JSON. */
export const ENTRY_INSTRUMENT = 28
/** For commands that name an order: length of the client order id (u8), and 1 where the order id is that of an origin. */
export const ENTRY_TEXT_LENGTH = 28
export const ENTRY_IS_ORIGIN = 29
export const ENTRY_BODY = 32

export const KIND_PLACE = 1
export const KIND_CANCEL = 2
export const KIND_AMEND = 3
export const KIND_CANCEL_ALL = 4
export const KIND_CANCEL_ALL_TIMER = 5
export const KIND_TICK = 6
/** From here on the body is a document. */
export const KIND_DOCUMENT = 16

/** placeOrder: bytes of flags, then terms. */
export const PLACE_SELF_TRADE = 35
export const PLACE_SOURCE = 36
export const PLACE_HAS_CHILD = 37
export const PLACE_IS_LONG = 38
export const PLACE_TERMS = 32

/** Terms of one order, from the start of its terms block. The first 24 bytes are the short form. */
export const TERMS_SIDE = 0
export const TERMS_TYPE = 1
export const TERMS_TIME_IN_FORCE = 2
export const TERMS_PRICE = 8
export const TERMS_QUANTITY = 16
export const TERMS_SHORT_BYTES = 24
export const TERMS_QUOTE_AMOUNT = 24
export const TERMS_TRIGGER_PRICE = 32
export const TERMS_TRIGGER_LIMIT_PRICE = 40
export const TERMS_ACTIVATION_PRICE = 48
export const TERMS_TRAILING_BPS = 56
export const TERMS_VISIBLE = 64
export const TERMS_EXPIRE_AT = 72
export const TERMS_BYTES = 80

/** cancelOrder. */
export const CANCEL_ORDER = 32
export const CANCEL_LIST = 40
export const CANCEL_TEXT = 48

/** amendOrder. */
export const AMEND_ORDER = 32
export const AMEND_PRICE = 40
export const AMEND_QUANTITY = 48
export const AMEND_TRIGGER_PRICE = 56
export const AMEND_TEXT = 64

/** setCancelAllTimer. */
export const TIMER_TIMEOUT = 32
