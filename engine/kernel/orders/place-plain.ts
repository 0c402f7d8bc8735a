/**
 * Placing a plain limit order, which most commands do: good till cancelled or immediate-or-cancel, one leg, no date, no hidden part.
 * It is accepted here when every check of `placeOrder` passes, and then has the same effects, written out without a draft; in any other
 * case nothing has happened yet and `placeOrder` decides and names the reason.
 */
import { PLACED, writeOrder } from '../events/write-order'
import { writeOutcomeOrder } from '../events/write-outcome'
import { post } from '../ledger/posting'
import { bandNow } from '../market/band'
import { findDeskFrom, hasRoomForDesk, openDesk } from '../market/desk'
import { instrumentAt } from '../market/instrument'
import { indexAdd, mixId } from '../memory/handle-index'
import { allocate } from '../memory/tables'
import { smallInt64 } from '../money/exact'
import { needOfPlain, payerAt, payerOf } from '../product'
import { bindKey, settlePlainKey } from '../user/keys'
import { makeLabel } from '../user/label'
import { enterMarket, restOrder } from './enter'
import { mayHaveMore } from './limits'
import { meetsNothing } from './match'
import { packTerms } from './order-flags'
import { takeOrderId } from './order-id'
import { PlaceOrderEntry } from '../../generated/entries'
import {
  Account,
  Desk,
  extrasTable,
  Instrument,
  Key,
  Label,
  none,
  Order,
  ordersIndex,
  ordersTable,
  state,
  User,
} from '../../generated/rows'
import { BUY, CAUSE_HOLD, CLOSE_NONE, GTC, IOC, LIMIT, NEW, SELL, STP_DECREMENT, TRADING } from '../constants/code'
import { ORDER_BYTES } from '../constants/layout'
import { ORDERS } from '../constants/map'

/** Bytes "has a child" and "is long" of an entry's `options`; byte "type" of what is `asked`. */
const CHILD_OR_LONG: u32 = 0xffff00
const TYPE_BYTE: u32 = 0xff00
/** Of the user's word of status, role, trading: active and allowed to trade. */
const USER_GATE: u32 = 0xff00ff
const USER_OPEN: u32 = 0x010000
/** Below this every product here is exact as a float. */
const EXACT: f64 = 4503599627370496
/** Rows that `placeOrder` wants room for. */
const ROWS_SPARED: u32 = 8

/** Places the order of a placeOrder entry if it is plain and passes every check; false when nothing happened. */
export function placePlain(entry: PlaceOrderEntry, user: User, key: Key): bool {
  const instrumentId = entry.instrumentId
  const instrument = instrumentAt(instrumentId)
  if (!instrument.exists || !isPlain(entry, user, instrument)) return false
  const terms = entry.asked
  const isBuy = (terms & 0xff) == BUY
  const isResting = ((terms >>> 16) & 0xff) == GTC
  const price = entry.price
  const quantity = entry.quantity
  const need = needOfPlain(instrument, isBuy, price, quantity)
  if (need >= EXACT) return false
  const userId = entry.userId
  let desk = findDeskFrom(user, userId, instrumentId)
  if (isResting && desk.exists && <f64>desk.openCount >= instrument.openMost) return false
  const account = desk.exists ? payerAt(desk, isBuy) : accountFor(instrument, user, isBuy)
  const held = smallInt64(need)
  if (!account.exists || account.available < held || !hasRows() || !mayHaveMore(user)) return false
  if (!desk.exists) desk = openDesk(userId, instrument)
  const order = open(entry, terms, desk, key, price, quantity, held)
  const orderId = order.id
  post(account, -held, held, CAUSE_HOLD, orderId)
  writeOrder(order, PLACED, CLOSE_NONE)
  const status = isResting && meetsNothing(instrument, price, isBuy) ? restOrder(instrument, order) : enterMarket(instrument, order)
  writeOutcomeOrder(orderId, 0, LIMIT, status, key, instrumentId)
  if (key.exists) settlePlainKey(key, LIMIT, status, instrumentId)
  return true
}

/** User, pair, form, ranges, value and band. */
@inline function isPlain(entry: PlaceOrderEntry, user: User, instrument: Instrument): bool {
  const terms = entry.asked
  const side = terms & 0xff
  if (side > <u32>SELL || (terms & TYPE_BYTE) != 0 || ((terms >>> 16) & 0xff) > <u32>IOC || terms >>> 24 > <u32>STP_DECREMENT) return false
  if ((entry.options & CHILD_OR_LONG) != 0) return false
  if ((user.gate & USER_GATE) != USER_OPEN || user.debts != 0 || user.bound.exists) return false
  if (instrument.status != TRADING || instrument.work != 0 || load<u8>(instrument.takesPlain + side) == 0) return false
  const price = entry.price
  const quantity = entry.quantity
  if (!(price >= 1 && price <= instrument.priceMost)) return false
  if (!(quantity >= instrument.quantityLeast && quantity <= instrument.quantityMost)) return false
  if (floor(price) != price || floor(quantity) != quantity) return false
  const value = price * quantity * instrument.notionalUnit
  if (value >= EXACT || quantity * instrument.lotUnit >= EXACT) return false
  if (value < instrument.valueLeast || value > instrument.valueMost) return false
  if (instrument.bandRate == 0) return true
  bandNow(instrument)
  return side == BUY ? price <= instrument.bandHigh : price >= instrument.bandLow
}

/** Account that pays for a user's first order on a pair, none when there is none yet, or no room for the rows of a desk. */
function accountFor(instrument: Instrument, user: User, isBuy: bool): Account {
  return hasRoomForDesk(user) ? payerOf(user.id, instrument, isBuy) : none<Account>()
}

@inline function hasRows(): bool {
  const live = ordersTable.live + ROWS_SPARED
  return live <= ordersTable.most && live <= extrasTable.most
}

/** The row of the order, known to desk, index and key, with its hold noted. */
@inline function open(entry: PlaceOrderEntry, terms: u32, desk: Desk, key: Key, price: f64, quantity: f64, held: i64): Order {
  const order = allocate<Order>(ORDERS, ordersTable, ORDER_BYTES)
  const label = key.exists ? makeLabel(key) : none<Label>()
  const orderId = takeOrderId()
  const at = state.at
  const packed = packTerms((terms >>> 16) & 0xff, entry.selfTrade, entry.source) & 0xff
  const first = desk.orders
  order.id = orderId
  order.price = price
  order.remaining = quantity
  order.quantity = quantity
  order.held = held
  order.executedQuote = 0
  order.fee = 0
  order.created = at
  order.updated = at
  order.neighbours = 0
  // level and desk, the neighbours at the desk, flags and extra: two fields in a word
  order.levelAndDesk = <u64>changetype<usize>(desk) << 32
  order.deskNeighbours = <u64>changetype<usize>(first) << 32
  order.flagsAndExtra = <u64>((terms & 0xff) | (<u32>packed << 8) | (<u32>NEW << 16))
  order.label = label
  if (first.exists) first.deskPrevious = order
  desk.orders = order
  desk.user.orders += 1
  indexAdd<Order>(ordersIndex, mixId(orderId), order)
  if (key.exists) {
    bindKey(key, orderId)
    label.order = order
  }
  return order
}
