/** Named readers of the live state: plain objects for whoever asks, never used while commands run. */
import * as layout from '../generated/layout.ts'
import { ENTRIES } from '../generated/map.ts'
import { ACCOUNT_KINDS, BUY, CLOSE_NONE, INSTRUMENT_STATUSES, SELL, USER_STATUSES } from '../generated/vocabularies.ts'
import { InvariantViolation } from './assert.ts'
import { codeOf, wordOf } from './codec/code.ts'
import { KEY_LENGTH_MAX, readAscii, writeAscii } from './codec/text.ts'
import type { FeeDirection, InstrumentStatus, InstrumentTerms, Side, UserStatus } from './command.ts'
import type { AccountKind, Order } from './event.ts'
import type { ContractBytes } from './events/read-contract-part.ts'
import { orderFromBytes } from './events/read-order.ts'
import { type AssetId, asAssetId, asInstrumentId, asUserId, type InstrumentId, type OrderId, type UserId } from './ids/id.ts'
import { HOUSE_ACCOUNTS } from './ledger/chart-of-accounts.ts'
import { ASKS, BIDS, type Instrument as InstrumentRow } from './market/instrument.ts'
import { paysInQuote, sideOf } from './order-flags.ts'
import { REASONS, type Reason } from './reason.ts'
import { BIT_CLOSE } from './schema/bits.ts'
import { type Asset, instrumentAt, type State } from './state.ts'
import { userHandle } from './user/user.ts'

const {
  ACCOUNT_ASSET,
  ACCOUNT_AVAILABLE,
  ACCOUNT_HELD,
  ACCOUNT_KIND,
  ACCOUNT_NEXT,
  DESK_INSTRUMENT,
  DESK_NEXT,
  DESK_ORDERS,
  DESK_USER_ID,
  KEY_AT,
  KEY_REASON,
  KEY_SEQ,
  LABEL_CALLER,
  LABEL_LENGTH,
  LABEL_ORIGIN,
  LABEL_TEXT,
  LEVEL_PRICE,
  LEVEL_QUANTITY,
  LEVEL_WORSE,
  ORDER_DESK,
  ORDER_DESK_NEXT,
  ORDER_EXTRA,
  ORDER_ID,
  ORDER_KIND,
  ORDER_LABEL,
  USER_ACCOUNTS,
  USER_CALLERS,
  USER_DESKS,
  USER_PAY_FEE_ASSET,
  USER_ROLE,
  USER_STATUS,
  USER_TRADING,
} = layout

/** Roles of a fill, as the kernel knows them. */
const TAKER = 0
const MAKER = 1

export interface Balance {
  readonly account: AccountKind
  readonly assetId: AssetId
  /** Minor units. */
  readonly available: bigint
  readonly held: bigint
}

export interface DepthLevel {
  readonly price: number
  /** Lots shown to the public. */
  readonly quantity: number
}

export interface Instrument {
  readonly instrumentId: InstrumentId
  readonly terms: InstrumentTerms
  readonly status: InstrumentStatus
  /** When the status ends by itself, ms; 0 = until further notice. */
  readonly statusUntil: number
  /** Ticks; 0 = no trade yet. */
  readonly lastPrice: number
  /** Mean of the trades of the last five minutes, else last price, else configured, ticks; 0 = none. */
  readonly referencePrice: number
}

export interface User {
  readonly userId: UserId
  readonly status: UserStatus
  readonly role: 'customer' | 'maker'
  readonly tradingEnabled: boolean
  /** Level in force, from 0; 0 also when no levels are set. */
  readonly feeLevel: number
  readonly payFeeInFeeAsset: boolean
  /** Who invited the user; 0 = nobody. */
  readonly inviterId: UserId | 0
  /** Lowest id of the accounts of the same person: the user's own where there is no other. */
  readonly personId: UserId
  /** Value asset's minor units: 30 complete UTC days and today. */
  readonly volume30d: bigint
}

export interface FeeRates {
  readonly buyFeeE8: number
  readonly sellFeeE8: number
  readonly makerFeeE8: number | null
  readonly takerFeeE8: number | null
  readonly volume30d: bigint
}

/** What a user has of an asset in one of his accounts; zeros when there is none. */
export function balanceOf(
  state: State,
  userId: UserId,
  assetId: AssetId,
  kind: AccountKind = 'spot',
): { readonly available: bigint; readonly held: bigint } {
  const account = state.kernel.findAccount(userId, assetId, codeOf(ACCOUNT_KINDS, kind))
  if (account === 0) return { available: 0n, held: 0n }
  const view = state.accounts.view
  return {
    available: view.getBigInt64(account + ACCOUNT_AVAILABLE, true),
    held: view.getBigInt64(account + ACCOUNT_HELD, true),
  }
}

/** What a user owes of an asset, minor units: what a reversal could not take. */
export function debtOf(state: State, userId: UserId, assetId: AssetId): bigint {
  return -balanceOf(state, userId, assetId, 'debt').available
}

/** Balances of a user in every account and asset he ever had one in, by asset id. A debt is a balance of at most 0. */
export function balancesOf(state: State, userId: UserId): readonly Balance[] {
  const user = userHandle(state, userId)
  const balances: Balance[] = []
  if (user === 0) return balances
  const view = state.accounts.view
  for (
    let account = state.users.view.getInt32(user + USER_ACCOUNTS, true);
    account !== 0;
    account = view.getInt32(account + ACCOUNT_NEXT, true)
  )
    balances.push({
      account: wordOf(ACCOUNT_KINDS, view.getInt32(account + ACCOUNT_KIND, true)),
      assetId: asAssetId(view.getInt32(account + ACCOUNT_ASSET, true)),
      available: view.getBigInt64(account + ACCOUNT_AVAILABLE, true),
      held: view.getBigInt64(account + ACCOUNT_HELD, true),
    })
  return balances.sort((first, second) => first.assetId - second.assetId)
}

/** Balances of the house, one for each account and asset that was ever used. */
export function houseBalancesOf(state: State): readonly { readonly account: string; readonly assetId: AssetId; readonly amount: bigint }[] {
  return HOUSE_ACCOUNTS.flatMap(([owner, account]) =>
    state.assets.flatMap((asset) => {
      const row = state.kernel.findAccount(owner, asset.assetId, 0)
      const amount = row === 0 ? 0n : state.accounts.view.getBigInt64(row + ACCOUNT_AVAILABLE, true)
      return row === 0 ? [] : [{ account, assetId: asset.assetId, amount }]
    }),
  )
}

function plainOrder(state: State, order: number): Order {
  const orders = state.orders.view
  const labels = state.labels.view
  const desk = orders.getInt32(order + ORDER_DESK, true)
  const label = orders.getInt32(order + ORDER_LABEL, true)
  const textLength = label === 0 ? 0 : labels.getUint8(label + LABEL_LENGTH)
  const extra = orders.getInt32(order + ORDER_EXTRA, true)
  const instrumentId = state.desks.view.getInt32(desk + DESK_INSTRUMENT, true)
  const instrument = instrumentAt(state, instrumentId)
  if (instrument === undefined) throw new InvariantViolation('an order has no pair')
  const { baseAssetId, quoteAssetId } = instrument
  return orderFromBytes({
    view: orders,
    rowAt: order,
    flagsAt: order + ORDER_KIND,
    closeReason: CLOSE_NONE,
    extra: state.extras.view,
    extraAt: extra === 0 ? -1 : extra,
    clientOrderId: readAscii(labels, label + LABEL_TEXT, textLength),
    originOrderId: label === 0 || textLength > 0 ? 0 : labels.getFloat64(label + LABEL_ORIGIN, true),
    caller: label === 0 ? 0 : labels.getUint16(label + LABEL_CALLER, true),
    userId: state.desks.view.getInt32(desk + DESK_USER_ID, true),
    instrumentId,
    baseAssetId,
    quoteAssetId,
    // What it receives, or quote where it pays there.
    feeAssetId: sideOf(orders, order) === BUY && !paysInQuote(orders, order) ? baseAssetId : quoteAssetId,
    contract: instrument.contract === undefined ? undefined : contractBytes(state, order),
  })
}

/** What a live contract order has besides. */
function contractBytes({ conditions, desks, extras, orders, seats, traders }: State, order: number): ContractBytes {
  const seat = desks.view.getUint32(orders.view.getUint32(order + ORDER_DESK, true) + layout.DESK_SEAT, true)
  const trader = seats.view.getUint32(seat + layout.SEAT_TRADER, true)
  const extra = orders.view.getUint32(order + ORDER_EXTRA, true)
  const condition = extra === 0 ? 0 : extras.view.getUint32(extra + layout.EXTRA_CONDITION, true)
  const isClose = (orders.view.getUint8(order + layout.ORDER_BITS) & BIT_CLOSE) !== 0
  const isHedged = traders.view.getUint8(trader + layout.TRADER_IS_HEDGED) === 1
  return {
    leverage: seats.view.getUint32(seat + layout.SEAT_LEVERAGE, true),
    isClose,
    isShortLeg: isHedged && isClose === (sideOf(orders.view, order) === BUY),
    isIsolated: seats.view.getUint8(seat + layout.SEAT_IS_ISOLATED) === 1,
    condition: conditions.view,
    conditionAt: condition === 0 ? -1 : condition,
  }
}

/** Live orders of a user, oldest first: resting, waiting for a trigger, waiting for a parent. */
export function openOrdersOf(state: State, userId: UserId): readonly Order[] {
  const user = userHandle(state, userId)
  if (user === 0) return []
  const orders = state.orders.view
  const desks = state.desks.view
  const found: number[] = []
  for (let desk = state.users.view.getInt32(user + USER_DESKS, true); desk !== 0; desk = desks.getInt32(desk + DESK_NEXT, true))
    for (let order = desks.getInt32(desk + DESK_ORDERS, true); order !== 0; order = orders.getInt32(order + ORDER_DESK_NEXT, true))
      found.push(order)
  found.sort((first, second) => orders.getFloat64(first + ORDER_ID, true) - orders.getFloat64(second + ORDER_ID, true))
  return found.map((order) => plainOrder(state, order))
}

/** A live order by id. */
export function orderOf(state: State, orderId: OrderId): Order | undefined {
  const order = Number.isSafeInteger(orderId) ? state.kernel.findOrder(orderId) : 0
  return order === 0 ? undefined : plainOrder(state, order)
}

/** What came of a request under a key; `seq` and `at` (ms) are those of its entry. */
export interface KeyOutcome {
  readonly seq: number
  readonly at: number
  readonly reason: Reason
  /** Id of the first order that it placed; 0 = none. */
  readonly orderId: OrderId | 0
}

/** What came of the first request under a key, undefined for a key that stands for none. */
export function outcomeOfKey(state: State, userId: UserId, caller: number, key: string): KeyOutcome | undefined {
  const row = keyRow(state, userId, caller, key)
  const { view } = state.keys
  if (row === 0) return undefined
  const [seq, at] = [view.getFloat64(row + KEY_SEQ, true), view.getFloat64(row + KEY_AT, true)]
  const orderId = state.kernel.orderIdOfKey(row) as OrderId | 0
  return { seq, at, reason: wordOf(REASONS, view.getUint8(row + KEY_REASON)), orderId }
}

/** Does a key stand for something that was asked already? Whatever has changed since, it is answered with what came of that. */
export const knowsKey = (state: State, userId: UserId, caller: number, key: string): boolean => keyRow(state, userId, caller, key) !== 0

/** Row of a caller's key, 0 = none. */
export function keyRow(state: State, userId: UserId, caller: number, text: string): number {
  const user = userHandle(state, userId)
  const { length } = text
  if (user === 0 || length === 0 || length > KEY_LENGTH_MAX || !/^[\x20-\x7e]+$/.test(text)) return 0
  const { kernel } = state
  writeAscii(state.memory, ENTRIES, text)
  return kernel.findKey(ENTRIES, length, user, caller, kernel.hashKey(ENTRIES, length, user, caller))
}

/** A live order by its client order id, which is the caller's own: 0 = the sessions of the user, else the number of an API key. */
export function orderByClientId(state: State, userId: UserId, caller: number, clientOrderId: string): Order | undefined {
  const { kernel } = state
  const key = keyRow(state, userId, caller, clientOrderId)
  const order = key === 0 ? 0 : kernel.orderOfKey(key)
  return order === 0 ? undefined : plainOrder(state, order)
}

/**
 * The live order without a client order id whose name is made from this order id: the order itself, or the one that stands in its place
 * after amendments.
 */
export function orderByOrigin(state: State, userId: UserId, originOrderId: OrderId): Order | undefined {
  const user = userHandle(state, userId)
  const order = user === 0 ? 0 : state.kernel.orderOfOrigin(user, originOrderId)
  return order === 0 ? undefined : plainOrder(state, order)
}

/** Levels of one side, best first, at most `levels` of them. */
export function depthOf(state: State, instrumentId: InstrumentId, side: Side, levels: number): readonly DepthLevel[] {
  const instrument = instrumentAt(state, instrumentId)
  const depth: DepthLevel[] = []
  if (instrument === undefined) return depth
  const view = state.levels.view
  for (
    let level = instrument.best(side === 'buy' ? BIDS : ASKS);
    level !== 0 && depth.length < levels;
    level = view.getInt32(level + LEVEL_WORSE, true)
  )
    depth.push({ price: view.getFloat64(level + LEVEL_PRICE, true), quantity: view.getFloat64(level + LEVEL_QUANTITY, true) })
  return depth
}

/** All assets, by id. */
export function assetsOf(state: State): readonly Asset[] {
  return state.assets
}

function plainInstrument(row: InstrumentRow): Instrument {
  return {
    instrumentId: asInstrumentId(row.instrumentId),
    terms: row.terms,
    status: wordOf(INSTRUMENT_STATUSES, row.status),
    statusUntil: row.statusUntil,
    lastPrice: row.lastPrice,
    referencePrice: row.referencePrice(),
  }
}

/** All pairs, by id. */
export function instrumentsOf(state: State): readonly Instrument[] {
  return state.instruments.map(plainInstrument)
}

export function instrumentOf(state: State, instrumentId: InstrumentId): Instrument | undefined {
  const row = instrumentAt(state, instrumentId)
  return row === undefined ? undefined : plainInstrument(row)
}

export function userOf(state: State, userId: UserId): User | undefined {
  const user = userId === 0 ? 0 : userHandle(state, userId)
  if (user === 0) return undefined
  const view = state.users.view
  return {
    userId,
    status: wordOf(USER_STATUSES, view.getUint8(user + USER_STATUS)),
    role: view.getUint8(user + USER_ROLE) === 1 ? 'maker' : 'customer',
    tradingEnabled: view.getUint8(user + USER_TRADING) === 1,
    feeLevel: Math.max(0, state.kernel.levelOf(user)),
    payFeeInFeeAsset: view.getUint8(user + USER_PAY_FEE_ASSET) === 1,
    inviterId: view.getInt32(user + layout.USER_INVITER, true) as UserId | 0,
    personId: asUserId(view.getInt32(user + layout.USER_PERSON, true)),
    volume30d: state.kernel.volumeOf(user),
  }
}

/** Share of the fees of invited customers that their inviters get, 1e-8. */
export function commissionRateOf(state: State): number {
  return state.commissionE8
}

/** Highest number under which an API key of the user ever used a key; 0 = none did. */
export function highestCallerOf(state: State, userId: UserId): number {
  const user = userHandle(state, userId)
  return user === 0 ? 0 : state.users.view.getUint16(user + USER_CALLERS, true)
}

/** Where fees of orders that are placed from now on are taken: in what each side receives, or both in quote. */
export function feeDirectionOf(state: State): FeeDirection {
  return state.feeDirection
}

/** Status alone, for whoever asks at every call; undefined for an unknown user. */
export function userStatusOf(state: State, userId: UserId): UserStatus | undefined {
  const user = userId === 0 ? 0 : userHandle(state, userId)
  return user === 0 ? undefined : wordOf(USER_STATUSES, state.users.view.getUint8(user + USER_STATUS))
}

/** User registered under a blind index. */
export function userByAccountKey(state: State, key: string): UserId | undefined {
  const userId = state.userByAccountKey.get(key)
  return userId === undefined ? undefined : asUserId(userId)
}

/** Customers who can still be reached by a name: neither closed nor disabled. */
export function reachableCustomers(state: State): ReadonlySet<UserId> {
  const found = new Set<UserId>()
  for (const id of state.userByAccountKey.values()) {
    const user = userOf(state, asUserId(id))
    if (user !== undefined && user.role === 'customer' && user.status !== 'disabled') found.add(user.userId)
  }
  return found
}

/** Rates a user pays on a pair now; role rates are null when fees go by side. Throws RangeError for an unknown user or pair. */
export function feeRatesOf(state: State, userId: UserId, instrumentId: InstrumentId): FeeRates {
  const user = userId === 0 ? 0 : userHandle(state, userId)
  const instrument = instrumentAt(state, instrumentId)
  if (user === 0 || instrument === undefined) throw new RangeError('unknown user or pair')
  const hasLevel = state.kernel.levelOf(user) >= 0 && state.fees.volumeMins.length > 0
  const { buyFeeE8, sellFeeE8, makerFeeE8, takerFeeE8 } = instrument.terms
  const maker = Number(state.kernel.rateOf(user, instrument.address, BUY, MAKER))
  const taker = Number(state.kernel.rateOf(user, instrument.address, SELL, TAKER))
  return {
    buyFeeE8,
    sellFeeE8,
    makerFeeE8: hasLevel || makerFeeE8 !== null ? maker : null,
    takerFeeE8: hasLevel || takerFeeE8 !== null ? taker : null,
    volume30d: state.kernel.volumeOf(user),
  }
}

/** Trades so far; also the id of the last one. */
export function tradeCount(state: State): number {
  return state.tradeCount
}
