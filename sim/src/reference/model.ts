/**
 * State of the reference exchange: plain objects, sorted arrays and unbounded BigInt. It is written to be obviously right, not
 * fast, and takes nothing from the engine but the names of its types.
 */
import type {
  FeeDirection,
  InstrumentStatus,
  InstrumentTerms,
  OrderSource,
  SelfTradeMode,
  Side,
  TimeInForce,
  UserStatus,
} from '@agio/engine/command.ts'
import type { CloseReason, Order, OrderStatus, Outcome } from '@agio/engine/event.ts'

import type { RefBound } from './bounds.ts'
import { newPerp, type RefContractOrder, type RefPerp } from './perp/perp-model.ts'
import type { BreakerPhase, RefPrices } from './price-model.ts'
import {
  type IndexTerms,
  newConvert,
  newEarn,
  newStock,
  type RefConvert,
  type RefEarn,
  type RefIndex,
  type RefStock,
} from './product-model.ts'

import { newWallet, type RefWallet } from './wallet-model.ts'

export type PlainType = Exclude<Order['type'], 'oneCancelsOther'>

/** A live or ended order. Quantities are lots, prices ticks, money minor units. */
export interface RefOrder {
  readonly orderId: number
  /** Of contract orders alone. */
  contract?: RefContractOrder
  readonly clientOrderId: string
  /** First of the orders without a client order id in whose place it stands; 0 = it is the first. */
  readonly originOrderId: number
  /** Whose client order id it is; 0 = the sessions', or nobody's. */
  readonly caller: number
  orderListId: number
  readonly userId: number
  readonly instrumentId: number
  readonly side: Side
  type: PlainType
  timeInForce: TimeInForce
  readonly selfTrade: SelfTradeMode
  readonly source: OrderSource
  price: number
  quantity: number
  readonly quoteAmount: bigint
  triggerPrice: number
  activationPrice: number
  readonly trailingBps: number
  visibleQuantity: number
  expireAt: number
  status: OrderStatus
  closeReason: CloseReason
  executedQuantity: number
  executedQuote: bigint
  preventedQuantity: number
  fee: bigint
  held: bigint
  triggered: boolean
  triggeredAt: number
  readonly createdAt: number
  updatedAt: number
  readonly replacedOrderId: number
  /** Shown part while resting; all of the rest unless the order is an iceberg. */
  shown: number
  /** A buy that pays its fee in quote, as its pair said when it was placed. */
  readonly paysInQuote: boolean
  /** Fee rate the hold of a quote-fee buy was computed with, 1e-8. */
  heldRateE8: number
  /** The other leg of a one-cancels-other list; 0 = none. */
  partnerId: number
  /** Orders that are placed when this one is completely filled. */
  childIds: number[]
  parentIds: number[]
  /** Trailing: highest or lowest price followed so far; 0 = none yet. */
  extreme: number
  following: boolean
  /** Trailing: 'above' = starts to follow at a price at or above the activation price. */
  activation: 'above' | 'below'
  /** Market price at placement, for the hold of a trailing buy. */
  placementPrice: number
}

export interface RefInstrument extends RefPrices {
  readonly instrumentId: number
  terms: InstrumentTerms
  status: InstrumentStatus
  /** When the status ends by itself, ms; 0 = not. */
  statusUntil: number
  lastPrice: number
  /** Best first; within a price earliest first. */
  bids: RefOrder[]
  asks: RefOrder[]
  /** What waits to enter: children of filled parents, for the end of a stop, and while the pair works what is too much for an entry. */
  queue: Work[]
  /** What it works at, over several entries: own orders are kept apart, crossed ones trade, what waits enters. */
  work: 'netting' | 'crossing' | 'entering' | undefined
  /** Of the order that entered last, where its slice was over while it traded. */
  paused: Phase | undefined
  /** Whose own orders are to be kept apart; the last one comes next. */
  owners: number[]
  openingPrice: number
  haltReference: number
  /** When the status ends indeed: of an auction before it was said to. */
  endsAt: number
  /** Of a contract true. */
  readonly isContract?: boolean
  /** Quote minor units in one tick × lot. */
  readonly quoteFactor: bigint
  /** Base minor units in one lot. */
  readonly baseFactor: bigint
}

export interface RefAsset {
  readonly assetId: number
  readonly symbol: string
  readonly scale: number
  issued: bigint
}

export interface Remembered {
  readonly seq: number
  readonly at: number
  /** Only the key of a placed order is a client order id. */
  readonly namesOrder: boolean
  readonly body: string
  readonly outcome: Outcome
}

export interface RefUser {
  readonly userId: number
  status: UserStatus
  readonly role: 'customer' | 'maker'
  tradingEnabled: boolean
  payFeeInFeeAsset: boolean
  feeLevelOverride: number | null
  feeLevel: number
  /** Traded value by UTC day. */
  readonly volumes: Map<number, bigint>
  volume30d: bigint
  readonly remembered: Map<string, Remembered>
  /** 0 = nobody. */
  inviterId: number
  /** Lowest id of the accounts of the same person. */
  person: number
}

export interface TradeFact {
  readonly tradeId: number
  readonly instrumentId: number
  readonly price: number
  readonly quantity: number
  readonly notional: bigint
  readonly takerSide: Side
  /** 1 = one person on both sides. */
  readonly isOwn: number
  readonly makerOrderId: number
  readonly takerOrderId: number
  readonly makerUserId: number
  readonly takerUserId: number
  readonly makerFee: bigint
  readonly makerFeeAssetId: number
  readonly takerFee: bigint
  readonly takerFeeAssetId: number
}

export interface FeeLevel {
  readonly volumeMin: bigint
  readonly makerFeeE8: number
  readonly takerFeeE8: number
}

export interface Timer {
  readonly userId: number
  readonly instrumentId: number
  dueAt: number
}

/** A taker phase: the reference at its start, and what its breaker knows. */
export interface Phase {
  readonly orderId: number
  readonly reference: number
  readonly breaker: BreakerPhase
}

export type Work = { readonly kind: 'fire' | 'child'; readonly orderId: number }

export interface World {
  /** Version whose rules hold. */
  engineVersion: number
  seq: number
  time: number
  /** 00:00 UTC of the day that is closed next; 0 = nobody traded yet. */
  nextDay: number
  /** Of the customers who ever traded, how many have seen that day closed. */
  rolled: number
  /** Units of work that is due which a tick does: a customer whose day is closed is one. */
  slice: number
  /** Meetings of takers and resting orders that an entry makes at most, and has made. */
  meetingsMost: number
  met: number
  /** Where the taker phase that runs has to stop, and whether it goes on with another entry then. */
  edge: number
  isSliced: boolean
  /** What is left of the slice that runs. */
  units: number
  /** Pairs that work, by turns; whether one began by the command that runs. */
  works: number[]
  hasBegun: boolean
  readonly assets: RefAsset[]
  readonly instruments: RefInstrument[]
  readonly users: Map<number, RefUser>
  readonly accountKeys: Map<string, number>
  readonly ledger: Map<string, bigint>
  /** Keys of commands that belong to no user. */
  readonly remembered: Map<string, Remembered>
  readonly live: Map<number, RefOrder>
  readonly ended: Map<number, RefOrder>
  /** Last ended order of each slot: only those are still known to have existed. */
  readonly endedSlots: Map<number, number>
  readonly timers: Map<string, Timer>
  levels: readonly FeeLevel[]
  feeAssetId: number
  feeAssetDiscountE8: number
  commissionE8: number
  feeDirection: FeeDirection
  index: IndexTerms
  readonly indexes: Map<number, RefIndex>
  /** Index prices as pairs followed them last. */
  followed: string
  readonly convert: RefConvert
  readonly earn: RefEarn
  readonly wallet: RefWallet
  /** What bounds the prices of an account, by user; one that is over counts no more. */
  readonly bounds: Map<number, RefBound>
  readonly perp: RefPerp
  /** Of the order that was made last. */
  lastOrderId: number
  tradeCount: number
  queue: Work[]
  /** What the entry in progress did. */
  trades: TradeFact[]
  touched: Set<number>
}

export const FIRST_USER_ID = 100_001
export const DAY_MS = 86_400_000
export const RATE_ONE = 100_000_000n
export const AMOUNT_LIMIT = 1n << 62n

/** An exchange without assets, pairs or users. */
export function createWorld(): World {
  return {
    engineVersion: 0,
    seq: 0,
    time: 0,
    nextDay: 0,
    rolled: 0,
    slice: 8_192,
    meetingsMost: 20_000,
    met: 0,
    edge: 20_000,
    isSliced: false,
    units: 0,
    works: [],
    hasBegun: false,
    assets: [],
    instruments: [],
    users: new Map(),
    accountKeys: new Map(),
    ledger: new Map(),
    remembered: new Map(),
    live: new Map(),
    ended: new Map(),
    endedSlots: new Map(),
    timers: new Map(),
    levels: [],
    feeAssetId: 0,
    feeAssetDiscountE8: 0,
    commissionE8: 0,
    feeDirection: 'received',
    index: { unitAssetId: 0, sources: [], freshMs: 0, cap: 0n },
    indexes: new Map(),
    followed: '',
    convert: newConvert(),
    earn: newEarn(),
    bounds: new Map(),
    wallet: newWallet(),
    perp: newPerp(),
    lastOrderId: 0,
    tradeCount: 0,
    queue: [],
    trades: [],
    touched: new Set(),
  }
}

export function indexAt(world: World, assetId: number): RefIndex {
  const known = world.indexes.get(assetId)
  if (known !== undefined) return known
  const made: RefIndex = { price: 0n, live: 0, at: 0, said: [], weights: [], recheckAt: Number.POSITIVE_INFINITY }
  world.indexes.set(assetId, made)
  return made
}

export function stockRowAt({ convert }: World, assetId: number): RefStock {
  const stock = convert.stocks.get(assetId) ?? newStock()
  convert.stocks.set(assetId, stock)
  return stock
}

/** The pair of a live order; the reference never drops a pair, so a missing one is a mistake in the reference. */
export function instrumentAt(world: World, instrumentId: number): RefInstrument {
  const instrument = world.instruments[instrumentId - 1]
  if (instrument === undefined) throw new Error(`reference: no instrument ${instrumentId}`)
  return instrument
}

export function userAt(world: World, userId: number): RefUser {
  const user = world.users.get(userId)
  if (user === undefined) throw new Error(`reference: no user ${userId}`)
  return user
}

/** Lots still to execute. */
export const restOf = (order: RefOrder): number => order.quantity - order.executedQuantity - order.preventedQuantity

/** True for orders without a limit price: their rest never rests. */
export const isMarketLike = (order: RefOrder): boolean =>
  order.type === 'market' || order.type === 'stopMarket' || order.type === 'takeProfitMarket' || order.type === 'trailingStop'

export const notionalOf = (instrument: RefInstrument, price: number, quantity: number): bigint =>
  BigInt(price) * BigInt(quantity) * instrument.quoteFactor

/** What pays for an order of a pair; of a contract it is the margin coin on both sides. */
export const heldAssetOf = (instrument: RefInstrument, side: Side): number =>
  side === 'buy' || instrument.isContract === true ? instrument.terms.quoteAssetId : instrument.terms.baseAssetId

/** Asset an order's fees are shown in: what it receives, or the quote asset where it pays there. */
export const feeAssetOf = (instrument: RefInstrument, order: RefOrder): number =>
  order.contract !== undefined || order.side === 'sell' || order.paysInQuote ? instrument.terms.quoteAssetId : instrument.terms.baseAssetId

export const ceilDiv = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator

export function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

/** Id of the order that is made next. It is taken when that is live: what is refused takes none. */
export const nextOrderId = (world: World): number => world.lastOrderId + 1

const SLOTS = 131_072

/** Slot in which an ended order is remembered. */
export const slotOf = (orderId: number): number => orderId % SLOTS

/** Keys of a user, or of the commands without one; undefined for a user that does not exist. */
export const memoryOf = (world: World, userId: number): Map<string, Remembered> | undefined =>
  userId === 0 ? world.remembered : world.users.get(userId)?.remembered

/** A caller's key among those of his user. */
export const keyName = (caller: number, key: string): string => `${caller}/${key}`

/** Does an order of the user live under a key of that name? */
export const isLiveName = (world: World, userId: number, name: string): boolean =>
  [...world.live.values()].some((order) => order.userId === userId && keyName(order.caller, order.clientOrderId) === name)

/** What a caller's key stands for. */
export function knownKey(
  world: World,
  userId: number,
  caller: number,
  key: string,
): { readonly name: string; readonly known: Remembered } | undefined {
  const name = keyName(caller, key)
  const known = memoryOf(world, userId)?.get(name)
  return known !== undefined && isFresh(world, userId, name, known) ? { name, known } : undefined
}

/** Is a key still remembered: for a day, and as long as an order lives under it. */
export const isFresh = (world: World, userId: number, name: string, known: Remembered): boolean =>
  world.time - known.at < DAY_MS || isLiveName(world, userId, name)
