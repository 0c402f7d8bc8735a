/** A list of two orders that end each other: what becomes of the stop leg when the limit leg trades in part. */
import { UPDATED, writeOrder } from '../events/write-order'
import { partnerOf } from './extra'
import { Order, state } from '../../generated/rows'
import { CLOSE_NONE } from '../constants/code'

/** The limit leg traded, or gave way, in part: the stop leg is for what is left of it, and stays armed. */
@inline export function followPartner(order: Order): void {
  const partner = partnerOf(order)
  if (!partner.exists || partner.remaining == order.remaining) return
  shrinkTo(partner, order.remaining)
  writeOrder(partner, UPDATED, CLOSE_NONE)
}

/** Makes the stop leg one for so many lots; its event is the caller's to write. */
export function shrinkTo(order: Order, lots: f64): void {
  order.quantity = lots
  order.remaining = lots
  order.updated = state.at
}
