import { tickerView } from '@agio/wire/market/view.ts'
import { describe, expect, it } from 'vitest'
import { listedAsset, listedPair } from '../testing/market-fixtures.ts'
import type { Listings } from './listings.ts'
import { hotPairs, ranked } from './rankings.ts'
import { usdtPriceOf } from './valuation.ts'

const usdt = listedAsset(1, 'USDT', true)
const btc = listedAsset(2, 'BTC')
const eth = listedAsset(3, 'ETH')
const row = (instrumentId: number, change: number, turnover: number, hot?: number) => {
  const pair = listedPair(
    instrumentId,
    listedAsset(instrumentId + 10, `C${instrumentId}`),
    usdt,
    hot === undefined ? {} : { document: { hot } },
  )
  const figures = {
    lastPrice: 1,
    openPrice: 1,
    previousClose: 1,
    high24h: 1,
    low24h: 1,
    quantity24h: 1,
    turnover24h: 1n,
    bestBid: 0,
    bestAsk: 0,
    usdtPrice: 0n,
    at: 1,
  }
  return { pair, ticker: tickerView(pair, figures), change, turnover }
}
const names = (tickers: readonly { symbol: string }[]): string => tickers.map(({ symbol }) => symbol.split('/')[0]).join(' ')

describe('rankings', () => {
  const rows = [row(1, 1.02, 5), row(2, 0.9, 50), row(3, 1.5, 1), row(4, 1, 20)]
  it('HOME-002 gainers fall, losers rise, turnover falls, newest first', () => {
    expect(names(ranked(rows, 'gainers', 1))).toBe('C3')
    // Neither what stood still nor what went the other way belongs in them.
    expect(names(ranked(rows, 'gainers', 9))).toBe('C3 C1')
    expect(names(ranked(rows, 'losers', 9))).toBe('C2')
    expect(ranked([row(1, 1.02, 5), row(2, 1, 5)], 'losers', 9)).toEqual([])
    expect(names(ranked(rows, 'turnover', 10))).toBe('C2 C4 C1 C3')
    expect(names(ranked(rows, 'newest', 1))).toBe('C4')
  })
  it('HOME-003 the hot list keeps the operator order; without one the busiest stand in', () => {
    expect(names(hotPairs([row(1, 1, 9, 2), row(2, 1, 1), row(3, 1, 1, 1)]))).toBe('C3 C1')
    expect(names(hotPairs(rows))).toBe('C2 C4 C1 C3')
  })
})

describe('valuation', () => {
  const btcUsdt = listedPair(1, btc, usdt, { priceScale: 2 })
  const ethBtc = listedPair(2, eth, btc, { priceScale: 5 })
  const listings = {
    pairBySymbol: (symbol: string) => (symbol === 'BTC/USDT' ? btcUsdt : undefined),
    pairs: () => [btcUsdt, ethBtc],
  } as Partial<Listings> as Listings
  const last = {
    index: () => 0n,
    last: (pair: { instrumentId: number }): number => (pair.instrumentId === 1 ? 6_000_000 : 5_211),
  }

  it('HOME-003 a coin is worth its last price, a cross its product, a stable coin 1', () => {
    expect(usdtPriceOf(usdt, listings, last)).toBe(10n ** 12n)
    expect(usdtPriceOf(btc, listings, last)).toBe(60_000n * 10n ** 12n)
    expect(usdtPriceOf(eth, listings, last)).toBe((5_211n * 60_000n * 10n ** 12n) / 100_000n)
    expect(usdtPriceOf(listedAsset(9, 'DAI', true), listings, last)).toBe(10n ** 12n)
    expect(usdtPriceOf(listedAsset(8, 'NEW'), listings, last)).toBe(0n)
  })

  it('a coin that has an index is worth that, and carries others that are traded against it', () => {
    const indexed = { ...last, index: (assetId: number) => (assetId === btc.assetId ? 61_000n * 10n ** 12n : 0n) }
    expect(usdtPriceOf(btc, listings, indexed)).toBe(61_000n * 10n ** 12n)
    expect(usdtPriceOf(eth, listings, indexed)).toBe((5_211n * 61_000n * 10n ** 12n) / 100_000n)
    expect(usdtPriceOf(usdt, listings, { ...last, index: () => 5n })).toBe(10n ** 12n)
  })
})
