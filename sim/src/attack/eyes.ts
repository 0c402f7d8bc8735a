/** What the attacker and the rules read of the engine: rows alone, because it is read after every command. */
import type { ContractRow } from '@agio/engine/generated/views.ts'
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import { FUND_INSURANCE } from '@agio/engine/ledger/chart-of-accounts.ts'
import type { Handle } from '@agio/engine/memory/handle.ts'
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

/** Zeros where there is no contract: no row stands there. */
const contractAt = ({ contracts, instruments }: State, instrumentId: InstrumentId): Readonly<ContractRow> =>
  contracts.at(instruments[instrumentId - 1]?.contractRow ?? 0)

export const markOf = (state: State, instrumentId: InstrumentId): number => contractAt(state, instrumentId).mark
export const indexOf = (state: State, instrumentId: InstrumentId): number => contractAt(state, instrumentId).index
export const nextFundingOf = (state: State, instrumentId: InstrumentId): number => contractAt(state, instrumentId).nextFunding
export const isShut = (state: State, instrumentId: InstrumentId): boolean => contractAt(state, instrumentId).isShut

export const lastOf = (state: State, instrumentId: InstrumentId): number => state.instruments[instrumentId - 1]?.lastPrice ?? 0

function legAt({ contracts, kernel, positions }: State, row: Handle<'position'>): Leg {
  const { contract, entry, id, isIsolated, isShort, leverage, margin, quantity } = positions.at(row)
  const { instrument, mark } = contracts.at(contract)
  return {
    id,
    instrumentId: instrument,
    isShort,
    isIsolated,
    quantity,
    leverage,
    entry,
    margin,
    profit: kernel.profitAt(row, mark),
    need: kernel.maintenanceOf(row),
  }
}

/** An account as it stands in a margin coin. */
export function readAccount(state: State, userId: UserId, coin: number = CASH): Account {
  const { accounts, contracts, crosses, kernel, seats, traders, users } = state
  const row = users.at(userHandle(state, userId)).trader
  const trader = row === 0 ? undefined : traders.at(row)
  const balanceAt = (account: Handle<'account'>): { readonly available: bigint; readonly held: bigint } =>
    account === 0 ? { available: 0n, held: 0n } : accounts.at(account)
  const legs: Leg[] = []
  const settings: Seat[] = []
  for (let seat = trader?.seats ?? 0; seat !== 0; seat = seats.at(seat).next) {
    const { contract, isIsolated, leverage, long, short } = seats.at(seat)
    settings.push({ instrumentId: contracts.at(contract).instrument, leverage, isIsolated })
    for (const position of [long, short]) if (position !== 0) legs.push(legAt(state, position))
  }
  let cross = trader?.crosses ?? 0
  while (cross !== 0 && crosses.at(cross).asset !== coin) cross = crosses.at(cross).next
  const inSpot = balanceAt(kernel.findAccount(userId, coin, SPOT))
  const spot = inSpot.available + inSpot.held
  const { available, held } = balanceAt(kernel.findAccount(userId, coin, CONTRACT))
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
    isHedged: trader?.isHedged ?? false,
    equity: legs.reduce((sum, { profit }) => sum + profit, spot + available + held),
    crossNeed: crossed.reduce((sum, { need }) => sum + need, 0n),
    crossEquity: crossed.reduce((sum, { profit }) => sum + profit, available + reserved),
    reserved,
  }
}

/** What the house has taken over and still has. */
export function houseLegs(state: State): Leg[] {
  const { positions } = state
  return [...positions.live()].flatMap((row) => {
    const { id, seat } = positions.at(row)
    return id !== 0 && seat === 0 ? [legAt(state, row)] : []
  })
}

export function fundOf(state: State): bigint {
  const row = state.kernel.findAccount(FUND_INSURANCE, CASH, 0)
  return row === 0 ? 0n : state.accounts.at(row).available
}

/** All that the house has in the margin coin, with its positions at the mark. */
export function houseWorth(state: State): bigint {
  const balances = houseBalancesOf(state).filter(({ assetId, account }) => assetId === CASH && account !== 'clearing:pnl')
  return [...balances.map(({ amount }) => amount), ...houseLegs(state).map(({ profit }) => profit)].reduce((sum, one) => sum + one, 0n)
}
