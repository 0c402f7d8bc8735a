/** What the asset pages ask the server for. */
import { userBalanceAll, walletOverview } from '@agio/wire/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../../data/http-client.ts'
import { fieldsOf } from '../../data/live/read.ts'
import { type Balance, readBalance, useLiveBalances } from '../../data/spot/my-balances.ts'
import { SPOT_QUERIES } from '../../data/spot/spot-changes.ts'
import { balanceRows, toldSince } from './assets-model.ts'

const OFTEN_MS = 10_000

type Answer = Awaited<ReturnType<typeof send<typeof userBalanceAll>>>

const balancesIn = (answer: Answer): readonly Balance[] => answer.list.map((row) => readBalance(fieldsOf(row) ?? {}))

/** The balances of the answer, with what the socket has told since. */
export function useBalances() {
  const answer = useQuery({
    queryKey: [SPOT_QUERIES, 'balances'],
    refetchInterval: OFTEN_MS,
    queryFn: () => send(userBalanceAll, { accountType: 1 }),
  })
  const live = useLiveBalances()
  if (answer.data === undefined) return { answer, rows: undefined }
  return { answer, rows: balanceRows(toldSince(balancesIn(answer.data), live.known ? live.balances.values() : [])) }
}

/** What stands in savings, the most valuable first. */
export function useEarnBalances(): readonly Balance[] | undefined {
  const answer = useQuery({
    queryKey: [SPOT_QUERIES, 'earnBalances'],
    queryFn: () => send(userBalanceAll, { accountType: 3, hideZero: 1 }),
  })
  return answer.data === undefined ? undefined : balanceRows(balancesIn(answer.data))
}

/** Values of the accounts in USDT. */
export const useOverview = () =>
  useQuery({ queryKey: [SPOT_QUERIES, 'overview'], refetchInterval: OFTEN_MS, queryFn: () => send(walletOverview, {}) })
