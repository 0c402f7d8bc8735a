/** Orders, positions and accounts of a customer in contracts, as the engine has them now, in the rows of the futures host. */
import type { Order } from '@agio/engine/event.ts'
import type { AssetId, InstrumentId, OrderId, UserId } from '@agio/engine/ids/id.ts'
import type { RankBook } from '@agio/engine/perp/ranks.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import {
  type CrossView,
  contractSettingsOf,
  crossesOf,
  type PositionView,
  positionOf,
  positionsOf,
} from '@agio/engine/perp/read-positions.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import type { State } from '@agio/engine/state.ts'
import { type CoOrderView, coOrderView, isWaiting } from '@agio/wire/futures/order-view.ts'
import { type AccountView, accountView, type CoPositionView, positionView, realisedOf } from '@agio/wire/futures/position-view.ts'
import { coValue } from '@agio/wire/futures/view.ts'
import type { PositionHistoryRow } from '../../projections/reads/contract-reads.ts'
import type { Listings } from '../listings.ts'

export interface RowSources {
  readonly state: State
  readonly listings: Listings
  /** Fifths of the queue of deleveraging. */
  readonly ranks: Pick<RankBook, 'rankOf'>
}
/** Σ realised of the fills of an order so far. */
export type RealisedOf = (orderId: OrderId) => bigint

/** The lowest of the five lights: nobody of the house’s side comes to a position that is gone. */
const LAST_IN_QUEUE = 1

/** Live orders of contracts, conditional ones included, oldest first. */
export const openContractOrders = (state: State, userId: UserId): readonly Order[] =>
  openOrdersOf(state, userId).filter(({ contract }) => contract !== undefined)

/** What the position is now that an order would close. */
function positionQuantity(state: State, { userId, instrumentId, contract }: Order): number {
  if (contract?.isWhole !== true) return 0
  const own = positionsOf(state, userId).filter((position) => position.instrumentId === instrumentId)
  const isHedged = contractSettingsOf(state, userId, instrumentId)?.isHedged === true
  return own.find(({ isShort }) => !isHedged || isShort === contract.isShortLeg)?.quantity ?? 0
}

export const orderRow = ({ state, listings }: Omit<RowSources, 'ranks'>, order: Order, realised: RealisedOf): CoOrderView =>
  coOrderView(order, listings.contractFacts(order.instrumentId), {
    realised: realised(order.orderId),
    positionQuantity: positionQuantity(state, order),
  })

/** Take profits and stop losses of a position that wait. */
function tpslOf(from: RowSources, userId: UserId, { instrumentId, isShort }: PositionView, realised: RealisedOf): readonly CoOrderView[] {
  const closes = (order: Order): boolean => order.contract?.isClose === true && order.side === (isShort ? 'buy' : 'sell')
  return openContractOrders(from.state, userId)
    .filter((order) => order.instrumentId === instrumentId && isWaiting(order) && closes(order))
    .map((order) => orderRow(from, order, realised))
}

export function positionRow(from: RowSources, userId: UserId, position: PositionView, realised: RealisedOf): CoPositionView {
  const { state, listings } = from
  const facts = listings.contractFacts(position.instrumentId)
  const contract = contractOf(state, position.instrumentId)
  return positionView(position, facts, {
    markTicks: contract?.mark ?? 0,
    cross: crossesOf(state, userId).find(({ assetId }) => assetId === facts.quote.assetId),
    // A contract has fees of its own: levels and their schedule are of pairs.
    takerFeeE8: contract?.terms.takerFeeE8 ?? contract?.terms.buyFeeE8 ?? 0,
    adlLevel: position.quantity === 0 ? LAST_IN_QUEUE : from.ranks.rankOf(position),
    tpsl: position.quantity === 0 ? [] : tpslOf(from, userId, position, realised),
  })
}

/** Open positions, by their ids. */
export const positionRows = (from: RowSources, userId: UserId, realised: RealisedOf): CoPositionView[] =>
  positionsOf(from.state, userId).map((position) => positionRow(from, userId, position, realised))

type Changed = EventByKind['positionChanged']

/** What follows from a mark, of a position that has none any more. */
const NO_MARK = {
  ...{ closable: 0, value: 0n, unrealised: 0n, unrealisedAtLast: 0n, initialMargin: 0n, maintenance: 0n, maintenanceRateE8: 0, tier: 1 },
  ...{ equity: 0n, liquidationPrice: 0, bankruptcyPrice: 0, addable: 0n, removable: 0n, added: 0n, score: 0n },
} as const

/** A position as an event left it: with what follows from the mark while it is open, else with what it came to. @param at of the event, ms */
export function positionAfter({ state, listings }: Omit<RowSources, 'ranks'>, event: Changed, at: number): PositionView {
  const { userId, positionId } = event
  const open = event.quantity === 0 ? undefined : positionOf(state, userId, positionId)
  if (open !== undefined) return open
  const facts = listings.contractFacts(event.instrumentId)
  const mark = contractOf(state, event.instrumentId)?.mark ?? 0
  const { instrumentId, marginMode, leverage, quantity, entry, settled, margin, opened, openedValue, closed, closedValue } = event
  const { profit, fees, funding, shared, createdAt } = event
  return {
    ...NO_MARK,
    ...{ positionId, instrumentId, isShort: event.isShort === 1, marginMode, leverage, quantity, entry, settled, margin },
    ...{ value: coValue(facts, mark, quantity), opened, openedValue, closed, closedValue, profit, fees, funding, shared },
    ...{ isBroken: event.isBroken === 1, createdAt, updatedAt: at },
  }
}

/** A position that is gone, as history has it: nothing is left of it, and what was settled on its way is part of its profit. */
export const positionGone = (from: RowSources, userId: UserId, { endedAt, ...row }: PositionHistoryRow): CoPositionView => {
  const position = { ...NO_MARK, ...row, quantity: 0, entry: 0n, settled: 0n, margin: 0n, isBroken: false, updatedAt: endedAt }
  return positionRow(from, userId, position, () => 0n)
}

/** When the contract account of a customer was opened, ms; 0 = it was not. */
export function openedAtOf({ state, listings }: Omit<RowSources, 'ranks'>, userId: UserId): number {
  const [first] = listings.contracts()
  return first === undefined ? 0 : (contractSettingsOf(state, userId, first.instrumentId)?.openedAt ?? 0)
}

export function accountRow(from: Omit<RowSources, 'ranks'>, userId: UserId, cross: CrossView): AccountView {
  const { state, listings } = from
  const isOfCoin = (instrumentId: InstrumentId): boolean => listings.contractFacts(instrumentId).quote.assetId === cross.assetId
  const own = positionsOf(state, userId).filter(({ instrumentId }) => isOfCoin(instrumentId))
  const realised = own.reduce((sum, position) => sum + realisedOf(position), 0n)
  return accountView(cross, listings.assetFacts(cross.assetId), { realised, openedAt: openedAtOf(from, userId) })
}

/** Accounts by margin coin. */
export const accountRows = (from: RowSources, userId: UserId): AccountView[] =>
  crossesOf(from.state, userId).map((cross) => accountRow(from, userId, cross))

/** One of them; undefined where there is none. */
export function accountRowOf(from: RowSources, userId: UserId, assetId: AssetId): AccountView | undefined {
  const cross = crossesOf(from.state, userId).find((each) => each.assetId === assetId)
  return cross && accountRow(from, userId, cross)
}
