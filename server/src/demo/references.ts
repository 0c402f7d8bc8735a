/** What the simulated world believes its coins are worth: the same for makers, for the end of the lapse and for the sources of the index. */
import { type ReferenceCoin, referenceAt } from '../index/simulated/reference-process.ts'
import { type ListedPair, listedPairs } from './listing.ts'

const VALUE_COIN = 'USDT'

export interface References {
  /** USDT for a coin at an instant; undefined for one that the demo does not list. */
  of(coin: string, at: number): number | undefined
  /** Of a pair, in ticks with a fraction. */
  ticksOf(pair: ListedPair, at: number): number
}

export function demoReferences({ platformCoin, seed }: { readonly platformCoin: string; readonly seed: number }): References {
  const coins = new Map(
    listedPairs(platformCoin)
      .filter(({ quote }) => quote === VALUE_COIN)
      .map(({ base, reference, liveliness }): [string, ReferenceCoin] => [
        base,
        { symbol: base, reference: Number(reference), liveliness },
      ]),
  )
  const of = (symbol: string, at: number): number | undefined => {
    const coin = coins.get(symbol)
    return coin && referenceAt(coin, seed, at)
  }
  return {
    of,
    ticksOf(pair, at) {
      const base = of(pair.base, at) ?? Number(pair.reference)
      const quote = pair.quote === VALUE_COIN ? 1 : (of(pair.quote, at) ?? 1)
      return (base / quote) * 10 ** pair.priceScale
    },
  }
}
