/** Shapes of the few orders that simulated traders send. */
import type { OrderTerms, PlaceOrder, Side } from '@agio/engine/command.ts'
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import { orderTerms } from '@agio/engine/plain-terms.ts'

/** An order with the given terms; what is not given is "not given" to the engine too. */
export function order(userId: UserId, instrumentId: InstrumentId, terms: Partial<OrderTerms>): PlaceOrder {
  return { kind: 'placeOrder', userId, instrumentId, terms: orderTerms(terms), selfTrade: 'expireTaker', source: 'system', child: null }
}

export const limit = (userId: UserId, instrumentId: InstrumentId, side: Side, price: number, quantity: number): PlaceOrder =>
  order(userId, instrumentId, { side, price, quantity })

/** Orders of a maker, who quotes both sides: the new ones replace his earlier ones. */
export const quote = (userId: UserId, instrumentId: InstrumentId, side: Side, price: number, quantity: number): PlaceOrder => ({
  ...limit(userId, instrumentId, side, price, quantity),
  selfTrade: 'expireMaker',
})

/** Takes what rests up to a price and leaves nothing behind. */
export const take = (userId: UserId, instrumentId: InstrumentId, side: Side, price: number, quantity: number): PlaceOrder =>
  order(userId, instrumentId, { side, price, quantity, timeInForce: 'ioc' })
