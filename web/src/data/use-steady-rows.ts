/**
 * Open orders whose rows stand still for a moment after a press on Cancel. A row that goes at once lets the next one slide under the
 * pointer, and the second half of a slow double click would cancel that one too.
 */
import { useRef, useState } from 'react'

const STILL_MS = 600

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Row {
  readonly orderId: string
}

export interface SteadyRows<Order extends Row> {
  readonly rows: readonly Order[]
  /** Ids of rows whose order is being cancelled or has gone: another press on them does nothing. */
  readonly leaving: ReadonlySet<string>
  cancel(order: Order): Promise<void>
}

/** @param send cancels one order and answers whether that went well; never throws */
export function useSteadyRows<Order extends Row>(orders: readonly Order[], send: (order: Order) => Promise<boolean>): SteadyRows<Order> {
  const [still, setStill] = useState<readonly Order[]>()
  const [pressed, setPressed] = useState<ReadonlySet<string>>(new Set())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const live = new Map(orders.map((order) => [order.orderId, order]))
  const rows = still?.map((order) => live.get(order.orderId) ?? order) ?? orders
  const leaving = new Set([...pressed, ...rows.map((order) => order.orderId).filter((id) => !live.has(id))])
  return {
    rows,
    leaving,
    async cancel(order) {
      if (leaving.has(order.orderId)) return
      setStill(rows)
      setPressed((now) => new Set(now).add(order.orderId))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setStill(undefined), STILL_MS)
      const [done] = await Promise.all([send(order), pause(STILL_MS)])
      if (!done) setPressed((now) => new Set([...now].filter((id) => id !== order.orderId)))
    },
  }
}
