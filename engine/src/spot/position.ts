/** The largest holding of a pair's base asset. Its sums may pass 64 bits, so it is no part of the kernel. */

import * as layout from '../../generated/layout.ts'
import * as code from '../codec/code.ts'
import type { Instrument } from '../market/instrument.ts'
import { sideOf, typeOf } from '../order-flags.ts'
import { holds, RULE_CHILDREN_COUNT } from '../rules.ts'
import * as bits from '../schema/bits.ts'
import type { State } from '../state.ts'

const { BUY, LIMIT, PENDING_NEW } = code
const {
  ACCOUNT_AVAILABLE,
  ACCOUNT_HELD,
  DESK_ORDERS,
  EXTRA_PARTNER,
  EXTRA_QUOTE_AMOUNT,
  ORDER_BITS,
  ORDER_DESK_NEXT,
  ORDER_EXTRA,
  ORDER_REMAINING,
  ORDER_STATUS,
  USER_ID,
} = layout
const { BIT_BY_AMOUNT } = bits

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
  const lots = BigInt(quantity) + (quoteAmount === 0n ? 0n : lotsFor(instrument, quoteAmount))
  const account = state.kernel.findAccount(state.users.view.getInt32(user + USER_ID, true), instrument.baseAssetId)
  const unit = instrument.lotUnit
  let units = lots * unit
  if (account !== 0) {
    const accounts = state.accounts.view
    units += accounts.getBigInt64(account + ACCOUNT_AVAILABLE, true) + accounts.getBigInt64(account + ACCOUNT_HELD, true)
  }
  if (desk !== 0) units += openBuys(state, instrument, desk, spared) * unit
  return units > BigInt(instrument.terms.positionMax) * unit
}

function lotsFor(instrument: Instrument, amount: bigint): bigint {
  const price = instrument.marketPrice()
  return price === 0 ? 0n : amount / (BigInt(price) * instrument.notionalUnit)
}

function openBuys(state: State, instrument: Instrument, desk: number, spared: number): bigint {
  const childrenCount = holds(state, RULE_CHILDREN_COUNT)
  const orders = state.orders.view
  let lots = 0n
  for (
    let order = state.desks.view.getInt32(desk + DESK_ORDERS, true);
    order !== 0;
    order = orders.getInt32(order + ORDER_DESK_NEXT, true)
  ) {
    if (order === spared || sideOf(orders, order) !== BUY) continue
    const status = orders.getUint8(order + ORDER_STATUS)
    if (status === PENDING_NEW && !childrenCount) continue
    const extra = orders.getInt32(order + ORDER_EXTRA, true)
    const partner = extra === 0 ? 0 : state.extras.view.getInt32(extra + EXTRA_PARTNER, true)
    // of the two legs of a list the limit leg counts
    if (partner !== 0 && (partner === spared || typeOf(orders, order) !== LIMIT)) continue
    // a child that buys by amount
    if (extra !== 0 && (orders.getUint8(order + ORDER_BITS) & BIT_BY_AMOUNT) !== 0)
      lots += lotsFor(instrument, state.extras.view.getBigInt64(extra + EXTRA_QUOTE_AMOUNT, true))
    else lots += BigInt(orders.getFloat64(order + ORDER_REMAINING, true))
  }
  return lots
}
