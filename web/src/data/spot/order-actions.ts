/** Placing, changing and cancelling orders. Answers come back as values or throw CallError; the socket brings the new state of the lists. */
import { amendOrder, amendOrders, cancelOrders, placeOrder, previewOrder } from '@agio/wire/spot/spot.ts'
import { type Outcome, sendDeed } from '../deed.ts'
import { send } from '../http-client.ts'
import type { Order } from './order.ts'

type PlaceBody = Parameters<typeof send<typeof placeOrder>>[1]

export async function place(body: PlaceBody): Promise<{ readonly orderId: string | null; readonly ended: string }> {
  const answer = await send(placeOrder, body)
  return { orderId: answer.orderId, ended: answer.status }
}

/** What the server would make of an order now; nothing is placed. Throws CallError with the reason of a refusal. */
export const previewPlacing = (body: PlaceBody) => send(previewOrder, body)

/** New values of an open order; absent = unchanged. */
export interface Amendment {
  readonly price?: string
  readonly quantity?: string
  readonly trigger?: string
}

/** What an amendment made. */
export interface Amended {
  /** Under which the order goes on: a changed price or a larger quantity makes a new one. */
  readonly orderId: string
  /** Of that order: a new one is smaller than asked for by what was traded before. */
  readonly quantity: string | null
}

/**
 * Changes an order once, however often Save is pressed. An order that was filled in part meanwhile is changed anew.
 * @param order as last told
 */
export const amend = (order: Pick<Order, 'orderId'> & Partial<Pick<Order, 'updatedAt'>>, change: Amendment): Promise<Outcome<Amended>> =>
  sendDeed({
    kind: 'change',
    about: `amend ${order.orderId} ${order.updatedAt} ${JSON.stringify(change)}`,
    body: {
      orderId: order.orderId,
      ...(change.price !== undefined && { price: change.price }),
      ...(change.quantity !== undefined && { amount: change.quantity }),
      ...(change.trigger !== undefined && { triggerPrice: change.trigger }),
    },
    async send(body, newClientId) {
      const { orderId, amount } = await send(amendOrder, { ...body, newClientId })
      return { orderId, quantity: amount }
    },
  })

/** New price of an order. */
export interface PriceMove {
  readonly orderId: string
  readonly to: string
}

/** Moves up to 20 orders of a pair in one step, and answers how many were moved. */
export async function movePrices(pair: string, rows: readonly PriceMove[], newClientId: string): Promise<number> {
  const orders = rows.map(({ orderId, to }) => ({ orderId, price: to }))
  const { list } = await send(amendOrders, { symbol: pair, orders, newClientId })
  return list.filter(({ result }) => result === 1).length
}

export async function cancel(order: Order): Promise<void> {
  await send(cancelOrders, { orderId: order.orderId })
}

/** Ids that one call takes. */
const CANCELS_MAX = 50

/**
 * Cancels these orders and no other, each with its list; answers how many ended. The call for all orders would take both kinds, and what
 * came since the person looked.
 */
export async function cancelMany(orderIds: readonly string[]): Promise<number> {
  const ended = new Set<string>()
  for (let from = 0; from < orderIds.length; from += CANCELS_MAX) {
    const { list } = await send(cancelOrders, { orderIds: orderIds.slice(from, from + CANCELS_MAX) })
    for (const { orderId, result } of list) if (result === 1) ended.add(orderId)
  }
  return ended.size
}
