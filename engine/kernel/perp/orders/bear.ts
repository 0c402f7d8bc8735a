/**
 * What of a fill an order can bear. A part that closes may lose no more than stands behind its position; a part that opens needs its margin
 * and its fee, out of what the order reserved and of what is free. All of a fill or nothing of it.
 */
import { valueOf } from '../../market/instrument'
import { feeOf } from '../../money/exact'
import { sideOf } from '../../orders/order-flags'
import { freeOf, raisable } from '../position/cross'
import { initialOfValue } from '../contract'
import { reachFunding } from '../mark/funding'
import { isClosing, opposedBy, positionFor } from './legs'
import { gainOf, partOf, profitOf, signedPartOf } from '../position/position'
import { Instrument, Order, Position, Seat } from '../../../generated/rows'

/** Lots of a fill at a price that an order can bear: so many, fewer where it only closes and less is left, or 0. */
export function bearableLots(instrument: Instrument, order: Order, price: f64, quantity: f64): f64 {
  const seat = order.desk.seat
  const side = sideOf(order)
  const isClose = isClosing(order)
  const position = positionFor(seat, side, isClose)
  // what it owes for funding is no longer behind it when it is filled
  if (position.exists) reachFunding(position)
  const closing = min(quantity, opposedBy(position, side))
  const lots = isClose ? closing : quantity
  if (lots == 0) return 0
  const freed = partOf(order.held, lots, order.remaining)
  if (closing != 0 && !canClose(instrument, seat, position, price, closing, freed)) return 0
  if (lots == closing) return lots
  return canOpen(instrument, seat, position, price, closing, lots - closing, freed) ? lots : 0
}

function canClose(instrument: Instrument, seat: Seat, position: Position, price: f64, lots: f64, freed: i64): bool {
  const gain = realisedBy(instrument, position, price, lots)
  if (gain >= 0) return true
  if (position.isIsolated != 0) return -gain <= position.margin
  const cross = seat.cross
  return -gain <= cross.account.available + freed + raisable(cross, position)
}

function realisedBy(instrument: Instrument, position: Position, price: f64, lots: f64): i64 {
  const all = position.quantity
  const entry = partOf(position.entry, lots, all)
  return gainOf(position.isShort != 0, valueOf(instrument, price, lots), entry) - signedPartOf(position.settled, lots, all)
}

/**
 * Both sides of one customer draw on one balance: what his two legs lose by closing each other has to be there together, with the fee of the
 * maker, who comes first. Asked behind `bearableLots` of both.
 */
export function bearsOwn(instrument: Instrument, maker: Order, taker: Order, price: f64, lots: f64): bool {
  const seat = maker.desk.seat
  if (seat.isIsolated != 0 || !isClosing(maker) || !isClosing(taker)) return true
  const other = positionFor(seat, sideOf(taker), true)
  const second = realisedBy(instrument, other, price, lots)
  if (second >= 0) return true
  const one = positionFor(seat, sideOf(maker), true)
  const first = realisedBy(instrument, one, price, lots)
  const fee = feeOf(valueOf(instrument, price, lots), instrument.contract.makerFee)
  const others = raisable(seat.cross, one) - max(0, profitOf(other))
  return seat.cross.account.available + others + first + second >= fee
}

function canOpen(instrument: Instrument, seat: Seat, position: Position, price: f64, closing: f64, lots: f64, freed: i64): bool {
  const contract = instrument.contract
  const value = valueOf(instrument, price, lots)
  const needed = initialOfValue(value, seat.leverage) + feeOf(value, contract.takerFee)
  let back: i64 = 0
  // a position that the fill closes first gives back what it needed, and its profit is no longer an estimate
  if (closing != 0) {
    const gain = realisedBy(instrument, position, price, closing)
    const fee = feeOf(valueOf(instrument, price, closing), max(contract.takerFee, contract.makerFee))
    back = position.isIsolated != 0 ? position.margin + gain : initialOfValue(position.entry, position.leverage) + gain - profitOf(position)
    back -= fee
  }
  // what closing costs more than it gives back is taken out of what the order reserved
  return freed + min(0, back) >= needed || freeOf(seat.cross) + freed + back >= needed
}
