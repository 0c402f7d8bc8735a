/** A price from the API's words to ours. */
import type { Ticker } from '@agio/wire/market/types.ts'
import { changePercent, type Quote } from './market-model.ts'

type TickerFields = Pick<Ticker, 'symbol' | 'price' | 'yesterdayPrice' | 'high' | 'low' | 'turnover' | 'usdtPrice'> & {
  readonly moved?: Quote['moved']
}

/** The change is computed here from the two prices, by the rule that the pages promise. */
export function readQuote(ticker: TickerFields): Quote {
  return {
    symbol: ticker.symbol,
    price: ticker.price,
    previousClose: ticker.yesterdayPrice,
    high: ticker.high,
    low: ticker.low,
    turnover: ticker.turnover,
    changePercent: changePercent(ticker.price, ticker.yesterdayPrice),
    usdtPrice: ticker.usdtPrice,
    moved: ticker.moved ?? 'flat',
  }
}
