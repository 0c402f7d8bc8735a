/** Conditional orders of contracts: a trigger tested against last price, mark or index, or one that trails the price. */
import { areZero, isSafeInteger } from '../../money/exact'
import { wouldTrigger } from '../../orders/checks'
import { priceBy } from '../prices'
import { PlaceContractOrderEntry } from '../../../generated/entries'
import { Draft, Instrument, state } from '../../../generated/rows'
import {
  BUY,
  BY_INDEX,
  DIRECTION_AUTO,
  DIRECTION_DOWN,
  DIRECTION_UP,
  GTC,
  IOC,
  LIMIT,
  STOP_LIMIT,
  STOP_MARKET,
  TAKE_PROFIT_LIMIT,
  TAKE_PROFIT_MARKET,
  TRAILING_STOP,
} from '../../constants/code'
import { BAD_EXPIRY, BAD_NUMBER, BAD_PARAMETER, NONE, TIME_IN_FORCE_UNSUPPORTED, TRAILING_DELTA_RANGE, WOULD_TRIGGER_IMMEDIATELY } from '../../constants/reason'

const RATE_ONE: i64 = 100_000_000
const LIFE_MOST_MS: f64 = 30 * 86_400_000

/** Reads trigger and trail into a draft, whose type becomes that of a conditional order. Which way it fires is decided by `checkCondition`. */
export function readCondition(entry: PlaceContractOrderEntry, draft: Draft): i32 {
  const trigger = entry.triggerPrice
  const callback = entry.callback
  const rate = entry.callbackRate
  const expireAt = entry.expireAt
  if (rate == 0 && areZero(trigger, callback, expireAt, 0))
    return entry.triggerBy > BY_INDEX || entry.direction != DIRECTION_AUTO ? BAD_PARAMETER : NONE
  if (!isCountOrNone(trigger) || !isCountOrNone(callback) || !isCountOrNone(expireAt) || rate < 0) return BAD_NUMBER
  if (entry.triggerBy > BY_INDEX || entry.direction > DIRECTION_DOWN) return BAD_PARAMETER
  const isTrailing = callback != 0 || rate != 0
  if (trigger == 0 && !isTrailing) {
    if (expireAt != 0) return BAD_EXPIRY
    return entry.direction == DIRECTION_AUTO ? NONE : BAD_PARAMETER
  }
  if (draft.timeInForce != (draft.type == LIMIT ? GTC : IOC)) return TIME_IN_FORCE_UNSUPPORTED
  if (callback != 0 && rate != 0) return BAD_NUMBER
  if (rate >= RATE_ONE) return TRAILING_DELTA_RANGE
  if (expireAt != 0 && !(expireAt > state.at && expireAt - state.at <= LIFE_MOST_MS)) return BAD_EXPIRY
  draft.triggerBy = entry.triggerBy
  draft.expireAt = expireAt
  if (!isTrailing) {
    draft.triggerPrice = trigger
    // its kind is settled with its direction
    draft.type = draft.type == LIMIT ? STOP_LIMIT : STOP_MARKET
    direction = entry.direction
    return NONE
  }
  draft.type = TRAILING_STOP
  draft.activationPrice = trigger
  draft.callback = callback
  draft.callbackRate = rate
  return NONE
}

/** How the conditional order that was read last is to fire. */
let direction: i32 = 0

@inline function isCountOrNone(value: f64): bool {
  return isSafeInteger(value) && value >= 0
}

/** Settles which way an order fires, and refuses one that would at once. */
export function checkCondition(instrument: Instrument, draft: Draft): i32 {
  if (draft.type == TRAILING_STOP) return priceBy(instrument, draft.triggerBy) == 0 ? BAD_PARAMETER : NONE
  const now = priceBy(instrument, draft.triggerBy)
  const rises = direction == DIRECTION_AUTO ? draft.triggerPrice > now : direction == DIRECTION_UP
  draft.type = typeThat(rises, draft.side, draft.type == STOP_LIMIT)
  return wouldTrigger(draft.type, draft.side, draft.triggerPrice, now) ? WOULD_TRIGGER_IMMEDIATELY : NONE
}

/** The conditional type of a side that fires when the price rises to its trigger, or falls to it. */
export function typeThat(rises: bool, side: i32, hasLimit: bool): i32 {
  const isStop = rises == (side == BUY)
  if (isStop) return hasLimit ? STOP_LIMIT : STOP_MARKET
  return hasLimit ? TAKE_PROFIT_LIMIT : TAKE_PROFIT_MARKET
}
