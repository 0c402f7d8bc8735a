/** Everything about a pair that decides an order: its terms, the ledger's decimals of its assets, the user's own fee rates. */
import { coinsOpen } from '@agio/wire/market.ts'
import { type PairTerms, pairTerms, rateE8 } from '@agio/wire/pair-terms.ts'
import { myRates, pairsOpen } from '@agio/wire/spot.ts'
import { useQuery } from '@tanstack/react-query'
import { boot } from '../boot.ts'
import { send } from '../http-client.ts'
import { useLoggedIn } from '../session.ts'

export interface Asset {
  readonly assetId: string
  readonly symbol: string
  readonly fullName: string
  readonly iconUrl: string | null
  readonly scale: number
}

const DAY_MS = 86_400_000

/** Terms of every listed pair by symbol. */
export function useAllTerms() {
  return useQuery({
    queryKey: ['terms'],
    staleTime: 60_000,
    queryFn: async () => new Map((await send(pairsOpen, {})).map((pair) => [pair.symbol, pairTerms(pair)] as const)),
  })
}

/** Assets by symbol. */
export function useAssets() {
  return useQuery({
    queryKey: ['assetFacts'],
    staleTime: DAY_MS,
    queryFn: async () =>
      new Map(
        (await send(coinsOpen, {})).map((coin): readonly [string, Asset] => [
          coin.coinName,
          { assetId: coin.coinId, symbol: coin.coinName, fullName: coin.fullName, iconUrl: coin.iconUrl, scale: coin.scale },
        ]),
      ),
  })
}

export interface OwnFees {
  readonly buyFeeE8: number
  readonly sellFeeE8: number
  readonly makerFeeE8: number | null
  readonly takerFeeE8: number | null
  readonly volume30d: string
}

/** The user's own rates for a pair; the listed ones for a visitor and until the answer is there. */
export function useFees(terms: PairTerms | undefined): OwnFees {
  const loggedIn = useLoggedIn()
  const symbol = terms?.symbol ?? ''
  const own = useQuery({
    queryKey: ['fees', symbol],
    enabled: loggedIn && symbol !== '',
    staleTime: 300_000,
    queryFn: async () => (await send(myRates, { symbol }))[0] ?? null,
  }).data
  if (own !== undefined && own !== null) {
    const role = (rate: string | null): number | null => (rate === null ? null : rateE8(rate))
    return {
      buyFeeE8: rateE8(own.buyFee),
      sellFeeE8: rateE8(own.sellFee),
      makerFeeE8: role(own.makerFee),
      takerFeeE8: role(own.takerFee),
      volume30d: own.volume30d,
    }
  }
  return {
    buyFeeE8: terms?.buyFeeE8 ?? 0,
    sellFeeE8: terms?.sellFeeE8 ?? 0,
    makerFeeE8: terms?.makerFeeE8 ?? null,
    takerFeeE8: terms?.takerFeeE8 ?? null,
    volume30d: '0',
  }
}

/** Where the fee of a buy is taken: the configuration's 2 means always in the quote asset. */
export function buyFeeAsset(): 'base' | 'quote' {
  return String(boot().kv.fee_direction) === '2' ? 'quote' : 'base'
}
