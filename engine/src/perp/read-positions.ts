/** What a customer has in contracts. */
import * as layout from '../../generated/layout.ts'
import { MARGIN_MODES } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { MarginMode } from '../event.ts'
import {
  type Amount,
  type AssetId,
  asAssetId,
  asInstrumentId,
  asPositionId,
  type InstrumentId,
  type PositionId,
  type PriceTicks,
  type QuantityLots,
  type RateE8,
  type UserId,
} from '../ids/id.ts'
import { instrumentAt, type State } from '../state.ts'
import { userHandle } from '../user/user.ts'

/** A position, with what follows from the mark. Amounts in minor units of its margin coin. */
export interface PositionView {
  readonly positionId: PositionId
  readonly instrumentId: InstrumentId
  readonly isShort: boolean
  readonly marginMode: MarginMode
  readonly leverage: number
  readonly quantity: QuantityLots
  /** Not claimed by orders that close. */
  readonly closable: QuantityLots
  /** Value at the prices of its fills. */
  readonly entry: Amount
  /** Profit that was paid out while it was open. */
  readonly settled: Amount
  readonly margin: Amount
  readonly value: Amount
  readonly unrealised: Amount
  /** At the last price instead of the mark. */
  readonly unrealisedAtLast: Amount
  readonly initialMargin: Amount
  readonly maintenance: Amount
  readonly maintenanceRateE8: RateE8
  readonly tier: number
  /** What stands behind it: margin, or the share of the balance that all crossed ones have, with the profit at the mark. */
  readonly equity: Amount
  /** 0 = none. */
  readonly liquidationPrice: PriceTicks
  readonly bankruptcyPrice: PriceTicks
  readonly addable: Amount
  readonly removable: Amount
  /** Of its own margin what leverage never frees. */
  readonly added: Amount
  readonly opened: QuantityLots
  readonly openedValue: Amount
  readonly closed: QuantityLots
  readonly closedValue: Amount
  readonly profit: Amount
  readonly fees: Amount
  readonly funding: Amount
  readonly shared: Amount
  /** In the queue of deleveraging, 1e-8. */
  readonly score: bigint
  readonly isBroken: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** What a customer has in a margin coin. */
export interface CrossView {
  readonly assetId: AssetId
  /** With margins of positions and what orders reserve. */
  readonly balance: Amount
  readonly isolated: Amount
  readonly reserved: Amount
  /** What a new order may need. */
  readonly free: Amount
  readonly transferable: Amount
  /** What may be lost against the mark, or become the margin of one position: no profit of open ones. Below 0 when such profit paid for something. */
  readonly own: Amount
  /** Of all positions, and of the crossed ones. */
  readonly unrealised: Amount
  readonly crossUnrealised: Amount
  readonly crossInitial: Amount
  readonly crossMaintenance: Amount
  /** Balance less reserves and margins of their own, with the profit of the crossed ones. */
  readonly crossEquity: Amount
}

export interface ContractSettings {
  /** 0 = there is no contract account. */
  readonly openedAt: number
  readonly isHedged: boolean
  readonly marginMode: MarginMode
  readonly leverage: number
  readonly hasPosition: boolean
  /** Orders of this contract, and whether there is any order or position in any. */
  readonly orders: number
  readonly hasAnything: boolean
}

/** Open positions of a customer, by their ids. */
export function positionsOf(state: State, userId: UserId): readonly PositionView[] {
  return [...rowsOf(state, userId)].map((row) => viewOf(state, row)).sort((one, other) => one.positionId - other.positionId)
}

/** One of them, undefined when it is not open or not his. */
export const positionOf = (state: State, userId: UserId, positionId: PositionId): PositionView | undefined =>
  positionsOf(state, userId).find((position) => position.positionId === positionId)

/**
 * What a position would bring at a price: minor units of the coin of its margin, rounded as the engine rounds values of contracts.
 * @param position as it was told at some time; `settled` is the part that was paid out by then
 * @returns 0 for what is no contract
 */
export function openResultAt(
  state: State,
  position: Pick<PositionView, 'instrumentId' | 'isShort' | 'quantity' | 'entry' | 'settled'>,
  price: PriceTicks,
): Amount {
  const { instrumentId, isShort, quantity, entry, settled } = position
  const contract = instrumentAt(state, instrumentId)?.contractRow ?? 0
  if (contract === 0) return 0n
  const value = state.kernel.contractValue(contract, price, quantity)
  return (isShort ? entry - value : value - entry) - settled
}

/** His balances in contracts, by asset. */
export function crossesOf(state: State, userId: UserId): readonly CrossView[] {
  const trader = traderOf(state, userId)
  if (trader === 0) return []
  const { crosses, traders } = state
  const views: CrossView[] = []
  const first = traders.view.getUint32(trader + layout.TRADER_CROSSES, true)
  for (let row = first; row !== 0; row = crosses.view.getUint32(row + layout.CROSS_NEXT, true)) views.push(crossView(state, userId, row))
  return views.sort((one, other) => one.assetId - other.assetId)
}

/** When he opened his contract account, ms; 0 = he has none. */
export function contractsOpenedAt(state: State, userId: UserId): number {
  const trader = traderOf(state, userId)
  return trader === 0 ? 0 : state.traders.view.getFloat64(trader + layout.TRADER_OPENED_AT, true)
}

/** What may leave his contract account of a coin. */
export const transferableOf = (state: State, userId: UserId, assetId: AssetId): Amount =>
  crossesOf(state, userId).find((cross) => cross.assetId === assetId)?.transferable ?? 0n

/** What he has set for a contract; what everybody begins with where he set nothing. Undefined for what is no contract. */
export function contractSettingsOf(state: State, userId: UserId, instrumentId: InstrumentId): ContractSettings | undefined {
  const instrument = instrumentAt(state, instrumentId)
  if (instrument?.contract === undefined) return undefined
  const trader = traderOf(state, userId)
  const seat = seatOf(state, userId, instrumentId)
  const { seats, traders } = state
  const desk = seat === 0 ? 0 : seats.view.getUint32(seat + layout.SEAT_DESK, true)
  const long = seat === 0 ? 0 : seats.view.getUint32(seat + layout.SEAT_LONG, true)
  const short = seat === 0 ? 0 : seats.view.getUint32(seat + layout.SEAT_SHORT, true)
  return {
    openedAt: trader === 0 ? 0 : traders.view.getFloat64(trader + layout.TRADER_OPENED_AT, true),
    isHedged: trader !== 0 && traders.view.getUint8(trader + layout.TRADER_IS_HEDGED) === 1,
    marginMode: wordOf(MARGIN_MODES, seat === 0 ? 0 : seats.view.getUint8(seat + layout.SEAT_IS_ISOLATED)),
    leverage: seat === 0 ? firstLeverage(instrument.contract) : seats.view.getUint32(seat + layout.SEAT_LEVERAGE, true),
    hasPosition: long !== 0 || short !== 0,
    orders: desk === 0 ? 0 : countOrders(state, desk),
    hasAnything: trader !== 0 && hasAnything(state, trader),
  }
}

/** Leverage of who set none. */
export const firstLeverage = ({ minLeverage, maxLeverage }: { readonly minLeverage: number; readonly maxLeverage: number }): number =>
  Math.max(minLeverage, Math.min(20, maxLeverage))

function traderOf(state: State, userId: UserId): number {
  const user = userHandle(state, userId)
  return user === 0 ? 0 : state.users.view.getUint32(user + layout.USER_TRADER, true)
}

function* seatsOf(state: State, trader: number): Generator<number> {
  const { seats, traders } = state
  if (trader === 0) return
  const first = traders.view.getUint32(trader + layout.TRADER_SEATS, true)
  for (let seat = first; seat !== 0; seat = seats.view.getUint32(seat + layout.SEAT_NEXT, true)) yield seat
}

function seatOf(state: State, userId: UserId, instrumentId: InstrumentId): number {
  for (const seat of seatsOf(state, traderOf(state, userId))) {
    const contract = state.seats.view.getUint32(seat + layout.SEAT_CONTRACT, true)
    if (state.contracts.view.getInt32(contract + layout.CONTRACT_INSTRUMENT, true) === instrumentId) return seat
  }
  return 0
}

function* rowsOf(state: State, userId: UserId): Generator<number> {
  for (const seat of seatsOf(state, traderOf(state, userId)))
    for (const leg of [layout.SEAT_LONG, layout.SEAT_SHORT]) {
      const row = state.seats.view.getUint32(seat + leg, true)
      if (row !== 0) yield row
    }
}

function* ordersAt({ desks, orders }: State, desk: number): Generator<number> {
  const first = desks.view.getUint32(desk + layout.DESK_ORDERS, true)
  for (let order = first; order !== 0; order = orders.view.getUint32(order + layout.ORDER_DESK_NEXT, true)) yield order
}

const countOrders = (state: State, desk: number): number => [...ordersAt(state, desk)].length

function hasAnything(state: State, trader: number): boolean {
  const { seats } = state
  for (const seat of seatsOf(state, trader)) {
    if (seats.view.getUint32(seat + layout.SEAT_LONG, true) !== 0 || seats.view.getUint32(seat + layout.SEAT_SHORT, true) !== 0) return true
    const desk = seats.view.getUint32(seat + layout.SEAT_DESK, true)
    if (desk !== 0 && state.desks.view.getUint32(desk + layout.DESK_ORDERS, true) !== 0) return true
  }
  return false
}

function viewOf(state: State, row: number): PositionView {
  const { contracts, kernel, positions, seats } = state
  const { view } = positions
  const contract = view.getUint32(row + layout.POSITION_CONTRACT, true)
  const cross = seats.view.getUint32(view.getUint32(row + layout.POSITION_SEAT, true) + layout.SEAT_CROSS, true)
  const instrumentId = contracts.view.getInt32(contract + layout.CONTRACT_INSTRUMENT, true)
  const mark = contracts.view.getFloat64(contract + layout.CONTRACT_MARK, true)
  const quantity = view.getFloat64(row + layout.POSITION_QUANTITY, true)
  const amount = (at: number): Amount => view.getBigInt64(row + at, true)
  const isIsolated = view.getUint8(row + layout.POSITION_IS_ISOLATED)
  const value = kernel.contractValue(contract, mark, quantity)
  const unrealised = kernel.profitAt(row, mark)
  const tier = kernel.tierOf(contract, value)
  const lastPrice = state.instruments[instrumentId - 1]?.lastPrice ?? 0
  return {
    positionId: asPositionId(view.getFloat64(row + layout.POSITION_ID, true)),
    instrumentId: asInstrumentId(instrumentId),
    isShort: view.getUint8(row + layout.POSITION_IS_SHORT) === 1,
    marginMode: wordOf(MARGIN_MODES, isIsolated),
    leverage: view.getUint32(row + layout.POSITION_LEVERAGE, true),
    quantity,
    closable: kernel.closableOf(row),
    entry: amount(layout.POSITION_ENTRY),
    settled: amount(layout.POSITION_SETTLED),
    margin: amount(layout.POSITION_MARGIN),
    value,
    unrealised,
    unrealisedAtLast: lastPrice === 0 ? unrealised : kernel.profitAt(row, lastPrice),
    initialMargin: kernel.initialOf(row),
    maintenance: kernel.maintenanceOf(row),
    maintenanceRateE8: Number(
      contracts.view.getBigInt64(contract + layout.CONTRACT_TIERS + tier * layout.MARGIN_TIER_BYTES + layout.MARGIN_TIER_RATE, true),
    ),
    tier: tier + 1,
    equity: isIsolated === 1 ? amount(layout.POSITION_MARGIN) + unrealised : equityOfCross(state, cross),
    liquidationPrice: kernel.liquidationPriceOf(row),
    bankruptcyPrice: kernel.bankruptcyPriceOf(row),
    addable: isIsolated === 1 ? kernel.movableOf(cross) : 0n,
    removable: kernel.removableOf(row),
    added: amount(layout.POSITION_ADDED),
    opened: view.getFloat64(row + layout.POSITION_OPENED, true),
    openedValue: amount(layout.POSITION_OPENED_VALUE),
    closed: view.getFloat64(row + layout.POSITION_CLOSED, true),
    closedValue: amount(layout.POSITION_CLOSED_VALUE),
    profit: amount(layout.POSITION_PROFIT),
    fees: amount(layout.POSITION_FEES),
    funding: amount(layout.POSITION_FUNDING),
    shared: amount(layout.POSITION_SHARED),
    score: kernel.scoreOf(row),
    isBroken: view.getUint8(row + layout.POSITION_IS_BROKEN) === 1,
    createdAt: view.getFloat64(row + layout.POSITION_CREATED_AT, true),
    updatedAt: view.getFloat64(row + layout.POSITION_UPDATED_AT, true),
  }
}

/** Balance less reserves and margins of their own, with the profit of the crossed ones. */
function equityOfCross({ accounts, crosses, kernel }: State, cross: number): Amount {
  const account = crosses.view.getUint32(cross + layout.CROSS_ACCOUNT, true)
  return accounts.view.getBigInt64(account + layout.ACCOUNT_AVAILABLE, true) + kernel.crossProfitOf(cross)
}

function crossView(state: State, userId: UserId, row: number): CrossView {
  const { accounts, contracts, crosses, kernel, positions } = state
  const account = crosses.view.getUint32(row + layout.CROSS_ACCOUNT, true)
  const assetId = crosses.view.getInt32(row + layout.CROSS_ASSET, true)
  const available = accounts.view.getBigInt64(account + layout.ACCOUNT_AVAILABLE, true)
  const held = accounts.view.getBigInt64(account + layout.ACCOUNT_HELD, true)
  const isolated = crosses.view.getBigInt64(row + layout.CROSS_MARGINS, true)
  const ofCoin = (position: number): boolean =>
    contracts.view.getInt32(positions.view.getUint32(position + layout.POSITION_CONTRACT, true) + layout.CONTRACT_MARGIN_ASSET, true) ===
    assetId
  const profits = [...rowsOf(state, userId)].filter(ofCoin).map((position) => {
    const contract = positions.view.getUint32(position + layout.POSITION_CONTRACT, true)
    return kernel.profitAt(position, contracts.view.getFloat64(contract + layout.CONTRACT_MARK, true))
  })
  return {
    assetId: asAssetId(assetId),
    balance: available + held,
    isolated,
    reserved: held - isolated,
    free: notBelowNought(kernel.freeOf(row)),
    transferable: kernel.transferableOf(row),
    own: kernel.ownOf(row),
    unrealised: profits.reduce((sum, profit) => sum + profit, 0n),
    crossUnrealised: kernel.crossProfitOf(row),
    crossInitial: kernel.crossInitialOf(row),
    crossMaintenance: kernel.crossMaintenanceOf(row),
    crossEquity: equityOfCross(state, row),
  }
}

const notBelowNought = (amount: Amount): Amount => (amount < 0n ? 0n : amount)
