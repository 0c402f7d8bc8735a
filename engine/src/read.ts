/** Named readers of the live state: plain objects for whoever asks, never used while commands run. */
import { ENTRIES } from '../generated/map.ts'
import { AccountRow, DeskRow, LabelRow, LevelRow, OrderRow, UserRow } from '../generated/views.ts'
import { ACCOUNT_KINDS, BUY, SELL } from '../generated/vocabularies.ts'
import { InvariantViolation } from './assert.ts'
import { codeOf, wordOf } from './codec/code.ts'
import { KEY_LENGTH_MAX, writeAscii } from './codec/text.ts'
import type { FeeDirection, InstrumentStatus, InstrumentTerms, Side, UserStatus } from './command.ts'
import type { AccountKind, Order } from './event.ts'
import type { ContractParts } from './events/read-contract-part.ts'
import { orderFromParts } from './events/read-order.ts'
import { type AssetId, asInstrumentId, asUserId, type InstrumentId, type OrderId, type UserId } from './ids/id.ts'
import { HOUSE_ACCOUNTS } from './ledger/chart-of-accounts.ts'
import { ASKS, BIDS, type Instrument as Listed } from './market/instrument.ts'
import type { Handle } from './memory/handle.ts'
import { paysInQuote, sideOf } from './order-flags.ts'
import { REASONS, type Reason } from './reason.ts'
import { BIT_CLOSE } from './schema/bits.ts'
import { type Asset, instrumentAt, type State } from './state.ts'
import { userHandle } from './user/user.ts'

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const InAccountRow = AccountRow
const InDeskRow = DeskRow
const InLabelRow = LabelRow
const InLevelRow = LevelRow
const InOrderRow = OrderRow
const InUserRow = UserRow

/** Roles of a fill, as the kernel knows them. */
const TAKER = 0
const MAKER = 1
/** Role of a user. */
const MAKER_ROLE = 1

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
  const { view } = state.accounts
  return { available: InAccountRow.available(view, account), held: InAccountRow.held(view, account) }
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
  const { view } = state.accounts
  for (let row = InUserRow.accounts(state.users.view, user); row !== 0; row = InAccountRow.next(view, row))
    balances.push({
      account: InAccountRow.kind(view, row),
      assetId: InAccountRow.asset(view, row),
      available: InAccountRow.available(view, row),
      held: InAccountRow.held(view, row),
    })
  return balances.sort((first, second) => first.assetId - second.assetId)
}

/** Balances of the house, one for each account and asset that was ever used. */
export function houseBalancesOf(state: State): readonly { readonly account: string; readonly assetId: AssetId; readonly amount: bigint }[] {
  return HOUSE_ACCOUNTS.flatMap(([owner, account]) =>
    state.assets.flatMap((asset) => {
      const row = state.kernel.findAccount(owner, asset.assetId, 0)
      const amount = row === 0 ? 0n : state.accounts.at(row).available
      return row === 0 ? [] : [{ account, assetId: asset.assetId, amount }]
    }),
  )
}

function plainOrder(state: State, order: Handle<'order'>): Order {
  const { view } = state.orders
  const labels = state.labels.view
  const desks = state.desks.view
  const desk = InOrderRow.desk(view, order)
  const flags = InOrderRow.flags(view, order)
  const label = InOrderRow.label(view, order)
  const textLength = label === 0 ? 0 : InLabelRow.length(labels, label)
  const instrumentId = InDeskRow.instrument(desks, desk)
  const instrument = instrumentAt(state, instrumentId)
  if (instrument === undefined) throw new InvariantViolation('an order has no pair')
  const { baseAssetId, quoteAssetId } = instrument
  return orderFromParts({
    view,
    row: order,
    flags,
    closeReason: 'none',
    extras: state.extras.view,
    extra: InOrderRow.extra(view, order),
    clientOrderId: InLabelRow.text(labels, label, textLength),
    originOrderId: label === 0 || textLength > 0 ? 0 : InLabelRow.origin(labels, label),
    caller: label === 0 ? 0 : InLabelRow.caller(labels, label),
    userId: InDeskRow.userId(desks, desk),
    instrumentId,
    baseAssetId,
    quoteAssetId,
    // A buy pays in what it receives, or in quote.
    feeAssetId: sideOf(flags) === BUY && !paysInQuote(flags) ? baseAssetId : quoteAssetId,
    contract: instrument.contract === undefined ? undefined : contractParts(state, state.orders.at(order)),
  })
}

/** What a live contract order has besides. */
function contractParts(
  { conditions, desks, extras, seats, traders }: State,
  { bits, desk, extra, flags }: Readonly<OrderRow>,
): ContractParts {
  const seat = seats.at(desks.at(desk).seat)
  const condition = extra === 0 ? 0 : extras.at(extra).condition
  const isClose = (bits & BIT_CLOSE) !== 0
  return {
    leverage: seat.leverage,
    isClose,
    isShortLeg: traders.at(seat.trader).isHedged && isClose === (sideOf(flags) === BUY),
    marginMode: seat.isIsolated ? 'isolated' : 'cross',
    condition: condition === 0 ? undefined : conditions.at(condition),
  }
}

/** Live orders of a user, oldest first: resting, waiting for a trigger, waiting for a parent. */
export function openOrdersOf(state: State, userId: UserId): readonly Order[] {
  const user = userHandle(state, userId)
  if (user === 0) return []
  const orders = state.orders.view
  const desks = state.desks.view
  const found: Handle<'order'>[] = []
  for (let desk = InUserRow.desks(state.users.view, user); desk !== 0; desk = InDeskRow.next(desks, desk))
    for (let order = InDeskRow.orders(desks, desk); order !== 0; order = InOrderRow.deskNext(orders, order)) found.push(order)
  found.sort((first, second) => InOrderRow.id(orders, first) - InOrderRow.id(orders, second))
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
  if (row === 0) return undefined
  const { seq, at, reason } = state.keys.at(row)
  const orderId = state.kernel.orderIdOfKey(row) as OrderId | 0
  return { seq, at, reason: wordOf(REASONS, reason), orderId }
}

/** Does a key stand for something that was asked already? Whatever has changed since, it is answered with what came of that. */
export const knowsKey = (state: State, userId: UserId, caller: number, key: string): boolean => keyRow(state, userId, caller, key) !== 0

/** Row of a caller's key, 0 = none. */
export function keyRow(state: State, userId: UserId, caller: number, text: string): Handle<'key'> {
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
  const { view } = state.levels
  const best = instrument.best(side === 'buy' ? BIDS : ASKS)
  for (let level = best; level !== 0 && depth.length < levels; level = InLevelRow.worse(view, level))
    depth.push({ price: InLevelRow.price(view, level), quantity: InLevelRow.quantity(view, level) })
  return depth
}

/** All assets, by id. */
export function assetsOf(state: State): readonly Asset[] {
  return state.assets
}

function plainInstrument(row: Listed): Instrument {
  return {
    instrumentId: asInstrumentId(row.instrumentId),
    terms: row.terms,
    status: row.status,
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
  const { view } = state.users
  return {
    userId,
    status: InUserRow.status(view, user),
    role: InUserRow.role(view, user) === MAKER_ROLE ? 'maker' : 'customer',
    tradingEnabled: InUserRow.trading(view, user),
    feeLevel: Math.max(0, state.kernel.levelOf(user)),
    payFeeInFeeAsset: InUserRow.payFeeAsset(view, user),
    inviterId: InUserRow.inviter(view, user),
    personId: InUserRow.person(view, user),
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
  return user === 0 ? 0 : state.users.at(user).callers
}

/** Where fees of orders that are placed from now on are taken: in what each side receives, or both in quote. */
export function feeDirectionOf(state: State): FeeDirection {
  return state.feeDirection
}

/** Status alone, for whoever asks at every call; undefined for an unknown user. */
export function userStatusOf(state: State, userId: UserId): UserStatus | undefined {
  const user = userId === 0 ? 0 : userHandle(state, userId)
  return user === 0 ? undefined : InUserRow.status(state.users.view, user)
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
