/** Two orders meet: how many lots both can bear, and who of them ends because he cannot. */
import { bearableLots, feeRateOf, isLiquidating } from './bear'
import { isClosing, opposedBy, positionFor } from './legs'
import { valueOf } from '../../market/instrument'
import { feeOf } from '../../money/exact'
import { sideOf } from '../../orders/order-flags'
import { contractValue } from '../contract'
import { payableOf } from '../position/cross'
import { gainOf, partOf, signedPartOf } from '../position/position'
import { Instrument, Order } from '../../../generated/rows'

/** The taker can bear no lot. */
export const TAKER_STOPS: f64 = -1
/** Of the last meeting: the maker bears fewer lots than the taker would trade, and ends behind the fill; the taker stops behind it. */
export let isMakerCut: bool = false
export let isTakerCut: bool = false

/** Lots that both bear; 0 = the maker bears none and ends, TAKER_STOPS. Each is asked again about what the other can. */
export function meet(instrument: Instrument, taker: Order, maker: Order, price: f64, quantity: f64): f64 {
  isMakerCut = false
  let lots = quantity
  while (true) {
    const taken = bearableLots(instrument, taker, price, lots, false)
    if (taken == 0) return lots == quantity ? TAKER_STOPS : 0
    const given = bearableLots(instrument, maker, price, taken, true)
    if (given == 0) return 0
    if (given == taken) {
      isTakerCut = taken < lots
      return given
    }
    isMakerCut = true
    lots = given
  }
  return 0
}

/**
 * What a fill pays at once and cannot without what other orders of its owner reserve: a loss that is realised, and the fee. 0 in the usual
 * case. Those orders give way to it.
 */
export function lackOfFill(instrument: Instrument, order: Order, price: f64, lots: f64, isMaker: bool): i64 {
  const seat = order.desk.seat
  if (seat.cross.isTight == 0 || seat.isIsolated != 0) return 0
  const side = sideOf(order)
  const position = positionFor(seat, side, isClosing(order))
  const closing = min(lots, opposedBy(position, side))
  if (closing == 0) return 0
  const contract = instrument.contract
  const all = position.quantity
  const isShort = position.isShort != 0
  const entry = partOf(position.entry, closing, all)
  const settled = signedPartOf(position.settled, closing, all)
  const realised = gainOf(isShort, valueOf(instrument, price, closing), entry) - settled
  const rest = contractValue(contract, contract.mark, all - closing)
  const kept = gainOf(isShort, rest, position.entry - entry) - (position.settled - settled)
  const freed = partOf(order.held, lots, order.remaining)
  const fee = isLiquidating(order) ? 0 : feeOf(valueOf(instrument, price, lots), feeRateOf(contract, isMaker))
  return fee - realised - (payableOf(seat.cross, position) + max(0, kept) + freed)
}
