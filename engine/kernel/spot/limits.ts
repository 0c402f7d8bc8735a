/** Checks against what a user already has: counts of live orders and the largest holding. */
import { exceedsPosition } from '../host'
import { hasRoom } from '../memory/tables'
import { BUY, FOK, IOC, LIMIT, ONE_CANCELS_OTHER, STOP_LIMIT, TRAILING_STOP } from '../constants/code'
import { DESK_LIST_COUNT, DESK_OPEN_COUNT, DESK_TRIGGER_COUNT } from '../constants/layout'
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
import { D_QUANTITY, D_QUOTE_AMOUNT, D_SIDE, D_TIME_IN_FORCE, D_TYPE } from './draft'

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

/** Counts of open, conditional and list orders at a desk; `desk` 0 = none yet. */
export function checkCounts(instrument: usize, desk: usize, draft: usize): i32 {
  if (desk == 0) return NONE
  const type = load<i32>(draft, D_TYPE)
  const timeInForce = load<i32>(draft, D_TIME_IN_FORCE)
  const isList = type == ONE_CANCELS_OTHER
  const rests = (type == LIMIT && timeInForce != IOC && timeInForce != FOK) || isList
  const waits = (type >= STOP_LIMIT && type <= TRAILING_STOP) || isList
  if (rests && isFull(load<i32>(desk, DESKS + DESK_OPEN_COUNT), load<f64>(instrument, I_OPEN_MOST))) return TOO_MANY_ORDERS
  if (waits && isFull(load<i32>(desk, DESKS + DESK_TRIGGER_COUNT), load<f64>(instrument, I_TRIGGERS_MOST))) return TOO_MANY_ORDERS
  if (isList && isFull(load<i32>(desk, DESKS + DESK_LIST_COUNT), load<f64>(instrument, I_LISTS_MOST))) return TOO_MANY_ORDERS
  return NONE
}

/** `most` is Infinity where nothing bounds the count. */
@inline function isFull(count: i32, most: f64): bool {
  return <f64>count >= most
}

/**
 * Largest holding of the base asset: what the user has and what open buys may bring, with this order. `spared` is left out. The sum may
 * pass int64, so the host makes it.
 */
export function checkPosition(instrument: usize, user: usize, desk: usize, draft: usize, spared: usize): i32 {
  if (load<f64>(instrument, I_POSITION_MAX) == 0 || load<i32>(draft, D_SIDE) != BUY) return NONE
  const quantity = load<f64>(draft, D_QUANTITY)
  return exceedsPosition(instrument, user, desk, quantity, load<i64>(draft, D_QUOTE_AMOUNT), spared) ? POSITION_LIMIT : NONE
}
