/**
 * Checks of an order before anything happens, in the order of REASONS: the first that fails is the answer. Pure: nothing here
 * changes the state, so a preview runs the same code. Numbers of an entry may be anything until `checkForm` has passed; only behind
 * it are they turned to integers.
 */
import { bandNow } from '../market/band'
import { marketPrice, valueOf } from '../market/instrument'
import { referencePrice } from '../market/reference-price'
import { isSafeInteger, NOTIONAL_LIMIT } from '../money/exact'
import { triggerPriceNow } from '../product'
import { checkStanding } from '../user/user'
import { hasLimit } from './order-flags'
import { Draft, Instrument, state, User } from '../../generated/rows'
import {
  AUCTION,
  BUY,
  FOK,
  GTC,
  GTD,
  IOC,
  LIMIT,
  MARKET,
  ONE_CANCELS_OTHER,
  POST_ONLY,
  SELL,
  STOP_LIMIT,
  STOP_MARKET,
  STP_DECREMENT,
  TAKE_PROFIT_MARKET,
  TRADING,
  TRAILING_STOP,
} from '../constants/code'
import {
  BAD_EXPIRY,
  BAD_ICEBERG,
  BAD_LIST_PRICES,
  BAD_NUMBER,
  NONE,
  ORDER_TYPE_UNSUPPORTED,
  PAIR_BUSY,
  PAIR_DISABLED,
  PAIR_HALTED,
  PRICE_BAND,
  PRICE_TOO_HIGH,
  QUANTITY_TOO_LARGE,
  QUANTITY_TOO_SMALL,
  SELF_TRADE_MODE_UNSUPPORTED,
  SIDE_DISABLED,
  TIME_IN_FORCE_UNSUPPORTED,
  TRADING_DISABLED,
  TRAILING_DELTA_RANGE,
  VALUE_TOO_LARGE,
  VALUE_TOO_SMALL,
  WOULD_TRIGGER_IMMEDIATELY,
} from '../constants/reason'

const GTD_LIFE_MIN_MS: f64 = 60_000
const GTD_LIFE_MAX_MS: f64 = 90 * 86_400_000
const BPS_ONE: f64 = 10_000
/** 2^62: amounts stay below. */
const AMOUNT_LIMIT: i64 = 1 << 62

/** May this user place or amend anything? */
export function checkUser(user: User): i32 {
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  return user.trading == 0 ? TRADING_DISABLED : NONE
}

/** Does the pair take orders of this side, type and time in force now? While it collects orders to re-open, only those that may rest. */
export function checkPair(instrument: Instrument, side: i32, type: i32, timeInForce: i32): i32 {
  if (instrument.work != 0) return PAIR_BUSY
  if (instrument.enabled == 0) return PAIR_DISABLED
  if (load<u8>(instrument.sidesEnabled + (side == BUY ? 0 : 1)) == 0) return SIDE_DISABLED
  const status = instrument.status
  if (status == TRADING) return NONE
  if (status != AUCTION) return PAIR_HALTED
  return type == LIMIT && timeInForce != IOC && timeInForce != FOK ? NONE : PAIR_HALTED
}

/** Checks that need no state but the pair's terms and prices. `isChild`: placed later, so the market may look different then. */
export function checkTerms(instrument: Instrument, draft: Draft, isChild: bool): i32 {
  const form = checkForm(draft)
  if (form != NONE) return form
  const size = checkSize(instrument, draft)
  if (size != NONE) return size
  if (!isChild && instrument.bandRate != 0) {
    const band = checkBand(instrument, draft)
    if (band != NONE) return band
  }
  const isPlain = draft.timeInForce == GTC && draft.type == LIMIT
  if (isPlain && draft.visible == 0 && draft.expireAt == 0) return NONE
  return checkOptions(instrument, draft, isChild)
}

/** Price cap, quantity range and value bounds: all that a smaller quantity of a resting order must still meet. */
export function checkSize(instrument: Instrument, draft: Draft): i32 {
  const ranges = checkRanges(instrument, draft)
  return ranges != NONE ? ranges : checkValue(instrument, draft)
}

@inline function isCount(value: f64): bool {
  return isSafeInteger(value) && value > 0
}

@inline function isCountOrNone(value: f64): bool {
  return isSafeInteger(value) && value >= 0
}

function checkForm(draft: Draft): i32 {
  const type = draft.type
  if (type > ONE_CANCELS_OTHER || draft.side > SELL) return ORDER_TYPE_UNSUPPORTED
  if (!allowsTimeInForce(type, draft.timeInForce)) return TIME_IN_FORCE_UNSUPPORTED
  if (draft.selfTrade > STP_DECREMENT) return SELF_TRADE_MODE_UNSUPPORTED
  return hasGoodNumbers(draft, type) ? NONE : BAD_NUMBER
}

function allowsTimeInForce(type: i32, timeInForce: i32): bool {
  if (timeInForce > GTD) return false
  if (type == LIMIT) return true
  if (type == ONE_CANCELS_OTHER) return timeInForce == GTC || timeInForce == GTD
  if (hasLimit(type)) return timeInForce != POST_ONLY
  return timeInForce == GTC || timeInForce == IOC
}

/** Required fields are positive safe integers, all others are not given. */
function hasGoodNumbers(draft: Draft, type: i32): bool {
  const amount = draft.quoteAmount
  const isList = type == ONE_CANCELS_OTHER
  const isByAmount = type == MARKET && draft.side == BUY && amount != 0
  const isTrailing = type == TRAILING_STOP
  const isConditional = type >= STOP_LIMIT && type <= TAKE_PROFIT_MARKET
  if (!isCountIf(hasLimit(type) || isList, draft.price)) return false
  if (!isCountIf(!isByAmount && draft.isWhole == 0, draft.quantity)) return false
  if (isByAmount ? amount < 0 || amount >= AMOUNT_LIMIT : amount != 0) return false
  if (!isCountIf(isConditional || isList, draft.triggerPrice)) return false
  const triggerLimitPrice = draft.triggerLimitPrice
  if (isList ? !isCountOrNone(triggerLimitPrice) : triggerLimitPrice != 0) return false
  const activationPrice = draft.activationPrice
  if (isTrailing ? !isCountOrNone(activationPrice) : activationPrice != 0) return false
  if (!isCountIf(isTrailing, draft.trailingBps)) return false
  return isCountOrNone(draft.visible) && isCountOrNone(draft.expireAt)
}

/** A count where it is required, else not given. */
@inline function isCountIf(isRequired: bool, value: f64): bool {
  return isRequired ? isCount(value) : value == 0
}

function checkRanges(instrument: Instrument, draft: Draft): i32 {
  const cap = instrument.priceCap
  if (cap != 0 && (draft.price > cap || draft.triggerLimitPrice > cap)) return PRICE_TOO_HIGH
  const quantity = draft.quantity
  if (quantity == 0) return NONE
  const least = instrument.quantityMin
  // what only closes may be as little as there is
  if (least != 0 && quantity < least && draft.isClose == 0) return QUANTITY_TOO_SMALL
  const most = instrument.quantityMax
  return most != 0 && quantity > most ? QUANTITY_TOO_LARGE : NONE
}

/** Highest price at which the order's value counts, 0 = unknown: then its value is not checked. */
function valuePrice(instrument: Instrument, draft: Draft): f64 {
  const type = draft.type
  if (type == MARKET) return referencePrice(instrument)
  if (type == TRAILING_STOP) return marketPrice(instrument)
  const price = draft.price
  return price != 0 ? price : draft.triggerPrice
}

function checkValue(instrument: Instrument, draft: Draft): i32 {
  const type = draft.type
  const amount = draft.quoteAmount
  if (amount != 0) return checkAmount(instrument, type, amount)
  if (draft.quantity * instrument.lotUnit >= NOTIONAL_LIMIT) return VALUE_TOO_LARGE
  const first = checkValueAt(instrument, draft, valuePrice(instrument, draft))
  if (first != NONE || type != ONE_CANCELS_OTHER) return first
  const limit = draft.triggerLimitPrice
  return checkValueAt(instrument, draft, limit != 0 ? limit : draft.triggerPrice)
}

function checkValueAt(instrument: Instrument, draft: Draft, price: f64): i32 {
  if (price == 0) return NONE
  const quantity = draft.quantity
  if (price * quantity * instrument.notionalUnit >= NOTIONAL_LIMIT) return VALUE_TOO_LARGE
  if (draft.isClose != 0) return NONE
  return checkAmount(instrument, draft.type, valueOf(instrument, price, quantity))
}

function checkAmount(instrument: Instrument, type: i32, value: i64): i32 {
  const least = instrument.notionalMin
  if (least != 0 && value < least) return VALUE_TOO_SMALL
  const most = instrument.notionalMax
  if (most != 0 && value > most) return VALUE_TOO_LARGE
  if (type != MARKET) return NONE
  const cap = instrument.marketCap
  return cap != 0 && value > cap ? VALUE_TOO_LARGE : NONE
}

/** Limit orders and the limit leg of a list; what waits for a trigger is measured when it enters. */
export function checkBand(instrument: Instrument, draft: Draft): i32 {
  const type = draft.type
  if (type != LIMIT && type != ONE_CANCELS_OTHER) return NONE
  bandNow(instrument)
  return isBeyondBand(instrument, draft.side, draft.price) ? PRICE_BAND : NONE
}

/** Does a limit lie where no order may be placed, by the band as it was last brought up to date? Buys are bounded above, sells below. */
export function isBeyondBand(instrument: Instrument, side: i32, price: f64): bool {
  return side == BUY ? price > instrument.bandHigh : price < instrument.bandLow
}

function checkOptions(instrument: Instrument, draft: Draft, isChild: bool): i32 {
  const expiry = checkExpiry(draft)
  if (expiry != NONE) return expiry
  if (draft.visible != 0 && !isGoodIceberg(instrument, draft)) return BAD_ICEBERG
  const type = draft.type
  if (type == TRAILING_STOP && !isGoodDelta(instrument, draft.trailingBps)) return TRAILING_DELTA_RANGE
  const last: f64 = isChild ? 0 : triggerPriceNow(instrument, draft.triggerBy)
  if (type == ONE_CANCELS_OTHER) return areListPricesGood(draft, last) ? NONE : BAD_LIST_PRICES
  return wouldTrigger(type, draft.side, draft.triggerPrice, last) ? WOULD_TRIGGER_IMMEDIATELY : NONE
}

function checkExpiry(draft: Draft): i32 {
  const expireAt = draft.expireAt
  if (draft.timeInForce != GTD) return expireAt == 0 ? NONE : BAD_EXPIRY
  const life = expireAt - state.at
  return life >= GTD_LIFE_MIN_MS && life <= GTD_LIFE_MAX_MS ? NONE : BAD_EXPIRY
}

function isGoodIceberg(instrument: Instrument, draft: Draft): bool {
  const timeInForce = draft.timeInForce
  if (draft.type != LIMIT || timeInForce == IOC || timeInForce == FOK) return false
  const quantity = draft.quantity
  const visible = draft.visible
  if (visible > quantity) return false
  // each slice is a fill of its own
  const least = instrument.notionalMin
  if (least != 0 && valueOf(instrument, draft.price, visible) < least) return false
  const most = instrument.icebergParts
  return most == 0 || (i64(quantity) + i64(visible) - 1) / i64(visible) <= i64(most)
}

function isGoodDelta(instrument: Instrument, bps: f64): bool {
  const least = instrument.trailingMin
  const most = instrument.trailingMax
  if (bps >= BPS_ONE) return false
  return (least == 0 || bps >= least) && (most == 0 || bps <= most)
}

/** SELL: limit price > last > trigger price; BUY the other way round. Without a last price the two are compared with each other. */
function areListPricesGood(draft: Draft, last: f64): bool {
  const isSell = draft.side == SELL
  const price = draft.price
  const triggerPrice = draft.triggerPrice
  const upper = isSell ? price : triggerPrice
  const lower = isSell ? triggerPrice : price
  return last == 0 ? upper > lower : upper > last && last > lower
}

/** True for orders that fire when the price rises to their trigger: buy stops and sell take-profits. */
export function firesOnRise(type: i32, side: i32): bool {
  const isStop = type == STOP_LIMIT || type == STOP_MARKET
  return isStop == (side == BUY)
}

/** True when the condition is met at this price; 0 = no price known. */
export function wouldTrigger(type: i32, side: i32, triggerPrice: f64, price: f64): bool {
  if (price == 0 || type < STOP_LIMIT || type > TAKE_PROFIT_MARKET) return false
  return firesOnRise(type, side) ? price >= triggerPrice : price <= triggerPrice
}
