/** What SQL answers: history. Money, open orders and depth never come from here. Rows are in engine words and units. */
import type { JsonObject, OrderType, Side } from '@agio/engine/command.ts'
import type { AccountKind, Order, OrderStatus, StatementCause } from '@agio/engine/event.ts'
import type { AssetId, InstrumentId, OrderId, TradeId, UserId } from '@agio/engine/ids/id.ts'
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import type { WalletLine } from '@agio/wire/wallet/view.ts'
import type { HistoryName, HistoryQuery, HistoryRow } from './histories.ts'
import type { RuledMinute } from './index-minutes/minute.ts'
import type { MailedMessage, MessageKind, MessageType } from './messages/message-source.ts'
import type { ContractReads } from './reads/contract-reads.ts'
import type { EarnLineQuery, EarnLineRow, EarnOrderQuery, EarnOrderRow, EarnSum } from './rows/earn-rows.ts'
import type { LoweringRow } from './rows/lowering-row.ts'
import type { WalletReads } from './rows/wallet-rows.ts'

export interface Page {
  /** From 1. */
  readonly pageNo: number
  readonly pageSize: number
  /**
   * `asOf` of the first page's listing: the rows that existed at that sequence and no others, so that paging on shows no row twice
   * and misses none while new rows arrive. Absent = now.
   */
  readonly asOf?: number
}
/** Both ends belong to the range, ms. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}
export interface Listing<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** Sequence at which rows and total were true; give it back with the next page. */
  readonly asOf: number
}

/** How one order is named. A client order id is its caller's own: the sessions' (0), or an API key's by its number. */
export type OrderName =
  | { readonly orderId: OrderId }
  | {
      readonly clientOrderId: string
      readonly caller: number
      /** Also names an order without a client order id that is this one, or that amendments put in its place. */
      readonly originOrderId?: OrderId
    }

export interface OrderQuery extends Page {
  readonly userId: UserId
  readonly state: 'all' | 'open' | 'closed'
  readonly instrumentIds?: readonly InstrumentId[]
  readonly side?: Side
  readonly types?: readonly OrderType[]
  readonly statuses?: readonly OrderStatus[]
  /** The one order, or those that bore a client order id. */
  readonly name?: OrderName
  readonly orderListId?: number
  /** Leaves out those in whose place amendments put others. */
  readonly isJoined?: boolean
  /** Of its placing. */
  readonly range?: TimeRange
  /** Those that ended before, ms, are left out; what is open is not. */
  readonly endedSince?: number
}

/** One user's side of a trade. */
export interface FillRow {
  readonly tradeId: TradeId
  readonly orderId: OrderId
  readonly clientOrderId: string
  /** As its order's. */
  readonly originOrderId: OrderId | 0
  readonly userId: UserId
  readonly instrumentId: InstrumentId
  readonly side: Side
  readonly role: 'maker' | 'taker'
  readonly price: number
  readonly quantity: number
  readonly notional: bigint
  readonly fee: bigint
  readonly feeAssetId: AssetId
  readonly at: number
}

export interface FillQuery extends Page {
  readonly userId: UserId
  readonly instrumentIds?: readonly InstrumentId[]
  readonly orderId?: OrderId
  readonly side?: Side
  readonly fromTradeId?: TradeId
  readonly range?: TimeRange
}

/** Causes of postings in contracts alone: their lines are bills of contracts, not lines of a statement. */
export type ContractCause = Extract<
  StatementCause,
  'margin' | 'realised' | 'funding' | 'liquidationFee' | 'liquidation' | 'share' | 'settled'
>

/** A statement line: one change of a user's total (available + held) of an asset; holds and releases are no lines. */
export interface StatementRow {
  /** `seq × 1000 + n`: unique and rising. (An entry with more than 1,000 lines runs on into the next numbers.) */
  readonly lineId: number
  readonly userId: UserId
  readonly assetId: AssetId
  readonly account: Exclude<AccountKind, 'debt' | 'pending'>
  readonly cause: Exclude<StatementCause, 'hold' | 'release' | ContractCause>
  readonly amount: bigint
  /** Total after the line: with what is set aside for withdrawals. */
  readonly totalAfter: bigint
  /** What the line is about, as its cause says; for the receiver of a withdrawal inside the house: see `lineOfWalletTx`. */
  readonly reference: number
  /** Part of `amount` that was the price of a withdrawal. */
  readonly fee: bigint
  readonly at: number
}

export interface StatementQuery extends Page {
  readonly userId: UserId
  readonly account?: StatementRow['account']
  readonly assetId?: AssetId
  readonly causes?: readonly StatementRow['cause'][]
  readonly direction?: 'in' | 'out'
  readonly about?: LineSubject
  readonly range?: TimeRange
}

/** Causes whose references are deposits and withdrawals; those of others may be the same numbers. */
export const WALLET_CAUSES = ['deposit', 'withdraw'] as const satisfies readonly WalletLine['cause'][]

/** What lines are about: a number that their cause says the kind of, and what of the wallet it may name. */
export interface LineSubject {
  readonly reference: number
  readonly wallet?: WalletLine
}

export interface StatementSumsQuery {
  readonly userId: UserId
  readonly cause: StatementRow['cause']
  readonly range?: TimeRange
}

export interface StatementDaysQuery {
  readonly userId: UserId
  readonly account?: StatementRow['account']
  readonly causes: readonly StatementRow['cause'][]
  readonly range: TimeRange
}

export interface StatementDay {
  /** UTC day since 1970. */
  readonly day: number
  readonly assetId: AssetId
  readonly amount: bigint
}

/** What an early redemption took back of interest. */
export interface TakenBack extends StatementDay {
  /** What was paid the rest. */
  readonly account: StatementRow['account']
}

export interface StatementSum {
  readonly reference: number
  readonly assetId: AssetId
  readonly amount: bigint
  readonly lines: number
}

export interface Candle {
  readonly openAt: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly quantity: number
  readonly turnover: bigint
  readonly tradeCount: number
}

export interface PublicTrade {
  readonly tradeId: TradeId
  readonly price: number
  readonly quantity: number
  readonly takerSide: Side
  readonly at: number
}

export interface TickerRow {
  readonly instrumentId: InstrumentId
  readonly lastPrice: number
  readonly openPrice: number
  readonly previousClose: number
  readonly high24h: number
  readonly low24h: number
  readonly quantity24h: number
  readonly turnover24h: bigint
  readonly at: number
}

/** Tickers with the minutes they were made of, all true at `seq`: a live ticker takes the trades after it. */
export interface TickerSeed {
  readonly seq: number
  readonly rows: readonly TickerRow[]
  /** One-minute candles with trades, from the minute in which the last 24 h began, ascending in each instrument. */
  readonly minutes: readonly (Candle & { readonly instrumentId: InstrumentId })[]
}

export interface CandleSeed {
  readonly seq: number
  /** As `candles` gives them: the current bucket and the one before. */
  readonly candles: readonly Candle[]
}

export interface BalanceDayRow {
  readonly day: string
  readonly assetId: AssetId
  readonly account: StatementRow['account']
  /** Total at the end of the UTC day, or now for today. */
  readonly total: bigint
}

/** Values in 1e-8 USDT. */
export interface ConvertDayRow {
  /** UTC day since 1970. */
  readonly day: number
  readonly wasClosed: boolean
  /** What stock and desk were worth when the day began, what was put in during it, and what they were worth at its last word. */
  readonly dayValue: bigint
  readonly funded: bigint
  readonly value: bigint
}

export interface UserRow {
  readonly userId: UserId
  readonly accountKey: string
  readonly role: 'customer' | 'maker'
  readonly createdAt: number
  readonly document: JsonObject
}

/** One saving of a tenant's document. */
export interface DocumentVersion {
  /** From 1, in the order of saving. */
  readonly version: number
  readonly seq: number
  /** null where it was removed. */
  readonly document: JsonObject | null
  readonly savedAt: number
  readonly actor: string
}

export interface MessageQuery extends Page {
  readonly userId: UserId
  readonly type?: MessageType
  readonly isRead?: boolean
  /** As `messageIdOf` makes them. */
  readonly ids?: readonly string[]
}

/** One message to a customer. Deleted ones are in no answer. */
export interface MessageRow {
  readonly userId: UserId
  readonly seq: number
  readonly reference: number
  readonly kind: MessageKind
  readonly type: MessageType
  readonly params: Readonly<Record<string, string>>
  readonly at: number
  readonly isRead: boolean
  /** The order that it is about, as it ended. */
  readonly order: Order | undefined
}

export interface UnreadMessages extends Readonly<Record<MessageType, number>> {
  /** Sequence at which the counts were true. */
  readonly asOf: number
}

/**
 * Orders, fills, statement lines, transfers, savings, messages and balance days exist for the role `customer` only: makers quote by the thousand and nobody pages
 * through that. Trades, candles and tickers cover everybody.
 */
export interface ReadModels extends WalletReads, ContractReads {
  /** Sequence the projections have reached. */
  position(): number
  /** Resolves when `position() ≥ seq`, or rejects after `timeoutMs` (default 2000). */
  reached(seq: number, timeoutMs?: number): Promise<void>
  /**
   * Tells of messages that came since the start and that their reader wants by mail; at most once each, and not after a crash.
   * @returns the way to stop
   */
  onMailed(listener: (mails: readonly MailedMessage[]) => void): () => void
  /** 0…100 while a rebuild runs, else null. */
  rebuilding(): number | null
  orders(query: OrderQuery): Promise<Listing<Order>>
  order(userId: UserId, name: OrderName): Promise<Order | undefined>
  /** Those of them that are the user's. */
  ordersById(userId: UserId, orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, Order>>
  /** How these orders of a user, of pairs or of contracts, were lowered in their place: the newest 20 of each, oldest first. */
  lowerings(userId: UserId, orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, readonly LoweringRow[]>>
  fills(query: FillQuery): Promise<Listing<FillRow>>
  statement(query: StatementQuery): Promise<Listing<StatementRow>>
  /** What a customer did of a kind that `histories.ts` describes, newest first. */
  history<Name extends HistoryName>(name: Name, query: HistoryQuery<Name>): Promise<Listing<HistoryRow<Name>>>
  /** Savings orders, the newest first. */
  earnOrders(query: EarnOrderQuery): Promise<Listing<EarnOrderRow>>
  /** Bills of savings, the newest first. */
  earnLines(query: EarnLineQuery): Promise<Listing<EarnLineRow>>
  /** Interest ever paid, by product. @param day UTC day since 1970 that is summed apart as well */
  earnSums(userId: UserId, day: number): Promise<readonly EarnSum[]>
  /** Sums of a user's lines of one cause, by reference and asset. */
  statementSums(query: StatementSumsQuery): Promise<readonly StatementSum[]>
  /** Sums of a user's lines of some causes, by day and asset, both rising. */
  statementDays(query: StatementDaysQuery): Promise<readonly StatementDay[]>
  /** By how much less early redemptions paid than they took out of savings: amounts below zero, by day, asset and account, all rising. */
  takenBack(userId: UserId, range: TimeRange): Promise<readonly TakenBack[]>
  /**
   * Buckets that open inside `range`, up to now, ascending, the newest `limit` of them; buckets without a trade repeat the previous
   * close with quantity 0, and before the first trade there are none.
   */
  candles(instrumentId: InstrumentId, interval: CandleInterval, range: TimeRange, limit: number): Promise<readonly Candle[]>
  /** The last two buckets with the position, in one consistent read. */
  candleSeed(instrumentId: InstrumentId, interval: CandleInterval): Promise<CandleSeed>
  /** Public trades of the last 30 days, newest first. */
  trades(instrumentId: InstrumentId, limit: number, beforeId?: TradeId): Promise<readonly PublicTrade[]>
  /** The last trades of every pair that has any, newest first, as `trades` gives them: one read for all. */
  lastTrades(limit: number): Promise<ReadonlyMap<InstrumentId, readonly PublicTrade[]>>
  /** Ticker of every pair that ever traded, now; live tickers are kept by the feeds. */
  tickers(): Promise<readonly TickerRow[]>
  tickerSeed(): Promise<TickerSeed>
  /**
   * One minute of a coin's index; one in which nothing happened begins with what was before it.
   * @param at ms, a moment in it; absent = the newest in which something happened
   * @returns undefined for a coin of which nothing was said until then, and for minutes of more than 30 days ago
   */
  indexMinute(assetId: AssetId, at?: number): Promise<RuledMinute | undefined>
  /**
   * What indexes stood at when UTC days ended, 1e-12 USDT for a coin.
   * @param days their starts, ms; of days that are over
   * @returns by coin and start of the day; without those of which there was no index, or that are of more than 30 days ago
   */
  indexCloses(assetIds: readonly AssetId[], days: readonly number[]): Promise<ReadonlyMap<AssetId, ReadonlyMap<number, bigint>>>
  /** Days of the stock of conversions that are over, or in which it was closed or opened; newest first. */
  convertDays(limit: number): Promise<readonly ConvertDayRow[]>
  /** For every UTC day from `fromDay` (YYYY-MM-DD) to today and every asset held by then; a day without a change repeats the one before. */
  balanceDays(userId: UserId, fromDay: string): Promise<readonly BalanceDayRow[]>
  /** The newest 1,000 messages of a user exist. */
  messages(query: MessageQuery): Promise<Listing<MessageRow>>
  unreadMessages(userId: UserId): Promise<UnreadMessages>
  users(): AsyncIterable<UserRow>
  user(userId: UserId): Promise<UserRow | undefined>
  /** Documents of a collection, id order. */
  documents(
    userId: UserId,
    collection: string,
  ): Promise<readonly { readonly id: string; readonly document: JsonObject; readonly savedAt: number }[]>
  /** Every version of a document of the tenant (owner 0), oldest first. */
  documentVersions(collection: string, id: string): Promise<readonly DocumentVersion[]>
}
