/** Pairs and prices as the pages show them, merged from the coin list, the groups and the prices. Pure. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import { latinText } from '../../i18n/typed-text.ts'

/** What a pair is; changes only when the operator changes it. */
export interface MarketPair {
  readonly pairId: string
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly priceScale: number
  readonly quantityScale: number
  /** Taker fee as a fraction, `"0.001"`. */
  readonly takerFee: string
  readonly makerFee: string
  readonly favorite: boolean
  readonly classLabel: string | null
  readonly groupShown: boolean
  readonly tradable: boolean
}

/** The moving facts of a pair, decimal strings. */
export interface Quote {
  readonly symbol: string
  readonly price: string
  readonly previousClose: string
  readonly high: string
  readonly low: string
  /** 24 h, quote asset. */
  readonly turnover: string
  /** Signed percent since 00:00 UTC. */
  readonly changePercent: string
  /** USDT for one coin. */
  readonly usdtPrice: string
  readonly moved: 'up' | 'down' | 'flat'
}

export interface MarketRow extends MarketPair {
  /** Absent when the price list does not hold the pair. */
  readonly quoted: Quote | undefined
}

/** (price − previous) ÷ previous × 100 with two decimals, halves away from zero; "0" when the previous close is missing, zero or negative. */
export function changePercent(price: string, previousClose: string | undefined): string {
  const last = parseDecimal(price, 18)
  const before = parseDecimal(previousClose ?? '', 18)
  if (typeof last !== 'bigint' || typeof before !== 'bigint' || before <= 0n) return '0'
  return formatDecimal(divideHalfUp((last - before) * 10_000n, before), 2)
}

/** Every shown pair with its price, in the order of the list. Groups that are switched off take their pairs out. */
export function mergeMarket(pairs: readonly MarketPair[], quotes: ReadonlyMap<string, Quote>): readonly MarketRow[] {
  return pairs.filter((pair) => pair.groupShown).map((pair) => ({ ...pair, quoted: quotes.get(pair.symbol) }))
}

export type MarketSort = 'name' | 'price' | 'change' | 'turnover'

/** Compares decimal strings exactly. */
export function compareDecimals(first: string, second: string): number {
  const parse = (text: string) => {
    const negative = text.startsWith('-')
    const value = parseDecimal(negative ? text.slice(1) : text, 18)
    return typeof value === 'bigint' ? (negative ? -value : value) : -1n
  }
  const [a, b] = [parse(first), parse(second)]
  return a < b ? -1 : a > b ? 1 : 0
}

function measure(row: MarketRow, sort: MarketSort, usdtPerQuote: (quote: string) => string): string {
  if (row.quoted === undefined) return '0'
  if (sort === 'price') return row.quoted.usdtPrice === '0' ? row.quoted.price : row.quoted.usdtPrice
  if (sort === 'change') return row.quoted.changePercent
  return multiply(row.quoted.turnover, usdtPerQuote(row.quote))
}

/** Product of two non-negative decimals at 8 decimals, rounded down: for ordering only. */
function multiply(first: string, second: string): string {
  const [a, b] = [parseDecimal(first, 18), parseDecimal(second, 18)]
  return typeof a === 'bigint' && typeof b === 'bigint' ? formatDecimal((a * b) / 10n ** 28n, 8) : '0'
}

/** Rows in the wanted order; equal ones by symbol, so that the order is always the same. `usdtPerQuote` values turnover across quotes. */
export function sortMarket(
  rows: readonly MarketRow[],
  sort: MarketSort,
  ascending: boolean,
  usdtPerQuote: (quote: string) => string,
): readonly MarketRow[] {
  const factor = ascending ? 1 : -1
  const byName = (a: MarketRow, b: MarketRow) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)
  if (sort === 'name') return [...rows].sort((a, b) => factor * byName(a, b))
  const measured = rows.map((row) => ({ row, value: measure(row, sort, usdtPerQuote) }))
  return measured.sort((a, b) => factor * compareDecimals(a.value, b.value) || byName(a.row, b.row)).map(({ row }) => row)
}

/** Keeps rows where they are: the order of `held` first, rows that were not there at the end. */
export function holdOrder(rows: readonly MarketRow[], held: readonly string[]): readonly MarketRow[] {
  const places = new Map(held.map((symbol, index) => [symbol, index]))
  return [...rows].sort((a, b) => (places.get(a.symbol) ?? held.length) - (places.get(b.symbol) ?? held.length))
}

const plain = (text: string) =>
  latinText(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** `bt`, `BTC`, `btc/usdt` and `btcusdt` all find BTC/USDT. */
export function matchesSearch(symbol: string, query: string): boolean {
  const wanted = plain(query)
  return wanted === '' || plain(symbol).includes(wanted)
}

/** The pairs whose letters come nearest to a search without a hit: those that share its longest beginning. */
export function nearest(symbols: readonly string[], query: string, limit = 2): readonly string[] {
  const wanted = plain(query)
  for (let length = wanted.length - 1; length > 0; length -= 1) {
    const hits = symbols.filter((symbol) => plain(symbol).startsWith(wanted.slice(0, length)))
    if (hits.length > 0) return hits.slice(0, limit)
  }
  return []
}
