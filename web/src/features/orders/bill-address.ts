/** Filters of the bills as they stand in the address: every one optional, unknown values ignored. Pure. */
import { ACCOUNT_TYPES } from '@agio/wire/assets/view.ts'
import { day, pick, startOf } from '../../ui/filter-values.ts'

export const CATEGORIES = [
  'deposit',
  'withdraw',
  'transfer',
  'trade',
  'fee',
  'convert',
  'earn',
  'commission',
  'airdrop',
  'adjustment',
] as const

export interface BillAddress {
  /** Contract bills have a list of their own. */
  readonly account: 'spot' | 'financial'
  readonly category: (typeof CATEGORIES)[number] | undefined
  /** `USDT`. */
  readonly coin: string | undefined
  /** Days as `YYYY-MM-DD`, those of the reader's clock, as the rows show them. */
  readonly from: string | undefined
  readonly to: string | undefined
}

export function readBillAddress(search: URLSearchParams): BillAddress {
  const coin = search.get('coin') ?? ''
  return {
    account: search.get('account') === 'earn' ? 'financial' : 'spot',
    category: pick(search.get('kind'), CATEGORIES),
    coin: /^[A-Za-z0-9]{1,20}$/.test(coin) ? coin.toUpperCase() : undefined,
    from: day(search.get('from')),
    to: day(search.get('to')),
  }
}

/** The same as query text; what is unset leaves nothing behind. */
export function writeBillAddress({ account, category, coin, from, to }: BillAddress): URLSearchParams {
  const search = new URLSearchParams()
  const fields = { account: account === 'financial' ? 'earn' : undefined, coin, kind: category, from, to }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) search.set(name, value)
  return search
}

/** Nothing chosen: what Reset leads back to. */
export const NO_BILL_FILTER: BillAddress = readBillAddress(new URLSearchParams())

export const isBillFiltered = (address: BillAddress): boolean => writeBillAddress(address).size > 0

/** What is asked for: whole days, both included. */
export interface BillFilter {
  readonly accountType: 1 | 3
  readonly category?: string
  readonly coinId?: string
  /** Ms. */
  readonly startTime?: number
  readonly endTime?: number
}

/** @param coinId of the address's coin */
export const billFilterOf = ({ account, category, from, to }: BillAddress, coinId: string | undefined): BillFilter => ({
  accountType: ACCOUNT_TYPES[account],
  ...(category !== undefined && { category }),
  ...(coinId !== undefined && { coinId }),
  ...(from !== undefined && { startTime: startOf(from) }),
  ...(to !== undefined && { endTime: startOf(to, 1) - 1 }),
})

/** Whether the newest lines of a coin are all there: only from those to the balance of now can be counted. @param now server time, ms */
export const reachesNow = ({ category, endTime }: BillFilter, now: number): boolean =>
  category === undefined && (endTime === undefined || endTime >= now)
