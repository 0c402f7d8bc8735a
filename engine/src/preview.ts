/** What an order would come to now, by the engine's own checks and arithmetic; nothing changes. */
import * as code from './codec/code.ts'
import type { OrderTerms, PlaceOrder } from './command.ts'
import { type AssetId, asAssetId } from './ids/id.ts'
import * as layout from './layout.ts'
import { bandOf } from './market/band.ts'
import { findDesk } from './market/desk.ts'
import { rateOf, TAKER } from './market/fee-schedule.ts'
import type { Instrument } from './market/instrument.ts'
import { feeOf } from './money/notional.ts'
import type { Reason } from './reason.ts'
import { checkPair, checkUser } from './spot/checks.ts'
import { Draft } from './spot/draft.ts'
import { hasLimit, lotsToAmount, quoteValue } from './spot/holds.ts'
import { checkedNeed, checkPlacement } from './spot/place-order.ts'
import { instrumentAt, type State } from './state.ts'
import { userHandle } from './user/user.ts'

const {
  BUY,
  FOK,
  LIMIT,
  MARKET,
  ORDER_TYPES,
  SELF_TRADE_MODES,
  SELL,
  SIDES,
  SOURCES,
  STP_DECREMENT,
  STP_MAKER,
  STP_NONE,
  TIMES_IN_FORCE,
  TRADING,
} = code
const { LEVEL_HEAD, LEVEL_PRICE, LEVEL_WORSE, ORDER_DESK, ORDER_NEXT, ORDER_REMAINING, USER_ID } = layout

export interface Preview {
  /** 'none' or why it would be refused. */
  readonly reason: Reason
  /** Hold at placement, minor units of `heldAssetId`. */
  readonly held: bigint
  readonly heldAssetId: AssetId
  /** Taker fee of what would trade at once, each fill rounded up, minor units of `feeAssetId`. */
  readonly fee: bigint
  readonly feeAssetId: AssetId
  /** Lots and quote minor units that would trade at once. */
  readonly executedQuantity: number
  readonly executedQuote: bigint
}

/** Previews a placeOrder at engine time or at `at`, whichever is later (only the date of a GTD order depends on it). */
export function previewOrder(state: State, command: PlaceOrder, at: number): Preview {
  const user = command.userId === 0 ? 0 : userHandle(state, command.userId)
  const instrument = instrumentAt(state, command.instrumentId)
  const draft = draftOf(command.terms, command)
  const refused = (reason: Reason): Preview => ({ ...nothing(instrument, draft), reason })
  if (user === 0) return refused('userNotFound')
  const userReason = checkUser(state, user)
  if (userReason !== 'none') return refused(userReason)
  if (instrument === undefined) return refused('instrumentNotFound')
  const pairReason = checkPair(instrument, draft.side, draft.type, draft.timeInForce)
  if (pairReason !== 'none') return refused(pairReason)
  if (command.terms.timeInForce === 'gtd' && command.terms.expireAt - Math.max(at, state.at) < 60_000) return refused('badExpiry')
  const child = command.child === null ? null : draftOf(command.child, command)
  const reason = checkPlacement(state, instrument, user, command.userId, draft, child)
  if (reason === 'insufficientBalance') return { ...refused(reason), held: checkedNeed() }
  if (reason !== 'none') return refused(reason)
  const held = checkedNeed()
  return { ...nothing(instrument, draft), ...simulate(state, instrument, user, draft, held), held }
}

function draftOf(terms: OrderTerms, command: PlaceOrder): Draft {
  const draft = new Draft()
  draft.side = code.codeOf(SIDES, terms.side)
  draft.type = code.codeOf(ORDER_TYPES, terms.type)
  draft.timeInForce = code.codeOf(TIMES_IN_FORCE, terms.timeInForce)
  draft.selfTrade = code.codeOf(SELF_TRADE_MODES, command.selfTrade)
  draft.source = code.codeOf(SOURCES, command.source)
  draft.price = terms.price
  draft.quantity = terms.quantity
  draft.quoteAmount = terms.quoteAmount
  draft.triggerPrice = terms.triggerPrice
  draft.triggerLimitPrice = terms.triggerLimitPrice
  draft.activationPrice = terms.activationPrice
  draft.trailingBps = terms.trailingBps
  draft.visible = terms.visibleQuantity
  draft.expireAt = terms.expireAt
  return draft
}

function nothing(instrument: Instrument | undefined, draft: Draft): Preview {
  const isBuy = draft.side === BUY
  const base = asAssetId(instrument?.baseAssetId ?? 0)
  const quote = asAssetId(instrument?.quoteAssetId ?? 0)
  return {
    reason: 'none',
    held: 0n,
    heldAssetId: isBuy ? quote : base,
    fee: 0n,
    feeAssetId: isBuy && instrument?.feeInQuote !== true ? base : quote,
    executedQuantity: 0,
    executedQuote: 0n,
  }
}

interface Execution {
  fee: bigint
  executedQuantity: number
  executedQuote: bigint
}

function simulate(state: State, instrument: Instrument, user: number, draft: Draft, held: bigint): Execution {
  const result: Execution = { fee: 0n, executedQuantity: 0, executedQuote: 0n }
  if (draft.type !== LIMIT && draft.type !== MARKET) return result
  if (instrument.status !== TRADING) return result
  const rate = rateOf(state, user, instrument, draft.side, TAKER)
  const desk = findDesk(state, state.users.view.getInt32(user + USER_ID, true), instrument.instrumentId)
  let left = draft.quoteAmount !== 0n ? Infinity : draft.quantity
  for (const maker of makersFor(state, instrument, draft)) {
    if (maker.desk === desk && desk !== 0 && draft.selfTrade !== STP_NONE) {
      if (draft.selfTrade === STP_MAKER) continue
      if (draft.selfTrade !== STP_DECREMENT) break
      left -= Math.min(left, maker.quantity)
      continue
    }
    const quantity = Math.min(left, maker.quantity, affordable(instrument, draft, maker.price, held - spent(instrument, result), rate))
    if (quantity < 1) break
    const notional = quoteValue(instrument, maker.price, quantity)
    const isInBase = draft.side === BUY && !instrument.feeInQuote
    result.fee += feeOf(isInBase ? lotsToAmount(instrument, quantity) : notional, rate)
    result.executedQuantity += quantity
    result.executedQuote += notional
    left -= quantity
  }
  return draft.timeInForce === FOK && left > 0 ? { fee: 0n, executedQuantity: 0, executedQuote: 0n } : result
}

function spent(instrument: Instrument, result: Execution): bigint {
  return instrument.feeInQuote ? result.executedQuote + result.fee : result.executedQuote
}

/** Lots that a market buy's hold covers at a price; unlimited for orders that hold by quantity. */
function affordable(instrument: Instrument, draft: Draft, price: number, left: bigint, rate: bigint): number {
  if (draft.side === SELL || hasLimit(draft.type)) return Infinity
  const lot = quoteValue(instrument, price, 1)
  if (!instrument.feeInQuote) return Number(left / lot)
  let lots = (left * 100_000_000n) / (lot * (100_000_000n + rate))
  while ((lots + 1n) * lot + feeOf((lots + 1n) * lot, rate) <= left) lots += 1n
  return Number(lots)
}

interface Maker {
  readonly price: number
  readonly quantity: number
  readonly desk: number
}

/** Resting orders that the draft would meet, in matching order, hidden parts included. */
function* makersFor(state: State, instrument: Instrument, draft: Draft): Generator<Maker> {
  const levels = state.levels.view
  const orders = state.orders.view
  const isBuy = draft.side === BUY
  const band = bandOf(state, instrument)
  const limit = hasLimit(draft.type) ? draft.price : isBuy ? Infinity : 0
  const worst = isBuy ? Math.min(limit, band.high) : Math.max(limit, band.low)
  for (let level = (isBuy ? instrument.asks : instrument.bids).best; level !== 0; level = levels.getInt32(level + LEVEL_WORSE, true)) {
    const price = levels.getFloat64(level + LEVEL_PRICE, true)
    if (isBuy ? price > worst : price < worst) return
    for (let order = levels.getInt32(level + LEVEL_HEAD, true); order !== 0; order = orders.getInt32(order + ORDER_NEXT, true))
      yield {
        price,
        quantity: orders.getFloat64(order + ORDER_REMAINING, true),
        desk: orders.getInt32(order + ORDER_DESK, true),
      }
  }
}
