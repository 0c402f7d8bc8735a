/** Everything that the product shows a customer of the money rounds, read to its end. */
import { billsByCategory, userBalanceAll } from '@agio/wire/assets/assets.ts'
import { transferRecords } from '@agio/wire/assets/transfers.ts'
import type { Balance, Bill } from '@agio/wire/assets/types.ts'
import { convertRecords } from '@agio/wire/convert/convert.ts'
import { earnBills, earnOrders } from '@agio/wire/earn/earn.ts'
import type { EarnBill, EarnOrder } from '@agio/wire/earn/types.ts'
import { currentOrders, historyOrders, triggerOrders } from '@agio/wire/futures/orders.ts'
import { assetsList, liquidationReceipt, positionHistory, transactionList } from '@agio/wire/futures/position.ts'
import type { CoTransaction, HistoryPosition, LiquidationReceipt, Position } from '@agio/wire/futures/position-types.ts'
import { patiently } from '../http-answers.ts'
import type { Hands } from './deeds.ts'

const PAGE = 100
const COIN = 'USDT'

async function all<Row>(read: (page: number) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const more = await patiently(() => read(page))
    rows.push(...more)
    if (more.length < PAGE) return rows
  }
}

export interface Histories {
  readonly conversions: readonly { readonly id: string; readonly quoteId: string }[]
  readonly transfers: readonly { readonly id: string }[]
  readonly savings: readonly EarnOrder[]
  readonly savingsBills: readonly EarnBill[]
  /** With those that wait for their condition. */
  readonly liveOrders: readonly { readonly id: string; readonly clientOrderId: string }[]
  readonly endedOrders: readonly { readonly id: string; readonly clientOrderId: string }[]
  readonly positions: readonly Position[]
  readonly gonePositions: readonly HistoryPosition[]
  /** Of those that were liquidated. */
  readonly receipts: readonly LiquidationReceipt[]
  /** Of the contract account. */
  readonly transactions: readonly CoTransaction[]
  readonly contractBalance: string
  readonly balances: readonly Balance[]
  /** The newest of each coin of the spot account. */
  readonly bills: ReadonlyMap<string, Bill>
}

export async function readHistories({ session, futures }: Hands): Promise<Histories> {
  const [paged, atOnce] = [(page: number) => ({ pageNo: page, pageSize: PAGE }), (page: number) => ({ page, limit: PAGE })]
  const { accountList, positionList } = await patiently(() => futures.call(assetsList, {}))
  const { list: balances } = await patiently(() => session.call(userBalanceAll, {}))
  const bills = new Map<string, Bill>()
  for (const { coinId } of balances) {
    const { list } = await patiently(() => session.call(billsByCategory, { coinId, accountType: 1, pageNo: 1, pageSize: 1 }))
    if (list[0] !== undefined) bills.set(coinId, list[0])
  }
  const ofOrders = async (spec: typeof currentOrders | typeof triggerOrders) =>
    await all(async (page) => (await futures.call(spec, atOnce(page))).orderList)
  const gonePositions = await all(async (page) => (await futures.call(positionHistory, atOnce(page))).positionList)
  const receiptIds = gonePositions.flatMap(({ receiptId }) => receiptId ?? [])
  return {
    conversions: await all(async (page) => (await session.call(convertRecords, paged(page))).list),
    transfers: await all(async (page) => (await session.call(transferRecords, paged(page))).list),
    savings: await all(async (page) => (await session.call(earnOrders, paged(page))).list),
    savingsBills: await all(async (page) => (await session.call(earnBills, paged(page))).list),
    liveOrders: [...(await ofOrders(currentOrders)), ...(await ofOrders(triggerOrders))],
    endedOrders: await all(async (page) => (await futures.call(historyOrders, atOnce(page))).orderList),
    positions: positionList,
    gonePositions,
    receipts: await Promise.all(receiptIds.map((receiptId) => patiently(() => futures.call(liquidationReceipt, { receiptId })))),
    transactions: await all(async (page) => (await futures.call(transactionList, { symbol: COIN, ...atOnce(page) })).transList),
    contractBalance: accountList.find(({ symbol }) => symbol === COIN)?.accountBalance ?? '0',
    balances,
    bills,
  }
}
