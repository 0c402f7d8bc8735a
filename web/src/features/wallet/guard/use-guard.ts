/** The checks of addresses, ready once their script is here; and what the account knows of addresses. */
import { addressList } from '@agio/wire/wallet/address-book.ts'
import type { Address, WalletTx } from '@agio/wire/wallet/types.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../../../data/http-client.ts'
import { SPOT_QUERIES } from '../../../data/spot/spot-changes.ts'
import { useNetworks } from '../../../data/wallet/networks.ts'
import { useRecentTxs } from '../../../data/wallet/transactions.ts'
import type { Inspection, inspectTag, Known } from './inspect.ts'

const PAGE = 100

/** The whole book: it holds at most two pages. */
async function loadBook(): Promise<readonly Address[]> {
  const first = await send(addressList, { pageNo: 1, pageSize: PAGE })
  if (first.total <= PAGE) return first.list
  return [...first.list, ...(await send(addressList, { pageNo: 2, pageSize: PAGE })).list]
}

export const BOOK_QUERY = [SPOT_QUERIES, 'addressBook'] as const
export const useBook = () => useQuery({ queryKey: BOOK_QUERY, queryFn: loadBook })

/** A withdrawal that came to nothing does not show that its address was right. */
const CAME_TO_NOTHING: ReadonlySet<number> = new Set([0, 7, 8, 9, 10])

export interface Guard {
  /** Undefined while the checks are on their way. @param text without blanks around it */
  readonly inspect: ((text: string, wanted: readonly string[]) => Inspection) | undefined
  readonly inspectTag: typeof inspectTag | undefined
  /** Whether coins went to exactly this place; undefined while that is not known. */
  readonly wasUsed: (address: string, memo: string | null) => boolean | undefined
  /** The last withdrawal to a place. */
  readonly lastUse: (address: string, memo: string | null) => WalletTx | undefined
  readonly failed: boolean
}

/** @param wanted whether there is an address to check: their script is not fetched before */
export function useGuard(wanted: boolean): Guard {
  const networks = useNetworks()
  const checks = useQuery({
    queryKey: ['addressChecks'],
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => import('./inspect.ts'),
  })
  const book = useBook().data
  const past = useRecentTxs('withdrawal').data
  const sentTo = past?.filter(({ status }) => !CAME_TO_NOTHING.has(status))
  const known: readonly Known[] = [
    ...(book ?? []).map(({ address, label }) => ({ address, label })),
    ...(sentTo ?? []).map(({ address }) => ({ address })),
  ]
  const lastUse = (address: string, memo: string | null) => sentTo?.find((tx) => tx.address === address && (tx.memo ?? '') === (memo ?? ''))
  const rows = networks.data
  const module = checks.data
  return {
    inspect: module === undefined || rows === undefined ? undefined : (text, wanted) => module.inspect(text, wanted, rows, known),
    inspectTag: module?.inspectTag,
    wasUsed: (address, memo) => (sentTo === undefined ? undefined : lastUse(address, memo) !== undefined),
    lastUse,
    failed: checks.isError || networks.isError,
  }
}
