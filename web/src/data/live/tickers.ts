/** Prices of all pairs and of one pair as they move. */
import type { Ticker } from '@agio/wire/market/types.ts'
import { boot, firstAnswer } from '../boot.ts'
import { useCalm } from './calm.ts'
import { type Claimed, fieldsOf, listOf, numberOf, textOf, textOrNull } from './read.ts'
import { createTopic, topicFamily, useTopic } from './topic.ts'

/** Decimal strings as the wire prints them. */
export interface LiveTicker {
  readonly symbol: string
  readonly price: string
  readonly openingPrice: string
  readonly yesterdayPrice: string
  readonly high: string
  readonly low: string
  readonly bestBid: string | null
  readonly bestAsk: string | null
  /** Traded in 24 h, base asset. */
  readonly quantity: string
  /** Traded in 24 h, quote asset. */
  readonly turnover: string
  /** Signed, since 00:00 UTC. */
  readonly priceChangePercent: string
  readonly usdtPrice: string
  readonly time: number
  /** Whether the last trade before this was lower or higher: the arrow beside the price. */
  readonly moved: 'up' | 'down' | 'flat'
}

function readTicker(data: Claimed<Ticker>, before: LiveTicker | undefined): LiveTicker | undefined {
  const fields = fieldsOf(data)
  if (fields === undefined || typeof fields.symbol !== 'string' || typeof fields.price !== 'string') return undefined
  const moved =
    before === undefined || before.price === fields.price
      ? (before?.moved ?? 'flat')
      : Number(fields.price) > Number(before.price)
        ? 'up'
        : 'down'
  return {
    symbol: fields.symbol,
    price: fields.price,
    openingPrice: textOf(fields.openingPrice),
    yesterdayPrice: textOf(fields.yesterdayPrice),
    high: textOf(fields.high),
    low: textOf(fields.low),
    bestBid: textOrNull(fields.bestBid),
    bestAsk: textOrNull(fields.bestAsk),
    quantity: textOf(fields.quantity),
    turnover: textOf(fields.turnover),
    priceChangePercent: textOf(fields.priceChangePercent),
    usdtPrice: textOf(fields.usdtPrice),
    time: numberOf(fields.time),
    moved,
  }
}

function allTickers() {
  let tickers: ReadonlyMap<string, LiveTicker> = new Map()
  return createTopic('tickers', {
    push(push) {
      const next = new Map(tickers)
      for (const row of listOf(push.data)) {
        const ticker = readTicker(row, tickers.get(textOf(row.symbol)))
        if (ticker !== undefined) next.set(ticker.symbol, ticker)
      }
      tickers = next
      return true
    },
    // Prices that are a moment old are better than none; the connection says how old they are.
    reset: () => undefined,
    view: () => tickers,
  })
}

let tickersTopic: ReturnType<typeof allTickers> | undefined

/** Every pair's ticker by symbol; empty until the first answer. */
export function useTickers(): ReadonlyMap<string, LiveTicker> {
  tickersTopic ??= allTickers()
  return useTopic(tickersTopic)
}

let headOf: unknown
let inHead: ReadonlyMap<string, LiveTicker> = new Map()

/** The ticker that the page came with: a moment old, and better than none. */
function headTicker(symbol: string): LiveTicker | undefined {
  if (headOf !== boot()) {
    headOf = boot()
    const tickers = listOf(firstAnswer('tickers')).flatMap((row) => readTicker(row, undefined) ?? [])
    inHead = new Map(tickers.map((ticker) => [ticker.symbol, ticker]))
  }
  return inHead.get(symbol)
}

const tickerOf = topicFamily((symbol: string) => {
  let ticker = headTicker(symbol)
  return createTopic(`ticker:${symbol}`, {
    push(push) {
      ticker = readTicker(push.data, ticker) ?? ticker
      return true
    },
    reset: () => undefined,
    // Whoever comes back to the pair later must not be told the price of then.
    forget() {
      ticker = undefined
    },
    view: () => ticker,
  })
})

export const tickerTopic = (symbol: string) => tickerOf(symbol)

/** The ticker of one pair, or undefined before the first push. */
export function useTicker(symbol: string): LiveTicker | undefined {
  const topic = tickerOf(symbol)
  // A server draws for many tenants: there the topic's own memory would be another's.
  const read = typeof window === 'undefined' ? () => headTicker(symbol) : topic.store.get
  return useCalm(topic, { subscribe: topic.subscribe, read })
}
