/** Checks against what a user already has: counts of live orders and the largest holding. */
import { hasRoomForDesk } from '../market/desk'
import { hasRoom } from '../memory/tables'
import { exceedsPosition } from '../product'
import { partnerOf } from './extra'
import { count } from './order'
import { timeInForceOf, typeOf } from './order-flags'
import { Desk, Draft, duesTable, extrasTable, Instrument, Order, ordersTable, state, User } from '../../generated/rows'
import { BUY, FOK, IOC, LIMIT, ONE_CANCELS_OTHER, STOP_LIMIT, TRAILING_STOP } from '../constants/code'
import { BIT_COUNTED_LIST, BIT_COUNTED_OPEN, BIT_COUNTED_TRIGGER } from '../constants/layout'
import { ENGINE_FULL, NONE, POSITION_LIMIT, TOO_MANY_ORDERS } from '../constants/reason'

/** Rows that one placement may need before others are freed: a list with its children, and the twin of a replaced one. */
const PLACEMENT_ROWS: u32 = 8

/** Live orders of one customer on all pairs and contracts: so many that no hundred customers fill a table that orders need. */
const ORDERS_OF_CUSTOMER: u32 = 5_000

/** May a customer have all the rows that one more placement may need? */
@inline export function mayHaveMore(user: User): bool {
  return user.orders + PLACEMENT_ROWS <= ORDERS_OF_CUSTOMER
}

/** Room for what one more placement or timer schedules. The rest is kept for the ends of halts, one a pair. */
export function hasRoomForDue(): bool {
  return hasRoom(duesTable, PLACEMENT_ROWS + state.instruments)
}

/**
 * Room for one more placement in tables that cannot grow without end; `desk` may be none yet. Any order may come to need an extra row, so
 * orders are bounded by that table too; levels never outnumber orders.
 */
export function checkRoom(user: User, desk: Desk, isDated: bool): i32 {
  if (!mayHaveMore(user)) return TOO_MANY_ORDERS
  if (!hasRoom(ordersTable, PLACEMENT_ROWS)) return ENGINE_FULL
  if (ordersTable.live + PLACEMENT_ROWS > extrasTable.most) return ENGINE_FULL
  if (isDated && !hasRoomForDue()) return ENGINE_FULL
  return desk.exists || hasRoomForDesk(user) ? NONE : ENGINE_FULL
}

/**
 * Counts of open, conditional and list orders at a desk, with a new order and its child; `desk` and `child` may be none. A child counts from
 * here on and not from its start, or lists whose parents are filled together would start more than the pair allows.
 */
export function checkCounts(instrument: Instrument, desk: Desk, draft: Draft, child: Draft): i32 {
  if (!child.exists) {
    const isOver = desk.exists && isBeyond(instrument, desk, rests(draft), waits(draft), isList(draft))
    return isOver ? TOO_MANY_ORDERS : NONE
  }
  const isOver = isBeyond(instrument, desk, rests(draft) + rests(child), waits(draft) + waits(child), isList(draft) + isList(child))
  return isOver ? TOO_MANY_ORDERS : NONE
}

function isList(draft: Draft): i32 {
  return i32(draft.type == ONE_CANCELS_OTHER)
}

function rests(draft: Draft): i32 {
  return i32(isResting(draft.type, draft.timeInForce)) | isList(draft)
}

function waits(draft: Draft): i32 {
  const type = draft.type
  return i32(type >= STOP_LIMIT && type <= TRAILING_STOP) | isList(draft)
}

@inline function isResting(type: i32, timeInForce: i32): bool {
  return type == LIMIT && timeInForce != IOC && timeInForce != FOK
}

function isBeyond(instrument: Instrument, desk: Desk, open: i32, waiting: i32, lists: i32): bool {
  return (
    isOver(desk.exists ? desk.openCount : 0, open, instrument.openMost) ||
    isOver(desk.exists ? desk.triggerCount : 0, waiting, instrument.triggersMost) ||
    isOver(desk.exists ? desk.listCount : 0, lists, instrument.listsMost)
  )
}

/** `most` is Infinity where nothing bounds the count. What does not grow is not refused. */
@inline function isOver(count: i32, more: i32, most: f64): bool {
  return more != 0 && <f64>(count + more) > most
}

/** Counts children that wait for their parent; they are counted anew when they start. */
export function countChildren(child: Order): void {
  const second = partnerOf(child)
  countChild(child)
  if (!second.exists) return
  countChild(second)
  count(child, BIT_COUNTED_LIST)
}

function countChild(order: Order): void {
  const type = typeOf(order)
  if (type >= STOP_LIMIT) count(order, BIT_COUNTED_TRIGGER)
  else if (isResting(type, timeInForceOf(order))) count(order, BIT_COUNTED_OPEN)
}

/**
 * Largest holding of the base asset: what the user has and what open buys may bring, with this order and its child (or none). `spared` is
 * left out. The sum may pass int64, so the host makes it.
 */
export function checkPosition(instrument: Instrument, user: User, desk: Desk, draft: Draft, child: Draft, spared: Order): i32 {
  if (instrument.positionMax == 0) return NONE
  const isBuy = draft.side == BUY
  const isChildBuy = child.exists && child.side == BUY
  if (!isBuy && !isChildBuy) return NONE
  const quantity = (isBuy ? draft.quantity : 0) + (isChildBuy ? child.quantity : 0)
  // an order with a child has a quantity, so at most one of the two is by amount
  const amount = (isBuy ? draft.quoteAmount : 0) + (isChildBuy ? child.quoteAmount : 0)
  return exceedsPosition(instrument, user, desk, quantity, amount, spared) ? POSITION_LIMIT : NONE
}
