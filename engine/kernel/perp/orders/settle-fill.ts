/**
 * One fill of a contract: each side closes what it can of an opposed position and opens the rest. Whether it can bear the fill was asked
 * before (`meet.ts`), so nothing here fails. The sum of its postings is zero with what `clearing:pnl` gains.
 */
import { CLEARING_PNL, INCOME_CONTRACT_FEE, openHouseAccount } from '../../ledger/account'
import { post, postHouse } from '../../ledger/posting'
import { makeSure } from '../../events/out'
import { MAKER, TAKER } from '../../market/fee-schedule'
import { idOf, valueOf } from '../../market/instrument'
import { pushEntrant } from '../../memory/lists'
import { feeOf } from '../../money/exact'
import { childOf, partnerOf } from '../../orders/extra'
import { setStatus, sideOf } from '../../orders/order-flags'
import { contractValue } from '../contract'
import { excessLoss, initialOfOpening, marginOfOpening } from './judge'
import { forgetAhead, freeOf, ownBut, raise } from '../position/cross'
import { reachFunding } from '../mark/funding'
import { noteTraded } from '../mark/traded'
import { joinHeap, WATCH } from '../risk/heap'
import { dropPosition } from '../position/drop'
import { isClosing, isShortLeg, opposedBy, positionFor } from './legs'
import { gainOf, makePosition, partOf, signedPartOf, writePosition } from '../position/position'
import { notePledged } from './pledge'
import { noteFewer } from './resting'
import { touch } from '../touch'
import { isSamePerson } from '../../user/person'
import { ContractFillRecord, TradeRecord } from '../../../generated/records'
import { Contract, Desk, entrantsList, Instrument, none, Order, Position, Seat, state } from '../../../generated/rows'
import {
  BUY,
  CAUSE_FEE,
  CAUSE_MARGIN,
  CAUSE_REALISED,
  CAUSE_RELEASE,
  PARTIALLY_FILLED,
  POSITION_CHANGED,
  POSITION_CLOSED,
  POSITION_OPENED,
} from '../../constants/code'

/** Settles `quantity` at `price` between two orders. Both can bear it; the caller ends or requeues them afterwards. See `product.ts`. */
export function settleFill(instrument: Instrument, maker: Order, taker: Order, price: f64, quantity: f64): bool {
  const value = valueOf(instrument, price, quantity)
  const trade = beginTrade(instrument, maker, taker, price, quantity, value)
  const tradeId = trade.tradeId
  settleSide(instrument, maker, MAKER, price, quantity, value, tradeId)
  trade.makerFee = feePaid
  settleSide(instrument, taker, TAKER, price, quantity, value, tradeId)
  trade.takerFee = feePaid
  if (trade.isOwn != 0) return false
  instrument.lastPrice = price
  noteTraded(instrument.contract, value)
  return true
}

/** Writes the record of a trade, in which the caller notes the fees; of the house, which disposes without an order, `taker` is none. */
export function beginTrade(instrument: Instrument, maker: Order, taker: Order, price: f64, quantity: f64, value: i64): TradeRecord {
  makeSure()
  const tradeId = state.trades + 1
  state.trades = tradeId
  const makerBuys = sideOf(maker) == BUY
  const isOwn = taker.exists && isSamePerson(maker.desk.user, taker.desk.user)
  const record = TradeRecord.begin(i32(makerBuys), i32(isOwn))
  record.instrumentAndMaker = <u64><u32>idOf(instrument) | (<u64><u32>maker.desk.userId << 32)
  const quote = <u64><u32>instrument.quoteAsset
  record.takerAndMakerFeeAsset = <u64><u32>(taker.exists ? taker.desk.userId : 0) | (quote << 32)
  record.takerFeeAssetWord = quote
  record.tradeId = tradeId
  record.price = price
  record.quantity = quantity
  record.notional = value
  record.makerOrderId = maker.id
  record.takerOrderId = taker.exists ? taker.id : 0
  record.makerFee = 0
  record.takerFee = 0
  return record
}

/** What the closing part of the side that is being settled made. */
let realised: i64 = 0

/** The fee that the side settled last paid. */
export let feePaid: i64 = 0

/** One side: frees its part of the reserve, closes, opens, pays its fee. */
export function settleSide(
  instrument: Instrument,
  order: Order,
  role: i32,
  price: f64,
  quantity: f64,
  value: i64,
  tradeId: f64,
): void {
  const desk = order.desk
  const seat = desk.seat
  const side = sideOf(order)
  const isClose = isClosing(order)
  freeReserve(order, seat, quantity)
  if (order.level.exists) noteFewer(order, quantity)
  order.remaining -= quantity
  order.executedQuote += value
  setStatus(order, PARTIALLY_FILLED)
  order.updated = state.at
  const contract = instrument.contract
  const old = positionFor(seat, side, isClose)
  if (old.exists) reachFunding(old)
  const closing = min(quantity, opposedBy(old, side))
  realised = 0
  feePaid = 0
  isReducing = receiptOf(order) != 0
  const rate = role == MAKER ? contract.makerFee : contract.takerFee
  const fee = isReducing ? 0 : feeOf(value, rate)
  const closedValue = closing == 0 ? 0 : closing == quantity ? value : valueOf(instrument, price, closing)
  const closingFee = partOf(fee, closing, quantity)
  let about = none<Position>()
  if (closing != 0) about = closePart(seat, old, closing, closedValue, closingFee, tradeId)
  if (closing != quantity)
    about = openPart(seat, contract, side, quantity - closing, value - closedValue, fee - closingFee, tradeId)
  order.fee += feePaid
  writeFill(instrument, order, desk, role, tradeId, about.exists ? about.id : closedId, price, quantity, value)
  if (closing != quantity) sendAttached(order)
  touch(seat)
}

/** The side that is being settled reduces a position in its liquidation: its margin stays with what is left. */
let isReducing: bool = false

/** Receipt of the liquidation that made an order, 0 = none did. */
function receiptOf(order: Order): f64 {
  const extra = order.extra
  return extra.exists && extra.condition.exists ? extra.condition.receipt : 0
}

/** Of the position that a fill closed, whose row is gone. */
let closedId: f64 = 0

/** What the order of the side that is being settled reserved for the fill. */
let freed: i64 = 0

function freeReserve(order: Order, seat: Seat, quantity: f64): void {
  freed = partOf(order.held, quantity, order.remaining)
  if (freed == 0) return
  order.held -= freed
  notePledged(order, -freed)
  post(seat.cross.account, freed, -freed, CAUSE_RELEASE, order.id)
}

/** With the first fill that opens, what is attached to an order begins to wait for its price. */
function sendAttached(order: Order): void {
  const child = childOf(order)
  if (!child.exists) return
  order.extra.child = none<Order>()
  child.extra.parent = none<Order>()
  const second = partnerOf(child)
  if (second.exists) second.extra.parent = none<Order>()
  pushEntrant(entrantsList, child, child.id)
}

/** Closes a part of a position, or all of it. Returns it, none when it is gone. */
export function closePart(seat: Seat, position: Position, lots: f64, value: i64, fee: i64, tradeId: f64): Position {
  const cross = seat.cross
  const account = cross.account
  const all = position.quantity
  const entry = partOf(position.entry, lots, all)
  const settled = signedPartOf(position.settled, lots, all)
  const keepsMargin = isReducing && lots != all
  const margin = keepsMargin ? 0 : partOf(position.margin, lots, all)
  const gain = gainOf(position.isShort != 0, value, entry)
  realised = gain - settled
  forgetAhead(position, settled, partOf(position.booked, lots, all))
  position.quantity = all - lots
  position.entry -= entry
  position.closed += lots
  position.closedValue += value
  position.profit += gain
  if (position.isShort == 0) position.contract.openInterest -= lots
  if (!keepsMargin) position.added -= partOf(position.added, lots, all)
  if (margin != 0) moveMargin(position, -margin, tradeId)
  postHouse(openHouseAccount(CLEARING_PNL, cross.asset), -realised)
  if (position.isIsolated != 0) takeFromMargin(position, -(margin + realised - fee), tradeId)
  else if (realised < 0) raise(cross, -realised)
  if (realised != 0) post(account, realised, 0, CAUSE_REALISED, tradeId)
  if (keepsMargin && realised > 0 && position.isIsolated != 0) moveMargin(position, realised, tradeId)
  payFee(seat, position, fee, tradeId)
  if (position.quantity != 0) {
    writePosition(position, POSITION_CHANGED, 0)
    return position
  }
  closedId = position.id
  endPosition(position, POSITION_CLOSED)
  return none<Position>()
}

/** What a position of its own margin loses beyond the part of it that was freed comes out of the rest. */
export function takeFromMargin(position: Position, amount: i64, reference: f64): void {
  if (amount <= 0 || position.margin == 0) return
  const taken = min(amount, position.margin)
  moveMargin(position, -taken, reference)
  position.added = max(0, position.added - taken)
}

/** Moves margin between what is free and what is a position’s own. */
export function moveMargin(position: Position, amount: i64, reference: f64): void {
  const cross = position.seat.cross
  position.margin += amount
  cross.margins += amount
  post(cross.account, -amount, amount, CAUSE_MARGIN, reference)
}

/** The fee of a fill; at the end of an account what there is of it. */
function payFee(seat: Seat, position: Position, fee: i64, tradeId: f64): void {
  const cross = seat.cross
  if (!raise(cross, fee)) takeFromMargin(position, fee - cross.account.available, tradeId)
  const paid = min(fee, cross.account.available)
  if (paid == 0) return
  feePaid += paid
  position.fees += paid
  post(cross.account, -paid, 0, CAUSE_FEE, tradeId)
  postHouse(openHouseAccount(INCOME_CONTRACT_FEE, cross.asset), paid)
}

/** Opens lots at the price of a fill: in the position there is, or in a new one. */
function openPart(seat: Seat, contract: Contract, side: i32, lots: f64, value: i64, fee: i64, tradeId: f64): Position {
  const known = positionFor(seat, side, false)
  const position = known.exists ? known : beginPosition(seat, contract, side)
  position.quantity += lots
  position.entry += value
  position.opened += lots
  position.openedValue += value
  contract.openInterest += side == BUY ? lots : 0
  const isShort = side != BUY
  const atMark = contractValue(contract, contract.mark, lots)
  if (position.isIsolated != 0) {
    // what its order reserved is there for it, whatever its owner lacks elsewhere
    const cross = seat.cross
    const isLoss = gainOf(isShort, value, atMark) > 0
    const means = isLoss ? min(freed + max(0, freeOf(cross) - freed), ownBut(cross, contract) - cross.pledged) : 0
    const margin = marginOfOpening(value, atMark, isShort, position.leverage, means, fee)
    raise(seat.cross, margin)
    moveMargin(position, margin, tradeId)
    position.added += margin - initialOfOpening(value, atMark, position.leverage)
  } else {
    const excess = excessLoss(contract, isShort, value, atMark)
    position.booked += excess
    seat.cross.lost += excess
  }
  payFee(seat, position, fee, tradeId)
  writePosition(position, known.exists ? POSITION_CHANGED : POSITION_OPENED, 0)
  return position
}

function beginPosition(seat: Seat, contract: Contract, side: i32): Position {
  const isShort = side != BUY
  const position = makePosition(contract, seat, isShort)
  position.leverage = seat.leverage
  position.isIsolated = seat.isIsolated
  if (seat.trader.isHedged != 0 && isShortLeg(side, false)) seat.short = position
  else seat.long = position
  position.threshold = isShort ? Infinity : 0
  joinHeap(position, WATCH)
  return position
}

/** A position is gone: nothing of it is left. What rounding left of it is the fund’s. */
export function endPosition(position: Position, change: i32): void {
  writePosition(position, change, 0)
  dropPosition(position)
}

function writeFill(
  instrument: Instrument,
  order: Order,
  desk: Desk,
  role: i32,
  tradeId: f64,
  positionId: f64,
  price: f64,
  quantity: f64,
  value: i64,
): void {
  makeSure()
  const record = ContractFillRecord.begin(role == MAKER ? 0 : 1, sideOf(order), i32(isClosing(order)))
  record.userId = desk.userId
  record.instrumentId = idOf(instrument)
  record.tradeId = tradeId
  record.orderId = order.id
  record.positionId = positionId
  record.price = price
  record.quantity = quantity
  record.value = value
  record.fee = feePaid
  record.realised = realised
}
