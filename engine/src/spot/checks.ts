/**
 * Checks of an order before anything happens, in the order of REASONS: the first that fails is the answer. Pure: nothing here
 * changes the state, so a preview runs the same code.
 */
import * as code from '../codec/code.ts'
import * as layout from '../layout.ts'
import { bandOf } from '../market/band.ts'
import { type Instrument, MARKET_NOTIONAL_CAP, NOTIONAL_LIMIT, NOTIONAL_MAX, NOTIONAL_MIN } from '../market/instrument.ts'
import { divideCeil } from '../money/rounding.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import type { Draft } from './draft.ts'
import { hasLimit, quoteValue } from './holds.ts'

const {
  ACTIVE,
  AUCTION,
  BUY: CODE_BUY,
  DISABLED,
  FOK,
  GTC,
  GTD,
  IOC,
  LIMIT,
  MARKET,
  ONE_CANCELS_OTHER,
  POST_ONLY,
  SELL: CODE_SELL,
  STOP_LIMIT,
  STOP_MARKET,
  STP_DECREMENT,
  TAKE_PROFIT_MARKET,
  TRADING,
  TRAILING_STOP,
} = code
const { USER_STATUS, USER_TRADING } = layout

const GTD_LIFE_MIN_MS = 60_000
const GTD_LIFE_MAX_MS = 90 * 86_400_000
const BPS_ONE = 10_000

/** May this user place or amend anything? */
export function checkUser(state: State, user: number): Reason {
  const users = state.users.view
  const status = users.getUint8(user + USER_STATUS)
  if (status !== ACTIVE) return status === DISABLED ? 'accountDisabled' : 'accountFrozen'
  return users.getUint8(user + USER_TRADING) === 0 ? 'tradingDisabled' : 'none'
}

/** Does the pair take orders of this side, type and time in force now? While it collects orders to re-open, only those that may rest. */
export function checkPair(instrument: Instrument, side: number, type: number, timeInForce: number): Reason {
  if (!instrument.terms.enabled) return 'pairDisabled'
  if (!(side === CODE_BUY ? instrument.terms.buyEnabled : instrument.terms.sellEnabled)) return 'sideDisabled'
  if (instrument.status === TRADING) return 'none'
  if (instrument.status !== AUCTION) return 'pairHalted'
  return type === LIMIT && timeInForce !== IOC && timeInForce !== FOK ? 'none' : 'pairHalted'
}

/** Checks that need no state but the pair's terms and prices. `isChild`: placed later, so the market may look different then. */
export function checkTerms(state: State, instrument: Instrument, draft: Draft, isChild: boolean): Reason {
  const form = checkForm(draft)
  if (form !== 'none') return form
  const size = checkSize(state, instrument, draft)
  if (size !== 'none') return size
  if (!isChild && instrument.terms.priceBandE8 !== 0) {
    const band = checkBand(state, instrument, draft)
    if (band !== 'none') return band
  }
  if (draft.timeInForce === GTC && draft.type === LIMIT && draft.visible === 0 && draft.expireAt === 0) return 'none'
  return checkOptions(state, instrument, draft, isChild)
}

/** Price cap, quantity range and value bounds: all that a smaller quantity of a resting order must still meet. */
export function checkSize(state: State, instrument: Instrument, draft: Draft): Reason {
  const ranges = checkRanges(instrument, draft)
  return ranges !== 'none' ? ranges : checkValue(state, instrument, draft)
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

function isCountOrNone(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function checkForm(draft: Draft): Reason {
  const { type, timeInForce } = draft
  if (type > ONE_CANCELS_OTHER || draft.side > CODE_SELL) return 'orderTypeUnsupported'
  if (!allowsTimeInForce(type, timeInForce)) return 'timeInForceUnsupported'
  if (draft.selfTrade > STP_DECREMENT) return 'selfTradeModeUnsupported'
  return hasGoodNumbers(draft) ? 'none' : 'badNumber'
}

function allowsTimeInForce(type: number, timeInForce: number): boolean {
  if (timeInForce > GTD) return false
  if (type === LIMIT) return true
  if (type === ONE_CANCELS_OTHER) return timeInForce === GTC || timeInForce === GTD
  if (hasLimit(type)) return timeInForce !== POST_ONLY
  return timeInForce === GTC || timeInForce === IOC
}

/** Required fields are positive safe integers, all others are not given. */
function hasGoodNumbers(draft: Draft): boolean {
  const { type } = draft
  const isList = type === ONE_CANCELS_OTHER
  const isByAmount = type === MARKET && draft.side === CODE_BUY && draft.quoteAmount !== 0n
  const isTrailing = type === TRAILING_STOP
  const isConditional = type >= STOP_LIMIT && type <= TAKE_PROFIT_MARKET
  if (hasLimit(type) || isList ? !isCount(draft.price) : draft.price !== 0) return false
  if (isByAmount ? draft.quantity !== 0 : !isCount(draft.quantity)) return false
  if (isByAmount ? draft.quoteAmount < 0n || draft.quoteAmount >= 2n ** 62n : draft.quoteAmount !== 0n) return false
  if (isConditional || isList ? !isCount(draft.triggerPrice) : draft.triggerPrice !== 0) return false
  if (isList ? !isCountOrNone(draft.triggerLimitPrice) : draft.triggerLimitPrice !== 0) return false
  if (isTrailing ? !isCountOrNone(draft.activationPrice) : draft.activationPrice !== 0) return false
  if (isTrailing ? !isCount(draft.trailingBps) : draft.trailingBps !== 0) return false
  return isCountOrNone(draft.visible) && isCountOrNone(draft.expireAt)
}

function checkRanges(instrument: Instrument, draft: Draft): Reason {
  const { terms } = instrument
  const cap = terms.limitPriceCap
  if (cap !== 0 && (draft.price > cap || draft.triggerLimitPrice > cap)) return 'priceTooHigh'
  if (draft.quantity === 0) return 'none'
  if (terms.quantityMin !== 0 && draft.quantity < terms.quantityMin) return 'quantityTooSmall'
  if (terms.quantityMax !== 0 && draft.quantity > terms.quantityMax) return 'quantityTooLarge'
  return 'none'
}

/** Highest price at which the order's value counts, 0 = unknown: then its value is not checked. */
function valuePrice(state: State, instrument: Instrument, draft: Draft): number {
  if (draft.type === MARKET) return instrument.referencePrice(state.at)
  if (draft.type === TRAILING_STOP) return instrument.marketPrice()
  return draft.price !== 0 ? draft.price : draft.triggerPrice
}

function checkValue(state: State, instrument: Instrument, draft: Draft): Reason {
  if (draft.quoteAmount !== 0n) return checkAmount(instrument, draft.type, draft.quoteAmount)
  if (draft.quantity * instrument.lotUnit >= NOTIONAL_LIMIT) return 'valueTooLarge'
  const first = checkValueAt(instrument, draft, valuePrice(state, instrument, draft))
  if (first !== 'none' || draft.type !== ONE_CANCELS_OTHER) return first
  return checkValueAt(instrument, draft, draft.triggerLimitPrice !== 0 ? draft.triggerLimitPrice : draft.triggerPrice)
}

function checkValueAt(instrument: Instrument, draft: Draft, price: number): Reason {
  if (price === 0) return 'none'
  if (price * draft.quantity * instrument.notionalUnit >= NOTIONAL_LIMIT) return 'valueTooLarge'
  return checkAmount(instrument, draft.type, quoteValue(instrument, price, draft.quantity))
}

function checkAmount(instrument: Instrument, type: number, value: bigint): Reason {
  const money = instrument.money
  const least = money.getBigInt64(NOTIONAL_MIN, true)
  if (least !== 0n && value < least) return 'valueTooSmall'
  const most = money.getBigInt64(NOTIONAL_MAX, true)
  if (most !== 0n && value > most) return 'valueTooLarge'
  if (type !== MARKET) return 'none'
  const cap = money.getBigInt64(MARKET_NOTIONAL_CAP, true)
  return cap !== 0n && value > cap ? 'valueTooLarge' : 'none'
}

function checkBand(state: State, instrument: Instrument, draft: Draft): Reason {
  if (draft.type !== LIMIT && draft.type !== ONE_CANCELS_OTHER) return 'none'
  const band = bandOf(state, instrument)
  return (draft.side === CODE_BUY ? draft.price > band.high : draft.price < band.low) ? 'priceBand' : 'none'
}

function checkOptions(state: State, instrument: Instrument, draft: Draft, isChild: boolean): Reason {
  const expiry = checkExpiry(state, draft)
  if (expiry !== 'none') return expiry
  if (draft.visible !== 0 && !isGoodIceberg(instrument, draft)) return 'badIceberg'
  if (draft.type === TRAILING_STOP && !isGoodDelta(instrument, draft.trailingBps)) return 'trailingDeltaRange'
  if (draft.type === ONE_CANCELS_OTHER) return areListPricesGood(draft, isChild ? 0 : instrument.marketPrice()) ? 'none' : 'badListPrices'
  if (!isChild && wouldTrigger(draft.type, draft.side, draft.triggerPrice, instrument.marketPrice())) return 'wouldTriggerImmediately'
  return 'none'
}

function checkExpiry(state: State, draft: Draft): Reason {
  if (draft.timeInForce !== GTD) return draft.expireAt === 0 ? 'none' : 'badExpiry'
  const life = draft.expireAt - state.at
  return life >= GTD_LIFE_MIN_MS && life <= GTD_LIFE_MAX_MS ? 'none' : 'badExpiry'
}

function isGoodIceberg(instrument: Instrument, draft: Draft): boolean {
  if (draft.type !== LIMIT || draft.timeInForce === IOC || draft.timeInForce === FOK) return false
  if (draft.visible > draft.quantity) return false
  const most = instrument.terms.icebergPartsMax
  return most === 0 || divideCeil(BigInt(draft.quantity), BigInt(draft.visible)) <= BigInt(most)
}

function isGoodDelta(instrument: Instrument, bps: number): boolean {
  const { trailingBpsMin, trailingBpsMax } = instrument.terms
  if (bps >= BPS_ONE) return false
  return (trailingBpsMin === 0 || bps >= trailingBpsMin) && (trailingBpsMax === 0 || bps <= trailingBpsMax)
}

/** SELL: limit price > last > trigger price; BUY the other way round. Without a last price the two are compared with each other. */
function areListPricesGood(draft: Draft, last: number): boolean {
  const upper = draft.side === CODE_SELL ? draft.price : draft.triggerPrice
  const lower = draft.side === CODE_SELL ? draft.triggerPrice : draft.price
  return last === 0 ? upper > lower : upper > last && last > lower
}

/** True for orders that fire when the price rises to their trigger: buy stops and sell take-profits. */
export function firesOnRise(type: number, side: number): boolean {
  const isStop = type === STOP_LIMIT || type === STOP_MARKET
  return isStop === (side === CODE_BUY)
}

/** True when the condition is met at this price; 0 = no price known. */
export function wouldTrigger(type: number, side: number, triggerPrice: number, price: number): boolean {
  if (price === 0 || type < STOP_LIMIT || type > TAKE_PROFIT_MARKET) return false
  return firesOnRise(type, side) ? price >= triggerPrice : price <= triggerPrice
}
