/** Filters of the earn orders as they stand in the address: every one optional, unknown values ignored. Pure. */
import type { EarnOrder } from '@agio/wire/earn/types.ts'
import { RANGE_DAYS_MAX } from '@agio/wire/fields.ts'
import type { BillFilter, OrderFilter } from '../../../data/earn/my-earn-calls.ts'
import { day, pick, startOf } from '../../../ui/filter-values.ts'

export const VIEWS = ['holding', 'ended', 'lines'] as const
export type View = (typeof VIEWS)[number]

export interface EarnAddress {
  readonly view: View
  /** `USDT`. */
  readonly coin: string | undefined
  /** 1 fixed term, 2 flexible; of orders. */
  readonly type: EarnOrder['type'] | undefined
  /** How an ended order ended; without it well. */
  readonly failed: boolean
  /** 1 purchase, 2 redemption, 3 interest; of lines. */
  readonly kind: 1 | 2 | 3 | undefined
  /** Days as `YYYY-MM-DD`, those of the reader's clock. */
  readonly from: string | undefined
  readonly to: string | undefined
}

export function readAddress(search: URLSearchParams): EarnAddress {
  const kind = Number(search.get('kind'))
  const type = Number(search.get('type'))
  return {
    view: pick(search.get('tab'), VIEWS) ?? 'holding',
    coin: /^[A-Za-z0-9]{1,16}$/.test(search.get('coin') ?? '') ? search.get('coin')?.toUpperCase() : undefined,
    type: type === 1 || type === 2 ? type : undefined,
    failed: search.get('status') === '0',
    kind: kind === 1 || kind === 2 || kind === 3 ? kind : undefined,
    from: day(search.get('from')),
    to: day(search.get('to')),
  }
}

/** The same as query text; the first view and unset filters leave nothing behind, nor does what the view has no filter for. */
export function writeAddress(address: EarnAddress): URLSearchParams {
  const { view } = address
  const search = new URLSearchParams()
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined) search.set(name, String(value))
  }
  put('tab', view === 'holding' ? undefined : view)
  put('coin', address.coin)
  put('type', view === 'lines' ? undefined : address.type)
  put('status', view === 'ended' && address.failed ? 0 : undefined)
  put('kind', view === 'lines' ? address.kind : undefined)
  put('from', address.from)
  put('to', address.to)
  return search
}

/** Whether anything but the view is set. */
export const isFiltered = (address: EarnAddress): boolean =>
  writeAddress({ ...address, view: 'holding' }).size > 0 || writeAddress(address).has('kind') || writeAddress(address).has('status')

/** Both ends included, ms. */
interface Range {
  readonly startTime?: number
  readonly endTime?: number
}

const range = ({ from, to }: EarnAddress): Range => ({
  ...(from !== undefined && { startTime: startOf(from) }),
  ...(to !== undefined && { endTime: startOf(to, 1) - 1 }),
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WIDEST_MS = RANGE_DAYS_MAX * DAY_MS

/**
 * When the widest range begins that ends at `end`, or with the moment at which the server reads it. Without an end it stays the same for a
 * day, so that one list is read and not another with each drawing, and leaves the server an hour.
 */
function widestStart(end: number | undefined, now: number): number {
  return end === undefined ? Math.floor((now + HOUR_MS) / DAY_MS) * DAY_MS - WIDEST_MS + DAY_MS : end - WIDEST_MS
}

/**
 * What began more than 90 days ago is left out where no time is named: orders that are held have no such bound, those that ended are asked for
 * as far back as the server goes.
 *
 * @param coinId of the address's coin
 * @param now server time, ms
 */
export function orderFilter(address: EarnAddress, coinId: string | undefined, now: number): Omit<OrderFilter, keyof Range> & Range {
  const asked = range(address)
  const reaches = address.view === 'ended' && asked.startTime === undefined
  return {
    status: address.view === 'holding' ? 1 : address.failed ? 0 : 2,
    ...(address.type !== undefined && { type: address.type }),
    ...(coinId !== undefined && { coinId }),
    ...asked,
    ...(reaches && { startTime: widestStart(asked.endTime, now) }),
  }
}

export const lineFilter = (address: EarnAddress, coinId: string | undefined): BillFilter => ({
  ...(address.kind !== undefined && { type: address.kind }),
  ...(coinId !== undefined && { coinId }),
  ...range(address),
})

/** Until when the end of an order can be chosen; undefined for one that has no end. */
export const renewableUntil = ({ expireTime }: Pick<EarnOrder, 'expireTime'>): number | undefined =>
  expireTime === null ? undefined : expireTime - HOUR_MS

/** The order that ends first. @param now server time, ms */
export function nextToEnd<Order extends Pick<EarnOrder, 'expireTime'>>(orders: readonly Order[], now: number): Order | undefined {
  return orders
    .filter(({ expireTime }) => expireTime !== null && expireTime > now)
    .reduce<Order | undefined>(
      (first, one) => (first === undefined || Number(one.expireTime) < Number(first.expireTime) ? one : first),
      undefined,
    )
}

export interface TimeLeft {
  readonly days: number
  /** `07:59:59`. */
  readonly clock: string
}

/** @param ms not below zero is shown */
export function timeLeft(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return {
    days: Math.floor(seconds / 86_400),
    clock: `${two((seconds % 86_400) / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`,
  }
}
