/**
 * What orders were before they were amended: an amendment that loses the place in the queue ends an order and puts another in its place,
 * and an amendment that keeps the place lowers the order's quantity.
 */
import type { Order } from '@agio/engine/event.ts'
import type { OrderId, UserId } from '@agio/engine/ids/id.ts'
import type { Amendment } from '@agio/wire/spot/types.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { LoweringRow } from '../../projections/rows/lowering-row.ts'

/** Most amendments that an answer tells of an order. An order that was replaced costs a read of history. */
const AMENDMENTS_MOST = 20

type Find = (orderIds: readonly OrderId[]) => Promise<ReadonlyMap<OrderId, Order>>

/** What an order was until an amendment, in ticks and lots. */
interface Past extends LoweringRow {
  readonly orderId: OrderId
  readonly price: number
  readonly triggerPrice: number
  /** 0 = another order took its place. */
  readonly loweredTo: number
}

export interface Story {
  /** When the oldest order of the chain was placed, ms. */
  readonly placedAt: number
  /** Oldest first, the newest 20 at most. */
  readonly past: readonly Past[]
}

/** Stories by order. @param find reads orders of the user by id, of pairs or of contracts */
export async function storiesOf(
  userId: UserId,
  orders: readonly Order[],
  find: Find,
  models: Pick<ReadModels, 'lowerings'>,
): Promise<ReadonlyMap<OrderId, Story>> {
  const chains = await chainsOf(orders, find)
  const ids = [...chains.values()].flatMap((chain) => chain.map(({ orderId }) => orderId))
  const lowered = await models.lowerings(userId, ids)
  return new Map([...chains].map(([orderId, chain]) => [orderId, storyOf(chain, lowered)]))
}

/** Each order behind those in whose place it stands, oldest first: at most 21. */
async function chainsOf(orders: readonly Order[], find: Find): Promise<ReadonlyMap<OrderId, readonly [Order, ...Order[]]>> {
  const chains = new Map<OrderId, [Order, ...Order[]]>(orders.map((order) => [order.orderId, [order]]))
  for (let round = 0; round < AMENDMENTS_MOST; round += 1) {
    const ends = [...chains.values()].filter((chain) => chain.length === round + 1)
    const wanted = ends.flatMap(([{ replacedOrderId }]) => (replacedOrderId === 0 ? [] : [replacedOrderId]))
    if (wanted.length === 0) break
    const found = await find(wanted)
    for (const chain of ends) {
      const [{ replacedOrderId }] = chain
      const before = replacedOrderId === 0 ? undefined : found.get(replacedOrderId)
      if (before !== undefined) chain.unshift(before)
    }
  }
  return chains
}

function storyOf(chain: readonly [Order, ...Order[]], lowered: ReadonlyMap<OrderId, readonly LoweringRow[]>): Story {
  const past = chain.flatMap((order, place): Past[] => {
    const { orderId, price, triggerPrice, quantity, executedQuantity, updatedAt } = order
    const inPlace = (lowered.get(orderId) ?? []).map((row) => ({ orderId, price, triggerPrice, ...row }))
    if (place === chain.length - 1) return inPlace
    return [...inPlace, { orderId, price, triggerPrice, quantity, executedQuantity, loweredTo: 0, at: updatedAt }]
  })
  return { placedAt: chain[0].createdAt, past: past.slice(-AMENDMENTS_MOST) }
}

interface Scales {
  readonly priceScale: number
  readonly quantityScale: number
}

/** As the API tells it. @param scales of the pair; a lot of a contract is one contract */
export function amendmentView(past: Past, { priceScale, quantityScale }: Scales): Amendment {
  const orNull = (steps: number, scale: number): string | null => (steps === 0 ? null : formatSteps(steps, scale))
  return {
    orderId: String(past.orderId),
    time: past.at,
    price: orNull(past.price, priceScale),
    amount: orNull(past.quantity, quantityScale),
    triggerPrice: orNull(past.triggerPrice, priceScale),
    tradedAmount: formatSteps(past.executedQuantity, quantityScale),
    loweredTo: orNull(past.loweredTo, quantityScale),
  }
}
