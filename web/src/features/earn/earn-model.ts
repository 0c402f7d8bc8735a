/** Filters of the products as they stand in the address, what a card shows, and why something cannot be bought. Pure. */
import type { Product } from '@agio/wire/earn/types.ts'
import { compare, isPositive, least, times, units } from '../../data/amounts.ts'
import type { ProductGroup } from '../../data/earn/products.ts'
import { topRate } from '../../data/earn/top-rate.ts'
import { openFeatures, type Switches } from '../../data/shell/menu-model.ts'

/** What the site says holds until savings themselves have answered: 1 open, 2 closed. */
export const isEarnOpen = (switches: Switches, configuration: { readonly financialSwitch: number } | undefined): boolean =>
  openFeatures({ ...switches, ...(configuration && { financialSwitch: configuration.financialSwitch }) }).earn

export const SORTS = ['rate', 'coin', 'term'] as const
export type Sort = (typeof SORTS)[number]

/** Every filter is optional; unknown values are ignored. */
export interface EarnAddress {
  readonly type: Product['type'] | undefined
  readonly coinId: string | undefined
  readonly termDays: number | undefined
  readonly rateType: Product['rateType'] | undefined
  readonly payout: Product['payoutMode'] | undefined
  readonly onlyHeld: boolean
  readonly sort: Sort
  /** Part of a name or coin. */
  readonly query: string
  /** The product whose sheet is open. */
  readonly buying: string | undefined
  /** The product whose rule is read. */
  readonly rule: string | undefined
}

const oneOrTwo = (text: string | null): 1 | 2 | undefined => (text === '1' ? 1 : text === '2' ? 2 : undefined)
const wholeOf = (text: string | null): number | undefined => (text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined)
const idOf = (text: string | null): string | undefined => (text !== null && /^\d{1,15}$/.test(text) ? text : undefined)

export function readAddress(search: URLSearchParams): EarnAddress {
  return {
    type: oneOrTwo(search.get('type')),
    coinId: idOf(search.get('coin')),
    termDays: wholeOf(search.get('term')),
    rateType: oneOrTwo(search.get('rate')),
    payout: oneOrTwo(search.get('payout')),
    onlyHeld: search.get('held') === '1',
    sort: SORTS.find((sort) => sort === search.get('sort')) ?? 'rate',
    query: (search.get('q') ?? '').slice(0, 64),
    buying: idOf(search.get('product')),
    rule: idOf(search.get('rule')),
  }
}

/** The same as query text; what is unset leaves nothing behind. */
export function writeAddress(address: EarnAddress): URLSearchParams {
  const search = new URLSearchParams()
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  put('type', address.type)
  put('coin', address.coinId)
  put('term', address.termDays)
  put('rate', address.rateType)
  put('payout', address.payout)
  put('held', address.onlyHeld ? 1 : undefined)
  put('sort', address.sort === 'rate' ? undefined : address.sort)
  put('q', address.query)
  put('product', address.buying)
  put('rule', address.rule)
  return search
}

/** Nothing chosen: what Reset leads back to. */
export const NO_FILTER: EarnAddress = readAddress(new URLSearchParams())

export const isFiltered = ({ type, coinId, termDays, rateType, payout, onlyHeld, query }: EarnAddress): boolean =>
  [type, coinId, termDays, rateType, payout].some((value) => value !== undefined) || onlyHeld || query !== ''

export interface CoinCard {
  readonly coinId: string
  readonly coinName: string
  readonly iconUrl: string | null
  /** By term, flexible first; never empty. */
  readonly products: readonly [Product, ...Product[]]
}

const isOne = (products: readonly Product[]): products is readonly [Product, ...Product[]] => products.length > 0

/** What can be bought now comes before what cannot, whatever that would pay. */
function byRate(one: CoinCard, other: CoinCard): number {
  const [mine, yours] = [firstShown(one), firstShown(other)]
  return Number(yours.status === 1) - Number(mine.status === 1) || compare(topRate(yours), topRate(mine))
}

const ORDERS: Readonly<Record<Sort, (one: CoinCard, other: CoinCard) => number>> = {
  rate: byRate,
  coin: (one, other) => one.coinName.localeCompare(other.coinName),
  term: (one, other) => one.products[0].termDays - other.products[0].termDays,
}

/** One card a coin, of the products that fit. @param held products of which the user holds something */
export function cardsOf(groups: readonly ProductGroup[], address: EarnAddress, held: ReadonlySet<string>): readonly CoinCard[] {
  const wanted = address.query.trim().toLowerCase()
  const fits = (product: Product): boolean =>
    (address.type === undefined || product.type === address.type) &&
    (address.termDays === undefined || product.termDays === address.termDays) &&
    (address.rateType === undefined || product.rateType === address.rateType) &&
    (address.payout === undefined || product.payoutMode === address.payout) &&
    (!address.onlyHeld || held.has(product.id)) &&
    (product.name.toLowerCase().includes(wanted) || product.coinName.toLowerCase().includes(wanted))
  return groups
    .filter(({ coinId }) => address.coinId === undefined || coinId === address.coinId)
    .flatMap(({ coinId, coinName, iconUrl, products }) => {
      const shown = products.filter(fits).sort((one, other) => one.termDays - other.termDays || one.sort - other.sort)
      return isOne(shown) ? [{ coinId, coinName, iconUrl, products: shown }] : []
    })
    .sort((one, other) => ORDERS[address.sort](one, other) || one.coinName.localeCompare(other.coinName))
}

/** What a card shows before anybody chose: the best rate of what can be bought now, else of all. */
export function firstShown({ products }: CoinCard): Product {
  const open = products.filter(({ status }) => status === 1)
  return (isOne(open) ? open : products).reduce((best, one) => (compare(topRate(one), topRate(best)) > 0 ? one : best))
}

const HINDRANCES = { 0: 'notReleased', 2: 'waiting', 3: 'suspended', 4: 'offShelf', 5: 'soldOut', 6: 'ended' } as const
export type Hindrance = (typeof HINDRANCES)[keyof typeof HINDRANCES]

/** Why a product cannot be bought now; undefined when it can. */
export function hindranceOf({ status }: Product): Hindrance | undefined {
  if (status === 1) return undefined
  return (HINDRANCES as Readonly<Record<number, Hindrance>>)[status] ?? 'notReleased'
}

/** An amount to count with: a hundred times the least, or as near to it as one person may hold. */
export function sampleOf({ userMin, userMax, step }: Product): string {
  const unit = isPositive(userMin) ? userMin : isPositive(step) ? step : '1'
  const hundred = times(unit, 100)
  if (!isPositive(userMax) || compare(hundred, userMax) <= 0) return hundred
  const ten = times(unit, 10)
  return compare(ten, userMax) <= 0 ? ten : least(unit, userMax)
}

/** Days that a card counts with where a product has no end. */
export const FLEXIBLE_DAYS = 30
export const daysShown = ({ termDays }: Product): number => (termDays === 0 ? FLEXIBLE_DAYS : termDays)

/** Above how many choices, or with two of one term, names are needed to tell them apart. */
const PICKER_MOST = 3

export function needsNames(products: readonly Product[]): boolean {
  return products.length > PICKER_MOST || new Set(products.map(({ termDays }) => termDays)).size < products.length
}

/** The product of an id in any of the groups. */
export const productIn = (groups: readonly ProductGroup[], id: string | undefined): Product | undefined =>
  groups.flatMap(({ products }) => products).find((product) => product.id === id)

/** When money of an order comes next: interest of every day at midnight UTC, the rest at its end. @param now server time, ms */
export function nextPayout(orders: readonly HeldOrder[], now: number): number | undefined {
  const times = orders.flatMap(({ payoutMode, interestStart, expireTime, termDays }) => {
    const daily = payoutMode === 1 || termDays === 0
    const first = interestStart + DAY_MS
    const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS
    const next = daily ? Math.max(first, midnight) : undefined
    if (expireTime === null) return next === undefined ? [] : [next]
    return [next === undefined ? expireTime : Math.min(next, expireTime)]
  })
  return times.length === 0 ? undefined : Math.min(...times)
}

const DAY_MS = 86_400_000

export interface HeldOrder {
  readonly payoutMode: 1 | 2
  readonly interestStart: number
  readonly expireTime: number | null
  readonly termDays: number
}

/** How much of the total is taken, whole percent. */
export function takenPercent({ soldQuota, totalQuota }: Product): number {
  const total = units(totalQuota)
  return total <= 0n ? 0 : Math.min(100, Number((units(soldQuota) * 100n) / total))
}
