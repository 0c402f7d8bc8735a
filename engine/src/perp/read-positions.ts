/** What a customer has in contracts. */
import { AccountRow, ContractRow, CrossRow, DeskRow, OrderRow, PositionRow, SeatRow, TraderRow, UserRow } from '../../generated/views.ts'
import type { MarginMode } from '../event.ts'
import type { Amount, AssetId, InstrumentId, PositionId, PriceTicks, QuantityLots, RateE8, UserId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import { instrumentAt, type State } from '../state.ts'
import { userHandle } from '../user/user.ts'

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const InAccount = AccountRow
const InContract = ContractRow
const InCross = CrossRow
const InDesk = DeskRow
const InOrder = OrderRow
const InPosition = PositionRow
const InSeat = SeatRow
const InTrader = TraderRow
const InUser = UserRow

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
  for (let row = InTrader.crosses(traders.view, trader); row !== 0; row = InCross.next(crosses.view, row))
    views.push(crossView(state, userId, row))
  return views.sort((one, other) => one.assetId - other.assetId)
}

/** When he opened his contract account, ms; 0 = he has none. */
export function contractsOpenedAt(state: State, userId: UserId): number {
  const trader = traderOf(state, userId)
  return trader === 0 ? 0 : state.traders.at(trader).openedAt
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
  const seats = state.seats.view
  const traders = state.traders.view
  const desk = seat === 0 ? 0 : InSeat.desk(seats, seat)
  return {
    openedAt: trader === 0 ? 0 : InTrader.openedAt(traders, trader),
    isHedged: trader !== 0 && InTrader.isHedged(traders, trader),
    marginMode: seat !== 0 && InSeat.isIsolated(seats, seat) ? 'isolated' : 'cross',
    leverage: seat === 0 ? firstLeverage(instrument.contract) : InSeat.leverage(seats, seat),
    hasPosition: seat !== 0 && (InSeat.long(seats, seat) !== 0 || InSeat.short(seats, seat) !== 0),
    orders: desk === 0 ? 0 : countOrders(state, desk),
    hasAnything: trader !== 0 && hasAnything(state, trader),
  }
}

/** Leverage of who set none. */
export const firstLeverage = ({ minLeverage, maxLeverage }: { readonly minLeverage: number; readonly maxLeverage: number }): number =>
  Math.max(minLeverage, Math.min(20, maxLeverage))

function traderOf(state: State, userId: UserId): Handle<'trader'> {
  const user = userHandle(state, userId)
  return user === 0 ? 0 : InUser.trader(state.users.view, user)
}

function* seatsOf({ seats, traders }: State, trader: Handle<'trader'>): Generator<Handle<'seat'>> {
  if (trader === 0) return
  for (let seat = InTrader.seats(traders.view, trader); seat !== 0; seat = InSeat.next(seats.view, seat)) yield seat
}

function seatOf(state: State, userId: UserId, instrumentId: InstrumentId): Handle<'seat'> {
  const { contracts, seats } = state
  for (const seat of seatsOf(state, traderOf(state, userId)))
    if (InContract.instrument(contracts.view, InSeat.contract(seats.view, seat)) === instrumentId) return seat
  return 0
}

function* rowsOf(state: State, userId: UserId): Generator<Handle<'position'>> {
  for (const seat of seatsOf(state, traderOf(state, userId))) {
    const long = InSeat.long(state.seats.view, seat)
    const short = InSeat.short(state.seats.view, seat)
    if (long !== 0) yield long
    if (short !== 0) yield short
  }
}

function* ordersAt({ desks, orders }: State, desk: Handle<'desk'>): Generator<Handle<'order'>> {
  for (let order = InDesk.orders(desks.view, desk); order !== 0; order = InOrder.deskNext(orders.view, order)) yield order
}

const countOrders = (state: State, desk: Handle<'desk'>): number => [...ordersAt(state, desk)].length

function hasAnything(state: State, trader: Handle<'trader'>): boolean {
  for (const row of seatsOf(state, trader)) {
    const seats = state.seats.view
    if (InSeat.long(seats, row) !== 0 || InSeat.short(seats, row) !== 0) return true
    const desk = InSeat.desk(seats, row)
    if (desk !== 0 && InDesk.orders(state.desks.view, desk) !== 0) return true
  }
  return false
}

function viewOf(state: State, row: Handle<'position'>): PositionView {
  const { contracts, kernel, positions, seats } = state
  const position = positions.at(row)
  const { isIsolated, margin, quantity } = position
  const contract = contracts.at(position.contract)
  const { cross } = seats.at(position.seat)
  const { instrument, mark } = contract
  const value = kernel.contractValue(position.contract, mark, quantity)
  const unrealised = kernel.profitAt(row, mark)
  const tier = kernel.tierOf(position.contract, value)
  const lastPrice = state.instruments[instrument - 1]?.lastPrice ?? 0
  return {
    positionId: position.id,
    instrumentId: instrument,
    isShort: position.isShort,
    marginMode: isIsolated ? 'isolated' : 'cross',
    leverage: position.leverage,
    quantity,
    closable: kernel.closableOf(row),
    entry: position.entry,
    settled: position.settled,
    margin,
    value,
    unrealised,
    unrealisedAtLast: lastPrice === 0 ? unrealised : kernel.profitAt(row, lastPrice),
    initialMargin: kernel.initialOf(row),
    maintenance: kernel.maintenanceOf(row),
    maintenanceRateE8: Number(contract.tiers(tier).rate),
    tier: tier + 1,
    equity: isIsolated ? margin + unrealised : equityOfCross(state, cross),
    liquidationPrice: kernel.liquidationPriceOf(row),
    bankruptcyPrice: kernel.bankruptcyPriceOf(row),
    addable: isIsolated ? kernel.movableOf(cross) : 0n,
    removable: kernel.removableOf(row),
    added: position.added,
    opened: position.opened,
    openedValue: position.openedValue,
    closed: position.closed,
    closedValue: position.closedValue,
    profit: position.profit,
    fees: position.fees,
    funding: position.funding,
    shared: position.shared,
    score: kernel.scoreOf(row),
    isBroken: position.isBroken,
    createdAt: position.createdAt,
    updatedAt: position.updatedAt,
  }
}

/** Balance less reserves and margins of their own, with the profit of the crossed ones. */
function equityOfCross({ accounts, crosses, kernel }: State, cross: Handle<'cross'>): Amount {
  return InAccount.available(accounts.view, InCross.account(crosses.view, cross)) + kernel.crossProfitOf(cross)
}

function crossView(state: State, userId: UserId, row: Handle<'cross'>): CrossView {
  const { accounts, contracts, crosses, kernel, positions } = state
  const account = InCross.account(crosses.view, row)
  const asset = InCross.asset(crosses.view, row)
  const available = InAccount.available(accounts.view, account)
  const held = InAccount.held(accounts.view, account)
  const isolated = InCross.margins(crosses.view, row)
  const contractOf = (position: Handle<'position'>): Handle<'contract'> => InPosition.contract(positions.view, position)
  const profits = [...rowsOf(state, userId)]
    .filter((position) => InContract.marginAsset(contracts.view, contractOf(position)) === asset)
    .map((position) => kernel.profitAt(position, InContract.mark(contracts.view, contractOf(position))))
  return {
    assetId: asset,
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
