/** What a customer has in contracts and had: accounts, orders, fills, positions, transactions. Read again whenever the account changes. */
import { cancelAll, cancelOrder, coTrades, currentOrders, historyOrders, tradesOfOrder, triggerOrders } from '@agio/wire/futures/orders.ts'
import { assetsList, liquidationReceipt, positionHistory, transactionList } from '@agio/wire/futures/position.ts'
import type { CoTransaction, HistoryPosition } from '@agio/wire/futures/position-types.ts'
import type { CoOrder, CoTrade } from '@agio/wire/futures/types.ts'
import type { Amendment } from '@agio/wire/spot/types.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../http-client.ts'
import type { Page, Place } from '../paged-list.ts'
import { readEarlier, tradedBefore } from '../spot/earlier-order.ts'
import { SPOT_QUERIES, spotChanged } from '../spot/spot-changes.ts'

const OFTEN_MS = 5000
/** Rows of a page. */
const PAGE_SIZE = 50

/** Absent = any. Times in ms, both ends included. */
export interface ContractFilter {
  readonly contractId?: string
  readonly beginTime?: number
  readonly endTime?: number
}

const at = ({ page, asOf }: Place, limit: number) => ({ page, limit, ...(asOf !== undefined && { asOf }) })

/** Accounts of every margin coin and open positions, with their values at the mark. @param wanted false: nothing is asked */
export const useContractAssets = (wanted = true) =>
  useQuery({
    queryKey: [SPOT_QUERIES, 'contractAccount'],
    enabled: wanted,
    refetchInterval: OFTEN_MS,
    queryFn: () => send(assetsList, { pageSource: 'coAccount' }),
  })

/** How many rows the lists of what is open have at most: what a customer may have in all contracts. */
const OPEN_PAGE = 100

async function allOpen(list: typeof currentOrders | typeof triggerOrders, contractId: string | undefined): Promise<readonly CoOrder[]> {
  const filter = contractId === undefined ? {} : { contractId }
  const rows: CoOrder[] = []
  for (let page = 1; ; page += 1) {
    const { count, orderList } = await send(list, { ...filter, page, limit: OPEN_PAGE })
    rows.push(...orderList)
    if (orderList.length === 0 || rows.length >= count) return rows
  }
}

/** Orders that can still change. @param kind open: in the book; trigger: they wait for their condition */
export const useOpenContractOrders = (kind: 'open' | 'trigger', contractId: string | undefined, wanted: boolean) =>
  useQuery({
    queryKey: [SPOT_QUERIES, 'ordersOfContracts', kind, contractId],
    enabled: wanted,
    refetchInterval: OFTEN_MS,
    // Until the answer those of another contract stand; of the other kind they would be cancelled as what they are not.
    placeholderData: (before, query) => (query?.queryKey[2] === kind ? before : undefined),
    queryFn: () => allOpen(kind === 'open' ? currentOrders : triggerOrders, contractId),
  })

export interface HistoryFilter extends ContractFilter {
  readonly status?: number
  readonly type?: 1 | 2 | 3 | 4 | 5
  readonly side?: 'BUY' | 'SELL'
}

/** A row of what ended says what it was before it was amended. */
export type OrderRow = CoOrder & { readonly amendments?: readonly Amendment[] | undefined }

export async function loadOrderHistory(filter: HistoryFilter, place: Place, size = PAGE_SIZE): Promise<Page<OrderRow>> {
  const { orderList, count, asOf } = await send(historyOrders, { ...filter, joinAmended: 1, ...at(place, size) })
  return { rows: orderList, total: count, asOf }
}

export async function loadContractTrades(filter: ContractFilter, place: Place, size = PAGE_SIZE): Promise<Page<CoTrade>> {
  const { tradeHisList, count, asOf } = await send(coTrades, { ...filter, ...at(place, size) })
  return { rows: tradeHisList, total: count, asOf }
}

export async function loadPositionHistory(filter: ContractFilter, place: Place, size = PAGE_SIZE): Promise<Page<HistoryPosition>> {
  const { positionList, count, asOf } = await send(positionHistory, { ...filter, ...at(place, size) })
  return { rows: positionList, total: count, asOf }
}

/** Fills of one order, oldest first, with those that it had before it was amended. */
async function loadFills(contractId: string, orderId: string) {
  const { tradeHisList, amendments } = await send(tradesOfOrder, { contractId, orderId })
  const earlier = readEarlier(amendments)
  const before = await Promise.all(tradedBefore(earlier).map((one) => send(tradesOfOrder, { contractId, orderId: one.orderId })))
  return { fills: [...before.flatMap((one) => one.tradeHisList), ...tradeHisList], earlier }
}

export const useFillsOfOrder = ({ id, contractId }: Pick<CoOrder, 'id' | 'contractId'>) =>
  useQuery({
    queryKey: [SPOT_QUERIES, 'fillsOfContractOrder', id],
    queryFn: () => loadFills(contractId, id),
  })

export interface TransactionFilter extends ContractFilter {
  /** The margin coin. */
  readonly symbol: string
  readonly type?: number
}

export async function loadTransactions(filter: TransactionFilter, place: Place, size = PAGE_SIZE): Promise<Page<CoTransaction>> {
  const { transList, count, asOf } = await send(transactionList, { ...filter, ...at(place, size) })
  return { rows: transList, total: count, asOf }
}

/** @param kind the list in which it stands: one that has fired still says that it is conditional, and is cancelled as what it is now */
export async function cancelContractOrder({ contractId, id }: CoOrder, kind: 'open' | 'trigger'): Promise<void> {
  await send(cancelOrder, { contractId, orderId: id, isConditionOrder: kind === 'trigger' })
  spotChanged()
}

/** How many went. */
export async function cancelAllContractOrders(kind: 'open' | 'trigger', contractId: string | undefined): Promise<number> {
  const { count } = await send(cancelAll, { ...(contractId !== undefined && { contractId }), isConditionOrder: kind === 'trigger' })
  spotChanged()
  return count
}

/** Between two looks at a receipt while the house still sells, ms. */
const SELLING_MS = 2000

/** @param isFirst as it was when the house took the position over; else it is read again until the final one is there */
export const useReceipt = (receiptId: string, isFirst = false) =>
  useQuery({
    queryKey: [SPOT_QUERIES, 'receipt', receiptId, isFirst],
    staleTime: ({ state }) => (isFirst || state.data?.disposed === 1 ? Number.POSITIVE_INFINITY : SELLING_MS),
    refetchInterval: ({ state }) => (!isFirst && state.data?.disposed === 0 ? SELLING_MS : false),
    queryFn: () => send(liquidationReceipt, { receiptId, ...(isFirst && { first: 1 as const }) }),
  })
