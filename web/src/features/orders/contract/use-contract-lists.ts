/** The rows of each tab of `/contractOrder`, and the way to all of them as a file. */
import type { CoOrder } from '@agio/wire/futures/types.ts'
import { serverNow } from '../../../data/clock.ts'
import {
  loadContractTrades,
  loadOrderHistory,
  loadPositionHistory,
  loadTransactions,
  useOpenContractOrders,
} from '../../../data/contract/contract-lists.ts'
import { useContractInfo } from '../../../data/contract/public-facts.ts'
import { messageOf } from '../../../data/message-of.ts'
import { type PagedList, usePages } from '../../../data/paged-list.ts'
import { csvDay, saveFile } from '../../../data/spot/csv.ts'
import { type AllRows, loadAll } from '../../../data/spot/order-lists.ts'
import { useT } from '../../../i18n/i18n.ts'
import { tellCut } from '../../../ui/tell-cut.ts'
import { toast } from '../../../ui/toast-store.ts'
import { type ContractAddress, rangeOf } from './contract-address.ts'
import { contractOrderFile, contractTradeFile, positionFile, transactionFile } from './contract-files.ts'

const WIRE_SIDES = { buy: 'BUY', sell: 'SELL' } as const

/** What the address asks for, in the call's words; undefined while the contracts that it names are not known. */
function useFilters(address: ContractAddress) {
  const info = useContractInfo().data
  const contract = info?.contractList.find(({ contractName }) => contractName === address.contract)
  const isKnown = address.contract === undefined || contract !== undefined
  const common = { ...(contract !== undefined && { contractId: contract.id }), ...rangeOf(address) }
  const coin = address.coin ?? info?.marginCoinList[0]
  return {
    contractId: contract?.id,
    isKnown,
    common,
    orders: {
      ...common,
      ...(address.status !== undefined && { status: Number(address.status) }),
      ...(address.type !== undefined && { type: Number(address.type) as 1 | 2 | 3 | 4 | 5 }),
      ...(address.side !== undefined && { side: WIRE_SIDES[address.side] }),
    },
    transactions:
      coin === undefined ? undefined : { symbol: coin, ...common, ...(address.kind !== undefined && { type: Number(address.kind) }) },
  }
}

/** Lists of what is open come whole: side and type are chosen here. */
const fits =
  ({ side, type }: ContractAddress) =>
  (order: CoOrder): boolean =>
    (side === undefined || order.side === WIRE_SIDES[side]) && (type === undefined || String(order.type) === type)

export function useContractLists(address: ContractAddress) {
  const { tab } = address
  const filters = useFilters(address)
  const wanted = (one: ContractAddress['tab']): boolean => filters.isKnown && tab === one
  const kind: 'open' | 'trigger' = tab === 'trigger' ? 'trigger' : 'open'
  const live = useOpenContractOrders(kind, filters.contractId, wanted('open') || wanted('trigger'))
  const history = usePages(['contractHistory', filters.orders], (place) => loadOrderHistory(filters.orders, place), wanted('history'))
  const trades = usePages(['contractTrades', filters.common], (place) => loadContractTrades(filters.common, place), wanted('trades'))
  const positions = usePages(
    ['contractPositions', filters.common],
    (place) => loadPositionHistory(filters.common, place),
    wanted('positions'),
  )
  const lines = filters.transactions
  const transactions = usePages(
    ['contractTransactions', lines],
    (place) => loadTransactions(lines ?? { symbol: '' }, place),
    lines !== undefined && wanted('transactions'),
  )
  const open = live.data?.filter(fits(address)) ?? []
  const paged: Readonly<Record<string, PagedList<unknown>>> = { history, trades, positions, transactions }
  return { ...{ live, open, kind, history, trades, positions, transactions, filters }, list: paged[tab] } as const
}

export type ContractLists = ReturnType<typeof useContractLists>

/** Hands all rows of the tab to the browser as a file. */
export function useSaving(address: ContractAddress, { open, filters }: ContractLists): () => Promise<void> {
  const t = useT()
  const { tab } = address
  const written = async <Row>(load: Parameters<typeof loadAll<Row>>[0], file: (rows: readonly Row[]) => string): Promise<string> => {
    const all: AllRows<Row> = await loadAll(load)
    tellCut(t, all)
    return file(all.rows)
  }
  const textOf = async (): Promise<string> => {
    if (tab === 'history') return written((place, size) => loadOrderHistory(filters.orders, place, size), contractOrderFile)
    if (tab === 'trades') return written((place, size) => loadContractTrades(filters.common, place, size), contractTradeFile)
    if (tab === 'positions') return written((place, size) => loadPositionHistory(filters.common, place, size), positionFile)
    const lines = filters.transactions
    if (tab === 'transactions' && lines !== undefined)
      return written((place, size) => loadTransactions(lines, place, size), transactionFile)
    return contractOrderFile(open)
  }
  return async () => {
    try {
      saveFile(`contracts-${tab}-${csvDay(serverNow())}.csv`, await textOf())
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) })
    }
  }
}
