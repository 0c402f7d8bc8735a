/** What the attacker and the rules read of the engine: rows, no views, because it is read after every command. */
import * as layout from '@agio/engine/generated/layout.ts'
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import { FUND_INSURANCE } from '@agio/engine/ledger/chart-of-accounts.ts'
import { houseBalancesOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { userHandle } from '@agio/engine/user/user.ts'
import { CASH } from './world.ts'

export interface Leg {
  readonly id: number
  readonly instrumentId: number
  readonly isShort: boolean
  readonly isIsolated: boolean
  readonly quantity: number
  readonly leverage: number
  readonly entry: bigint
  readonly margin: bigint
  /** At the mark: result and what has to stand behind it. */
  readonly profit: bigint
  readonly need: bigint
}

/** Settings of an account in a contract it has touched. */
export interface Seat {
  readonly instrumentId: number
  readonly leverage: number
  readonly isIsolated: boolean
}

export interface Account {
  readonly userId: UserId
  readonly spot: bigint
  readonly available: bigint
  readonly held: bigint
  readonly transferable: bigint
  readonly free: bigint
  /** What of the money is his whatever open positions come to. */
  readonly own: bigint
  readonly legs: readonly Leg[]
  readonly seats: readonly Seat[]
  readonly isHedged: boolean
  /** All he would have, were everything closed at the mark. */
  readonly equity: bigint
  /** Of crossed positions: what has to stand behind them, and what does, with what orders reserve. */
  readonly crossNeed: bigint
  readonly crossEquity: bigint
  readonly reserved: bigint
}

const SPOT = 0
const CONTRACT = 1

export const markOf = (state: State, instrumentId: InstrumentId): number => contractField(state, instrumentId, layout.CONTRACT_MARK)
export const indexOf = (state: State, instrumentId: InstrumentId): number => contractField(state, instrumentId, layout.CONTRACT_INDEX)
export const nextFundingOf = (state: State, instrumentId: InstrumentId): number =>
  contractField(state, instrumentId, layout.CONTRACT_NEXT_FUNDING)

function contractField(state: State, instrumentId: InstrumentId, field: number): number {
  const row = state.instruments[instrumentId - 1]?.contractRow ?? 0
  return state.contracts.view.getFloat64(row + field, true)
}

export function isShut(state: State, instrumentId: InstrumentId): boolean {
  const row = state.instruments[instrumentId - 1]?.contractRow ?? 0
  return state.contracts.view.getUint8(row + layout.CONTRACT_IS_SHUT) === 1
}

export const lastOf = (state: State, instrumentId: InstrumentId): number => state.instruments[instrumentId - 1]?.lastPrice ?? 0

function legAt(state: State, row: number): Leg {
  const { view } = state.positions
  const contract = view.getUint32(row + layout.POSITION_CONTRACT, true)
  const mark = state.contracts.view.getFloat64(contract + layout.CONTRACT_MARK, true)
  return {
    id: view.getFloat64(row + layout.POSITION_ID, true),
    instrumentId: state.contracts.view.getInt32(contract + layout.CONTRACT_INSTRUMENT, true),
    isShort: view.getUint8(row + layout.POSITION_IS_SHORT) === 1,
    isIsolated: view.getUint8(row + layout.POSITION_IS_ISOLATED) === 1,
    quantity: view.getFloat64(row + layout.POSITION_QUANTITY, true),
    leverage: view.getUint32(row + layout.POSITION_LEVERAGE, true),
    entry: view.getBigInt64(row + layout.POSITION_ENTRY, true),
    margin: view.getBigInt64(row + layout.POSITION_MARGIN, true),
    profit: state.kernel.profitAt(row, mark),
    need: state.kernel.maintenanceOf(row),
  }
}

/** An account as it stands in a margin coin. */
export function readAccount(state: State, userId: UserId, coin: number = CASH): Account {
  const { accounts, crosses, kernel, seats, traders } = state
  const trader = state.users.view.getUint32(userHandle(state, userId) + layout.USER_TRADER, true)
  const spotRow = kernel.findAccount(userId, coin, SPOT)
  const contractRow = kernel.findAccount(userId, coin, CONTRACT)
  const money = (row: number, field: number): bigint => (row === 0 ? 0n : accounts.view.getBigInt64(row + field, true))
  const legs: Leg[] = []
  const settings: Seat[] = []
  const first = trader === 0 ? 0 : traders.view.getUint32(trader + layout.TRADER_SEATS, true)
  for (let seat = first; seat !== 0; seat = seats.view.getUint32(seat + layout.SEAT_NEXT, true)) {
    const contract = seats.view.getUint32(seat + layout.SEAT_CONTRACT, true)
    settings.push({
      instrumentId: state.contracts.view.getInt32(contract + layout.CONTRACT_INSTRUMENT, true),
      leverage: seats.view.getUint32(seat + layout.SEAT_LEVERAGE, true),
      isIsolated: seats.view.getUint8(seat + layout.SEAT_IS_ISOLATED) === 1,
    })
    for (const side of [layout.SEAT_LONG, layout.SEAT_SHORT]) {
      const row = seats.view.getUint32(seat + side, true)
      if (row !== 0) legs.push(legAt(state, row))
    }
  }
  let cross = trader === 0 ? 0 : traders.view.getUint32(trader + layout.TRADER_CROSSES, true)
  while (cross !== 0 && crosses.view.getInt32(cross + layout.CROSS_ASSET, true) !== coin)
    cross = crosses.view.getUint32(cross + layout.CROSS_NEXT, true)
  const spot = money(spotRow, layout.ACCOUNT_AVAILABLE) + money(spotRow, layout.ACCOUNT_HELD)
  const available = money(contractRow, layout.ACCOUNT_AVAILABLE)
  const held = money(contractRow, layout.ACCOUNT_HELD)
  const crossed = legs.filter(({ isIsolated }) => !isIsolated)
  const reserved = held - legs.reduce((sum, { margin }) => sum + margin, 0n)
  return {
    userId,
    spot,
    available,
    held,
    transferable: cross === 0 ? 0n : kernel.transferableOf(cross),
    free: cross === 0 ? available : kernel.freeOf(cross),
    own: cross === 0 ? available : kernel.ownOf(cross),
    legs,
    seats: settings,
    isHedged: trader !== 0 && traders.view.getUint8(trader + layout.TRADER_IS_HEDGED) === 1,
    equity: legs.reduce((sum, { profit }) => sum + profit, spot + available + held),
    crossNeed: crossed.reduce((sum, { need }) => sum + need, 0n),
    crossEquity: crossed.reduce((sum, { profit }) => sum + profit, available + reserved),
    reserved,
  }
}

/** What the house has taken over and still has. */
export function houseLegs(state: State): Leg[] {
  const { view, rowBytes, used } = state.positions
  const legs: Leg[] = []
  for (let row = rowBytes; row < used; row += rowBytes)
    if (view.getFloat64(row + layout.POSITION_ID, true) !== 0 && view.getUint32(row + layout.POSITION_SEAT, true) === 0)
      legs.push(legAt(state, row))
  return legs
}

export function fundOf(state: State): bigint {
  const row = state.kernel.findAccount(FUND_INSURANCE, CASH, 0)
  return row === 0 ? 0n : state.accounts.view.getBigInt64(row + layout.ACCOUNT_AVAILABLE, true)
}

/** All that the house has in the margin coin, with its positions at the mark. */
export function houseWorth(state: State): bigint {
  const balances = houseBalancesOf(state).filter(({ assetId, account }) => assetId === CASH && account !== 'clearing:pnl')
  return [...balances.map(({ amount }) => amount), ...houseLegs(state).map(({ profit }) => profit)].reduce((sum, one) => sum + one, 0n)
}
