/** Between which of the user's accounts coins may move. */
import { useSite } from '../../../data/site.ts'
import { useEarnBalances, useOverview } from '../assets-queries.ts'
import type { Account, Accounts } from './transfer-model.ts'

/** A coin without a price is worth nothing: of savings the balances say what is there, of contracts only their worth is told. */
export function useAccounts(): Accounts {
  const { switches } = useSite()
  const overview = useOverview().data
  const saved = useEarnBalances()
  const holds = new Set<Account>()
  if (saved !== undefined && saved.length > 0) holds.add('financial')
  if (/[1-9]/.test(overview?.contractU ?? '')) holds.add('contract')
  return { switches, holds }
}
