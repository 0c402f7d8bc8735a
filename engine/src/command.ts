/**
 * Everything that may change an exchange. Commands are imperatives; they are journaled before they have any effect that shows. Each is
 * described in `schema/commands/`; here are its type and the values that are more than a number or a word.
 */
import type { OrderType, Payout, ProductType, RateType, Side, SourceState, TimeInForce } from '../generated/vocabularies.ts'
import type {
  AddressId,
  Amount,
  AssetId,
  DepositId,
  IndexPrice,
  ListingId,
  NetworkId,
  OrderId,
  PaymentId,
  PriceTicks,
  QuantityLots,
  RateE8,
  UserId,
  WithdrawalId,
} from './ids/id.ts'
import type { CommandByKind } from './schema/commands.ts'

export type {
  InstrumentStatus,
  OrderSource,
  OrderType,
  Payout,
  ProductStatus,
  ProductType,
  RateType,
  Renewal,
  SelfTradeMode,
  Side,
  SourceState,
  TimeInForce,
  UserStatus,
} from '../generated/vocabularies.ts'

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

/** A customer's order, named by one of its ids; the others are 0 or ''. */
export interface OfOrder extends OfCaller {
  readonly userId: UserId
  readonly orderId: OrderId
  /** May be given with `originOrderId`, which counts when no live order has this client order id. */
  readonly clientOrderId: string
  /** Names the live order that has no client order id of its own and stands in the place of this one: after amendments another one. */
  readonly originOrderId?: OrderId
}

/** One order of several that are amended together, named as by `OfOrder`. Prices in ticks, the new total quantity in lots; 0 = unchanged. */
export interface AmendRow extends Pick<OfOrder, 'orderId' | 'clientOrderId' | 'originOrderId'> {
  readonly price: number
  readonly quantity: number
  readonly triggerPrice: number
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
  /** How far from the reference a market order may trade that fired; absent = 5 %. */
  readonly firedBoundE8?: RateE8
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

/** A bracket of maintenance margin: positions of a value up to `upTo` (null: all above the one before). */
export interface MarginTier {
  readonly upTo: Amount | null
  /** Maintenance margin of the part of the value that lies in it. */
  readonly rateE8: RateE8
  /** Highest leverage of positions and orders of this value. */
  readonly maxLeverage: number
}

/**
 * What a perpetual contract has that a pair has not. Its pair terms say the rest: base is what is traded, quote what it is priced and
 * margined in; a lot is one contract, which is `multiplier` × 10^−quantityScale of the base.
 */
export interface ContractTerms {
  readonly multiplier: number
  readonly minLeverage: number
  readonly maxLeverage: number
  /** Brackets from 0 up: values and maintenance rates rise, leverage falls. */
  readonly tiers: readonly MarginTier[]
  readonly liquidationFeeE8: RateE8
  /** How far from the mark a limit may lie. */
  readonly priceRangeE8: RateE8
  readonly fundingHours: number
  /** UTC hour from which the intervals are counted. */
  readonly fundingStartHour: number
  /** Interest of one interval, and the bounds of the rate, in 1e-12. */
  readonly interestE12: number
  readonly fundingCapE12: number
  readonly fundingFloorE12: number
  /** Value whose average price on each side of the book makes the premium. */
  readonly impactValue: Amount
  /** Of the insurance fund, what bankruptcies of one customer and of all may cost it in a day; 2 % and 10 % where nothing is said. */
  readonly lossOfOneE8?: RateE8
  readonly lossOfAllE8?: RateE8
  /** How much worse than its last mark a position counts while there is no index, when money leaves; 50 % where nothing is said. */
  readonly frozenMoveE8?: RateE8
  /** How long the index has to be silent until the contract may be settled at the last one, ms; a day where nothing is said. */
  readonly settleAfterMs?: number
}

/** One step of the fee schedule: volume is quote value in the value asset's minor units. */
export interface FeeLevelTerms {
  readonly volumeMin: Amount
  readonly makerFeeE8: RateE8
  readonly takerFeeE8: RateE8
}

/** What a source says of an asset. */
export interface SourcePrice {
  readonly assetId: AssetId
  /** Position in the list of names that `setIndexTerms` gave. */
  readonly source: number
  readonly state: SourceState
  /** 1e-12 of the unit asset for a whole coin; 0 where it is silent. */
  readonly price: IndexPrice
  /** When the venue said so, ms. */
  readonly at: number
}

/** Of one asset: a weight for each source, 0 = it does not count. */
export interface SourceWeights {
  readonly assetId: AssetId
  readonly weights: readonly number[]
}

/** A bracket: the part of the principal up to `upTo` (null: all above the one before) earns this annual rate. */
export interface RateTier {
  readonly upTo: Amount | null
  readonly rateE8: RateE8
}

/** Terms of a savings product. Amounts in minor units of its asset; bounds of 0 are off. */
export interface ProductTerms {
  readonly assetId: AssetId
  readonly type: ProductType
  readonly rateType: RateType
  readonly payout: Payout
  /** Days that a term earns; 0 for flexible ones. */
  readonly termDays: number
  readonly totalQuota: Amount
  readonly userMin: Amount
  readonly userMax: Amount
  readonly step: Amount
  readonly startTime: number
  readonly endTime: number
  readonly earlyRedeem: boolean
  readonly renewable: boolean
  /** Flexible: what may be redeemed of it in a UTC day. */
  readonly poolLimit: Amount
}

/** Terms of an asset on a network. Amounts in minor units of the asset. */
export interface ListingTerms {
  readonly assetId: AssetId
  readonly networkId: NetworkId
  readonly depositOpen: boolean
  readonly withdrawOpen: boolean
  /** Decimals of the unit that the chain counts in. */
  readonly chainScale: number
  /** Decimals that a withdrawal may have; no more than ledger and chain know. */
  readonly withdrawScale: number
  /** Confirmations at which a deposit is credited, and at which it may be withdrawn; at the latter a payment is final. */
  readonly creditAt: number
  readonly unlockAt: number
  readonly minDeposit: Amount
  readonly minWithdraw: Amount
  /** 0 = unbounded. */
  readonly maxWithdraw: Amount
  /** Of a withdrawal, inside its amount; where the fee is a share, the least one. */
  readonly fee: Amount
  /** Share of a withdrawal, rounded up at `withdrawScale`; 0 = the fee is fixed. */
  readonly feeRateE8: RateE8
}

/** A block by height and hash, as the chain writes it. */
export interface BlockName {
  readonly height: number
  readonly block: string
}

/** Coins that came to an address of the house. */
export interface Arrival {
  readonly listingId: ListingId
  /** 0: the tag says nobody. */
  readonly addressId: AddressId | 0
  /** The business key: the first 32 hexadecimal digits of SHA-256 over network, transaction and place in it. */
  readonly key: string
  readonly tx: string
  readonly position: string
  readonly from: string | null
  readonly amount: Amount
  /** Units of the chain that are less than a minor unit, together. */
  readonly dust: bigint
  /** Of its block; 0 where it is in none. */
  readonly height: number
  /** Screening wants a person to look at it first. */
  readonly isHeld: boolean
  /** Confirmations before which the chain itself lets nobody spend it: of coins of a block's miner. */
  readonly maturity?: number
  /** Number of arrivals of the same transaction that were summed into this arrival; absent: 1. */
  readonly count?: number
}

/** An arrival that waits until its owner has a row free, as history has it. */
export interface WaitingArrival extends Arrival {
  readonly depositId: DepositId
}

/** A payment of the house in a block. */
export interface MinedPayment {
  readonly paymentId: PaymentId
  readonly tx: string
  readonly height: number
  readonly succeeded: boolean
  /** What the chain took its fee in: an asset on the same network. */
  readonly gasListingId: ListingId
  readonly gas: Amount
  readonly gasDust: bigint
}

export interface WithdrawalName {
  readonly userId: UserId
  readonly withdrawalId: WithdrawalId
}

export type Command = CommandByKind[keyof CommandByKind]

export type PlaceOrder = CommandByKind['placeOrder']
export type CancelOrder = CommandByKind['cancelOrder']
export type AmendOrder = CommandByKind['amendOrder']
export type AmendOrders = CommandByKind['amendOrders']
export type CancelAllOrders = CommandByKind['cancelAllOrders']
export type SetCancelAllTimer = CommandByKind['setCancelAllTimer']
export type RegisterUser = CommandByKind['registerUser']
export type SetUserStatus = CommandByKind['setUserStatus']
export type SetUserTerms = CommandByKind['setUserTerms']
export type DefineAsset = CommandByKind['defineAsset']
export type DefineInstrument = CommandByKind['defineInstrument']
export type ChangeInstrument = CommandByKind['changeInstrument']
export type SetInstrumentStatus = CommandByKind['setInstrumentStatus']
export type SetFeeSchedule = CommandByKind['setFeeSchedule']
export type SetFeeDirection = CommandByKind['setFeeDirection']
export type CreditUser = CommandByKind['creditUser']
export type ReverseCredit = CommandByKind['reverseCredit']
export type SaveDocument = CommandByKind['saveDocument']
export type ChangeAccountKeys = CommandByKind['changeAccountKeys']
export type SetInviter = CommandByKind['setInviter']
export type SetPerson = CommandByKind['setPerson']
export type SetCommission = CommandByKind['setCommission']
export type SetEngineVersion = CommandByKind['setEngineVersion']
export type ReportPrices = CommandByKind['reportPrices']
export type SetIndexTerms = CommandByKind['setIndexTerms']
export type SetStockTerms = CommandByKind['setStockTerms']
export type SetConvertTerms = CommandByKind['setConvertTerms']
export type FundInventory = CommandByKind['fundInventory']
export type DefineProduct = CommandByKind['defineProduct']
export type ChangeProduct = CommandByKind['changeProduct']
export type SetProductStatus = CommandByKind['setProductStatus']
export type SetProductRate = CommandByKind['setProductRate']
export type PlaceContractOrder = CommandByKind['placeContractOrder']
export type DefineContract = CommandByKind['defineContract']
export type ChangeContract = CommandByKind['changeContract']
export type FundInsurance = CommandByKind['fundInsurance']
export type SettleContract = CommandByKind['settleContract']

export type DefineNetwork = CommandByKind['defineNetwork']
export type ChangeNetwork = CommandByKind['changeNetwork']
export type DefineListing = CommandByKind['defineListing']
export type ChangeListing = CommandByKind['changeListing']
export type HaltListing = CommandByKind['haltListing']
export type AssignAddress = CommandByKind['assignAddress']
export type BookBlocks = CommandByKind['bookBlocks']
export type LeaveBlocks = CommandByKind['leaveBlocks']
export type NoteArrivals = CommandByKind['noteArrivals']
export type TakeArrivals = CommandByKind['takeArrivals']
export type JudgeDeposit = CommandByKind['judgeDeposit']
export type RequestWithdrawal = CommandByKind['requestWithdrawal']
export type VerifyWithdrawal = CommandByKind['verifyWithdrawal']
export type JudgeWithdrawal = CommandByKind['judgeWithdrawal']
export type CancelWithdrawal = CommandByKind['cancelWithdrawal']
export type BeginPayment = CommandByKind['beginPayment']
export type SignPayment = CommandByKind['signPayment']
export type DropPayment = CommandByKind['dropPayment']
export type FundHolding = CommandByKind['fundHolding']

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}
