/** What stands in savings by coin, with the price of each, in one answer: amounts and their worth are of one moment. */
import { userBalanceAll } from '@agio/wire/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import { loadAssets } from '../../data/earn/my-earn-calls.ts'
import { send } from '../../data/http-client.ts'
import { SPOT_QUERIES } from '../../data/spot/spot-changes.ts'
import { earnAssetRows } from './earn-asset-model.ts'

const OFTEN_MS = 10_000
const FINANCIAL = 3

async function load() {
  const [assets, { list }] = await Promise.all([loadAssets(), send(userBalanceAll, { accountType: FINANCIAL, hideZero: 1 })])
  return earnAssetRows(assets, new Map(list.map(({ coinId, usdtPrice }) => [coinId, usdtPrice])))
}

export const useEarnAssets = () => useQuery({ queryKey: [SPOT_QUERIES, 'earnAssets'], refetchInterval: OFTEN_MS, queryFn: load })
