/** Placing orders of contracts: which position they are about, the checks, then the rows, the reserve and the market. */
import { ASKS, BIDS, ladderOf } from '../../book/ladder'
import { findDesk, hasRoomForDesk, openDesk } from '../../market/desk'
import { idOf, instrumentAt } from '../../market/instrument'
import { hasRoom } from '../../memory/tables'
import { isSafeInteger } from '../../money/exact'
import { checkUser } from '../../orders/checks'
import { clearDraft, DRAFT_PARENT } from '../../orders/draft'
import { dryRun, NO_MONEY, WHOLE } from '../../orders/dry-run'
import { checkCounts, checkRoom } from '../../orders/limits'
import { makeOrder } from '../../orders/make-order'
import { nextOrderId } from '../../orders/order-id'
import { wouldCross } from '../../orders/match'
import { start } from '../../orders/place-order'
import { hold } from '../../product'
import { bindKey, settlePlainKey } from '../../user/keys'
import { makeLabel } from '../../user/label'
import { writeOutcomeOrder } from '../../events/write-outcome'
import { isUncountableAt } from '../contract'
import { checkAttached, makeAttached, tellAttached } from './attached'
import { checkCondition, readCondition } from './condition'
import { firstLeverage, hasRoomFor, isBroken, isTooMuch, needOfLots, priceOf, seatOf } from './holds'
import { closableOf, openingLots, opposedBy, positionFor } from './legs'
import { isInRange, withinRange, worstPrice } from './need'
import { checkOutlook } from './outlook'
import { previewTrial } from './trial'
import { ownPosition } from '../position/own'
import { PlaceContractOrderEntry } from '../../../generated/entries'
import { conditionsTable, Desk, Draft, Instrument, Key, Label, none, Position, Seat, state, User } from '../../../generated/rows'
import {
  ACTION_CLOSE,
  ACTION_OPEN,
  ACTION_REVERSE,
  BUY,
  IOC,
  LIMIT,
  MARKET,
  POST_ONLY,
  REDUCE_ONLY,
  SELL,
  STP_DECREMENT,
  STP_MAKER,
  STP_NONE,
  TRADING,
} from '../../constants/code'
import {
  BAD_NUMBER,
  BAD_PARAMETER,
  CONTRACT_NOT_OPENED,
  ENGINE_FULL,
  IN_LIQUIDATION,
  INDEX_FROZEN,
  INSTRUMENT_NOT_FOUND,
  INSUFFICIENT_BALANCE,
  LEVERAGE_MISMATCH,
  MARGIN_MODE_MISMATCH,
  NO_LIQUIDITY,
  NONE,
  NOTHING_TO_CLOSE,
  ORDER_TYPE_UNSUPPORTED,
  PAIR_DISABLED,
  PAIR_BUSY,
  PAIR_HALTED,
  POSITION_MODE_LOCKED,
  POSITION_NOT_FOUND,
  POST_ONLY_WOULD_CROSS,
  PRICE_BAND,
  PRICE_TOO_HIGH,
  QUANTITY_TOO_LARGE,
  QUANTITY_TOO_SMALL,
  SELF_TRADE_MODE_UNSUPPORTED,
  SIDE_DISABLED,
  TIME_IN_FORCE_UNSUPPORTED,
  USER_NOT_FOUND,
  VALUE_TOO_LARGE,
  VALUE_TOO_SMALL,
} from '../../constants/reason'

const DRAFT: Draft = DRAFT_PARENT

/** `system`; what lies behind it is the engine's alone. */
const SOURCE_SYSTEM: i32 = 2

// Of the placement that runs.
let instrument: Instrument = changetype<Instrument>(0)
let seat: Seat = changetype<Seat>(0)
let position: Position = changetype<Position>(0)
let need: i64 = 0
let openings: f64 = 0
let openingPrice: f64 = 0
let isReverse: bool = false

/** Runs a placeContractOrder entry. Returns the reason. */
export function placeContractOrder(entry: PlaceContractOrderEntry, user: User, key: Key): i32 {
  const reason = check(entry, user)
  if (reason != NONE) return reason
  const desk = seat.exists ? seat.desk : openDesk(user.id, instrument)
  seat = desk.seat
  place(entry, desk, key)
  return NONE
}

/** What `placeContractOrder` would answer now, for previews: nothing is placed. The need of its reserve is left in `state.need`. */
export function checkContractOrder(entry: PlaceContractOrderEntry, user: User): i32 {
  if (!user.exists) return USER_NOT_FOUND
  previewTrial(true)
  const reason = check(entry, user)
  previewTrial(false)
  state.need = need
  return reason
}

/** All checks, in the order of REASONS as far as one does not need the other; nothing is changed. */
function check(entry: PlaceContractOrderEntry, user: User): i32 {
  need = 0
  const standing = checkUser(user)
  if (standing != NONE) return standing
  if (!user.trader.exists) return CONTRACT_NOT_OPENED
  instrument = instrumentAt(entry.instrumentId)
  if (!instrument.exists || !instrument.contract.exists) return INSTRUMENT_NOT_FOUND
  seat = seatOf(user, instrument)
  const about = readDraft(entry, user)
  if (about != NONE) return about
  if (DRAFT.isClose != 0) takeEdge(entry)
  const form = checkForm(entry)
  if (form != NONE) return form
  const pair = checkContract(instrument, DRAFT.side, DRAFT.isClose != 0)
  if (pair != NONE) return pair
  if (isBroken(seat)) return IN_LIQUIDATION
  const settings = checkSettings(entry)
  if (settings != NONE) return settings
  const terms = checkTerms(entry)
  if (terms != NONE) return terms
  const isClose = DRAFT.isClose != 0
  const meant = isClose ? checkClosing(entry) : checkOpening(entry)
  if (meant != NONE) return meant
  const desk = seat.exists ? seat.desk : none<Desk>()
  const counts = checkCounts(instrument, desk, DRAFT, none<Draft>())
  if (counts != NONE) return counts
  if (isConditional()) return checkRooms(user, desk)
  const margin = isClose ? NONE : checkMargin(entry, user)
  if (margin != NONE) return margin
  const market = checkMarket()
  if (market != NONE) return market
  const whole = isReverse ? checkReversal() : NONE
  return whole != NONE ? whole : checkRooms(user, desk)
}

/** Does a contract take orders of this kind now? */
export function checkContract(pair: Instrument, side: i32, isClose: bool): i32 {
  if (pair.work != 0) return PAIR_BUSY
  if (pair.enabled == 0) return PAIR_DISABLED
  if (load<u8>(pair.sidesEnabled + (side == BUY ? 0 : 1)) == 0) return SIDE_DISABLED
  if (pair.status == TRADING || (pair.status == REDUCE_ONLY && isClose)) return NONE
  return PAIR_HALTED
}

/** Reads the order into the draft; closeWhole and reverse take side and quantity from the position. */
function readDraft(entry: PlaceContractOrderEntry, user: User): i32 {
  const action = entry.action
  isReverse = action == ACTION_REVERSE
  clearDraft(DRAFT)
  DRAFT.side = entry.side
  DRAFT.type = entry.type
  DRAFT.timeInForce = entry.timeInForce
  // what closes protects: an own order in its way ends
  DRAFT.selfTrade = action == ACTION_OPEN || entry.selfTrade == STP_NONE || entry.selfTrade > STP_DECREMENT ? entry.selfTrade : STP_MAKER
  DRAFT.source = entry.source
  DRAFT.price = entry.price
  DRAFT.quantity = entry.quantity
  DRAFT.isClose = i32(action != ACTION_OPEN && !isReverse)
  if (action > ACTION_REVERSE || DRAFT.side > SELL || DRAFT.source > SOURCE_SYSTEM) return BAD_PARAMETER
  if (action <= ACTION_CLOSE) return NONE
  position = ownPosition(user, entry.positionId)
  if (!position.exists || position.contract != instrument.contract) return POSITION_NOT_FOUND
  if (isReverse && user.trader.isHedged != 0) return POSITION_MODE_LOCKED
  DRAFT.side = position.isShort != 0 ? BUY : SELL
  DRAFT.type = MARKET
  DRAFT.timeInForce = IOC
  DRAFT.price = 0
  DRAFT.quantity = isReverse ? position.quantity * 2 : position.quantity
  return NONE
}

/** A limit that closes lies at the edge of the range where it would trade beyond it. */
function takeEdge(entry: PlaceContractOrderEntry): void {
  const around = entry.triggerPrice != 0 ? entry.triggerPrice : instrument.contract.mark
  if (isCount(DRAFT.price) && isCount(around)) DRAFT.price = withinRange(instrument.contract, DRAFT.side == BUY, DRAFT.price, around)
}

function checkForm(entry: PlaceContractOrderEntry): i32 {
  const type = DRAFT.type
  if (type != LIMIT && type != MARKET) return ORDER_TYPE_UNSUPPORTED
  const timeInForce = DRAFT.timeInForce
  if (timeInForce > POST_ONLY || (type == MARKET && timeInForce != IOC)) return TIME_IN_FORCE_UNSUPPORTED
  if (DRAFT.selfTrade == STP_NONE || DRAFT.selfTrade > STP_DECREMENT) return SELF_TRADE_MODE_UNSUPPORTED
  if (!isCount(DRAFT.quantity) || (type == LIMIT ? !isCount(DRAFT.price) : DRAFT.price != 0)) return BAD_NUMBER
  return readCondition(entry, DRAFT)
}

@inline function isCount(value: f64): bool {
  return isSafeInteger(value) && value > 0
}

/** Leverage and margin mode as the customer sees them have to be those that are set. What closes has none. */
function checkSettings(entry: PlaceContractOrderEntry): i32 {
  if (entry.action > ACTION_CLOSE) return NONE
  const isIsolated = seat.exists ? seat.isIsolated : 0
  if (<i32>entry.marginMode != <i32>isIsolated) return MARGIN_MODE_MISMATCH
  const leverage = seat.exists ? seat.leverage : firstLeverage(instrument.contract)
  return entry.leverage == leverage ? NONE : LEVERAGE_MISMATCH
}

@inline function isConditional(): bool {
  return DRAFT.type != LIMIT && DRAFT.type != MARKET
}

/** Ranges of price, quantity and value, and the condition. */
function checkTerms(entry: PlaceContractOrderEntry): i32 {
  const cap = instrument.priceCap
  if (cap != 0 && (DRAFT.price > cap || DRAFT.triggerPrice > cap)) return PRICE_TOO_HIGH
  const contract = instrument.contract
  if (contract.mark == 0) return INDEX_FROZEN
  const around = DRAFT.triggerPrice != 0 ? DRAFT.triggerPrice : contract.mark
  const isClose = DRAFT.isClose != 0
  // the limit of one that trails lies around the price from which it follows
  const centre = DRAFT.activationPrice != 0 ? DRAFT.activationPrice : around
  if (DRAFT.price != 0 && !isClose && !isInRange(contract, DRAFT.price, centre)) return PRICE_BAND
  const quantity = DRAFT.quantity
  if (!isClose && instrument.quantityMin != 0 && quantity < instrument.quantityMin) return QUANTITY_TOO_SMALL
  if (!isClose && instrument.quantityMax != 0 && quantity > instrument.quantityMax && entry.action <= ACTION_CLOSE) return QUANTITY_TOO_LARGE
  if (isUncountableAt(contract, isClose ? countedLots(quantity) : quantity, DRAFT.price, max(contract.mark, entry.triggerPrice))) return VALUE_TOO_LARGE
  const value = isClose ? NONE : checkValue(DRAFT.price != 0 ? DRAFT.price : around, quantity)
  if (value != NONE) return value
  return isConditional() ? checkCondition(instrument, DRAFT) : NONE
}

/** A closing order counts no more lots than the opposed position has. */
function countedLots(quantity: f64): f64 {
  return seat.exists ? min(quantity, opposedBy(positionFor(seat, DRAFT.side, true), DRAFT.side)) : 0
}

function checkValue(price: f64, quantity: f64): i32 {
  const value = price * quantity * instrument.notionalUnit
  if (instrument.notionalMin != 0 && value < <f64>instrument.notionalMin) return VALUE_TOO_SMALL
  if (instrument.notionalMax != 0 && value > <f64>instrument.notionalMax) return VALUE_TOO_LARGE
  return instrument.marketCap != 0 && DRAFT.price == 0 && value > <f64>instrument.marketCap ? VALUE_TOO_LARGE : NONE
}

/** Trims what closes to what there is to close. One that waits for a trigger is trimmed when it fires. */
function checkClosing(entry: PlaceContractOrderEntry): i32 {
  // it is one itself
  if (entry.takeProfit != 0 || entry.stopLoss != 0) return BAD_PARAMETER
  const about = seat.exists ? positionFor(seat, DRAFT.side, true) : none<Position>()
  const opposed = opposedBy(about, DRAFT.side)
  if (opposed == 0) return NOTHING_TO_CLOSE
  if (isConditional()) return NONE
  const isMarket = DRAFT.type == MARKET
  // what closes at market comes before what waits to close, which is cut then
  const lots = min(DRAFT.quantity, isMarket ? opposed : closableOf(about))
  if (lots == 0) return NOTHING_TO_CLOSE
  DRAFT.quantity = lots
  return NONE
}

/** How many lots open is found when it fires, of what waits for a trigger. */
function checkOpening(entry: PlaceContractOrderEntry): i32 {
  if (instrument.contract.isShut != 0) return INDEX_FROZEN
  if (!isConditional()) {
    const side = DRAFT.side
    openingPrice = priceOf(instrument, DRAFT.type, side, DRAFT.price)
    openings = seat.exists ? openingLots(seat, side, false, DRAFT.quantity, 0) : DRAFT.quantity
    const tooMuch = openings == 0 ? NONE : isTooMuch(instrument, seat, side, openingPrice, openings, 0)
    if (tooMuch != NONE) return tooMuch
  }
  return checkAttached(instrument, entry, DRAFT)
}

/** Is there the margin for what opens, and is the position far enough from its liquidation after its fill? */
function checkMargin(entry: PlaceContractOrderEntry, user: User): i32 {
  const side = DRAFT.side
  const price = openingPrice
  const lots = openings
  need = isReverse ? 0 : needOfLots(instrument, seat, side, price, lots)
  // an order at market is looked at as if it were filled at the mark
  const judged = DRAFT.price != 0 ? price : instrument.contract.mark
  return checkOutlook(instrument, user, seat, side, price, judged, lots, need, entry.checksLiquidation != 0)
}

/** A reversal trades whole or not at all. */
function checkReversal(): i32 {
  const met = dryRun(instrument, seat, DRAFT.side, false, openingPrice, DRAFT.quantity, 0, true, STP_MAKER)
  return met == WHOLE ? NONE : met == NO_MONEY ? INSUFFICIENT_BALANCE : NO_LIQUIDITY
}

/** Is there anything to trade with at market, and nothing where an order only rests? */
function checkMarket(): i32 {
  const side = DRAFT.side
  if (DRAFT.type == LIMIT)
    return DRAFT.timeInForce == POST_ONLY && wouldCross(instrument, side, DRAFT.price) ? POST_ONLY_WOULD_CROSS : NONE
  const isBuy = side == BUY
  const best = ladderOf(instrument, isBuy ? ASKS : BIDS).best
  const worst = worstPrice(instrument, isBuy)
  if (!best.exists) return NO_LIQUIDITY
  return (isBuy ? best.price <= worst : best.price >= worst) ? NONE : NO_LIQUIDITY
}

function checkRooms(user: User, desk: Desk): i32 {
  if (!hasRoomFor(desk) || !hasRoom(conditionsTable, 4) || (!desk.exists && !hasRoomForDesk(user))) return ENGINE_FULL
  return checkRoom(user, desk, DRAFT.expireAt != 0)
}

function place(entry: PlaceContractOrderEntry, desk: Desk, key: Key): void {
  const orderId = nextOrderId()
  const type = DRAFT.type
  if (key.exists) bindKey(key, orderId)
  const order = makeOrder(instrument, desk, DRAFT, type, key.exists ? makeLabel(key) : none<Label>())
  if (entry.takeProfit != 0 || entry.stopLoss != 0) {
    makeAttached(instrument, desk, order, entry)
    tellAttached(order)
  }
  hold(order, need)
  const status = start(instrument, order, type)
  const instrumentId = idOf(instrument)
  writeOutcomeOrder(orderId, 0, type, status, key, instrumentId)
  if (key.exists) settlePlainKey(key, type, status, instrumentId)
}
