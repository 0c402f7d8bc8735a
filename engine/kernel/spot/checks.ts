/**
 * Checks of an order before anything happens, in the order of REASONS: the first that fails is the answer. Pure: nothing here
 * changes the state, so a preview runs the same code. Numbers of an entry may be anything until `checkForm` has passed; only behind
 * it are they turned to integers.
 */
import { bandNow } from '../market/band'
import { marketPrice, referencePrice } from '../market/instrument'
import { isSafeInteger, NOTIONAL_LIMIT } from '../money'
import {
  ACTIVE,
  AUCTION,
  BUY,
  DISABLED,
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
import { USER_STATUS, USER_TRADING } from '../constants/layout'
import {
  I_BAND_HIGH,
  I_BAND_LOW,
  I_BAND_RATE,
  I_ENABLED,
  I_ICEBERG_PARTS,
  I_LOT_UNIT,
  I_MARKET_CAP,
  I_NOTIONAL_MAX,
  I_NOTIONAL_MIN,
  I_NOTIONAL_UNIT,
  I_PRICE_CAP,
  I_QUANTITY_MAX,
  I_QUANTITY_MIN,
  I_SIDES_ENABLED,
  I_STATUS,
  I_TRAILING_MAX,
  I_TRAILING_MIN,
  S_AT,
  USERS,
} from '../constants/map'
import {
  ACCOUNT_DISABLED,
  ACCOUNT_FROZEN,
  BAD_EXPIRY,
  BAD_ICEBERG,
  BAD_LIST_PRICES,
  BAD_NUMBER,
  NONE,
  ORDER_TYPE_UNSUPPORTED,
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
import {
  D_ACTIVATION_PRICE,
  D_EXPIRE_AT,
  D_QUOTE_AMOUNT,
  D_SELF_TRADE,
  D_TIME_IN_FORCE,
  D_TRAILING_BPS,
  D_TRIGGER_LIMIT_PRICE,
  D_TRIGGER_PRICE,
  D_VISIBLE,
  draftPrice,
  draftQuantity,
  draftSide,
  draftType,
} from './draft'
import { hasLimit, quoteValue } from './holds'

const GTD_LIFE_MIN_MS: f64 = 60_000
const GTD_LIFE_MAX_MS: f64 = 90 * 86_400_000
const BPS_ONE: f64 = 10_000
/** 2^62: amounts stay below. */
const AMOUNT_LIMIT: i64 = 1 << 62

/** May this user place or amend anything? */
export function checkUser(user: usize): i32 {
  const status: i32 = load<u8>(user, USERS + USER_STATUS)
  if (status != ACTIVE) return status == DISABLED ? ACCOUNT_DISABLED : ACCOUNT_FROZEN
  return load<u8>(user, USERS + USER_TRADING) == 0 ? TRADING_DISABLED : NONE
}

/** Does the pair take orders of this side, type and time in force now? While it collects orders to re-open, only those that may rest. */
export function checkPair(instrument: usize, side: i32, type: i32, timeInForce: i32): i32 {
  if (load<i32>(instrument, I_ENABLED) == 0) return PAIR_DISABLED
  if (load<u8>(instrument + (side == BUY ? 0 : 1), I_SIDES_ENABLED) == 0) return SIDE_DISABLED
  const status = load<i32>(instrument, I_STATUS)
  if (status == TRADING) return NONE
  if (status != AUCTION) return PAIR_HALTED
  return type == LIMIT && timeInForce != IOC && timeInForce != FOK ? NONE : PAIR_HALTED
}

/** Checks that need no state but the pair's terms and prices. `isChild`: placed later, so the market may look different then. */
export function checkTerms(instrument: usize, draft: usize, isChild: bool): i32 {
  const form = checkForm(draft)
  if (form != NONE) return form
  const size = checkSize(instrument, draft)
  if (size != NONE) return size
  if (!isChild && load<f64>(instrument, I_BAND_RATE) != 0) {
    const band = checkBand(instrument, draft)
    if (band != NONE) return band
  }
  const isPlain = load<i32>(draft, D_TIME_IN_FORCE) == GTC && draftType(draft) == LIMIT
  if (isPlain && load<f64>(draft, D_VISIBLE) == 0 && load<f64>(draft, D_EXPIRE_AT) == 0) return NONE
  return checkOptions(instrument, draft, isChild)
}

/** Price cap, quantity range and value bounds: all that a smaller quantity of a resting order must still meet. */
export function checkSize(instrument: usize, draft: usize): i32 {
  const ranges = checkRanges(instrument, draft)
  return ranges != NONE ? ranges : checkValue(instrument, draft)
}

@inline function isCount(value: f64): bool {
  return isSafeInteger(value) && value > 0
}

@inline function isCountOrNone(value: f64): bool {
  return isSafeInteger(value) && value >= 0
}

function checkForm(draft: usize): i32 {
  const type = draftType(draft)
  if (type > ONE_CANCELS_OTHER || draftSide(draft) > SELL) return ORDER_TYPE_UNSUPPORTED
  if (!allowsTimeInForce(type, load<i32>(draft, D_TIME_IN_FORCE))) return TIME_IN_FORCE_UNSUPPORTED
  if (load<i32>(draft, D_SELF_TRADE) > STP_DECREMENT) return SELF_TRADE_MODE_UNSUPPORTED
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
function hasGoodNumbers(draft: usize, type: i32): bool {
  const amount = load<i64>(draft, D_QUOTE_AMOUNT)
  const isList = type == ONE_CANCELS_OTHER
  const isByAmount = type == MARKET && draftSide(draft) == BUY && amount != 0
  const isTrailing = type == TRAILING_STOP
  const isConditional = type >= STOP_LIMIT && type <= TAKE_PROFIT_MARKET
  if (!isCountIf(hasLimit(type) || isList, draftPrice(draft))) return false
  if (!isCountIf(!isByAmount, draftQuantity(draft))) return false
  if (isByAmount ? amount < 0 || amount >= AMOUNT_LIMIT : amount != 0) return false
  if (!isCountIf(isConditional || isList, load<f64>(draft, D_TRIGGER_PRICE))) return false
  const triggerLimitPrice = load<f64>(draft, D_TRIGGER_LIMIT_PRICE)
  if (isList ? !isCountOrNone(triggerLimitPrice) : triggerLimitPrice != 0) return false
  const activationPrice = load<f64>(draft, D_ACTIVATION_PRICE)
  if (isTrailing ? !isCountOrNone(activationPrice) : activationPrice != 0) return false
  if (!isCountIf(isTrailing, load<f64>(draft, D_TRAILING_BPS))) return false
  return isCountOrNone(load<f64>(draft, D_VISIBLE)) && isCountOrNone(load<f64>(draft, D_EXPIRE_AT))
}

/** A count where it is required, else not given. */
@inline function isCountIf(isRequired: bool, value: f64): bool {
  return isRequired ? isCount(value) : value == 0
}

function checkRanges(instrument: usize, draft: usize): i32 {
  const cap = load<f64>(instrument, I_PRICE_CAP)
  if (cap != 0 && (draftPrice(draft) > cap || load<f64>(draft, D_TRIGGER_LIMIT_PRICE) > cap)) return PRICE_TOO_HIGH
  const quantity = draftQuantity(draft)
  if (quantity == 0) return NONE
  const least = load<f64>(instrument, I_QUANTITY_MIN)
  if (least != 0 && quantity < least) return QUANTITY_TOO_SMALL
  const most = load<f64>(instrument, I_QUANTITY_MAX)
  return most != 0 && quantity > most ? QUANTITY_TOO_LARGE : NONE
}

/** Highest price at which the order's value counts, 0 = unknown: then its value is not checked. */
function valuePrice(instrument: usize, draft: usize): f64 {
  const type = draftType(draft)
  if (type == MARKET) return referencePrice(instrument, load<f64>(S_AT))
  if (type == TRAILING_STOP) return marketPrice(instrument)
  const price = draftPrice(draft)
  return price != 0 ? price : load<f64>(draft, D_TRIGGER_PRICE)
}

function checkValue(instrument: usize, draft: usize): i32 {
  const type = draftType(draft)
  const amount = load<i64>(draft, D_QUOTE_AMOUNT)
  if (amount != 0) return checkAmount(instrument, type, amount)
  if (draftQuantity(draft) * load<f64>(instrument, I_LOT_UNIT) >= NOTIONAL_LIMIT) return VALUE_TOO_LARGE
  const first = checkValueAt(instrument, draft, valuePrice(instrument, draft))
  if (first != NONE || type != ONE_CANCELS_OTHER) return first
  const limit = load<f64>(draft, D_TRIGGER_LIMIT_PRICE)
  return checkValueAt(instrument, draft, limit != 0 ? limit : load<f64>(draft, D_TRIGGER_PRICE))
}

function checkValueAt(instrument: usize, draft: usize, price: f64): i32 {
  if (price == 0) return NONE
  const quantity = draftQuantity(draft)
  if (price * quantity * load<f64>(instrument, I_NOTIONAL_UNIT) >= NOTIONAL_LIMIT) return VALUE_TOO_LARGE
  return checkAmount(instrument, draftType(draft), quoteValue(instrument, price, quantity))
}

function checkAmount(instrument: usize, type: i32, value: i64): i32 {
  const least = load<i64>(instrument, I_NOTIONAL_MIN)
  if (least != 0 && value < least) return VALUE_TOO_SMALL
  const most = load<i64>(instrument, I_NOTIONAL_MAX)
  if (most != 0 && value > most) return VALUE_TOO_LARGE
  if (type != MARKET) return NONE
  const cap = load<i64>(instrument, I_MARKET_CAP)
  return cap != 0 && value > cap ? VALUE_TOO_LARGE : NONE
}

/** Limit orders and the limit leg of a list; what waits for a trigger is measured when it enters. */
export function checkBand(instrument: usize, draft: usize): i32 {
  const type = draftType(draft)
  if (type != LIMIT && type != ONE_CANCELS_OTHER) return NONE
  bandNow(instrument)
  return isBeyondBand(instrument, draftSide(draft), draftPrice(draft)) ? PRICE_BAND : NONE
}

/** Does a limit lie where no order may be placed, by the band as it was last brought up to date? Buys are bounded above, sells below. */
export function isBeyondBand(instrument: usize, side: i32, price: f64): bool {
  return side == BUY ? price > load<f64>(instrument, I_BAND_HIGH) : price < load<f64>(instrument, I_BAND_LOW)
}

function checkOptions(instrument: usize, draft: usize, isChild: bool): i32 {
  const expiry = checkExpiry(draft)
  if (expiry != NONE) return expiry
  if (load<f64>(draft, D_VISIBLE) != 0 && !isGoodIceberg(instrument, draft)) return BAD_ICEBERG
  const type = draftType(draft)
  if (type == TRAILING_STOP && !isGoodDelta(instrument, load<f64>(draft, D_TRAILING_BPS))) return TRAILING_DELTA_RANGE
  const last: f64 = isChild ? 0 : marketPrice(instrument)
  if (type == ONE_CANCELS_OTHER) return areListPricesGood(draft, last) ? NONE : BAD_LIST_PRICES
  return wouldTrigger(type, draftSide(draft), load<f64>(draft, D_TRIGGER_PRICE), last) ? WOULD_TRIGGER_IMMEDIATELY : NONE
}

function checkExpiry(draft: usize): i32 {
  const expireAt = load<f64>(draft, D_EXPIRE_AT)
  if (load<i32>(draft, D_TIME_IN_FORCE) != GTD) return expireAt == 0 ? NONE : BAD_EXPIRY
  const life = expireAt - load<f64>(S_AT)
  return life >= GTD_LIFE_MIN_MS && life <= GTD_LIFE_MAX_MS ? NONE : BAD_EXPIRY
}

function isGoodIceberg(instrument: usize, draft: usize): bool {
  const timeInForce = load<i32>(draft, D_TIME_IN_FORCE)
  if (draftType(draft) != LIMIT || timeInForce == IOC || timeInForce == FOK) return false
  const quantity = draftQuantity(draft)
  const visible = load<f64>(draft, D_VISIBLE)
  if (visible > quantity) return false
  const most = load<f64>(instrument, I_ICEBERG_PARTS)
  return most == 0 || (i64(quantity) + i64(visible) - 1) / i64(visible) <= i64(most)
}

function isGoodDelta(instrument: usize, bps: f64): bool {
  const least = load<f64>(instrument, I_TRAILING_MIN)
  const most = load<f64>(instrument, I_TRAILING_MAX)
  if (bps >= BPS_ONE) return false
  return (least == 0 || bps >= least) && (most == 0 || bps <= most)
}

/** SELL: limit price > last > trigger price; BUY the other way round. Without a last price the two are compared with each other. */
function areListPricesGood(draft: usize, last: f64): bool {
  const isSell = draftSide(draft) == SELL
  const price = draftPrice(draft)
  const triggerPrice = load<f64>(draft, D_TRIGGER_PRICE)
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
