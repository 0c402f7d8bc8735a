/** Prices of contracts as they move: last, mark and index, funding, book, trades and candles of the host of contracts. */
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import { candleState, type LiveCandle } from '../live/candles.ts'
import { type DepthView, depthState } from '../live/depth.ts'
import { fieldsOf, listOf, numberOf, textOf } from '../live/read.ts'
import { type Topic, topicFamily } from '../live/topic.ts'
import type { LiveTrade } from '../live/trades.ts'
import { bucketStart } from './bucket.ts'
import { contractTopic } from './contract-line.ts'
import type { ContractTerms } from './contract-terms.ts'

/** Decimal strings; empty where nothing is known. */
export interface ContractTicker {
  readonly symbol: string
  readonly contractId: string
  readonly price: string
  readonly mark: string
  readonly index: string
  /** Change in 24 h, a fraction. */
  readonly rose: string
  readonly high: string
  readonly low: string
  /** Traded in 24 h: contracts, and their value. */
  readonly volume: string
  readonly turnover: string
  readonly moved: 'up' | 'down' | 'flat'
  /** Of one, in USDT: contracts are priced in it. */
  readonly usdtPrice: string
}

export interface MarkView {
  readonly mark: string
  readonly index: string
  /** Settled last; what the next settlement would be now. Fractions. */
  readonly rate: string
  readonly nextRate: string
  readonly nextAt: number
  readonly time: number
}

function readTicker(data: unknown, before: ContractTicker | undefined): ContractTicker | undefined {
  const fields = fieldsOf(data)
  const symbol = textOf(fields?.contractName)
  if (fields === undefined || symbol === '') return undefined
  const price = textOf(fields.lastPrice)
  const moved =
    before === undefined || before.price === price ? (before?.moved ?? 'flat') : Number(price) > Number(before.price) ? 'up' : 'down'
  return {
    symbol,
    contractId: textOf(fields.contractId),
    price,
    mark: textOf(fields.tagPrice),
    index: textOf(fields.indexPrice),
    rose: textOf(fields.rose),
    high: textOf(fields.high),
    low: textOf(fields.low),
    volume: textOf(fields.vol),
    turnover: textOf(fields.amount),
    moved,
    usdtPrice: price,
  }
}

function allTickers() {
  let tickers: ReadonlyMap<string, ContractTicker> = new Map()
  return contractTopic('tickers', {
    push(push) {
      const next = new Map(tickers)
      for (const row of listOf(push.data)) {
        const ticker = readTicker(row, tickers.get(textOf(row.contractName)))
        if (ticker !== undefined) next.set(ticker.symbol, ticker)
      }
      tickers = next
      return true
    },
    reset: () => undefined,
    view: () => tickers,
  })
}

let everyTicker: ReturnType<typeof allTickers> | undefined

/** Every contract's ticker by its symbol. */
export function contractTickers(): Topic<ReadonlyMap<string, ContractTicker>> {
  everyTicker ??= allTickers()
  return everyTicker
}

export const contractTicker = topicFamily((symbol: string) => {
  let ticker: ContractTicker | undefined
  return contractTopic(`ticker:${symbol}`, {
    push(push) {
      ticker = readTicker(push.data, ticker) ?? ticker
      return true
    },
    reset: () => undefined,
    // Whoever comes back to the contract later must not be told the price of then.
    forget() {
      ticker = undefined
    },
    view: () => ticker,
  })
})

export const contractMark = topicFamily((symbol: string) => {
  let view: MarkView | undefined
  return contractTopic(`mark:${symbol}`, {
    push(push) {
      const fields = fieldsOf(push.data)
      if (fields === undefined) return true
      view = {
        mark: textOf(fields.tagPrice),
        index: textOf(fields.indexPrice),
        rate: textOf(fields.currentFundRate),
        nextRate: textOf(fields.nextFundRate),
        nextAt: numberOf(fields.nextSettlementTime),
        time: numberOf(fields.time) || push.time,
      }
      return true
    },
    reset: () => undefined,
    forget() {
      view = undefined
    },
    view: () => view,
  })
})

const TRADES_KEPT = 50

/** Whole contracts as coins, a decimal with as many decimals as lots have; undefined for what is no number of contracts. */
export function coinsOf(volume: string, { lotsPerContract, lotScale }: Pick<ContractTerms, 'lotsPerContract' | 'lotScale'>): string {
  if (!/^\d+$/.test(volume)) return volume
  const digits = (BigInt(volume) * BigInt(lotsPerContract)).toString().padStart(lotScale + 1, '0')
  const point = digits.length - lotScale
  return lotScale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}

type Sized = Pick<ContractTerms, 'symbol' | 'priceScale' | 'lotScale' | 'lotsPerContract'>

/** Amounts as coins, or as contracts. */
export function contractTrades(terms: Sized, inCoins: boolean): Topic<readonly LiveTrade[]> {
  let trades: readonly LiveTrade[] = []
  return contractTopic(`trades:${terms.symbol}`, {
    push(push) {
      // The wire sends oldest first; people read newest first.
      const fresh = listOf(push.data)
        .map((row) => ({
          tradeId: textOf(row.id),
          price: textOf(row.price),
          quantity: inCoins ? coinsOf(textOf(row.volume), terms) : textOf(row.volume),
          takerSide: row.side === 'SELL' ? ('sell' as const) : ('buy' as const),
          at: numberOf(row.ctime),
        }))
        .reverse()
      trades = (push.type === 'snapshot' ? fresh : [...fresh, ...trades]).slice(0, TRADES_KEPT)
      return true
    },
    reset: () => undefined,
    forget() {
      trades = []
    },
    view: () => trades,
  })
}

/** Levels in lots of a coin, or in contracts. */
export function contractDepth({ symbol, priceScale, lotScale, lotsPerContract }: Sized, inCoins: boolean): Topic<DepthView> {
  const scales = inCoins ? { quantityScale: lotScale, lotsPerUnit: lotsPerContract } : { quantityScale: 0 }
  return contractTopic(`depth:${symbol}`, depthState({ priceScale, ...scales }))
}

export const contractCandles = topicFamily((key: `${string}:${string}`) => contractTopic(`kline:${key}`, candleState()))

/** The growing candle of mark or index: the line brings the price each second, and the candle is made of it here, for drawing. */
export function priceCandles(symbol: string, of: 'mark' | 'index', interval: CandleInterval): Topic<readonly LiveCandle[]> {
  let candles: readonly LiveCandle[] = []
  return contractTopic(`mark:${symbol}`, {
    push(push) {
      const fields = fieldsOf(push.data)
      const price = textOf(of === 'mark' ? fields?.tagPrice : fields?.indexPrice)
      if (price === '') return true
      const at = bucketStart(numberOf(fields?.time) || push.time, interval)
      const grown = candles.at(-1)
      candles = grown?.at === at ? [...candles.slice(0, -1), grow(grown, price)] : [...candles.slice(-1), begun(at, price)]
      return true
    },
    reset: () => undefined,
    view: () => candles,
  })
}

const begun = (at: number, price: string): LiveCandle => ({ at, open: price, high: price, low: price, close: price, quantity: '0' })

const grow = (candle: LiveCandle, price: string): LiveCandle => ({
  ...candle,
  high: Number(price) > Number(candle.high) ? price : candle.high,
  low: Number(price) < Number(candle.low) ? price : candle.low,
  close: price,
})
