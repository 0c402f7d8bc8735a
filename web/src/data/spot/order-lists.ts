/** Order history and fills from the read models, page by page. The first page's position keeps the following ones steady. */
import { orderDetail, orderList, userTrades } from '@agio/wire/spot/spot.ts'
import { WIRE_ORDER_STATUSES, WIRE_ORDER_TYPES, WIRE_SIDES } from '@agio/wire/spot/view.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../http-client.ts'
import { type Page, type Place, usePages } from '../paged-list.ts'
import { tradedBefore } from './earlier-order.ts'
import { type Fill, type Order, type OrderKind, type OrderState, readFill, readOrder } from './order.ts'
import { PAGE_SIZE } from './page-size.ts'
import { SPOT_QUERIES } from './spot-changes.ts'

/** Absent = any. Times in ms, both ends included. */
export interface OrderFilter {
  readonly symbol?: string
  readonly side?: 'buy' | 'sell'
  readonly kind?: OrderKind
  readonly state?: OrderState
  readonly from?: number
  readonly to?: number
}

const common = (filter: OrderFilter) => ({
  ...(filter.symbol !== undefined && { symbol: filter.symbol }),
  ...(filter.side !== undefined && { direction: WIRE_SIDES[filter.side] }),
  ...(filter.from !== undefined && { startTime: filter.from }),
  ...(filter.to !== undefined && { endTime: filter.to }),
})

const at = (place: Place, size: number) => ({ pageNo: place.page, pageSize: size, ...(place.asOf !== undefined && { asOf: place.asOf }) })

/** @param open true: orders that can still change; false: those that ended */
export async function loadOrders(open: boolean, filter: OrderFilter, place: Place, size = PAGE_SIZE): Promise<Page<Order>> {
  const answer = await send(orderList, {
    state: open ? 1 : 2,
    joinAmended: 1,
    ...common(filter),
    ...(filter.kind !== undefined && { types: [WIRE_ORDER_TYPES[filter.kind]] }),
    ...(filter.state !== undefined && { statuses: [WIRE_ORDER_STATUSES[filter.state]] }),
    ...at(place, size),
  })
  return { rows: answer.list.map((row) => readOrder(row)), total: answer.total, asOf: answer.asOf }
}

export async function loadFills(filter: OrderFilter, place: Place, size = PAGE_SIZE): Promise<Page<Fill>> {
  const answer = await send(userTrades, { ...common(filter), ...at(place, size) })
  return { rows: answer.list.map((row) => readFill(row)), total: answer.total, asOf: answer.asOf }
}

export function useOrderPages(open: boolean, filter: OrderFilter, enabled?: boolean) {
  return usePages(['orders', open, filter], (place) => loadOrders(open, filter, place), enabled)
}

export function useFillPages(filter: OrderFilter, enabled?: boolean) {
  return usePages(['fills', filter], (place) => loadFills(filter, place), enabled)
}

/** One order with its fills, oldest first. */
export async function loadOrder(orderId: string): Promise<{ readonly order: Order; readonly fills: readonly Fill[] }> {
  const answer = await send(orderDetail, { orderId })
  return { order: readOrder(answer), fills: answer.detail.map((row) => readFill(row)).sort((one, other) => one.at - other.at) }
}

/** The order with its fills, and with those that it had before it was amended. */
async function loadStory(orderId: string) {
  const told = await loadOrder(orderId)
  const before = await Promise.all(tradedBefore(told.order.earlier).map((one) => loadOrder(one.orderId)))
  return { ...told, fills: [...before.flatMap(({ fills }) => fills), ...told.fills] }
}

export function useOrderFills(orderId: string) {
  return useQuery({ queryKey: [SPOT_QUERIES, 'detail', orderId], queryFn: () => loadStory(orderId) })
}

/** The rows of a file, newest first; `total` is how many there are, which may be more. */
export interface AllRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

const FILE_PAGES = 100

/** Every row that fits a filter, up to 10,000, for a file. */
export async function loadAll<Row>(load: (place: Place, size: number) => Promise<Page<Row>>): Promise<AllRows<Row>> {
  const rows: Row[] = []
  let asOf: number | undefined
  let total = 0
  for (let page = 1; page <= FILE_PAGES; page += 1) {
    const answer = await load({ page, asOf }, 100)
    asOf ??= answer.asOf
    total = answer.total
    rows.push(...answer.rows)
    if (rows.length >= answer.total || answer.rows.length === 0) break
  }
  return { rows, total }
}
