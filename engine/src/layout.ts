/** Field offsets of the engine's rows. Money is int64, prices, quantities, ids and times are safe integers in float64, handles int32. */

// Order: every live order, resting, waiting for a trigger or for its parent.
export const ORDER_ID = 0
export const ORDER_PRICE = 8
/** Lots still to trade. A market buy by amount has no quantity: there it counts down from 0. */
export const ORDER_REMAINING = 16
export const ORDER_QUANTITY = 24
export const ORDER_HELD = 32
export const ORDER_EXECUTED_QUOTE = 40
export const ORDER_FEE = 48
export const ORDER_CREATED = 56
export const ORDER_UPDATED = 64
/** Neighbours in the queue of the level (of the book or of the trigger book), or in the list of trailing orders. */
export const ORDER_PREVIOUS = 72
export const ORDER_NEXT = 76
export const ORDER_LEVEL = 80
export const ORDER_DESK = 84
export const ORDER_DESK_PREVIOUS = 88
export const ORDER_DESK_NEXT = 92
/** Side and type, and how it trades: see order-flags.ts. */
export const ORDER_KIND = 96
export const ORDER_TERMS = 97
export const ORDER_STATUS = 98
export const ORDER_BITS = 99
/** Row of rarer facts, 0 = none. */
export const ORDER_EXTRA = 100
/** Row of the client order id, 0 = none. */
export const ORDER_LABEL = 104
export const ORDER_BYTES = 108

/** Bits of ORDER_BITS. */
export const BIT_TRIGGERED = 1
/** A buy that pays its fee in quote, as its pair said when it was placed. */
export const BIT_FEE_IN_QUOTE = 2
/** Ends when no further lot is affordable: a market buy by amount. */
export const BIT_BY_AMOUNT = 4
/** Counted among the desk's open orders, trigger orders, order lists. */
export const BIT_COUNTED_OPEN = 8
export const BIT_COUNTED_TRIGGER = 16
export const BIT_COUNTED_LIST = 32
/** Hit by a trade and waiting to enter. */
export const BIT_HIT = 64

// Extra: what only conditional, iceberg, dated and listed orders need.
export const EXTRA_TRIGGER_PRICE = 0
export const EXTRA_ACTIVATION_PRICE = 8
/** Trailing: best price since activation; 0 = not yet. */
export const EXTRA_EXTREME = 16
export const EXTRA_VISIBLE = 24
/** Iceberg: lots of the slice that is shown now. */
export const EXTRA_SHOWN = 32
export const EXTRA_EXPIRE_AT = 40
export const EXTRA_TRIGGERED_AT = 48
export const EXTRA_QUOTE_AMOUNT = 56
export const EXTRA_REPLACED = 64
export const EXTRA_PREVENTED = 72
export const EXTRA_LIST_ID = 80
export const EXTRA_TRAILING_BPS = 88
/** The other leg of an order list. */
export const EXTRA_PARTNER = 92
/** First child of a one-triggers-other parent; a second one is its partner. */
export const EXTRA_CHILD = 96
export const EXTRA_PARENT = 100
/** Fee rate that the hold of a buy with fees in quote includes. */
export const EXTRA_HOLD_RATE = 104
/** Trailing: 0 follows, 1 activates at prices ≥, 2 at prices ≤ the activation price. */
export const EXTRA_ACTIVATION_SIDE = 112
export const EXTRA_BYTES = 120

// Level: one price of a book or trigger book.
export const LEVEL_PRICE = 0
/** Lots shown to the public. */
export const LEVEL_QUANTITY = 8
export const LEVEL_HEAD = 16
export const LEVEL_TAIL = 20
export const LEVEL_BETTER = 24
export const LEVEL_WORSE = 28
/** instrument × 4 + ladder. */
export const LEVEL_BOOK = 32
/** 1 while it waits in the list of levels changed by this entry. */
export const LEVEL_CHANGED = 36
export const LEVEL_BYTES = 40

// Account: one (owner, asset); owners below 100001 are the house.
export const ACCOUNT_AVAILABLE = 0
export const ACCOUNT_HELD = 8
export const ACCOUNT_OWNER = 16
export const ACCOUNT_ASSET = 20
export const ACCOUNT_NEXT = 24
export const ACCOUNT_BYTES = 32

// Desk: one user on one instrument.
export const DESK_USER = 0
export const DESK_INSTRUMENT = 4
export const DESK_BASE_ACCOUNT = 8
export const DESK_QUOTE_ACCOUNT = 12
export const DESK_ORDERS = 16
export const DESK_OPEN_COUNT = 20
export const DESK_TRIGGER_COUNT = 24
export const DESK_LIST_COUNT = 28
export const DESK_NEXT = 32
export const DESK_USER_ID = 36
export const DESK_BYTES = 40

// User; the first row is the tenant itself, whose keys commands without a user share.
export const USER_ID = 0
export const USER_STATUS = 4
export const USER_ROLE = 5
export const USER_TRADING = 6
export const USER_PAY_FEE_ASSET = 7
/** Fee level in force, −1 = none. */
export const USER_LEVEL = 8
/** Level set by the operator, −1 = none. */
export const USER_LEVEL_OVERRIDE = 12
export const USER_VOLUME = 16
export const USER_DESKS = 20
export const USER_ACCOUNTS = 24
/** Keys that the user ever had, modulo 2^32. */
export const USER_KEY_COUNT = 28
/** Id of the user who invited this one, 0 = nobody. */
export const USER_INVITER = 32
/** Highest number of a caller that ever gave a key (u16). */
export const USER_CALLERS = 36
/** Value traded since 00:00 UTC (int64); here, because every fill adds to it and reads this row anyway. */
export const USER_TODAY = 40
export const USER_BYTES = 48

// Key: an idempotency key with the outcome it stands for.
export const KEY_SEQ = 0
export const KEY_AT = 8
export const KEY_BODY_HASH = 16
/** Id of the order under the key (then KEY_NAMES_ORDER is set), else the outcome's value. */
export const KEY_VALUE = 24
export const KEY_USER = 32
/** Length, reason, count of orders and bits are one word; the length is 0 in a free row. */
export const KEY_LENGTH = 36
export const KEY_REASON = 37
export const KEY_ORDER_COUNT = 38
export const KEY_BITS = 39
/** Next older key of the same bucket. */
export const KEY_NEXT = 40
/** How many keys its user had had before, modulo 2^32. */
export const KEY_INDEX = 44
/** Label of the order under the key while it lives; left behind afterwards. */
export const KEY_LABEL = 48
/** Status and type of the one order of a plain outcome. */
export const KEY_STATUS = 52
export const KEY_TYPE = 53
/** Number of the caller whose key it is (u16), 0 = the user's sessions. */
export const KEY_CALLER = 54
export const KEY_TEXT = 56
export const KEY_INSTRUMENT = 92
export const KEY_BYTES = 96

/** Bits of KEY_BITS: its outcome is in the table of long ones; an order is or was placed under it. */
export const KEY_LONG = 4
export const KEY_NAMES_ORDER = 8

// Label: the client order id of a live order, or (its length is 0) the id of the first order in whose place it stands: see EXTRA_REPLACED.
// The key is 0 in a free row and where it is an id.
export const LABEL_LENGTH = 0
/** The key's caller (u16). */
export const LABEL_CALLER = 2
export const LABEL_KEY = 4
export const LABEL_TEXT = 8
export const LABEL_ORIGIN = 8
export const LABEL_BYTES = 44

// Volume: traded value of one user on the last 30 complete UTC days.
export const VOLUME_USER = 0
export const VOLUME_30_DAYS = 8
export const VOLUME_DAYS = 16
export const VOLUME_BYTES = 256

/** Orders whose end is remembered: sequence modulo this, four legs each. */
export const CLOSED_SEQUENCES = 32768
export const CLOSED_BYTES = 8
