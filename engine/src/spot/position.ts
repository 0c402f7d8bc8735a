/** The largest holding of a pair's base asset. Its sums may pass 64 bits, so it is no part of the kernel. */
import * as code from '../codec/code.ts'
import * as layout from '../layout.ts'
import type { Instrument } from '../market/instrument.ts'
import { sideOf } from '../order-flags.ts'
import type { State } from '../state.ts'

const { BUY, PENDING_NEW, PENDING_TRIGGER } = code
const {
  ACCOUNT_AVAILABLE,
  ACCOUNT_HELD,
  DESK_ORDERS,
  EXTRA_PARTNER,
  ORDER_DESK_NEXT,
  ORDER_EXTRA,
  ORDER_REMAINING,
  ORDER_STATUS,
  USER_ID,
} = layout

/**
 * Would a buy bring its user above the bound of a pair that has one? What counts is what the user has, what open buys may bring, and this
 * order. `desk` 0 = none yet; `spared` is an order left out.
 */
export function exceedsPosition(
  state: State,
  instrument: Instrument,
  user: number,
  desk: number,
  quantity: number,
  quoteAmount: bigint,
  spared: number,
): boolean {
  const lots = quoteAmount !== 0n ? lotsFor(instrument, quoteAmount) : BigInt(quantity)
  const account = state.kernel.findAccount(state.users.view.getInt32(user + USER_ID, true), instrument.baseAssetId)
  const unit = instrument.lotUnit
  let units = lots * unit
  if (account !== 0) {
    const accounts = state.accounts.view
    units += accounts.getBigInt64(account + ACCOUNT_AVAILABLE, true) + accounts.getBigInt64(account + ACCOUNT_HELD, true)
  }
  if (desk !== 0) units += openBuys(state, desk, spared) * unit
  return units > BigInt(instrument.terms.positionMax) * unit
}

function lotsFor(instrument: Instrument, amount: bigint): bigint {
  const price = instrument.marketPrice()
  return price === 0 ? 0n : amount / (BigInt(price) * instrument.notionalUnit)
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
