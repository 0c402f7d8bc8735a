/** What an order needs on hold at its placing. Pure. A need beyond int64 counts as 2^63 − 1, which nobody can cover. */
import { ASKS, ladderOf } from '../book/ladder'
import { bandNow } from '../market/band'
import { highestRateOf } from '../market/fee-schedule'
import { marketPrice, valueOf } from '../market/instrument'
import { addUpTo, feeOf, RATE_ONE } from '../money/exact'
import { mulDivCeil } from '../money/wide'
import { hasLimit, paysInQuote } from '../orders/order-flags'
import { holdRateOf, lotsToAmount, withSlippage } from './holds'
import { Draft, Instrument, Order, User } from '../../generated/rows'
import { BUY, MARKET, ONE_CANCELS_OTHER, SELL, TRAILING_STOP } from '../constants/code'

const BPS_ONE: u64 = 10_000

/** Hold of a draft, minor units of quote (buys) or base (sells); −1 when no price is known to compute it. */
export function needOfDraft(instrument: Instrument, user: User, draft: Draft): i64 {
  const holdsFee = instrument.feeInQuote != 0 && draft.side == BUY
  return needAtRate(instrument, draft, holdsFee ? highestRateOf(user, instrument, BUY) : 0)
}

/** As needOfDraft with a fee rate of the caller's; a buy by amount pays its fee out of the amount. */
function needAtRate(instrument: Instrument, draft: Draft, rate: i64): i64 {
  if (draft.side == SELL) return lotsToAmount(instrument, draft.quantity)
  const amount = draft.quoteAmount
  if (amount != 0) return amount
  const value = buyValue(instrument, draft)
  return rate == 0 || value < 0 ? value : addUpTo(value, feeOf(value, rate))
}

function buyValue(instrument: Instrument, draft: Draft): i64 {
  const type = draft.type
  const quantity = draft.quantity
  if (hasLimit(type)) return valueOf(instrument, draft.price, quantity)
  if (type == MARKET) return marketBuyValue(instrument, quantity)
  if (type == TRAILING_STOP) return trailingValue(instrument, draft)
  if (type == ONE_CANCELS_OTHER) return listValue(instrument, draft)
  return withSlippage(instrument, valueOf(instrument, draft.triggerPrice, quantity))
}

function listValue(instrument: Instrument, draft: Draft): i64 {
  const quantity = draft.quantity
  const first = valueOf(instrument, draft.price, quantity)
  const limit = draft.triggerLimitPrice
  const second =
    limit != 0
      ? valueOf(instrument, limit, quantity)
      : withSlippage(instrument, valueOf(instrument, draft.triggerPrice, quantity))
  return second > first ? second : first
}

/** ceil(price × quantity × (1 + δ) × (1 + slippage cap)), rounded once. */
function trailingValue(instrument: Instrument, draft: Draft): i64 {
  const price = marketPrice(instrument)
  if (price == 0) return -1
  const factor = (BPS_ONE + u64(draft.trailingBps)) * u64(<f64>RATE_ONE + instrument.slippage)
  return mulDivCeil(valueOf(instrument, price, draft.quantity), factor, BPS_ONE * RATE_ONE)
}

/** ceil(Σ asks that the quantity needs × (1 + slippage cap)): best first, inside the band, hidden and own ones too. */
function marketBuyValue(instrument: Instrument, quantity: f64): i64 {
  bandNow(instrument)
  const most = instrument.bandHigh
  let left = quantity
  let value: i64 = 0
  for (let level = ladderOf(instrument, ASKS).best; level.exists && left > 0; level = level.worse) {
    const price = level.price
    if (price > most) break
    for (let maker = level.head; maker.exists && left > 0; maker = maker.next) {
      const taken = min(left, maker.remaining)
      value = addUpTo(value, valueOf(instrument, price, taken))
      left -= taken
    }
  }
  return withSlippage(instrument, value)
}

/** What a fired buy that trades at market would need by what the book asks, with the fee rate of its placing. */
export function marketBuyNeed(instrument: Instrument, order: Order): i64 {
  const value = marketBuyValue(instrument, order.remaining)
  const rate = holdRateOf(order)
  return rate == 0 ? value : addUpTo(value, feeOf(value, rate))
}

/** What a child, or a list of children, needs at its start; with the fee at the current rate. */
export function needOfChild(instrument: Instrument, child: Order, draft: Draft): i64 {
  return needAtRate(instrument, draft, paysInQuote(child) ? highestRateOf(child.desk.user, instrument, BUY) : 0)
}

/** What an order needs with the terms of a draft, with the fee at the rate of its placing. */
export function needOfAmended(instrument: Instrument, order: Order, draft: Draft): i64 {
  return needAtRate(instrument, draft, holdRateOf(order))
}

/** What a plain limit order needs, as a float that is exact below 2^52. */
@inline export function needOfPlain(instrument: Instrument, isBuy: bool, price: f64, quantity: f64): f64 {
  return isBuy ? price * quantity * instrument.notionalUnit : quantity * instrument.lotUnit
}
