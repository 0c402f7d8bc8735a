/** The home page's lists: gainers, losers, busiest, newest, and the operator's hot pairs. */
import type { TickerView } from '@agio/wire/market/view.ts'
import type { ListedPair } from './listings.ts'

/** The API's numbers: 1 turnover, 2 newest, 3 gainers, 4 losers. */
export const RANKINGS = { turnover: '1', newest: '2', gainers: '3', losers: '4' } as const
export type Ranking = keyof typeof RANKINGS

interface Ranked {
  readonly pair: ListedPair
  readonly ticker: TickerView
  /** Last price by the close before; 1 = unchanged. */
  readonly change: number
  /** 24 h turnover in USDT, whole units: only its order matters. */
  readonly turnover: number
}

const HOT_COUNT = 6

const byName = (a: Ranked, b: Ranked): number => a.pair.sort - b.pair.sort || a.pair.instrumentId - b.pair.instrumentId

const ORDERS: Readonly<Record<Ranking, (a: Ranked, b: Ranked) => number>> = {
  turnover: (a, b) => b.turnover - a.turnover || byName(a, b),
  newest: (a, b) => b.pair.instrumentId - a.pair.instrumentId,
  gainers: (a, b) => b.change - a.change || byName(a, b),
  losers: (a, b) => a.change - b.change || byName(a, b),
}

/** Who may stand in a list at all: on a day on which everything rises nobody has lost. */
const BELONGS: Readonly<Partial<Record<Ranking, (row: Ranked) => boolean>>> = {
  gainers: ({ change }) => change > 1,
  losers: ({ change }) => change < 1,
}

/** @param rows shown pairs only (MKT-006) */
export function ranked(rows: readonly Ranked[], ranking: Ranking, limit: number): TickerView[] {
  return rows
    .filter(BELONGS[ranking] ?? (() => true))
    .sort(ORDERS[ranking])
    .slice(0, limit)
    .map((row) => row.ticker)
}

/** The operator's order where pairs carry `hot` (1 = first) in their document; without any, the busiest. */
export function hotPairs(rows: readonly Ranked[]): TickerView[] {
  const place = (row: Ranked): number => (typeof row.pair.terms.document.hot === 'number' ? row.pair.terms.document.hot : 0)
  const chosen = rows.filter((row) => place(row) > 0).sort((a, b) => place(a) - place(b))
  return chosen.length > 0 ? chosen.map((row) => row.ticker) : ranked(rows, 'turnover', HOT_COUNT)
}
export type { Ranked }
