/** The port's reads over SQL, with the position that the projectors report. */
import type { AssetId, InstrumentId, TradeId, UserId } from '@agio/engine/ids/id.ts'
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import type { Mailed } from './messages/mailed.ts'
import type {
  Candle,
  FillQuery,
  MessageQuery,
  OrderQuery,
  PublicTrade,
  ReadModels,
  StatementQuery,
  StatementSumsQuery,
  TimeRange,
} from './port.ts'
import { listCandles, seedCandles } from './reads/candle-reads.ts'
import { listConvertDays } from './reads/convert-reads.ts'
import { listEarnLines, listEarnOrders, sumEarn } from './reads/earn-reads.ts'
import { listHistory } from './reads/history-reads.ts'
import { findIndexMinute, IndexCloses } from './reads/index-reads.ts'
import { loweringsOf } from './reads/lowering-reads.ts'
import { listLastTrades, listTrades, seedTickers } from './reads/market-reads.ts'
import { countUnread, listMessages } from './reads/message-reads.ts'
import { openContractReads } from './reads/open-contract-reads.ts'
import { findOrder, listFills, listOrders, ordersById } from './reads/order-reads.ts'
import { findDocuments, findPayments, listAddresses, listPayments, listReceipts } from './reads/payment-reads.ts'
import { allUsers, findUser, listDocuments, listDocumentVersions } from './reads/people-reads.ts'
import { TenantReader } from './reads/reader.ts'
import { SharedReads } from './reads/shared-reads.ts'
import { balanceDays, listStatement, sumStatement, sumStatementDays, sumTakenBack } from './reads/wallet-reads.ts'
import { listWalletSteps, listWalletTxs } from './reads/wallet-tx-reads.ts'
import type { SqlReader } from './store/sql-connection.ts'
import type { ProjectionPosition } from './thread/projection-position.ts'

/** What the projection thread tells besides rows. */
interface FromThread {
  readonly position: ProjectionPosition
  readonly mails: Mailed
}

/** @param now clock of the tenant's exchange, ms: it ends candles and days */
export function sqlReadModels(tenantId: string, sql: SqlReader, { position, mails }: FromThread, now: () => number): ReadModels {
  const reader = new TenantReader(sql, tenantId, () => position.seq)
  const candles = new SharedReads<readonly Candle[]>(() => position.seq)
  const trades = new SharedReads<readonly PublicTrade[]>(() => position.seq)
  const closes = new IndexCloses(reader)
  return {
    position: () => position.seq,
    reached: (seq: number, timeoutMs?: number) => position.reached(seq, timeoutMs),
    onMailed: (listener) => mails.on(listener),
    rebuilding: () => position.rebuilding(),
    orders: (query: OrderQuery) => listOrders(reader, query),
    order: (userId: UserId, by) => findOrder(reader, userId, by),
    ordersById: (userId, orderIds) => ordersById(reader, userId, orderIds),
    lowerings: (userId, orderIds) => loweringsOf(reader, userId, orderIds),
    fills: (query: FillQuery) => listFills(reader, query),
    statement: (query: StatementQuery) => listStatement(reader, query),
    history: (name, query) => listHistory(reader, name, query),
    earnOrders: (query) => listEarnOrders(reader, query),
    earnLines: (query) => listEarnLines(reader, query),
    earnSums: (userId, day) => sumEarn(reader, userId, day),
    statementSums: (query: StatementSumsQuery) => sumStatement(reader, query),
    statementDays: (query) => sumStatementDays(reader, query),
    takenBack: (userId, range) => sumTakenBack(reader, userId, range),
    walletTxs: (query) => listWalletTxs(reader, query),
    walletSteps: (name) => listWalletSteps(reader, name),
    paymentList: (query) => listPayments(reader, query),
    payments: (ids) => findPayments(reader, ids),
    withdrawalDocuments: (ids) => findDocuments(reader, ids),
    receipts: () => listReceipts(reader),
    addresses: (query) => listAddresses(reader, query),
    ...openContractReads(reader, candles, now),
    candles: (instrumentId: InstrumentId, interval: CandleInterval, range: TimeRange, limit: number) =>
      listCandles(reader, candles, { instrumentId }, interval, range, limit, now()),
    candleSeed: (instrumentId: InstrumentId, interval: CandleInterval) => seedCandles(reader, instrumentId, interval, now()),
    trades: (instrumentId: InstrumentId, limit: number, beforeId?: TradeId) =>
      listTrades(reader, trades, instrumentId, limit, beforeId, now()),
    lastTrades: (limit: number) => listLastTrades(reader, limit, now()),
    tickers: async () => (await seedTickers(reader, now())).rows,
    tickerSeed: () => seedTickers(reader, now()),
    indexMinute: (assetId: AssetId, at?: number) => findIndexMinute(reader, assetId, at, now()),
    indexCloses: (assetIds: readonly AssetId[], days: readonly number[]) => closes.of(assetIds, days, now()),
    convertDays: (limit: number) => listConvertDays(reader, limit),
    balanceDays: (userId: UserId, fromDay: string) => balanceDays(reader, userId, fromDay, now()),
    messages: (query: MessageQuery) => listMessages(reader, query),
    unreadMessages: (userId: UserId) => countUnread(reader, userId),
    users: () => allUsers(reader),
    user: (userId: UserId) => findUser(reader, userId),
    documents: (userId: UserId, collection: string) => listDocuments(reader, userId, collection),
    documentVersions: (collection: string, id: string) => listDocumentVersions(reader, collection, id),
  }
}
