/**
 * How many lots of a fill an order can bear. A fill in the usual case is told by a few sums: what its order reserved covers it, or what it closes
 * needs more than it loses. Every other one is judged by all that stands behind it.
 */
import { valueOf } from '../../market/instrument'
import { feeOf, shareOf } from '../../money/exact'
import { sideOf } from '../../orders/order-flags'
import { contractValue, isUncountable, tierAt, tierOf } from '../contract'
import { OWN, readFigures, TRIED } from './figures'
import { bearsFill, initialOfOpening } from './judge'
import { isClosing, opposedBy, positionFor } from './legs'
import { reachFunding } from '../mark/funding'
import { gainOf, partOf } from '../position/position'
import { ownOf } from '../position/cross'
import { isReached, WATCH } from '../risk/heap'
import { Contract, Cross, Figures, Instrument, Order, Position, Seat } from '../../../generated/rows'
import { FIGURES_BYTES } from '../../constants/layout'

/** Rate of the fee that an order of a contract pays as maker or taker; one that liquidates pays none. */
@inline export function feeRateOf(contract: Contract, isMaker: bool): i64 {
  return isMaker ? contract.makerFee : contract.takerFee
}

/** The order was made by a liquidation: what it does was judged before. */
@inline export function isLiquidating(order: Order): bool {
  const extra = order.extra
  return extra.exists && extra.condition.exists && extra.condition.receipt != 0
}

/** Lots of a fill at a price that an order can bear, of one that only closes at most what there is to close. */
export function bearableLots(instrument: Instrument, order: Order, price: f64, quantity: f64, isMaker: bool): f64 {
  const seat = order.desk.seat
  const side = sideOf(order)
  const isClose = isClosing(order)
  const position = positionFor(seat, side, isClose)
  // what it owes for funding is no longer behind it when it is filled
  if (position.exists) reachFunding(position)
  const closing = min(quantity, opposedBy(position, side))
  const lots = isClose ? closing : quantity
  if (lots == 0 || isLiquidating(order)) return lots
  if (isPlain(instrument, order, seat, position, price, lots, closing, isMaker)) return lots
  readFigures(seat, OWN)
  ask(side, isClose, order.held, order.remaining, feeRateOf(instrument.contract, isMaker))
  const most = search(OWN, instrument, price, lots, closing)
  // what it bears rests on what other orders reserve from here on
  if (most != 0) seat.cross.isTight = 1
  return most
}

// Of the order that is asked about: its side, whether it only closes, what it reserves for how many lots, and the rate of its fee.
let asked: i32 = 0
let askedCloses: bool = false
let askedHeld: i64 = 0
let askedRest: f64 = 0
let askedRate: i64 = 0

/** Says whose figures the next `search` or `advance` is about. */
export function ask(side: i32, isClose: bool, held: i64, rest: f64, rate: i64): void {
  asked = side
  askedCloses = isClose
  askedHeld = held
  askedRest = rest
  askedRate = rate
}

/** The whole fill, or the most lots that halving finds: among the lots that close, or, when these are bearable, among the lots that open. Figures stay as they are. */
export function search(figures: Figures, instrument: Instrument, price: f64, lots: f64, closing: f64): f64 {
  if (tries(figures, instrument, price, lots)) return lots
  let low: f64 = 0
  let high = lots - 1
  if (closing != 0 && closing < lots) {
    if (tries(figures, instrument, price, closing)) low = closing
    else high = closing - 1
  }
  while (low < high) {
    const middle = floor((low + high + 1) / 2)
    if (tries(figures, instrument, price, middle)) low = middle
    else high = middle - 1
  }
  return low
}

function tries(figures: Figures, instrument: Instrument, price: f64, lots: f64): bool {
  memory.copy(changetype<usize>(TRIED), changetype<usize>(figures), FIGURES_BYTES)
  return advance(TRIED, instrument, price, lots)
}

/** Lets a fill happen to figures. False where it cannot be borne. */
export function advance(figures: Figures, instrument: Instrument, price: f64, lots: f64): bool {
  return bearsFill(figures, instrument, asked, askedCloses, price, lots, askedRate, askedHeld, partOf(askedHeld, lots, askedRest))
}

/**
 * Is a fill borne by sums that are at hand? The account stood above its maintenance when its thresholds were made, the mark has not come to
 * them, and nothing was borne since by what other orders reserve. Then lots that bring their initial margin keep it there, and so do lots
 * that lose no more than what they needed.
 */
function isPlain(instrument: Instrument, order: Order, seat: Seat, position: Position, price: f64, lots: f64, closing: f64, isMaker: bool): bool {
  const cross = seat.cross
  if (cross.isTight != 0 || (closing != 0 && closing != lots)) return false
  const isIsolated = seat.isIsolated != 0
  const contract = instrument.contract
  if (isAnyReached(cross, contract) || (isIsolated && position.exists && isReached(position, WATCH))) return false
  const value = valueOf(instrument, price, lots)
  const atMark = contractValue(contract, contract.mark, lots)
  const fee = feeOf(value, feeRateOf(contract, isMaker))
  const isShort = sideOf(order) != 0
  if (closing != 0) {
    const lost = gainOf(isShort, value, atMark)
    return lost <= shareOf(atMark, contract.fillRange) && max(0, lost) + fee + 2 < shareOf(atMark, tierAt(contract, 0).rate)
  }
  const lost = max(0, gainOf(isShort, value, atMark))
  const initial = initialOfOpening(value, atMark, seat.leverage)
  const freed = partOf(order.held, lots, order.remaining)
  if (freed < initial + fee + lost) return false
  if (isUncountable(contract, position.exists ? position.quantity + lots : lots, contract.mark)) return false
  const whole = position.exists ? contractValue(contract, contract.mark, position.quantity + lots) : atMark
  if (tierAt(contract, tierOf(contract, whole)).leverage < <i64>seat.leverage) return false
  return isIsolated ? initial + lost + fee <= ownOf(cross) - cross.pledged + freed : lost <= shareOf(atMark, contract.fillRange)
}

/** Has the mark come to any of the shared positions, or may a profit of one not count because its contract has no index? */
function isAnyReached(cross: Cross, contract: Contract): bool {
  for (let seat = cross.trader.seats; seat.exists; seat = seat.next) {
    if (seat.cross != cross || seat.isIsolated != 0) continue
    if (seat.contract.isShut != 0 && seat.contract != contract && (seat.long.exists || seat.short.exists)) return true
    if (seat.long.exists && isReached(seat.long, WATCH)) return true
    if (seat.short.exists && isReached(seat.short, WATCH)) return true
  }
  return false
}
