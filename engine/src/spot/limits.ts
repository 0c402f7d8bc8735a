/** Checks against what a user already has: counts of live orders and the largest holding. */
import * as code from '../codec/code.ts'
import * as layout from '../layout.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import type { Draft } from './draft.ts'

/** Counts of open, conditional and list orders at a desk (0 = none yet); those of `spared` and its partner are left out. */
export function checkCounts(state: State, instrument: Instrument, desk: number, draft: Draft, spared: number): Reason {
  if (desk === 0) return 'none'
  const { maxOpenOrders, maxTriggerOrders, maxOrderLists } = instrument.terms
  const isList = draft.type === code.ONE_CANCELS_OTHER
  const rests = (draft.type === code.LIMIT && draft.timeInForce !== code.IOC && draft.timeInForce !== code.FOK) || isList
  const waits = (draft.type >= code.STOP_LIMIT && draft.type <= code.TRAILING_STOP) || isList
  const bits = sparedBits(state, spared)
  const isFull = (field: number, bit: number, most: number): boolean =>
    most !== 0 && state.desks.view.getInt32(desk + field, true) - ((bits & bit) === 0 ? 0 : 1) >= most
  if (rests && isFull(layout.DESK_OPEN_COUNT, layout.BIT_COUNTED_OPEN, maxOpenOrders)) return 'tooManyOrders'
  if (waits && isFull(layout.DESK_TRIGGER_COUNT, layout.BIT_COUNTED_TRIGGER, maxTriggerOrders)) return 'tooManyOrders'
  if (isList && isFull(layout.DESK_LIST_COUNT, layout.BIT_COUNTED_LIST, maxOrderLists)) return 'tooManyOrders'
  return 'none'
}

function sparedBits(state: State, spared: number): number {
  if (spared === 0) return 0
  const orders = state.orders.view
  const extra = orders.getInt32(spared + layout.ORDER_EXTRA, true)
  const partner = extra === 0 ? 0 : state.extras.view.getInt32(extra + layout.EXTRA_PARTNER, true)
  return orders.getUint8(spared + layout.ORDER_BITS) | (partner === 0 ? 0 : orders.getUint8(partner + layout.ORDER_BITS))
}

/** Largest holding of the base asset: what the user has and what open buys may bring, with this order. `spared` is left out. */
export function checkPosition(state: State, instrument: Instrument, desk: number, draft: Draft, spared: number): Reason {
  const most = instrument.terms.positionMax
  if (most === 0 || draft.side !== code.BUY) return 'none'
  let lots = BigInt(draft.quantity)
  if (draft.quoteAmount !== 0n) lots = lotsFor(instrument, draft.quoteAmount)
  const account = desk === 0 ? 0 : state.desks.view.getInt32(desk + layout.DESK_BASE_ACCOUNT, true)
  const unit = BigInt(instrument.lotUnit)
  let units = lots * unit
  if (account !== 0) {
    const accounts = state.accounts.view
    units += accounts.getBigInt64(account + layout.ACCOUNT_AVAILABLE, true) + accounts.getBigInt64(account + layout.ACCOUNT_HELD, true)
    units += openBuys(state, desk, spared) * unit
  }
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
    let order = state.desks.view.getInt32(desk + layout.DESK_ORDERS, true);
    order !== 0;
    order = orders.getInt32(order + layout.ORDER_DESK_NEXT, true)
  ) {
    if (order === spared || orders.getUint8(order + layout.ORDER_SIDE) !== code.BUY) continue
    const status = orders.getUint8(order + layout.ORDER_STATUS)
    if (status === code.PENDING_NEW) continue
    const extra = orders.getInt32(order + layout.ORDER_EXTRA, true)
    const partner = extra === 0 ? 0 : state.extras.view.getInt32(extra + layout.EXTRA_PARTNER, true)
    if (partner !== 0 && (partner === spared || status === code.PENDING_TRIGGER)) continue
    lots += BigInt(orders.getFloat64(order + layout.ORDER_REMAINING, true))
  }
  return lots
}
