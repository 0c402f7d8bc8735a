/**
 * What happened, in the past tense. `apply` writes events as typed records into an EventBuffer; these plain shapes are what the
 * named readers make of them outside the hot path.
 */
import type {
  InstrumentStatus,
  InstrumentTerms,
  JsonObject,
  OrderSource,
  OrderType,
  SelfTradeMode,
  Side,
  TimeInForce,
  UserStatus,
} from './command.ts'
import type { Amount, AssetId, InstrumentId, OrderId, OrderListId, PriceTicks, QuantityLots, TradeId, UserId } from './ids/id.ts'

export type OrderStatus =
  | 'pendingTrigger'
  | 'pendingNew'
  | 'new'
  | 'partiallyFilled'
  | 'filled'
  | 'canceled'
  | 'rejected'
  | 'expired'
  | 'expiredInMatch'

export type CloseReason =
  | 'none'
  | 'filled'
  | 'user'
  | 'ioc'
  | 'fok'
  | 'gtd'
  | 'selfTrade'
  | 'orderList'
  | 'cancelAllTimer'
  | 'halt'
  | 'operator'
  | 'freeze'
  | 'noLiquidity'
  | 'priceBand'
  | 'postOnly'
  | 'insufficientBalance'
  | 'replaced'

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
}

export type StatementCause = 'hold' | 'release' | 'trade' | 'fee' | 'airdrop' | 'adjustment' | 'deposit' | 'commission'

export type Event =
  /** First event of an order, also of the new order of an atomic replace. */
  | { readonly kind: 'orderPlaced'; readonly order: Order }
  /** Anything about a live order changed: partial fill, amend, trigger, decrement, iceberg refill is silent. */
  | { readonly kind: 'orderUpdated'; readonly order: Order }
  /** Last event of an order. */
  | { readonly kind: 'orderClosed'; readonly order: Order }
  | {
      readonly kind: 'traded'
      readonly tradeId: TradeId
      readonly instrumentId: InstrumentId
      readonly price: PriceTicks
      readonly quantity: QuantityLots
      readonly notional: Amount
      readonly takerSide: Side
      readonly makerOrderId: OrderId
      readonly takerOrderId: OrderId
      readonly makerUserId: UserId
      readonly takerUserId: UserId
      readonly makerFee: Amount
      readonly makerFeeAssetId: AssetId
      readonly takerFee: Amount
      readonly takerFeeAssetId: AssetId
    }
  /** One posting of a user account: the change and what it left. `reference` is an order or trade id, for a commission the user who paid the fee, or 0. */
  | {
      readonly kind: 'balanceChanged'
      readonly userId: UserId
      readonly assetId: AssetId
      readonly availableDelta: Amount
      readonly heldDelta: Amount
      readonly available: Amount
      readonly held: Amount
      readonly cause: StatementCause
      readonly reference: number
    }
  /** Visible quantity of a price level after the entry; 0 = the level is gone. At most one per level and entry. */
  | {
      readonly kind: 'levelChanged'
      readonly instrumentId: InstrumentId
      readonly side: Side
      readonly price: PriceTicks
      readonly quantity: QuantityLots
    }
  | { readonly kind: 'instrumentDefined'; readonly instrumentId: InstrumentId; readonly terms: InstrumentTerms }
  | { readonly kind: 'instrumentChanged'; readonly instrumentId: InstrumentId; readonly terms: InstrumentTerms }
  | {
      readonly kind: 'instrumentStatusChanged'
      readonly instrumentId: InstrumentId
      readonly status: InstrumentStatus
      readonly until: number
    }
  | {
      readonly kind: 'assetDefined'
      readonly assetId: AssetId
      readonly symbol: string
      readonly scale: number
      readonly document: JsonObject
    }
  | {
      readonly kind: 'userRegistered'
      readonly userId: UserId
      readonly accountKey: string
      readonly role: 'customer' | 'maker'
      readonly document: JsonObject
    }
  | {
      readonly kind: 'userStatusChanged'
      readonly userId: UserId
      readonly status: UserStatus
      readonly actor: string
      readonly why: string
    }
  | {
      readonly kind: 'userTermsChanged'
      readonly userId: UserId
      readonly feeLevel: number
      readonly payFeeInFeeAsset: boolean
      readonly tradingEnabled: boolean
    }
  | { readonly kind: 'feeScheduleChanged' }
  | {
      readonly kind: 'documentSaved'
      readonly userId: UserId
      readonly collection: string
      readonly id: string
      readonly document: JsonObject | null
      readonly actor: string
    }
  | { readonly kind: 'cancelAllTimerSet'; readonly userId: UserId; readonly instrumentId: InstrumentId; readonly triggerAt: number }

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
