/**
 * What an amend did, told the same however often it is asked: the answer is made of the request, of the engine's outcome and of figures
 * that cannot change any more, never of the order as it stands when the answer is made. By then it may be filled, lowered or replaced.
 */
import type { Order, Outcome, OutcomeOrder } from '@agio/engine/event.ts'
import type { OrderId, UserId } from '@agio/engine/ids/id.ts'
import { orderOf } from '@agio/engine/read.ts'
import { clientOrderIdView, WIRE_ORDER_STATUSES } from '@agio/wire/spot/view.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { Failure } from '../../core/failure.ts'
import type { ListedPair } from '../../feeds/listings.ts'
import type { OrderName } from '../../projections/port.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { asFailure } from '../errors.ts'
import { anyOrder, originOf } from '../reads/lookups.ts'

interface Figures {
  readonly price: number
  readonly quantity: number
}

export interface Amend {
  readonly tenant: Tenant
  readonly userId: UserId
  readonly name: OrderName
  /** What was asked for; 0 = unchanged. */
  readonly asked: Figures
  /** The order as it was seen before the engine was asked, if it was live. */
  readonly before: Order | undefined
}

/**
 * Pair of the order that a request names, live or ended: without its scales a repeat could not be read, and the engine not be asked
 * what it remembers. @throws Failure ORDER_NOT_FOUND
 */
export async function pairOfAmend(tenant: Tenant, userId: UserId, name: OrderName, live: Order | undefined): Promise<ListedPair> {
  const order = live ?? (await anyOrder(tenant, userId, name))
  if (order === undefined) throw new Failure('ORDER_NOT_FOUND', {})
  return tenant.feeds.listings.pairFacts(order.instrumentId)
}

/** An order list is amended as a whole, and the answer is about the leg that was named; a client order id of the customer names the first. */
function namedOrder({ orders }: Outcome, name: OrderName): OutcomeOrder {
  const isNamed = (order: OutcomeOrder): boolean => {
    if ('orderId' in name) return order.orderId === name.orderId || order.replacedOrderId === name.orderId
    return name.originOrderId !== undefined && originOf(order) === name.originOrderId
  }
  const named = orders.find(isNamed) ?? orders[0]
  if (named === undefined) throw new Error('amendOrder: an accepted amend without an order')
  return named
}

/** Figures of the order that replaced `old`: what was traded or prevented before is no part of its quantity. */
const replacementOf = (old: Order, asked: Figures): Figures => ({
  price: asked.price || old.price,
  quantity: (asked.quantity || old.quantity) - old.executedQuantity - old.preventedQuantity,
})

async function knownOrder({ tenant, userId }: Amend, orderId: OrderId): Promise<Order> {
  const order = await anyOrder(tenant, userId, { orderId })
  if (order === undefined) throw new Error('amendOrder: history lacks an order that was amended')
  return order
}

/** An order that keeps its place keeps its price as well, all its life. */
async function loweredFigures(amend: Amend, { orderId }: OutcomeOrder): Promise<Figures> {
  const { before, asked } = amend
  const { price } = before?.orderId === orderId ? before : await knownOrder(amend, orderId)
  return { price, quantity: asked.quantity }
}

async function replacedFigures(amend: Amend, { orderId }: OutcomeOrder, replacedOrderId: OrderId): Promise<Figures> {
  const { tenant, asked, before } = amend
  // An order that is looked at and still lives was replaced by this very request.
  const expected = before?.orderId === replacedOrderId ? replacementOf(before, asked) : undefined
  const live = orderOf(tenant.exchange.state, orderId)
  // A trade between the look and the command would show in the new order; one that is gone shows nothing.
  if (expected !== undefined && live?.quantity === expected.quantity) return expected
  try {
    return replacementOf(await knownOrder(amend, replacedOrderId), asked)
  } catch (error) {
    // It is done: nobody is told to try again because history is away.
    if (expected === undefined || asFailure(error)?.errorName !== 'ENGINE_BUSY') throw error
    return live ?? expected
  }
}

/** The answer to an amend that the engine took. @throws Failure ENGINE_BUSY when a repeat needs history and that is away */
export async function amendedAnswer(amend: Amend, pair: ListedPair, outcome: Outcome) {
  const order = namedOrder(outcome, amend.name)
  const { orderId, status, priorityKept, replacedOrderId } = order
  const { price, quantity } =
    replacedOrderId === 0 ? await loweredFigures(amend, order) : await replacedFigures(amend, order, replacedOrderId)
  return {
    orderId: String(orderId),
    clientOrderId: clientOrderIdView(order),
    status: WIRE_ORDER_STATUSES[status],
    priorityKept: priorityKept ? (1 as const) : (0 as const),
    price: price === 0 ? null : formatSteps(price, pair.priceScale),
    amount: formatSteps(quantity, pair.quantityScale),
    replacedOrderId: replacedOrderId === 0 ? null : String(replacedOrderId),
  }
}
