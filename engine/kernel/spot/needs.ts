/** What an order needs on hold at its placing. Pure. A need beyond int64 counts as 2^63 − 1, which nobody can cover. */
import { ASKS, bestOf, ladderOf } from '../book/ladder'
import { trailingNeed } from '../host'
import { bandNow } from '../market/band'
import { highestRateOf } from '../market/fee-schedule'
import { feeInQuote, marketPrice } from '../market/instrument'
import { addUpTo, feeOf } from '../money'
import { BUY, MARKET, ONE_CANCELS_OTHER, SELL, TRAILING_STOP } from '../constants/code'
import { LEVEL_HEAD, LEVEL_PRICE, LEVEL_WORSE, ORDER_NEXT } from '../constants/layout'
import { I_BAND_HIGH, I_NOTIONAL_UNIT, I_SLIPPAGE, LEVELS, ORDERS } from '../constants/map'
import {
  D_QUOTE_AMOUNT,
  D_TRAILING_BPS,
  D_TRIGGER_LIMIT_PRICE,
  D_TRIGGER_PRICE,
  draftPrice,
  draftQuantity,
  draftSide,
  draftType,
} from './draft'
import { hasLimit, lotsToAmount, quoteValue } from './holds'
import { remainingOf } from './order-row'

/** Hold of a draft, minor units of quote (buys) or base (sells); −1 when no price is known to compute it. */
export function needOfDraft(instrument: usize, user: usize, draft: usize): i64 {
  const holdsFee = feeInQuote(instrument) && draftSide(draft) == BUY
  return needAtRate(instrument, draft, holdsFee ? highestRateOf(user, instrument, BUY) : 0)
}

/** As needOfDraft with a fee rate of the caller's; a buy by amount pays its fee out of the amount. */
export function needAtRate(instrument: usize, draft: usize, rate: i64): i64 {
  if (draftSide(draft) == SELL) return lotsToAmount(instrument, draftQuantity(draft))
  const amount = load<i64>(draft, D_QUOTE_AMOUNT)
  if (amount != 0) return amount
  const value = buyValue(instrument, draft)
  return rate == 0 || value < 0 ? value : addUpTo(value, feeOf(value, rate))
}

function buyValue(instrument: usize, draft: usize): i64 {
  const type = draftType(draft)
  const quantity = draftQuantity(draft)
  if (hasLimit(type)) return quoteValue(instrument, draftPrice(draft), quantity)
  if (type == MARKET) return marketBuyValue(instrument, quantity)
  if (type == TRAILING_STOP) return trailingValue(instrument, draft)
  if (type == ONE_CANCELS_OTHER) return listValue(instrument, draft)
  return withSlippage(instrument, quoteValue(instrument, load<f64>(draft, D_TRIGGER_PRICE), quantity))
}

function listValue(instrument: usize, draft: usize): i64 {
  const quantity = draftQuantity(draft)
  const first = quoteValue(instrument, draftPrice(draft), quantity)
  const limit = load<f64>(draft, D_TRIGGER_LIMIT_PRICE)
  const second =
    limit != 0
      ? quoteValue(instrument, limit, quantity)
      : withSlippage(instrument, quoteValue(instrument, load<f64>(draft, D_TRIGGER_PRICE), quantity))
  return second > first ? second : first
}

/** ceil(value × (1 + slippage cap)). */
function withSlippage(instrument: usize, value: i64): i64 {
  return addUpTo(value, feeOf(value, i64(load<f64>(instrument, I_SLIPPAGE))))
}

/** ceil(price × quantity × (1 + δ) × (1 + slippage cap)), rounded once. */
function trailingValue(instrument: usize, draft: usize): i64 {
  const price = marketPrice(instrument)
  if (price == 0) return -1
  const unit = load<f64>(instrument, I_NOTIONAL_UNIT)
  return trailingNeed(price, draftQuantity(draft), unit, load<f64>(draft, D_TRAILING_BPS), load<f64>(instrument, I_SLIPPAGE))
}

/** ceil(Σ asks that the quantity needs × (1 + slippage cap)): best first, inside the band, hidden and own ones too. */
export function marketBuyValue(instrument: usize, quantity: f64): i64 {
  bandNow(instrument)
  const most = load<f64>(instrument, I_BAND_HIGH)
  let left = quantity
  let value: i64 = 0
  for (let level = bestOf(ladderOf(instrument, ASKS)); level != 0 && left > 0; level = load<usize>(level, LEVELS + LEVEL_WORSE)) {
    const price = load<f64>(level, LEVELS + LEVEL_PRICE)
    if (price > most) break
    for (let maker = load<usize>(level, LEVELS + LEVEL_HEAD); maker != 0 && left > 0; maker = load<usize>(maker, ORDERS + ORDER_NEXT)) {
      const taken = min(left, remainingOf(maker))
      value = addUpTo(value, quoteValue(instrument, price, taken))
      left -= taken
    }
  }
  return withSlippage(instrument, value)
}

/** What a fired buy that trades at market needs on hold, with the fee rate of its placing. */
export function marketBuyNeed(instrument: usize, rate: i64, quantity: f64): i64 {
  const value = marketBuyValue(instrument, quantity)
  return rate == 0 ? value : addUpTo(value, feeOf(value, rate))
}
