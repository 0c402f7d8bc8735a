/** What an order needs on hold at its placing. Pure. */
import * as code from '../codec/code.ts'
import * as layout from '../layout.ts'
import { bandOf } from '../market/band.ts'
import { highestRateOf } from '../market/fee-schedule.ts'
import type { Instrument } from '../market/instrument.ts'
import { feeOf } from '../money/notional.ts'
import { divideCeil } from '../money/rounding.ts'
import type { State } from '../state.ts'
import type { Draft } from './draft.ts'
import { hasLimit, lotsToAmount, quoteValue } from './holds.ts'

const { BUY, MARKET, ONE_CANCELS_OTHER, SELL, TRAILING_STOP } = code
const { LEVEL_HEAD, LEVEL_PRICE, LEVEL_WORSE, ORDER_NEXT, ORDER_REMAINING } = layout

/** Hold of a draft, minor units of quote (buys) or base (sells); −1n when no price is known to compute it. */
export function needOfDraft(state: State, instrument: Instrument, user: number, draft: Draft): bigint {
  const holdsFee = instrument.feeInQuote && draft.side === BUY
  return needAtRate(state, instrument, draft, holdsFee ? highestRateOf(state, user, instrument, BUY) : 0n)
}

/** As needOfDraft with a fee rate of the caller's; a buy by amount pays its fee out of the amount. */
export function needAtRate(state: State, instrument: Instrument, draft: Draft, rate: bigint): bigint {
  if (draft.side === SELL) return lotsToAmount(instrument, draft.quantity)
  if (draft.quoteAmount !== 0n) return draft.quoteAmount
  const value = buyValue(state, instrument, draft)
  return rate === 0n || value < 0n ? value : value + feeOf(value, rate)
}

function buyValue(state: State, instrument: Instrument, draft: Draft): bigint {
  if (hasLimit(draft.type)) return quoteValue(instrument, draft.price, draft.quantity)
  switch (draft.type) {
    case MARKET:
      return marketBuyValue(state, instrument, draft.quantity)
    case TRAILING_STOP:
      return trailingValue(instrument, draft)
    case ONE_CANCELS_OTHER:
      return listValue(instrument, draft)
    default:
      return withSlippage(instrument, quoteValue(instrument, draft.triggerPrice, draft.quantity))
  }
}

function listValue(instrument: Instrument, draft: Draft): bigint {
  const first = quoteValue(instrument, draft.price, draft.quantity)
  const second =
    draft.triggerLimitPrice !== 0
      ? quoteValue(instrument, draft.triggerLimitPrice, draft.quantity)
      : withSlippage(instrument, quoteValue(instrument, draft.triggerPrice, draft.quantity))
  if (second > first) return second
  return first
}

/** ceil(value × (1 + slippage cap)). */
function withSlippage(instrument: Instrument, value: bigint): bigint {
  return value + feeOf(value, BigInt(instrument.terms.slippageCapE8))
}

/** ceil(price × quantity × (1 + δ) × (1 + slippage cap)), rounded once. */
function trailingValue(instrument: Instrument, draft: Draft): bigint {
  const price = instrument.marketPrice()
  if (price === 0) return -1n
  const value = BigInt(price) * BigInt(draft.quantity) * BigInt(instrument.notionalUnit)
  const scaled = value * BigInt(10_000 + draft.trailingBps) * BigInt(100_000_000 + instrument.terms.slippageCapE8)
  return divideCeil(scaled, 10n ** 12n)
}

/** ceil(Σ asks that the quantity needs × (1 + slippage cap)): best first, inside the band, hidden and own ones too. */
export function marketBuyValue(state: State, instrument: Instrument, quantity: number): bigint {
  const orders = state.orders.view
  const levels = state.levels.view
  const most = bandOf(state, instrument).high
  let left = quantity
  let value = 0n
  for (let level = instrument.asks.best; level !== 0 && left > 0; level = levels.getInt32(level + LEVEL_WORSE, true)) {
    const price = levels.getFloat64(level + LEVEL_PRICE, true)
    if (price > most) break
    for (let maker = levels.getInt32(level + LEVEL_HEAD, true); maker !== 0 && left > 0; ) {
      const taken = Math.min(left, orders.getFloat64(maker + ORDER_REMAINING, true))
      value += quoteValue(instrument, price, taken)
      left -= taken
      maker = orders.getInt32(maker + ORDER_NEXT, true)
    }
  }
  return withSlippage(instrument, value)
}

/** What a fired buy that trades at market needs on hold, with the fee rate of its placing. */
export function marketBuyNeed(state: State, instrument: Instrument, rate: bigint, quantity: number): bigint {
  const value = marketBuyValue(state, instrument, quantity)
  return rate === 0n ? value : value + feeOf(value, rate)
}
