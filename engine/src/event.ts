/**
 * What happened, in the past tense. `apply` writes events as typed records into an EventBuffer; these plain shapes are what the
 * named readers make of them outside the hot path.
 */
import type { CloseReason, MarginMode, OrderStatus, TriggerPrice } from '../generated/vocabularies.ts'
import type { OrderSource, OrderType, SelfTradeMode, Side, TimeInForce } from './command.ts'
import type { Amount, AssetId, InstrumentId, OrderId, OrderListId, PositionId, PriceTicks, QuantityLots, RateE8, UserId } from './ids/id.ts'
import type { EventByKind } from './schema/events.ts'

export type {
  AccountKind,
  CloseReason,
  ContractAction,
  DepositStatus,
  EarnChange,
  HoldingPlace,
  InsuranceCause,
  LiquidationKind,
  MarginMode,
  OrderStatus,
  PaymentChange,
  PositionChange,
  StatementCause,
  TriggerDirection,
  TriggerPrice,
  WithdrawalStatus,
} from '../generated/vocabularies.ts'

/** An order as the engine knows it; the same shape in events, open-order reads and projections. */
export interface Order {
  readonly orderId: OrderId
  /** '' when the customer gave none; the wire then shows one made from the id of the order, or of its origin. */
  readonly clientOrderId: string
  /** Without a client order id: id of the first order in whose place amendments put this one; 0 = it is the first itself. */
  readonly originOrderId: OrderId | 0
  /** Whose client order id it is: the number of an API key, 0 = the sessions of the user. 0 where there is none. */
  readonly caller: number
  readonly orderListId: OrderListId | 0
  readonly userId: UserId
  readonly instrumentId: InstrumentId
  readonly side: Side
  /** Never 'oneCancelsOther': the legs read as limit and stopLimit or stopMarket. */
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly selfTrade: SelfTradeMode
  readonly source: OrderSource
  readonly price: PriceTicks
  readonly quantity: QuantityLots
  readonly quoteAmount: Amount
  readonly triggerPrice: PriceTicks
  readonly activationPrice: PriceTicks
  readonly trailingBps: number
  readonly visibleQuantity: QuantityLots
  readonly expireAt: number
  readonly status: OrderStatus
  readonly closeReason: CloseReason
  readonly executedQuantity: QuantityLots
  /** Σ price × quantity of the fills, quote minor units. */
  readonly executedQuote: Amount
  readonly preventedQuantity: QuantityLots
  readonly fee: Amount
  readonly feeAssetId: AssetId
  /** Still on hold for this order, in `heldAssetId`. */
  readonly held: Amount
  readonly heldAssetId: AssetId
  readonly triggered: boolean
  readonly triggeredAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** Id of the order this one replaced by an amend; 0 = none. */
  readonly replacedOrderId: OrderId | 0
  /** Of contract orders alone. */
  readonly contract?: OfContract
}

/** What a contract order has that an order of a pair has not. */
export interface OfContract {
  readonly isClose: boolean
  readonly isShortLeg: boolean
  /** Closes whatever the position is when it fires; until then its quantity is 0. */
  readonly isWhole: boolean
  readonly leverage: number
  readonly marginMode: MarginMode
  readonly triggerBy: TriggerPrice
  /** Trailing: one of the two. */
  readonly callbackRate: RateE8
  readonly callback: PriceTicks
  /** Attached, until they are placed. */
  readonly takeProfit: Attached | null
  readonly stopLoss: Attached | null
  /** Of the liquidation that made it, 0 = none. */
  readonly receiptId: PositionId | 0
}

export interface Attached {
  readonly triggerPrice: PriceTicks
  readonly triggerBy: TriggerPrice
  /** 0 = at market. */
  readonly price: PriceTicks
}

export type Event = EventByKind[keyof EventByKind]

/** The answer to a command, remembered with its key. */
export interface Outcome {
  readonly seq: number
  readonly at: number
  readonly reason: import('./reason.ts').Reason
  /** True when the key was seen before and nothing ran. */
  readonly replayed: boolean
  /** Placed or amended orders in order (an order list: limit leg, stop leg; one-triggers-other: parent, child); cancelled ones for cancels. */
  readonly orders: readonly OutcomeOrder[]
  /** registerUser: the new user; defineAsset, defineInstrument: the new id; setCancelAllTimer: due time; else 0. */
  readonly value: number
}

export interface OutcomeOrder {
  readonly orderId: OrderId
  readonly orderListId: OrderListId | 0
  readonly clientOrderId: string
  /** As the order's. */
  readonly originOrderId: OrderId | 0
  readonly instrumentId: InstrumentId
  readonly type: OrderType
  readonly status: OrderStatus
  /** Per-order result of cancelAllOrders; 'none' otherwise. */
  readonly reason: import('./reason.ts').Reason
  /** amendOrder: place in the queue kept. */
  readonly priorityKept: boolean
  readonly replacedOrderId: OrderId | 0
}
