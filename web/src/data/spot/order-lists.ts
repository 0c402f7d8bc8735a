/** Order history and fills from the read models, page by page. The first page's position keeps the following ones steady. */
import { orderDetail, orderList, userTrades } from '@agio/wire/spot.ts'
import { WIRE_ORDER_STATUSES, WIRE_ORDER_TYPES, WIRE_SIDES } from '@agio/wire/spot-view.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '../http-client.ts'
import { type Fill, type Order, type OrderKind, type OrderState, readFill, readOrder } from './order.ts'
import { SPOT_QUERIES, spotChanges, useSpotChanges } from './spot-changes.ts'

/** Absent = any. Times in ms, both ends included. */
export interface OrderFilter {
  readonly symbol?: string
  readonly side?: 'buy' | 'sell'
  readonly kind?: OrderKind
  readonly state?: OrderState
  readonly from?: number
  readonly to?: number
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly asOf: number | undefined
}

/** A page of a list whose rows are those that stood at `asOf`. */
export interface Place {
  readonly page: number
  readonly asOf: number | undefined
}

export const PAGE_SIZE = 50

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

const FIRST: Place = { page: 1, asOf: undefined }

/** A list as its reader sees it. */
export interface PagedList<Row> {
  readonly rows: readonly Row[]
  /** How many there are, shown or not. */
  readonly total: number
  /** Nothing has been read yet. */
  readonly isPending: boolean
  /** Why the last reading failed; the rows of the one before stay. */
  readonly error: Error | null
  /** There are more pages. */
  readonly hasMore: boolean
  readonly readsMore: boolean
  /** The account has changed since the first page was read. */
  readonly newer: boolean
  more(): void
  again(): void
  showNewest(): void
}

/**
 * Pages of one list, newest rows first. One page follows the account by itself; once the reader has opened a second one, the rows stand
 * still, and `newer` says that the account has changed since; `showNewest` then starts over.
 * @param enabled false: nothing is read
 */
export function usePages<Row>(key: readonly unknown[], load: (place: Place) => Promise<Page<Row>>, enabled = true): PagedList<Row> {
  const client = useQueryClient()
  const queryKey = [SPOT_QUERIES, ...key]
  const changes = useSpotChanges()
  const query = useInfiniteQuery({
    queryKey,
    enabled,
    initialPageParam: FIRST,
    queryFn: async ({ pageParam }) => {
      const heard = spotChanges()
      return { ...(await load(pageParam)), heard }
    },
    getNextPageParam: (_last, pages): Place | undefined => {
      const seen = pages.reduce((sum, page) => sum + page.rows.length, 0)
      const first = pages[0]
      const more = first !== undefined && seen < first.total && (pages.at(-1)?.rows.length ?? 0) > 0
      return more ? { page: pages.length + 1, asOf: first.asOf } : undefined
    },
    placeholderData: (before) => before,
  })
  const pages = query.data?.pages ?? []
  return {
    rows: pages.flatMap((page) => page.rows),
    total: pages[0]?.total ?? 0,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    readsMore: query.isFetchingNextPage,
    newer: pages.length > 1 && pages[0] !== undefined && pages[0].heard < changes,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
    showNewest: () => void client.resetQueries({ queryKey, exact: true }),
  }
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

export function useOrderFills(orderId: string) {
  return useQuery({ queryKey: [SPOT_QUERIES, 'detail', orderId], queryFn: () => loadOrder(orderId) })
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
