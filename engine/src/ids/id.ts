/** Branded ids. All are safe integers inside; the wire writes them as decimal strings. */
declare const brand: unique symbol
type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }

/** Journal position of an entry, from 1, without gaps. */
export type Sequence = Brand<number, 'Sequence'>
/** A customer (or a simulated maker); given by the engine at registration, from 100001. Below that: house accounts. */
export type UserId = Brand<number, 'UserId'>
/** Position of an asset in the asset table, from 1. */
export type AssetId = Brand<number, 'AssetId'>
/** Position of a spot pair (later: contract) in the instrument table, from 1. */
export type InstrumentId = Brand<number, 'InstrumentId'>
/** Counted from 1 over all orders that there ever were: unique, rising. */
export type OrderId = Brand<number, 'OrderId'>
/** Id shared by the legs of an order list: the OrderId of its first leg. */
export type OrderListId = Brand<number, 'OrderListId'>
/** Rising count of trades of this exchange. */
export type TradeId = Brand<number, 'TradeId'>

/** Position of a savings product in the product table, from 1. */
export type ProductId = Brand<number, 'ProductId'>
/** Rising count of savings orders of this exchange. */
export type EarnOrderId = Brand<number, 'EarnOrderId'>

/** Position of a network in its table, from 1. */
export type NetworkId = Brand<number, 'NetworkId'>
/** Position of an asset on a network in its table, from 1. */
export type ListingId = Brand<number, 'ListingId'>
/** Position of an address in its table, from 1; its key is derived from it. */
export type AddressId = Brand<number, 'AddressId'>
/** `seq × 1024 + place` of the entry that told of the deposit first. */
export type DepositId = Brand<number, 'DepositId'>
/** Sequence of the entry that asked for it. */
export type WithdrawalId = Brand<number, 'WithdrawalId'>
/** Rising count of the positions of this exchange; also the id of the receipt of its liquidation. */
export type PositionId = Brand<number, 'PositionId'>
/** Sequence of the entry that began it. */
export type PaymentId = Brand<number, 'PaymentId'>

export const asPositionId = (value: number): PositionId => value as PositionId
export const asUserId = (value: number): UserId => value as UserId
export const asAssetId = (value: number): AssetId => value as AssetId
export const asInstrumentId = (value: number): InstrumentId => value as InstrumentId
export const asOrderId = (value: number): OrderId => value as OrderId
export const asOrderListId = (value: number): OrderListId => value as OrderListId
export const asTradeId = (value: number): TradeId => value as TradeId
export const asProductId = (value: number): ProductId => value as ProductId
export const asNetworkId = (value: number): NetworkId => value as NetworkId
export const asListingId = (value: number): ListingId => value as ListingId
export const asAddressId = (value: number): AddressId => value as AddressId
export const asDepositId = (value: number): DepositId => value as DepositId
export const asWithdrawalId = (value: number): WithdrawalId => value as WithdrawalId
export const asPaymentId = (value: number): PaymentId => value as PaymentId
export const asEarnOrderId = (value: number): EarnOrderId => value as EarnOrderId

/** Prices in ticks and quantities in lots are plain safe integers; the instrument's scales give them meaning. */
export type PriceTicks = number
export type QuantityLots = number
/** Minor units of one asset, int64. */
export type Amount = bigint
/** Integer rate in 1e-8. */
export type RateE8 = number
/** Price of a whole coin in the unit asset, int64 in 1e-12. */
export type IndexPrice = bigint
