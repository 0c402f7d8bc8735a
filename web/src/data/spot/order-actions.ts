/** Placing, changing and cancelling orders. Answers come back as values or throw CallError; the socket brings the new state of the lists. */
import { amendOrder, cancelOrders, placeOrder, previewOrder } from '@agio/wire/spot.ts'
import { send } from '../http-client.ts'
import type { Order } from './order.ts'

type PlaceBody = Parameters<typeof send<typeof placeOrder>>[1]

export async function place(body: PlaceBody): Promise<{ readonly orderId: string | null; readonly ended: string }> {
  const answer = await send(placeOrder, body)
  return { orderId: answer.orderId, ended: answer.status }
}

/** What the server would make of an order now; nothing is placed. Throws CallError with the reason of a refusal. */
export const previewPlacing = (body: PlaceBody) => send(previewOrder, body)

/** New values of an open order; absent = unchanged. The id names the attempt, so that a repeated send changes nothing. */
export interface Amendment {
  readonly price?: string
  readonly quantity?: string
  readonly trigger?: string
}

const attemptId = (): string => `amend-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

/** Answers the id under which the order goes on: a changed price makes a new one. */
export async function amend(order: Order, change: Amendment): Promise<string> {
  const answer = await send(amendOrder, {
    orderId: order.orderId,
    newClientId: attemptId(),
    ...(change.price !== undefined && { price: change.price }),
    ...(change.quantity !== undefined && { amount: change.quantity }),
    ...(change.trigger !== undefined && { triggerPrice: change.trigger }),
  })
  return answer.orderId
}

export async function cancel(order: Order): Promise<void> {
  await send(cancelOrders, { orderId: order.orderId })
}

/** Cancels every open and conditional order, of one pair or of all; answers how many ended. */
export async function cancelAll(symbol?: string): Promise<number> {
  const answer = await send(cancelOrders, { all: 1, ...(symbol !== undefined && { symbol }) })
  return answer.list.filter((row) => row.result === 1).length
}
