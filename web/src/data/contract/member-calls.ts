/** Calls of a member of the contract market: reads and settings. Loaded with the first of them. */
import type { RequestInput } from '@agio/wire/call.ts'
import { coTrades, historyOrders } from '@agio/wire/futures/orders.ts'
import { assetsList, transactionList } from '@agio/wire/futures/position.ts'
import {
  contractFavorites,
  createCoId,
  editPageConfig,
  getUserConfig,
  levelEdit,
  marginModelEdit,
  setContractFavorites,
} from '@agio/wire/futures/user.ts'
import { send } from '../http-client.ts'
import type { Page, Place } from '../paged-list.ts'
import { type ContractOrder, type ContractTrade, readContractOrder, readContractTrade } from './contract-order.ts'

export const loadAssets = () => send(assetsList, { pageSource: 'coAccount' })
export const loadConfig = (contractId: string) => send(getUserConfig, { contractId })
export const openAccount = () => send(createCoId, {})
export const setLeverage = (contractId: string, nowLevel: number) => send(levelEdit, { contractId, nowLevel })
export const setMarginMode = (contractId: string, isolated: boolean) => send(marginModelEdit, { contractId, marginModel: isolated ? 2 : 1 })
export const setSettings = (settings: RequestInput<typeof editPageConfig>) => send(editPageConfig, settings)
export const loadFavoriteContracts = async () => (await send(contractFavorites, {})).contractIds

/** The call takes the whole list: what was marked elsewhere, or is not known here yet, stays marked. Answers the list as it is then. */
export async function markContract(contractId: string, on: boolean): Promise<readonly string[]> {
  const others = (await loadFavoriteContracts()).filter((id) => id !== contractId)
  return (await send(setContractFavorites, { contractIds: on ? [...others, contractId] : others })).contractIds
}

const PAGE_SIZE = 50

/** Absent contract = all. */
export interface ContractFilter {
  readonly contractId?: string
}

const at = (place: Place) => ({ page: place.page, limit: PAGE_SIZE, ...(place.asOf !== undefined && { asOf: place.asOf }) })

export async function loadPastOrders(filter: ContractFilter, place: Place): Promise<Page<ContractOrder>> {
  const answer = await send(historyOrders, { ...filter, joinAmended: 1, ...at(place) })
  return { rows: answer.orderList.map((row) => readContractOrder(row)), total: answer.count, asOf: answer.asOf }
}

export async function loadOwnTrades(filter: ContractFilter, place: Place): Promise<Page<ContractTrade>> {
  const answer = await send(coTrades, { ...filter, ...at(place) })
  return { rows: answer.tradeHisList.map((row) => readContractTrade(row)), total: answer.count, asOf: answer.asOf }
}

export type FundingPayment = Awaited<ReturnType<typeof loadFundingPayments>>['rows'][number]

/** The type of funding among the contract account's transactions. */
const FUNDING = 6

export async function loadFundingPayments(asset: string, filter: ContractFilter, place: Place) {
  const answer = await send(transactionList, { symbol: asset, type: FUNDING, ...filter, ...at(place) })
  const rows = answer.transList.map((row) => ({
    id: row.id,
    name: row.contractName?.replace(/^E-/, '').replaceAll('-', '') ?? '',
    asset: row.symbol,
    amount: row.amount,
    balanceAfter: row.balanceAfter,
    at: row.ctime,
  }))
  return { rows, total: answer.count, asOf: answer.asOf }
}
