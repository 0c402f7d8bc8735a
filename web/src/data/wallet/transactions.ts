/** Deposits and withdrawals of the account. */
import type { WalletTx, WalletTxDetail } from '@agio/wire/wallet/types.ts'
import { walletTxNameOf } from '@agio/wire/wallet/view.ts'
import { walletTxDetail, walletTxList, withdrawLimits } from '@agio/wire/wallet/wallet.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../http-client.ts'
import type { Page, Place } from '../paged-list.ts'
import { PAGE_SIZE } from '../spot/page-size.ts'
import { SPOT_QUERIES } from '../spot/spot-changes.ts'
import { useLiveTxs } from './live-txs.ts'

export type TxKind = 'deposit' | 'withdrawal'
const CHANNELS = { deposit: 'deposits', withdrawal: 'withdrawals' } as const satisfies Record<TxKind, string>
export const TX_TYPES = { deposit: 1, withdrawal: 2 } as const satisfies Record<TxKind, 1 | 2>

/** Absent = any. Times in ms, both ends included. */
export interface TxFilter {
  readonly kind: TxKind
  readonly coinId?: string
  readonly status?: number
  readonly from?: number
  readonly to?: number
}

/** A list that may still change is asked for so often where the socket tells nothing. */
const OFTEN_MS = 10_000
const MOVING_MS = 4000

export async function loadWalletTxs(filter: TxFilter, place: Place, size = PAGE_SIZE): Promise<Page<WalletTx>> {
  const { kind, coinId, status, from, to } = filter
  const answer = await send(walletTxList, {
    type: TX_TYPES[kind],
    ...(coinId !== undefined && { coinId }),
    ...(status !== undefined && { status }),
    ...(from !== undefined && { startTime: from }),
    ...(to !== undefined && { endTime: to }),
    pageNo: place.page,
    pageSize: size,
    ...(place.asOf !== undefined && { asOf: place.asOf }),
  })
  return { rows: answer.list, total: answer.total, asOf: answer.asOf }
}

const RECENT = 100

/** The newest of a kind, of every coin: what is on its way, and where coins went before. */
export function useRecentTxs(kind: TxKind) {
  useLiveTxs(CHANNELS[kind])
  return useQuery({
    queryKey: [SPOT_QUERIES, 'recentTxs', kind],
    refetchInterval: OFTEN_MS,
    queryFn: async () => (await loadWalletTxs({ kind }, { page: 1, asOf: undefined }, RECENT)).rows,
  })
}

/** Statuses after which nothing more is expected. */
const ENDED: ReadonlySet<number> = new Set([6, 7, 8, 9, 10, 23])
export const isMoving = ({ status }: Pick<WalletTx, 'status'>): boolean => !ENDED.has(status)

/** One, with every state that it came through. */
export function useWalletTx(id: string) {
  useLiveTxs(walletTxNameOf(id)?.kind === 'withdrawal' ? CHANNELS.withdrawal : CHANNELS.deposit)
  return useQuery({
    queryKey: [SPOT_QUERIES, 'walletTx', id],
    refetchInterval: ({ state }) => (state.data === undefined || isMoving(state.data) ? MOVING_MS : false),
    queryFn: (): Promise<WalletTxDetail> => send(walletTxDetail, { id }),
  })
}

/** What may leave in the rolling time, and what is left of it. */
export const useWithdrawLimits = () => useQuery({ queryKey: [SPOT_QUERIES, 'withdrawLimits'], queryFn: () => send(withdrawLimits, {}) })
