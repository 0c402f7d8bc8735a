/** Filters of the order pages as they stand in the address: every one optional, unknown values ignored. Pure. */
import { symbolFromQuery, symbolToQuery } from '@agio/wire/market/pair-address.ts'
import type { OrderKind, OrderState } from '../../data/spot/order.ts'
import type { OrderFilter } from '../../data/spot/order-lists.ts'
import { day, pick, startOf } from '../../ui/filter-values.ts'

export const ORDER_TABS = ['open', 'history', 'trades'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

export const ORDER_KINDS: readonly OrderKind[] = [
  'limit',
  'market',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
]
export const OPEN_STATES: readonly OrderState[] = ['new', 'partiallyFilled', 'pendingTrigger', 'pendingNew']
export const ENDED_STATES: readonly OrderState[] = ['filled', 'canceled', 'rejected', 'expired', 'expiredInMatch']

export interface OrderAddress {
  readonly tab: OrderTab
  readonly symbol: string | undefined
  readonly side: 'buy' | 'sell' | undefined
  readonly kind: OrderKind | undefined
  readonly state: OrderState | undefined
  /** Days as `YYYY-MM-DD`, those of the reader's clock, as the rows show them. */
  readonly from: string | undefined
  readonly to: string | undefined
}

export function readAddress(search: URLSearchParams): OrderAddress {
  const tab = pick(search.get('tab'), ORDER_TABS) ?? 'open'
  return {
    tab,
    symbol: symbolFromQuery(search.get('symbol')),
    side: pick(search.get('side'), ['buy', 'sell'] as const),
    kind: pick(search.get('type'), ORDER_KINDS),
    state: pick(search.get('status'), tab === 'open' ? OPEN_STATES : ENDED_STATES),
    from: day(search.get('from')),
    to: day(search.get('to')),
  }
}

/** The same as query text; the first tab and unset filters leave nothing behind. */
export function writeAddress(address: OrderAddress): URLSearchParams {
  const search = new URLSearchParams()
  if (address.tab !== 'open') search.set('tab', address.tab)
  if (address.symbol !== undefined) search.set('symbol', symbolToQuery(address.symbol))
  if (address.side !== undefined) search.set('side', address.side)
  if (address.kind !== undefined && address.tab !== 'trades') search.set('type', address.kind)
  if (address.state !== undefined && address.tab !== 'trades') search.set('status', address.state)
  if (address.from !== undefined) search.set('from', address.from)
  if (address.to !== undefined) search.set('to', address.to)
  return search
}

/** Whether anything but the tab is set. */
export const isFiltered = (address: OrderAddress): boolean =>
  [address.symbol, address.side, address.kind, address.state, address.from, address.to].some((value) => value !== undefined)

/** The request's filter: whole days, both included. */
export function filterOf(address: OrderAddress): OrderFilter {
  return {
    ...(address.symbol !== undefined && { symbol: address.symbol }),
    ...(address.side !== undefined && { side: address.side }),
    ...(address.kind !== undefined && { kind: address.kind }),
    ...(address.state !== undefined && { state: address.state }),
    ...(address.from !== undefined && { from: startOf(address.from) }),
    ...(address.to !== undefined && { to: startOf(address.to, 1) - 1 }),
  }
}
