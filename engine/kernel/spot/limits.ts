/** Checks against what a user already has: counts of live orders and the largest holding. */
import { exceedsPosition } from '../host'
import { hasRoom } from '../memory/tables'
import { holds } from '../rules'
import { BUY, FOK, IOC, LIMIT, ONE_CANCELS_OTHER, STOP_LIMIT, TRAILING_STOP } from '../constants/code'
import {
  BIT_COUNTED_LIST,
  BIT_COUNTED_OPEN,
  BIT_COUNTED_TRIGGER,
  DESK_LIST_COUNT,
  DESK_OPEN_COUNT,
  DESK_TRIGGER_COUNT,
  EXTRA_PARTNER,
} from '../constants/layout'
import {
  DESKS,
  I_LISTS_MOST,
  I_OPEN_MOST,
  I_POSITION_MAX,
  I_TRIGGERS_MOST,
  T_ACCOUNTS,
  T_DESKS,
  T_EXTRAS,
  T_ORDERS,
  TABLE_LIVE,
  TABLE_MOST,
} from '../constants/map'
import { ENGINE_FULL, NONE, POSITION_LIMIT, TOO_MANY_ORDERS } from '../constants/reason'
import { RULE_CHILDREN_COUNT } from '../constants/rules'
import { D_QUOTE_AMOUNT, D_TIME_IN_FORCE, draftQuantity, draftSide, draftType } from './draft'
import { count, linkOf } from './order'
import { timeInForceOf, typeOf } from './order-flags'

/** Rows that one placement may need before others are freed: a list with its children, and the twin of a replaced one. */
const PLACEMENT_ROWS: u32 = 8
/** Accounts that a new desk opens, with some to spare for the house's. */
export const DESK_ACCOUNTS: u32 = 64

/**
 * Room for one more placement in tables that cannot grow without end; `desk` 0 = none yet. Any order may come to need an extra row, so
 * orders are bounded by that table too; levels never outnumber orders.
 */
export function checkRoom(desk: usize): i32 {
  if (!hasRoom(T_ORDERS, PLACEMENT_ROWS)) return ENGINE_FULL
  if (load<u32>(T_ORDERS, TABLE_LIVE) + PLACEMENT_ROWS > load<u32>(T_EXTRAS, TABLE_MOST)) return ENGINE_FULL
  return desk != 0 || (hasRoom(T_DESKS, 1) && hasRoom(T_ACCOUNTS, DESK_ACCOUNTS)) ? NONE : ENGINE_FULL
}

/**
 * Counts of open, conditional and list orders at a desk, with a new order and its child; `desk` and `child` 0 = none. A child counts from
 * here on and not from its start, or lists whose parents are filled together would start more than the pair allows.
 */
export function checkCounts(instrument: usize, desk: usize, draft: usize, child: usize): i32 {
  if (child != 0 && holds(RULE_CHILDREN_COUNT)) {
    const isOver = isBeyond(instrument, desk, rests(draft) + rests(child), waits(draft) + waits(child), isList(draft) + isList(child))
    return isOver ? TOO_MANY_ORDERS : NONE
  }
  if (desk == 0) return NONE
  const isOver = isBeyond(instrument, desk, rests(draft), waits(draft), isList(draft))
  if (isOver || child == 0) return isOver ? TOO_MANY_ORDERS : NONE
  return isBeyond(instrument, desk, rests(child), waits(child), isList(child)) ? TOO_MANY_ORDERS : NONE
}

function isList(draft: usize): i32 {
  return i32(draftType(draft) == ONE_CANCELS_OTHER)
}

function rests(draft: usize): i32 {
  return i32(isResting(draftType(draft), load<i32>(draft, D_TIME_IN_FORCE))) | isList(draft)
}

function waits(draft: usize): i32 {
  const type = draftType(draft)
  return i32(type >= STOP_LIMIT && type <= TRAILING_STOP) | isList(draft)
}

@inline function isResting(type: i32, timeInForce: i32): bool {
  return type == LIMIT && timeInForce != IOC && timeInForce != FOK
}

function isBeyond(instrument: usize, desk: usize, open: i32, waiting: i32, lists: i32): bool {
  return (
    isOver(desk, DESK_OPEN_COUNT, open, load<f64>(instrument, I_OPEN_MOST)) ||
    isOver(desk, DESK_TRIGGER_COUNT, waiting, load<f64>(instrument, I_TRIGGERS_MOST)) ||
    isOver(desk, DESK_LIST_COUNT, lists, load<f64>(instrument, I_LISTS_MOST))
  )
}

/** `most` is Infinity where nothing bounds the count. What does not grow is not refused. */
function isOver(desk: usize, count: usize, more: i32, most: f64): bool {
  if (more == 0) return false
  return <f64>((desk == 0 ? 0 : load<i32>(desk + count, DESKS)) + more) > most
}

/** Counts children that wait for their parent; they are counted anew when they start. */
export function countChildren(child: usize): void {
  const second = linkOf(child, EXTRA_PARTNER)
  countChild(child)
  if (second == 0) return
  countChild(second)
  count(child, BIT_COUNTED_LIST)
}

function countChild(order: usize): void {
  const type = typeOf(order)
  if (type >= STOP_LIMIT) count(order, BIT_COUNTED_TRIGGER)
  else if (isResting(type, timeInForceOf(order))) count(order, BIT_COUNTED_OPEN)
}

/**
 * Largest holding of the base asset: what the user has and what open buys may bring, with this order and its child (0 = none). `spared` is
 * left out. The sum may pass int64, so the host makes it.
 */
export function checkPosition(instrument: usize, user: usize, desk: usize, draft: usize, child: usize, spared: usize): i32 {
  if (load<f64>(instrument, I_POSITION_MAX) == 0) return NONE
  const isBuy = draftSide(draft) == BUY
  const isChildBuy = child != 0 && draftSide(child) == BUY && holds(RULE_CHILDREN_COUNT)
  if (!isBuy && !isChildBuy) return NONE
  const quantity = (isBuy ? draftQuantity(draft) : 0) + (isChildBuy ? draftQuantity(child) : 0)
  // an order with a child has a quantity, so at most one of the two is by amount
  const amount = (isBuy ? load<i64>(draft, D_QUOTE_AMOUNT) : 0) + (isChildBuy ? load<i64>(child, D_QUOTE_AMOUNT) : 0)
  return exceedsPosition(instrument, user, desk, quantity, amount, spared) ? POSITION_LIMIT : NONE
}
