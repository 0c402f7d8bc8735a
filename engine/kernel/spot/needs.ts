/** What an order needs on hold at its placing. Pure. A need beyond int64 counts as 2^63 − 1, which nobody can cover. */
import { ASKS, ladderOf } from '../book/ladder'
import { bandNow } from '../market/band'
import { highestRateOf } from '../market/fee-schedule'
import { feeInQuote, marketPrice } from '../market/instrument'
import { addUpTo, feeOf, RATE_ONE } from '../money/exact'
import { mulDivCeil } from '../money/wide'
import { hasLimit, lotsToAmount, quoteValue } from './holds'
import { Draft, Instrument, User } from '../../generated/rows'
import { BUY, MARKET, ONE_CANCELS_OTHER, SELL, TRAILING_STOP } from '../constants/code'

const BPS_ONE: u64 = 10_000

/** Hold of a draft, minor units of quote (buys) or base (sells); −1 when no price is known to compute it. */
export function needOfDraft(instrument: Instrument, user: User, draft: Draft): i64 {
  const holdsFee = feeInQuote(instrument) && draft.side == BUY
  return needAtRate(instrument, draft, holdsFee ? highestRateOf(user, instrument, BUY) : 0)
}

/** As needOfDraft with a fee rate of the caller's; a buy by amount pays its fee out of the amount. */
export function needAtRate(instrument: Instrument, draft: Draft, rate: i64): i64 {
  if (draft.side == SELL) return lotsToAmount(instrument, draft.quantity)
  const amount = draft.quoteAmount
  if (amount != 0) return amount
  const value = buyValue(instrument, draft)
  return rate == 0 || value < 0 ? value : addUpTo(value, feeOf(value, rate))
}

function buyValue(instrument: Instrument, draft: Draft): i64 {
  const type = draft.type
  const quantity = draft.quantity
  if (hasLimit(type)) return quoteValue(instrument, draft.price, quantity)
  if (type == MARKET) return marketBuyValue(instrument, quantity)
  if (type == TRAILING_STOP) return trailingValue(instrument, draft)
  if (type == ONE_CANCELS_OTHER) return listValue(instrument, draft)
  return withSlippage(instrument, quoteValue(instrument, draft.triggerPrice, quantity))
}

function listValue(instrument: Instrument, draft: Draft): i64 {
  const quantity = draft.quantity
  const first = quoteValue(instrument, draft.price, quantity)
  const limit = draft.triggerLimitPrice
  const second =
    limit != 0
      ? quoteValue(instrument, limit, quantity)
      : withSlippage(instrument, quoteValue(instrument, draft.triggerPrice, quantity))
  return second > first ? second : first
}

/** ceil(value × (1 + slippage cap)). */
function withSlippage(instrument: Instrument, value: i64): i64 {
  return addUpTo(value, feeOf(value, i64(instrument.slippage)))
}

/** ceil(price × quantity × (1 + δ) × (1 + slippage cap)), rounded once. */
function trailingValue(instrument: Instrument, draft: Draft): i64 {
  const price = marketPrice(instrument)
  if (price == 0) return -1
  const factor = (BPS_ONE + u64(draft.trailingBps)) * u64(<f64>RATE_ONE + instrument.slippage)
  return mulDivCeil(quoteValue(instrument, price, draft.quantity), factor, BPS_ONE * RATE_ONE)
}

/** ceil(Σ asks that the quantity needs × (1 + slippage cap)): best first, inside the band, hidden and own ones too. */
export function marketBuyValue(instrument: Instrument, quantity: f64): i64 {
  bandNow(instrument)
  const most = instrument.bandHigh
  let left = quantity
  let value: i64 = 0
  for (let level = ladderOf(instrument, ASKS).best; level.exists && left > 0; level = level.worse) {
    const price = level.price
    if (price > most) break
    for (let maker = level.head; maker.exists && left > 0; maker = maker.next) {
      const taken = min(left, maker.remaining)
      value = addUpTo(value, quoteValue(instrument, price, taken))
      left -= taken
    }
  }
  return withSlippage(instrument, value)
}

/** What a fired buy that trades at market needs on hold, with the fee rate of its placing. */
export function marketBuyNeed(instrument: Instrument, rate: i64, quantity: f64): i64 {
  const value = marketBuyValue(instrument, quantity)
  return rate == 0 ? value : addUpTo(value, feeOf(value, rate))
}
