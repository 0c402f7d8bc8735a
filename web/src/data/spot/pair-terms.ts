/** Everything about a pair that decides an order: its terms, the ledger's decimals of its assets, the user's own fee rates. */
import { type PairTerms, pairTerms, rateE8 } from '@agio/wire/market/pair-terms.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { boot, firstAnswer } from '../boot.ts'
import { fieldsOf, listOf, numberOf, textOf, textOrNull } from '../live/read.ts'
import { pairsInHead } from '../market/decode.ts'
import { lookAgain } from '../resting.ts'
import { useLoggedIn } from '../session.ts'
import { site } from '../site.ts'

export interface Asset {
  readonly assetId: string
  readonly symbol: string
  readonly fullName: string
  readonly iconUrl: string | null
  readonly scale: number
  /** Whether it can be deposited and withdrawn over a network. */
  readonly deposits: boolean
  readonly withdrawals: boolean
}

/** The API's 1 says open, 2 closed. */
const OPEN = 1
const DAY_MS = 86_400_000
const calls = () => import('./term-calls.ts')

type PairRows = Parameters<typeof pairTerms>[0][]

const termsOf = (rows: Readonly<PairRows>): ReadonlyMap<string, PairTerms> =>
  new Map(rows.map((pair) => [pair.symbol, pairTerms(pair)] as const))

const assetsOf = (rows: readonly CoinRow[]): ReadonlyMap<string, Asset> =>
  new Map(
    rows.map((coin): readonly [string, Asset] => [
      coin.coinName,
      {
        ...{ assetId: coin.coinId, symbol: coin.coinName, fullName: coin.fullName, iconUrl: coin.iconUrl, scale: coin.scale },
        ...{ deposits: coin.depositStatus === OPEN, withdrawals: coin.withdrawStatus === OPEN },
      },
    ]),
  )

type CoinRow = Awaited<ReturnType<Awaited<ReturnType<typeof calls>>['loadCoins']>>[number]

/** The assets that the page came with. */
function coinsInHead(): ReadonlyMap<string, Asset> | undefined {
  const rows = listOf(firstAnswer('coins'))
  if (rows.length === 0) return undefined
  const assets = rows.map((row): Asset => {
    const { coinId, coinName, fullName, iconUrl, scale, depositStatus, withdrawStatus } = fieldsOf(row) ?? {}
    return {
      assetId: textOf(coinId),
      symbol: textOf(coinName),
      fullName: textOf(fullName),
      iconUrl: textOrNull(iconUrl),
      scale: numberOf(scale),
      deposits: numberOf(depositStatus) === OPEN,
      withdrawals: numberOf(withdrawStatus) === OPEN,
    }
  })
  return new Map(assets.map((asset) => [asset.symbol, asset]))
}

function termsInHead(): ReadonlyMap<string, PairTerms> | undefined {
  const rows = pairsInHead()
  return rows === undefined ? undefined : termsOf(rows)
}

/** @param watched the pair that somebody has before him */
export const termsQuery = (watched?: string) =>
  queryOptions({
    queryKey: ['terms'],
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => lookAgain(watched === undefined ? undefined : data?.get(watched)),
    queryFn: async () => termsOf(await (await calls()).loadPairRows()),
    initialData: termsInHead,
  })

/** Terms of every listed pair by symbol. @param watched the pair that somebody has before him: while it does not trade, they are read again */
export const useAllTerms = (watched?: string) => useQuery(termsQuery(watched))

/** Assets by symbol. */
export function useAssets() {
  return useQuery({
    queryKey: ['assetFacts'],
    staleTime: DAY_MS,
    queryFn: async () => assetsOf(await (await calls()).loadCoins()),
    initialData: coinsInHead,
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
    queryFn: async () => (await (await calls()).loadRates(symbol))[0] ?? null,
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
  return String(site().config.fee_direction ?? boot().kv.fee_direction) === '2' ? 'quote' : 'base'
}
