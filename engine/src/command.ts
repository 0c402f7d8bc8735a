/** Everything that may change an exchange. Commands are imperatives; they are journaled before they have any effect that shows. */
import type { Amount, AssetId, InstrumentId, OrderId, OrderListId, PriceTicks, QuantityLots, RateE8, UserId } from './ids/id.ts'

export type Side = 'buy' | 'sell'
export type OrderType =
  | 'limit'
  | 'market'
  | 'stopLimit'
  | 'stopMarket'
  | 'takeProfitLimit'
  | 'takeProfitMarket'
  | 'trailingStop'
  | 'oneCancelsOther'
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'postOnly' | 'gtd'
export type SelfTradeMode = 'none' | 'expireTaker' | 'expireMaker' | 'expireBoth' | 'decrement'
export type OrderSource = 'web' | 'api' | 'system'

/** What an order asks for. A number of 0 (or 0n) means "not given". Which fields a type takes: wire contract 5.2, checked by `wire` and again here. */
export interface OrderTerms {
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  /** Limit price; for oneCancelsOther the limit leg's. */
  readonly price: PriceTicks
  readonly quantity: QuantityLots
  /** Quote amount of a market buy by amount, in the quote asset's minor units. */
  readonly quoteAmount: Amount
  readonly triggerPrice: PriceTicks
  /** oneCancelsOther only: the stop leg becomes a limit order at this price; 0 = market. */
  readonly triggerLimitPrice: PriceTicks
  readonly activationPrice: PriceTicks
  readonly trailingBps: number
  /** Shown part of an iceberg; 0 = all of it is shown. */
  readonly visibleQuantity: QuantityLots
  /** gtd only, ms. */
  readonly expireAt: number
}

/**
 * Who of a user gives a command: absent = one of his sessions, which are one caller together; else the number of an API key, 1…65,535.
 * Keys and client order ids are the caller's own: the same text of another caller is another key.
 */
export interface OfCaller {
  readonly caller?: number
}

export interface PlaceOrder extends OfCaller {
  readonly kind: 'placeOrder'
  readonly userId: UserId
  readonly instrumentId: InstrumentId
  readonly terms: OrderTerms
  readonly selfTrade: SelfTradeMode
  readonly source: OrderSource
  /** One-triggers-other: placed when the order above is completely filled. */
  readonly child: OrderTerms | null
}

/** A customer's order, named by one of its ids; the others are 0 or ''. */
export interface OfOrder extends OfCaller {
  readonly userId: UserId
  readonly orderId: OrderId
  /** May be given with `originOrderId`, which counts when no live order has this client order id. */
  readonly clientOrderId: string
  /** Names the live order that has no client order id of its own and stands in the place of this one: after amendments another one. */
  readonly originOrderId?: OrderId
}

export interface CancelOrder extends OfOrder {
  readonly kind: 'cancelOrder'
  /** Names a list; then `orderId` is 0. */
  readonly orderListId: OrderListId
}

export interface AmendOrder extends OfOrder {
  readonly kind: 'amendOrder'
  readonly price: PriceTicks
  /** New total quantity; 0 = unchanged. */
  readonly quantity: QuantityLots
  readonly triggerPrice: PriceTicks
}

/** instrumentId 0 = every pair. */
export interface CancelAllOrders {
  readonly kind: 'cancelAllOrders'
  readonly userId: UserId
  readonly instrumentId: InstrumentId
}

/** Cancels all orders of the user `timeoutMs` after this entry unless renewed; 0 switches it off. */
export interface SetCancelAllTimer {
  readonly kind: 'setCancelAllTimer'
  readonly userId: UserId
  readonly instrumentId: InstrumentId
  readonly timeoutMs: number
}

/** Moves engine time. Sent when `nextDeadline(state)` is due; any other entry moves time as well. */
export interface Tick {
  readonly kind: 'tick'
}

/** A new customer. Personal data is sealed before it gets here; `accountKey` is the blind index that makes an account unique. */
export interface RegisterUser {
  readonly kind: 'registerUser'
  readonly accountKey: string
  readonly document: JsonObject
  readonly role: 'customer' | 'maker'
  /** Who invited the customer; absent = nobody. */
  readonly inviterId?: UserId
}

export type UserStatus = 'active' | 'frozen' | 'disabled'

/** Freezing cancels every open order of the user. */
export interface SetUserStatus {
  readonly kind: 'setUserStatus'
  readonly userId: UserId
  readonly status: UserStatus
  readonly actor: string
  readonly why: string
  /** A document of the tenant that is saved or removed in the same entry: no stop comes between it and the status. */
  readonly note?: { readonly collection: string; readonly id: string; readonly document: JsonObject | null }
}

/** What the engine decides with besides status: fee level override, fee-asset discount, trading permission. Absent = unchanged. */
export interface SetUserTerms {
  readonly kind: 'setUserTerms'
  readonly userId: UserId
  readonly feeLevel?: number | null
  readonly payFeeInFeeAsset?: boolean
  readonly tradingEnabled?: boolean
}

export interface DefineAsset {
  readonly kind: 'defineAsset'
  readonly symbol: string
  /** Ledger scale: decimals of its minor unit, 0…8. */
  readonly scale: number
  /** Name, logo, network facts …: passed to the projections, not read here. */
  readonly document: JsonObject
}

/** Terms of a spot pair. Bounds of 0 are off. Units: quantities in lots, prices in ticks, notionals in quote minor units. */
export interface InstrumentTerms {
  readonly symbol: string
  readonly baseAssetId: AssetId
  readonly quoteAssetId: AssetId
  readonly priceScale: number
  readonly quantityScale: number
  readonly quantityMin: QuantityLots
  readonly quantityMax: QuantityLots
  readonly notionalMin: Amount
  readonly notionalMax: Amount
  readonly limitPriceCap: PriceTicks
  readonly marketNotionalCap: Amount
  readonly priceBandE8: RateE8
  readonly referencePrice: PriceTicks
  readonly buyFeeE8: RateE8
  readonly sellFeeE8: RateE8
  /** Fees by role replace fees by side when set. */
  readonly makerFeeE8: RateE8 | null
  readonly takerFeeE8: RateE8 | null
  readonly feeDirection: FeeDirection
  readonly maxOpenOrders: number
  readonly maxTriggerOrders: number
  readonly maxOrderLists: number
  /** Largest holding of the base asset a buyer may reach, in lots; 0 = off. */
  readonly positionMax: QuantityLots
  readonly icebergPartsMax: number
  readonly trailingBpsMin: number
  readonly trailingBpsMax: number
  readonly slippageCapE8: RateE8
  readonly breakerMoveE8: RateE8
  /** Window of the price that the breaker measures from: 300,000, or 0 where it is off. */
  readonly breakerWindowMs: number
  readonly breakerHaltMs: number
  /**
   * Largest move from the price at the start of a longer window, and the length of that window: whole minutes, a day at most. 0 or absent =
   * no such window.
   */
  readonly breakerLongMoveE8?: RateE8
  readonly breakerLongWindowMs?: number
  readonly enabled: boolean
  readonly buyEnabled: boolean
  readonly sellEnabled: boolean
  readonly visible: boolean
  /** Depth steps, group, class label, sort …: passed through. */
  readonly document: JsonObject
}

export type FeeDirection = 'received' | 'quote'

export interface DefineInstrument {
  readonly kind: 'defineInstrument'
  readonly terms: InstrumentTerms
}

/** Replaces terms that may change while orders rest: everything but the assets and scales. */
export interface ChangeInstrument {
  readonly kind: 'changeInstrument'
  readonly instrumentId: InstrumentId
  readonly terms: InstrumentTerms
  readonly actor: string
  readonly why: string
}

export type InstrumentStatus = 'trading' | 'halt' | 'cancelOnly' | 'auction'

export interface SetInstrumentStatus {
  readonly kind: 'setInstrumentStatus'
  readonly instrumentId: InstrumentId
  readonly status: 'trading' | 'halt' | 'cancelOnly'
  readonly actor: string
  readonly why: string
}

/** Fee levels by 30-day volume (quote value in the value asset's minor units), lowest first; the level of a user changes at 00:00 UTC only. */
export interface SetFeeSchedule {
  readonly kind: 'setFeeSchedule'
  readonly levels: readonly { readonly volumeMin: Amount; readonly makerFeeE8: RateE8; readonly takerFeeE8: RateE8 }[]
  readonly feeAssetId: AssetId
  readonly feeAssetDiscountE8: RateE8
}

/**
 * Where fees are taken on every pair, those listed later included: in what each side receives, or both in quote. It holds for orders that
 * are placed after it; open ones keep theirs.
 */
export interface SetFeeDirection {
  readonly kind: 'setFeeDirection'
  readonly direction: FeeDirection
  readonly actor: string
  readonly why: string
  /** A document of the tenant that is saved in the same entry. */
  readonly note?: { readonly collection: string; readonly id: string; readonly document: JsonObject | null }
}

/** House money to a user's available balance (faucet, airdrop, adjustment). The contra account is named by `cause`. */
export interface CreditUser {
  readonly kind: 'creditUser'
  readonly userId: UserId
  readonly assetId: AssetId
  readonly amount: Amount
  readonly cause: 'airdrop' | 'adjustment' | 'deposit'
  readonly reference: string
}

/**
 * A validated document that only projections read: favourites, settings, menus, key-values, announcements, login records.
 * `collection` and `id` name it; null removes it. `userId` 0 = the tenant's.
 */
export interface SaveDocument {
  readonly kind: 'saveDocument'
  readonly userId: UserId
  readonly collection: string
  readonly id: string
  readonly document: JsonObject | null
  readonly actor: string
}

/**
 * Gives an account another key beside its own (`bind`), takes one away (`release`), or both at once, together with the document that
 * holds the sealed address: all of it happens or nothing. '' = none.
 */
export interface ChangeAccountKeys {
  readonly kind: 'changeAccountKeys'
  readonly userId: UserId
  readonly bind: string
  readonly release: string
  readonly collection: string
  readonly id: string
  readonly document: JsonObject
  readonly actor: string
}

/** Names who invited a customer that has no inviter yet. */
export interface SetInviter {
  readonly kind: 'setInviter'
  readonly userId: UserId
  readonly inviterId: UserId
}

/** Share of the fees of invited customers that their inviters get, from the next trade on. */
export interface SetCommission {
  readonly kind: 'setCommission'
  readonly rateE8: RateE8
  readonly actor: string
  readonly why: string
}

/** Rules of a later engine from the next entry on: see `rules.ts`. Written by the process that leads the journal. */
export interface SetEngineVersion {
  readonly kind: 'setEngineVersion'
  readonly version: number
}

export type Command =
  | PlaceOrder
  | CancelOrder
  | AmendOrder
  | CancelAllOrders
  | SetCancelAllTimer
  | Tick
  | RegisterUser
  | SetUserStatus
  | SetUserTerms
  | DefineAsset
  | DefineInstrument
  | ChangeInstrument
  | SetInstrumentStatus
  | SetFeeSchedule
  | SetFeeDirection
  | CreditUser
  | SaveDocument
  | ChangeAccountKeys
  | SetInviter
  | SetCommission
  | SetEngineVersion

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}
