/** What SQL answers about contracts: what is over. Live orders, positions and balances never come from here. Rows are in engine words and units. */
import type { Side } from '@agio/engine/command.ts'
import type { MarginMode, Order } from '@agio/engine/event.ts'
import type { AssetId, InstrumentId, OrderId, PositionId, UserId } from '@agio/engine/ids/id.ts'
import type { CoFillFacts } from '@agio/wire/futures/order-view.ts'
import type { HistoryPositionFacts, ReceiptFacts, TransactionType } from '@agio/wire/futures/position-view.ts'
import type { FundingFacts, InsuranceFacts } from '@agio/wire/futures/view.ts'
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import type { MarkMinute } from '../mark-minutes/mark-minute.ts'
import type { Candle, Listing, Page, TimeRange } from '../port.ts'

export interface ContractOrderQuery extends Page {
  readonly userId: UserId
  /** `live`: what may still trade or fire; `closed`: what ended. What is attached to another order is in neither until it arms. */
  readonly state: 'live' | 'closed'
  readonly instrumentId?: InstrumentId
  /** Only orders with a condition, or only those without one, as they were placed. */
  readonly isConditional?: boolean
  /** The API's types: 1 limit, 2 market, 3 IOC, 4 FOK, 5 post-only (`coTypeOf`). */
  readonly coType?: 1 | 2 | 3 | 4 | 5
  /** The API's statuses, 0…7 (`coStatusOf`). */
  readonly coStatus?: number
  readonly side?: Side
  /** Leaves out those in whose place amendments put others. */
  readonly isJoined?: boolean
  /** Of their creation. */
  readonly range?: TimeRange
}

export interface ContractOrderRow {
  readonly order: Order
  /** Σ realised of its fills, before fees. */
  readonly realised: bigint
}

export interface ContractFillQuery extends Page {
  readonly userId: UserId
  readonly instrumentId?: InstrumentId
  readonly orderId?: OrderId
  readonly range?: TimeRange
}

export interface ContractFillRow extends CoFillFacts {
  readonly instrumentId: InstrumentId
  readonly orderId: OrderId
}

export interface PositionHistoryQuery extends Page {
  readonly userId: UserId
  readonly positionId?: PositionId
  readonly instrumentId?: InstrumentId
  /** Of their end. */
  readonly range?: TimeRange
}

export interface PositionHistoryRow extends HistoryPositionFacts {
  readonly instrumentId: InstrumentId
  readonly positionId: PositionId
  readonly marginMode: MarginMode
}

export interface ContractLineQuery extends Page {
  readonly userId: UserId
  readonly assetId?: AssetId
  readonly type?: TransactionType
  readonly instrumentId?: InstrumentId
  readonly range?: TimeRange
}

/** A change of a contract account's total of a coin; holding and freeing change nothing of it. */
export interface ContractLineRow {
  readonly lineId: number
  readonly type: TransactionType
  readonly assetId: AssetId
  /** 0 = of no contract. */
  readonly instrumentId: InstrumentId | 0
  readonly amount: bigint
  readonly balanceAfter: bigint
  /** Id of the trade, transfer, position or receipt that it is for, 0 = none. */
  readonly reference: number
  readonly at: number
}

/**
 * Everything newest first unless it says otherwise. Rows of customers (role `customer`) alone, but for what is public: funding rates,
 * insurance fund, candles.
 */
/** A position as it was at the end of a day. */
export interface PositionDayRow {
  readonly day: string
  readonly instrumentId: InstrumentId
  readonly isShort: boolean
  readonly quantity: number
  readonly entry: bigint
  /** Profit that was paid out by then. */
  readonly settled: bigint
}

export interface ContractReads {
  contractOrders(query: ContractOrderQuery): Promise<Listing<ContractOrderRow>>
  /** One order of a user, live or ended. */
  contractOrder(userId: UserId, orderId: OrderId): Promise<ContractOrderRow | undefined>
  /** Those of them that are the user's. */
  contractOrdersById(userId: UserId, orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, Order>>
  /** Σ realised of the fills of these orders; one without fills is not in it. */
  realisedOf(userId: UserId, orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, bigint>>
  contractFills(query: ContractFillQuery): Promise<Listing<ContractFillRow>>
  positionHistory(query: PositionHistoryQuery): Promise<Listing<PositionHistoryRow>>
  /** What was open at the end of each UTC day from `fromDay` to yesterday, by day; today's is in the engine. @param fromDay YYYY-MM-DD */
  positionDays(userId: UserId, fromDay: string): Promise<readonly PositionDayRow[]>
  contractLines(query: ContractLineQuery): Promise<Listing<ContractLineRow>>
  fundingRates(instrumentId: InstrumentId, page: Page): Promise<Listing<FundingFacts>>
  insuranceLines(assetId: AssetId, page: Page): Promise<Listing<InsuranceFacts>>
  /**
   * Candles of the mark or of the index in ticks, as `candles` gives those of trades: ascending, quantity, turnover and tradeCount 0.
   */
  priceCandles(
    of: 'mark' | 'index',
    instrumentId: InstrumentId,
    interval: CandleInterval,
    range: TimeRange,
    limit: number,
  ): Promise<readonly Candle[]>
  /**
   * The marks of one minute, each with its parts; one in which nothing was made begins with what was before it.
   * @param at ms, a moment in it; absent = the newest in which something was made
   * @returns undefined for a contract that had no mark until then, and for minutes of more than 30 days ago
   */
  markMinute(instrumentId: InstrumentId, at?: number): Promise<MarkMinute | undefined>
  /** A receipt of this user, with all that is known of it by now. */
  receipt(userId: UserId, receiptId: PositionId): Promise<ReceiptFacts | undefined>
}
