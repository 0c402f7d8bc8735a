/** Checks against what a user already has: counts of live orders and the largest holding. */
import * as code from '../codec/code.ts'
import * as layout from '../layout.ts'
import { findAccount } from '../ledger/account.ts'
import type { Instrument } from '../market/instrument.ts'
import { sideOf } from '../order-flags.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import type { Draft } from './draft.ts'

const { BUY, FOK, IOC, LIMIT, ONE_CANCELS_OTHER, PENDING_NEW, PENDING_TRIGGER, STOP_LIMIT, TRAILING_STOP } = code
const {
  ACCOUNT_AVAILABLE,
  ACCOUNT_HELD,
  DESK_LIST_COUNT,
  DESK_OPEN_COUNT,
  DESK_ORDERS,
  DESK_TRIGGER_COUNT,
  EXTRA_PARTNER,
  ORDER_DESK_NEXT,
  ORDER_EXTRA,
  ORDER_REMAINING,
  ORDER_STATUS,
  USER_ID,
} = layout

/** Rows that one placement may need before others are freed: a list with its children, and the twin of a replaced one. */
const PLACEMENT_ROWS = 8
/** Accounts that a new desk opens, with some to spare for the house's. */
const DESK_ACCOUNTS = 64

/**
 * Room for one more placement in tables that cannot grow without end; `desk` 0 = none yet. Any order may come to need an extra row, so
 * orders are bounded by that table too; levels never outnumber orders.
 */
export function checkRoom(state: State, desk: number): Reason {
  const { orders, extras, desks, accounts } = state
  if (!orders.hasRoom(PLACEMENT_ROWS) || orders.liveCount + PLACEMENT_ROWS > extras.rowsMax) return 'engineFull'
  return desk !== 0 || (desks.hasRoom(1) && accounts.hasRoom(DESK_ACCOUNTS)) ? 'none' : 'engineFull'
}

/** Counts of open, conditional and list orders at a desk; `desk` 0 = none yet. */
export function checkCounts(state: State, instrument: Instrument, desk: number, draft: Draft): Reason {
  if (desk === 0) return 'none'
  const { maxOpenOrders, maxTriggerOrders, maxOrderLists } = instrument.terms
  const isList = draft.type === ONE_CANCELS_OTHER
  const rests = (draft.type === LIMIT && draft.timeInForce !== IOC && draft.timeInForce !== FOK) || isList
  const waits = (draft.type >= STOP_LIMIT && draft.type <= TRAILING_STOP) || isList
  if (rests && isFull(state, desk, DESK_OPEN_COUNT, maxOpenOrders)) return 'tooManyOrders'
  if (waits && isFull(state, desk, DESK_TRIGGER_COUNT, maxTriggerOrders)) return 'tooManyOrders'
  if (isList && isFull(state, desk, DESK_LIST_COUNT, maxOrderLists)) return 'tooManyOrders'
  return 'none'
}

function isFull(state: State, desk: number, field: number, most: number): boolean {
  return most !== 0 && state.desks.view.getInt32(desk + field, true) >= most
}

/** Largest holding of the base asset: what the user has and what open buys may bring, with this order. `spared` is left out. */
export function checkPosition(state: State, instrument: Instrument, user: number, desk: number, draft: Draft, spared: number): Reason {
  const most = instrument.terms.positionMax
  if (most === 0 || draft.side !== BUY) return 'none'
  let lots = BigInt(draft.quantity)
  if (draft.quoteAmount !== 0n) lots = lotsFor(instrument, draft.quoteAmount)
  const account = findAccount(state, state.users.view.getInt32(user + USER_ID, true), instrument.baseAssetId)
  const unit = BigInt(instrument.lotUnit)
  let units = lots * unit
  if (account !== 0) {
    const accounts = state.accounts.view
    units += accounts.getBigInt64(account + ACCOUNT_AVAILABLE, true) + accounts.getBigInt64(account + ACCOUNT_HELD, true)
  }
  if (desk !== 0) units += openBuys(state, desk, spared) * unit
  return units > BigInt(most) * unit ? 'positionLimit' : 'none'
}

function lotsFor(instrument: Instrument, amount: bigint): bigint {
  const price = instrument.marketPrice()
  return price === 0 ? 0n : amount / (BigInt(price) * BigInt(instrument.notionalUnit))
}

function openBuys(state: State, desk: number, spared: number): bigint {
  const orders = state.orders.view
  let lots = 0n
  for (
    let order = state.desks.view.getInt32(desk + DESK_ORDERS, true);
    order !== 0;
    order = orders.getInt32(order + ORDER_DESK_NEXT, true)
  ) {
    if (order === spared || sideOf(orders, order) !== BUY) continue
    const status = orders.getUint8(order + ORDER_STATUS)
    if (status === PENDING_NEW) continue
    const extra = orders.getInt32(order + ORDER_EXTRA, true)
    const partner = extra === 0 ? 0 : state.extras.view.getInt32(extra + EXTRA_PARTNER, true)
    if (partner !== 0 && (partner === spared || status === PENDING_TRIGGER)) continue
    lots += BigInt(orders.getFloat64(order + ORDER_REMAINING, true))
  }
  return lots
}
