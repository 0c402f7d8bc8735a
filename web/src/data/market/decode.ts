/** From the contract's words to ours. */

import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Ticker } from '@agio/wire/market-types.ts'
import { pairTerms } from '@agio/wire/pair-terms.ts'
import type { pairSchema } from '@agio/wire/spot-types.ts'
import type { z } from 'zod/mini'
import { changePercent, type MarketPair, type Quote } from './market-model.ts'

const rateText = (rateE8: number) => formatDecimal(BigInt(rateE8), 8)

/** A shown pair, or nothing for one that is not listed. */
export function readPair(pair: z.output<typeof pairSchema>): readonly MarketPair[] {
  if (pair.show !== 1) return []
  const terms = pairTerms(pair)
  return [
    {
      pairId: terms.pairId,
      symbol: terms.symbol,
      base: terms.base,
      quote: terms.quote,
      priceScale: terms.priceScale,
      quantityScale: terms.quantityScale,
      takerFee: rateText(terms.takerFeeE8 ?? terms.buyFeeE8),
      makerFee: rateText(terms.makerFeeE8 ?? terms.sellFeeE8),
      favorite: pair.isFavorite === 1,
      classLabel: pair.classLabel,
      groupShown: pair.groupStatus === 1,
      tradable: terms.state === 'trading' || terms.state === 'auction',
    },
  ]
}

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
