/** Tab and filters of `/contractOrder` as they stand in its address: every one optional, unknown values ignored. Pure. */
import { day, pick, startOf } from '../../../ui/filter-values.ts'

export const CONTRACT_TABS = ['open', 'trigger', 'history', 'trades', 'positions', 'transactions'] as const
export type ContractTab = (typeof CONTRACT_TABS)[number]

/** Kinds of orders, in the API's numbers: 1 limit, 2 market, 3 IOC, 4 FOK, 5 post-only. */
export const ORDER_TYPES = ['1', '2', '3', '4', '5'] as const
/** What can be asked for of ended orders: 2 filled, 4 cancelled, 6 expired, 7 cancelled after a part was filled. */
export const ENDED = ['2', '4', '6', '7'] as const
/** Transactions, in the API's numbers. */
export const TRANSACTION_TYPES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const
const SIDES = ['buy', 'sell'] as const

export interface ContractAddress {
  readonly tab: ContractTab
  readonly contract: string | undefined
  readonly side: (typeof SIDES)[number] | undefined
  readonly type: (typeof ORDER_TYPES)[number] | undefined
  readonly status: (typeof ENDED)[number] | undefined
  /** Of transactions. */
  readonly kind: (typeof TRANSACTION_TYPES)[number] | undefined
  readonly coin: string | undefined
  /** Days as `YYYY-MM-DD`, those of the reader's clock, as the rows show them. */
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Which filters a tab has; what it has not says nothing in it. */
const FILTERS: Readonly<Record<ContractTab, readonly (keyof ContractAddress)[]>> = {
  open: ['contract', 'side', 'type'],
  trigger: ['contract', 'side', 'type'],
  history: ['contract', 'side', 'type', 'status', 'from', 'to'],
  trades: ['contract', 'from', 'to'],
  positions: ['contract', 'from', 'to'],
  transactions: ['coin', 'contract', 'kind', 'from', 'to'],
}

export const hasFilter = (tab: ContractTab, filter: keyof ContractAddress): boolean => FILTERS[tab].includes(filter)

const CONTRACT = /^[A-Za-z0-9-]{1,32}$/
const COIN = /^[A-Z0-9]{1,20}$/
const like = (text: string | null, form: RegExp): string | undefined => (text !== null && form.test(text) ? text : undefined)

export function readAddress(search: URLSearchParams): ContractAddress {
  const tab = pick(search.get('tab'), CONTRACT_TABS) ?? 'open'
  const of = <Value>(filter: keyof ContractAddress, value: Value | undefined): Value | undefined =>
    hasFilter(tab, filter) ? value : undefined
  return {
    tab,
    contract: of('contract', like(search.get('contract'), CONTRACT)),
    side: of('side', pick(search.get('side'), SIDES)),
    type: of('type', pick(search.get('type'), ORDER_TYPES)),
    status: of('status', pick(search.get('status'), ENDED)),
    kind: of('kind', pick(search.get('kind'), TRANSACTION_TYPES)),
    coin: of('coin', like(search.get('coin'), COIN)),
    from: of('from', day(search.get('from'))),
    to: of('to', day(search.get('to'))),
  }
}

const FIELDS = ['contract', 'side', 'type', 'status', 'kind', 'coin', 'from', 'to'] as const

/** The same as query text; the first tab, unset filters and those that the tab has not leave nothing behind. */
export function writeAddress(address: ContractAddress): URLSearchParams {
  const search = new URLSearchParams()
  if (address.tab !== 'open') search.set('tab', address.tab)
  for (const field of FIELDS) {
    const value = address[field]
    if (value !== undefined && hasFilter(address.tab, field)) search.set(field, value)
  }
  return search
}

/** Whether anything but the tab, and the coin that transactions always have, is set. */
export const isFiltered = (address: ContractAddress): boolean =>
  FIELDS.some((field) => field !== 'coin' && address[field] !== undefined && hasFilter(address.tab, field))

/** The days of the filter as the request has them: whole ones, both included. */
export const rangeOf = ({ from, to }: ContractAddress) => ({
  ...(from !== undefined && { beginTime: startOf(from) }),
  ...(to !== undefined && { endTime: startOf(to, 1) - 1 }),
})
