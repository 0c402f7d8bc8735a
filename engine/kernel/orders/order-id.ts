/** Ids of orders: they count from 1, so that an entry may make any number of orders, and a refused one takes none. */
import { state } from '../../generated/rows'

/** Id of the order that is made next. */
@inline export function nextOrderId(): f64 {
  return state.lastOrderId + 1
}

/** Takes it, for an order whose row is made. */
@inline export function takeOrderId(): f64 {
  const id = nextOrderId()
  state.lastOrderId = id
  return id
}
