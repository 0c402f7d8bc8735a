/** What an order of a contract reserves while it lives, and what has to hold when it is changed or fires. */
import { post } from '../../ledger/posting'
import { becomeLimit, hasLimit, sideOf, typeOf } from '../../orders/order-flags'
import { extraOf } from '../../orders/extra'
import { contractValue, isUncountableAt, mostValueAt } from '../contract'
import { freeOf, hasRoomForSeat, openCross, openSeat, raise } from '../position/cross'
import { closableOf, isClosing, isWaiting, openingLots, opposedBy, positionFor } from './legs'
import { isInRange, needOfOpening, withinRange, worstPrice } from './need'
import { mayMoveStop } from './outlook'
import { notePledged, spareOf } from './pledge'
import { restingValue } from './resting'
import { fitsAttached } from './sides'
import { noteReserved } from '../risk/watch'
import { Contract, Desk, Draft, Instrument, Order, Position, Seat, User } from '../../../generated/rows'
import {
  BUY,
  CAUSE_HOLD,
  CAUSE_RELEASE,
  CLOSE_HALT,
  CLOSE_INSUFFICIENT_BALANCE,
  CLOSE_NONE,
  CLOSE_POSITION_CLOSED,
  CLOSE_REDUCE_ONLY,
  REDUCE_ONLY,
  STOP_LIMIT,
  TAKE_PROFIT_LIMIT,
  TAKE_PROFIT_MARKET,
  TRADING,
} from '../../constants/code'
import { BIT_FEE_IN_QUOTE } from '../../constants/layout'
import { BAD_TAKE_PROFIT, IN_LIQUIDATION, INDEX_FROZEN, LEVERAGE_TIER, NONE, NOTHING_TO_CLOSE, PAIR_HALTED, PRICE_BAND, VALUE_TOO_LARGE } from '../../constants/reason'

/** The fee of either side is in the margin coin. */
export const FEE_BITS: u32 = <u32>BIT_FEE_IN_QUOTE

const DEFAULT_LEVERAGE: u32 = 20
/** Positions and orders of a customer on a side stay below 2^60. */
const VALUE_MOST: i64 = 1 << 60

/** Gives a new desk of a contract its account and its seat. Its user has a contract account, and there is room: `checkSeat`. */
export function openAccounts(desk: Desk, instrument: Instrument): void {
  const contract = instrument.contract
  const cross = openCross(desk.user.trader, contract.marginAsset)
  desk.baseAccount = cross.account
  desk.quoteAccount = cross.account
  const seat = openSeat(desk, cross, firstLeverage(contract))
  seat.contract = contract
}

/** Leverage of who set none. */
export function firstLeverage(contract: Contract): u32 {
  return max(contract.leastLeverage, min(DEFAULT_LEVERAGE, contract.mostLeverage))
}

/** Is there room for a user's first order on a contract? */
export function hasRoomFor(desk: Desk): bool {
  return desk.exists || hasRoomForSeat()
}

@inline export function worstPriceOf(instrument: Instrument, isBuy: bool): f64 {
  return worstPrice(instrument, isBuy)
}

/** Price at which an order is measured: its limit, else the worst at which it may trade. */
export function priceOf(instrument: Instrument, type: i32, side: i32, price: f64): f64 {
  return hasLimit(type) ? price : worstPrice(instrument, side == BUY)
}

/** What a draft reserves: of one that waits for a trigger, nothing. `spared`: the rest of the order in whose place it comes, or 0. */
export function needOfDraft(instrument: Instrument, user: User, draft: Draft, spared: f64): i64 {
  if (draft.triggerPrice != 0 || draft.callback != 0 || draft.callbackRate != 0 || draft.isClose != 0) return 0
  const price = priceOf(instrument, draft.type, draft.side, draft.price)
  return needFor(instrument, seatOf(user, instrument), draft.side, price, draft.quantity, spared)
}

/** Of a user who has none yet, none. */
export function seatOf(user: User, instrument: Instrument): Seat {
  let seat = user.trader.seats
  while (seat.exists && seat.contract != instrument.contract) seat = seat.next
  return seat
}

/** Need of so many opening lots of an order at a price. */
export function needOfLots(instrument: Instrument, seat: Seat, side: i32, price: f64, lots: f64): i64 {
  const leverage = seat.exists ? seat.leverage : firstLeverage(instrument.contract)
  return lots == 0 ? 0 : needOfOpening(instrument, side, price, lots, leverage)
}

/** Need of an order at a price with all that stands already. */
export function needFor(instrument: Instrument, seat: Seat, side: i32, price: f64, quantity: f64, spared: f64): i64 {
  const lots = seat.exists ? openingLots(seat, side, false, quantity, spared) : quantity
  return needOfLots(instrument, seat, side, price, lots)
}

/** What an order that fired needs now. */
export function needOfFired(instrument: Instrument, order: Order): i64 {
  if (isClosing(order)) return 0
  const side = sideOf(order)
  return needFor(instrument, order.desk.seat, side, priceOf(instrument, typeOf(order), side, order.price), order.remaining, 0)
}

/** What the rest of an order needs by the current mark and with all that stands besides. */
export function needOfRest(instrument: Instrument, order: Order): i64 {
  if (isClosing(order) || isWaiting(order)) return 0
  const side = sideOf(order)
  // of what rests on its side it is no claim of its own
  const own = order.level.exists ? order.remaining : 0
  return needFor(instrument, order.desk.seat, side, priceOf(instrument, typeOf(order), side, order.price), order.remaining, own)
}

/** What an order may need at most, with what it holds already. */
export function spendable(order: Order): i64 {
  return spareOf(order.desk.seat) + order.held
}

/** Reserves; what is missing in the balance is paid out of profits first. The caller has checked that it is free. */
export function hold(order: Order, amount: i64): void {
  if (amount == 0) return
  const cross = order.desk.seat.cross
  raise(cross, amount)
  order.held += amount
  notePledged(order, amount)
  post(cross.account, -amount, amount, CAUSE_HOLD, order.id)
  noteReserved(cross, amount)
}

/** Frees what an order reserves beyond the need of its rest. */
export function trimHold(instrument: Instrument, order: Order): void {
  const excess = order.held - needOfRest(instrument, order)
  if (excess <= 0 || order.held == 0) return
  order.held -= excess
  notePledged(order, -excess)
  post(order.desk.seat.cross.account, excess, -excess, CAUSE_RELEASE, order.id)
}

// ---- an order that fires ----

/** Fits an order that fired to what there is to close, and says why it may not enter. */
export function refusalOfFired(instrument: Instrument, order: Order): i32 {
  const extra = extraOf(order)
  const side = sideOf(order)
  takeLimit(instrument, order)
  if (!isClosing(order)) {
    if (instrument.contract.isShut != 0 || instrument.status == REDUCE_ONLY) return CLOSE_HALT
    return isTooMuch(instrument, order.desk.seat, side, priceOf(instrument, typeOf(order), side, order.price), order.remaining, 0) == NONE
      ? CLOSE_NONE
      : CLOSE_INSUFFICIENT_BALANCE
  }
  const position = positionFor(order.desk.seat, side, true)
  const opposed = opposedBy(position, side)
  if (opposed == 0) return CLOSE_POSITION_CLOSED
  const isWhole = extra.condition.exists && extra.condition.isWhole != 0
  const lots = isWhole ? opposed : min(order.remaining, closableOf(position))
  if (lots == 0) return CLOSE_REDUCE_ONLY
  order.quantity += lots - order.remaining
  order.remaining = lots
  return CLOSE_NONE
}

/** One that trails may have a limit; what closes at market trades no worse than that, and what is left of it rests there. */
function takeLimit(instrument: Instrument, order: Order): void {
  const type = typeOf(order)
  if (hasLimit(type)) return
  if (order.price == 0) {
    if (!isClosing(order)) return
    order.price = worstPrice(instrument, sideOf(order) == BUY)
  }
  becomeLimit(order, type == TAKE_PROFIT_MARKET ? TAKE_PROFIT_LIMIT : STOP_LIMIT)
}

// ---- bounds of what a user may have ----

/** Is what a side would come to more than its leverage allows, or than can be counted? `spared`: value of a resting order about to be replaced. */
export function isTooMuch(instrument: Instrument, seat: Seat, side: i32, price: f64, lots: f64, spared: i64): i32 {
  const contract = instrument.contract
  const most = mostValueAt(contract, seat.exists ? seat.leverage : firstLeverage(contract))
  if (isUncountableAt(contract, lots, price, contract.mark)) return VALUE_TOO_LARGE
  const value = exposureOf(instrument, seat, side, price, lots, spared)
  if (value >= VALUE_MOST) return VALUE_TOO_LARGE
  return value > most ? LEVERAGE_TIER : NONE
}

/** Value that a side would come to: what is open that way, resting orders that open, and so many lots more. */
export function exposureOf(instrument: Instrument, seat: Seat, side: i32, price: f64, lots: f64, spared: i64): i64 {
  const contract = instrument.contract
  let value = contractValue(contract, price, lots)
  if (!seat.exists) return value
  const position = positionFor(seat, side, false)
  if (position.exists && (position.isShort != 0) == (side != BUY)) value += contractValue(contract, contract.mark, position.quantity)
  return value + restingValue(seat, side) - spared
}

/** May nothing of this user be done on a contract, because he is being liquidated? */
export function isBroken(seat: Seat): bool {
  if (!seat.exists) return false
  return seat.cross.isBroken != 0 || isBrokenOne(seat.long) || isBrokenOne(seat.short)
}

function isBrokenOne(position: Position): bool {
  return position.exists && position.isBroken != 0
}

/** Checks of an amendment that only contracts have. */
export function checkAmended(instrument: Instrument, order: Order, draft: Draft): i32 {
  const contract = instrument.contract
  const seat = order.desk.seat
  if (instrument.status != TRADING && !(instrument.status == REDUCE_ONLY && draft.isClose != 0)) return PAIR_HALTED
  if (isBroken(seat)) return IN_LIQUIDATION
  const isConditional = isWaiting(order)
  const around = isConditional ? draft.triggerPrice : contract.mark
  if (draft.isClose != 0) {
    if (hasLimit(draft.type)) draft.price = withinRange(contract, draft.side == BUY, draft.price, around)
    if (isConditional) return mayMoveStop(instrument, order, draft.triggerPrice) ? NONE : BAD_TAKE_PROFIT
    const lots = closableOf(positionFor(seat, draft.side, true)) + order.remaining
    return draft.quantity - (order.quantity - order.remaining) <= lots ? NONE : NOTHING_TO_CLOSE
  }
  if (hasLimit(draft.type) && !isInRange(contract, draft.price, around)) return PRICE_BAND
  if (contract.isShut != 0) return INDEX_FROZEN
  const rest = draft.quantity - (order.quantity - order.remaining)
  // it rests at its old price
  const spared = isConditional ? 0 : contractValue(contract, order.price, order.remaining)
  const tooMuch = isConditional || rest <= 0 ? NONE : isTooMuch(instrument, seat, draft.side, draft.price, rest, spared)
  if (tooMuch != NONE) return tooMuch
  return fitsAttached(order, draft) ? NONE : BAD_TAKE_PROFIT
}
