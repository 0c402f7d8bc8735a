/** Contracts as everybody may read them: terms, prices, funding and the insurance fund. */
import type { ResponseOf } from '@agio/wire/call.ts'
import { fundingRateList, markParts, publicInfo, publicMarketInfo, riskAccount, riskBalances } from '@agio/wire/futures/public.ts'
import type { ContractInfo } from '@agio/wire/futures/types.ts'
import { indexSources } from '@agio/wire/market/index-price.ts'
import { useQuery } from '@tanstack/react-query'
import { formatPriceAt } from '../../i18n/format.ts'
import { units } from '../amounts.ts'
import { send } from '../http-client.ts'

const SELDOM_MS = 300_000
const OFTEN_MS = 5000
/** Changes of the insurance fund on a page. */
export const FUND_PAGE = 50
const asVisitor = { anonymous: true } as const
/** First word of the keys of what is not the user's own. */
const CONTRACTS = 'contractFacts'

/** Terms of all contracts, and the keys that receipts are signed with. */
export const useContractInfo = () =>
  useQuery({
    queryKey: [CONTRACTS, 'info'],
    meta: { public: true },
    staleTime: SELDOM_MS,
    queryFn: () => send(publicInfo, {}, asVisitor),
  })

/** Writes prices of a contract with the decimals of its step; those of one that is not known as they come. */
export function usePriceText(): (price: string, contractId: string) => string {
  const contracts = useContractInfo().data?.contractList
  return (price, contractId) => formatPriceAt(price, contracts?.find(({ id }) => id === contractId)?.coinResultVo.symbolPricePrecision ?? 0)
}

const NONE: readonly ContractInfo[] = []

/** Contracts in the order in which they are shown; empty until they are known. */
export const useContracts = (): readonly ContractInfo[] => useContractInfo().data?.contractList ?? NONE

/** Coins that stand behind positions. */
export const useMarginCoins = (): readonly string[] => useContractInfo().data?.marginCoinList ?? []

/** Mark, index and funding of a contract, as they are now. */
export const useContractMarket = (contractId: string | undefined) =>
  useQuery({
    queryKey: [CONTRACTS, 'market', contractId],
    enabled: contractId !== undefined,
    meta: { public: true },
    refetchInterval: OFTEN_MS,
    queryFn: () => send(publicMarketInfo, { contractId: contractId ?? '' }, asVisitor),
  })

/**
 * Every mark of a minute with what it was made of, and what the sources of the base coin's index said in it: those are read after the marks, so
 * that none is newer than they are.
 * @param minute a moment in it, ms; of undefined the newest one, which is read again and again
 */
export const usePriceMinute = ({ id, base }: Pick<ContractInfo, 'id' | 'base'>, minute: number | undefined) =>
  useQuery({
    queryKey: [CONTRACTS, 'marks', id, minute],
    meta: { public: true },
    refetchInterval: minute === undefined ? OFTEN_MS : false,
    queryFn: async () => {
      const told = await send(markParts, { contractId: id, ...(minute !== undefined && { minute }) }, asVisitor)
      return { ...told, index: await send(indexSources, { coinName: base, minute: told.minute }, asVisitor) }
    },
  })

/** Settled rates, the newest first. */
export const useFundingRates = (contractId: string | undefined) =>
  useQuery({
    queryKey: [CONTRACTS, 'funding', contractId],
    enabled: contractId !== undefined,
    meta: { public: true },
    refetchInterval: 60_000,
    queryFn: async () => (await send(fundingRateList, { contractId: contractId ?? '', page: 1, limit: 100 }, asVisitor)).fundingRateList,
  })

const FUND_TRIES = 3

interface Fund {
  readonly balance: string
  readonly count: number
  readonly rows: ResponseOf<typeof riskBalances>['riskBalanceList']
}

/** Fund and lines are two answers: where the fund changed between them, both are asked for again, so that a page does not call that a fault. */
async function fundOf(marginCoin: string, page: number, tries = FUND_TRIES): Promise<Fund> {
  const [{ balance }, { count, riskBalanceList: rows }] = await Promise.all([
    send(riskAccount, { marginCoin }, asVisitor),
    send(riskBalances, { marginCoin, page, limit: FUND_PAGE }, asVisitor),
  ])
  const newest = page === 1 ? rows[0] : undefined
  const fits = newest === undefined || units(newest.balance) === units(balance)
  return fits || tries === 1 ? { balance, count, rows } : fundOf(marginCoin, page, tries - 1)
}

/** The insurance fund of a coin as it stands, and its newest changes. */
export const useInsurance = (marginCoin: string | undefined, page: number) =>
  useQuery({
    queryKey: [CONTRACTS, 'insurance', marginCoin, page],
    enabled: marginCoin !== undefined,
    meta: { public: true },
    refetchInterval: 10_000,
    placeholderData: (before) => before,
    queryFn: () => fundOf(marginCoin ?? '', page),
  })
