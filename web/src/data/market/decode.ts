/** A pair from the API's words to ours. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { pairTerms } from '@agio/wire/market/pair-terms.ts'
import type { pairSchema } from '@agio/wire/spot/types.ts'
import type { z } from 'zod/mini'
import { firstAnswer } from '../boot.ts'
import type { MarketPair } from './market-model.ts'

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

type PairRow = z.output<typeof pairSchema>

/** The listed pairs that stand in the head of the page, as the API has them; undefined when the head has none. */
export function pairsInHead(): readonly PairRow[] | undefined {
  const rows = firstAnswer('pairs')
  // The page's own server wrote them from the same contract; one field tells a list of pairs from anything else.
  return Array.isArray(rows) && rows.every((row: unknown) => typeof (row as PairRow | null)?.symbol === 'string')
    ? (rows as readonly PairRow[])
    : undefined
}
