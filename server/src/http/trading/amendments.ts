/** What orders were before they were amended: an amendment that loses the place in the queue ends an order and puts another in its place. */
import type { Order } from '@agio/engine/event.ts'
import type { OrderId } from '@agio/engine/ids/id.ts'
import { formatSteps } from '@agio/wire/steps.ts'

/** Earlier orders that are told of one, the newest of them. Each is a read of history. */
const EARLIER_MOST = 20

type Find = (orderIds: readonly OrderId[]) => Promise<ReadonlyMap<OrderId, Order>>

/** The orders in whose place each of these stands, oldest first, at most 20. @param find orders of their user by id */
export async function earlierOf(orders: readonly Order[], find: Find): Promise<ReadonlyMap<OrderId, readonly Order[]>> {
  const chains = new Map(orders.map((order) => [order.orderId, [order]]))
  for (let round = 0; round < EARLIER_MOST; round += 1) {
    const ends = [...chains.values()].filter((chain) => chain.length === round + 1)
    const wanted = ends.flatMap(([oldest]) => (oldest === undefined || oldest.replacedOrderId === 0 ? [] : [oldest.replacedOrderId]))
    if (wanted.length === 0) break
    const found = await find(wanted)
    for (const chain of ends) {
      const before = chain[0] === undefined || chain[0].replacedOrderId === 0 ? undefined : found.get(chain[0].replacedOrderId)
      if (before !== undefined) chain.unshift(before)
    }
  }
  return new Map([...chains].map(([orderId, chain]) => [orderId, chain.slice(0, -1)]))
}

interface Scales {
  readonly priceScale: number
  readonly quantityScale: number
}

/** As the API tells it. @param scales of the pair; a lot of a contract is one contract */
export function amendmentView(order: Order, { priceScale, quantityScale }: Scales) {
  const price = (ticks: number): string | null => (ticks === 0 ? null : formatSteps(ticks, priceScale))
  return {
    orderId: String(order.orderId),
    time: order.updatedAt,
    price: price(order.price),
    amount: order.quantity === 0 ? null : formatSteps(order.quantity, quantityScale),
    triggerPrice: price(order.triggerPrice),
    tradedAmount: formatSteps(order.executedQuantity, quantityScale),
  }
}
