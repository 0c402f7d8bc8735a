/** The largest holding of a pair's base asset. */
import { findAccount } from '../ledger/account'
import { marketPrice } from '../market/instrument'
import { addUpTo, int64Of, isProductAtMost } from '../money/exact'
import { highOf } from '../money/wide'
import { partnerOf } from '../orders/extra'
import { bitsOf, sideOf, typeOf } from '../orders/order-flags'
import { Desk, Instrument, Order, User } from '../../generated/rows'
import { BUY, LIMIT, SPOT_ACCOUNT } from '../constants/code'
import { BIT_BY_AMOUNT } from '../constants/layout'

/**
 * Would a buy bring its user above the bound of a pair that has one? What counts is what the user has, what open buys may bring, and this
 * order. `desk` may be none yet; `spared` is an order left out.
 */
export function exceedsPosition(instrument: Instrument, user: User, desk: Desk, quantity: f64, quoteAmount: i64, spared: Order): bool {
  let lots = addUpTo(int64Of(quantity), quoteAmount == 0 ? 0 : lotsFor(instrument, quoteAmount))
  if (desk.exists) lots = addUpTo(lots, openBuys(instrument, desk, spared))
  const most = int64Of(instrument.positionMax)
  if (lots > most) return true
  const account = findAccount(user.id, instrument.baseAsset, SPOT_ACCOUNT)
  return account.exists && !isProductAtMost(account.available + account.held, 1, most - lots, instrument.unitLot)
}

/** Lots that an amount of quote buys at the market price, 0 when none is known. */
function lotsFor(instrument: Instrument, amount: i64): i64 {
  const price = u64(marketPrice(instrument))
  const unit = <u64>instrument.unitNotional
  if (price == 0 || highOf(price, unit) != 0) return 0
  return <i64>(<u64>amount / (price * unit))
}

function openBuys(instrument: Instrument, desk: Desk, spared: Order): i64 {
  let lots: i64 = 0
  for (let order = desk.orders; order.exists; order = order.deskNext) {
    if (order == spared || sideOf(order) != BUY) continue
    const partner = partnerOf(order)
    // of the two legs of a list the limit leg counts
    if (partner.exists && (partner == spared || typeOf(order) != LIMIT)) continue
    lots = addUpTo(lots, broughtBy(instrument, order))
  }
  return lots
}

/** A child that buys by amount has no quantity. */
function broughtBy(instrument: Instrument, order: Order): i64 {
  const isByAmount = (bitsOf(order) & BIT_BY_AMOUNT) != 0 && order.extra.exists
  return isByAmount ? lotsFor(instrument, order.extra.quoteAmount) : int64Of(order.remaining)
}
