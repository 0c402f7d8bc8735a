/** The user's open orders as they change, and the counters that tell the rest of the page that something changed. */
import { createLiveStore, useLive } from '../live/live-store.ts'
import { fieldsOf, listOf } from '../live/read.ts'
import { createTopic, useTopic } from '../live/topic.ts'
import { isOpen, type Order, readOrder } from './order.ts'
import { spotChanged } from './spot-changes.ts'

export interface OrderCounters {
  readonly placed: number
  readonly updated: number
  readonly deleted: number
}

let counters: OrderCounters = { placed: 0, updated: 0, deleted: 0 }
const counterStore = createLiveStore(() => counters)

/** Rise by one with each order placed, changed or gone, however it happened. */
export function useOrderCounters(): OrderCounters {
  return useLive(counterStore)
}

function raise(kind: keyof OrderCounters): void {
  counters = { ...counters, [kind]: counters[kind] + 1 }
  counterStore.touch()
  spotChanged()
}

const EVENTS: Readonly<Record<string, keyof OrderCounters>> = { place: 'placed', update: 'updated', delete: 'deleted' }

/** Ids that the page gave to orders of which it was told, the latest last; more than a session's lost answers. */
const HEARD_MOST = 200
const heard = new Set<string>()

function hear({ clientOrderId }: Order): void {
  heard.delete(clientOrderId)
  heard.add(clientOrderId)
  const [oldest] = heard
  if (heard.size > HEARD_MOST && oldest !== undefined) heard.delete(oldest)
}

/** Whether the exchange has told of an order with this id since the page began, open or ended. False says nothing of one: it may still come. */
export const wasOrderHeard = (clientOrderId: string): boolean => heard.has(clientOrderId)

function ordersTopic() {
  let orders = new Map<string, Order>()
  let known = false
  return createTopic('orders', {
    push(push) {
      if (push.type === 'snapshot') {
        orders = new Map(
          listOf(push.data)
            .map((row) => readOrder(row))
            .map((order) => [order.orderId, order]),
        )
        for (const order of orders.values()) hear(order)
        known = true
        return true
      }
      const event = fieldsOf(push.data)
      const row = fieldsOf(event?.order)
      const kind = EVENTS[String(event?.event)]
      if (row === undefined || kind === undefined) return true
      const order = readOrder(row)
      hear(order)
      const before = orders.get(order.orderId)
      // Events come at least once: an older picture of the same order changes nothing.
      if (before !== undefined && order.updatedAt < before.updatedAt) return true
      const next = new Map(orders)
      if (kind === 'deleted' || !isOpen(order)) next.delete(order.orderId)
      else next.set(order.orderId, order)
      orders = next
      raise(kind)
      return true
    },
    reset() {
      known = false
    },
    disown() {
      orders = new Map()
      heard.clear()
      known = false
    },
    view: () => ({ known, orders: [...orders.values()].sort((one, other) => other.createdAt - one.createdAt || compareIds(other, one)) }),
  })
}

const compareIds = (one: Order, other: Order): number => (BigInt(one.orderId || '0') < BigInt(other.orderId || '0') ? -1 : 1)

let topic: ReturnType<typeof ordersTopic> | undefined

export interface OpenOrders {
  /** False until the first answer of this session. */
  readonly known: boolean
  /** Newest first. */
  readonly orders: readonly Order[]
}

const NO_ORDERS: OpenOrders = { known: true, orders: [] }

export function useOpenOrders(loggedIn: boolean): OpenOrders {
  topic ??= ordersTopic()
  const live = useTopic(topic)
  return loggedIn ? live : NO_ORDERS
}
