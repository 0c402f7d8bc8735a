/** Differences between the engine and the reference in contracts; what the engine did first where the rules leave the order open. */
import { dueRows } from '@agio/engine/due-row.ts'
import type { Outcome } from '@agio/engine/event.ts'
import * as layout from '@agio/engine/generated/layout.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { insuranceBoundsOf } from '@agio/engine/perp/insurance.ts'
import type { ContractPreview } from '@agio/engine/perp/preview-contract.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import {
  contractSettingsOf,
  crossesOf,
  positionsOf as positionsIn,
  transferableOf as transferableIn,
} from '@agio/engine/perp/read-positions.ts'
import { balanceOf, houseBalancesOf, orderOf } from '@agio/engine/read.ts'
import { DUE_RISK } from '@agio/engine/schema/due.ts'
import type { State } from '@agio/engine/state.ts'
import { checkContracts } from './contract-rules.ts'
import type { EngineStep } from './engine-driver.ts'
import { differ, type Facts } from './facts.ts'
import { balanceAt } from './reference/ledger.ts'
import type { World } from './reference/model.ts'
import * as accounts from './reference/perp/account.ts'
import { closableOf } from './reference/perp/closers.ts'
import { scoreOf } from './reference/perp/deleverage.ts'
import { estimate } from './reference/perp/funding.ts'
import { removableOf } from './reference/perp/margin.ts'
import { equityOf, liquidationPrice, maintenanceRateOf, placeOf, profitAtLast } from './reference/perp/outlook.ts'
import type { Hints, RefPosition } from './reference/perp/perp-model.ts'
import { bankruptcyPrice } from './reference/perp/risk.ts'
import { initialOf, maintenanceNow, marginAssetOf, profitNow, valueNow } from './reference/perp/value.ts'

/** When contracts are due, by the engine's queue: before the entry. */
export const dueContracts = (state: State): Map<number, number> =>
  new Map([...dueRows(state)].filter(({ due }) => due === DUE_RISK).map(({ id, at }) => [id, at]))

/** Whom the engine looked at, in the order in which it says so, and which contracts it had in its queue. */
export function hintsOf(world: World, { events }: EngineStep, due: Map<number, number>): Hints {
  const looked: string[] = []
  const offered: number[] = []
  const look = (userId: number, instrumentId: number, positionId: number): void => {
    const known = world.perp.positions.find(({ id }) => id === positionId)
    const isOwn = known?.isIsolated ?? accounts.seatOf(world, userId, instrumentId).isIsolated
    looked.push(isOwn ? `position ${positionId}` : `cross ${userId}/${marginAssetOf(world, instrumentId)}`)
  }
  for (const { event } of events) {
    if (event.kind === 'liquidated' && event.step === 'adl') offered.push(event.instrumentId)
    if (event.kind === 'contractFilled' && event.userId === 0) offered.push(event.instrumentId)
    if (event.kind === 'marginWarned' && event.positionId !== 0) looked.push(`position ${event.positionId}`)
    else if (event.kind === 'marginWarned') looked.push(`cross ${event.userId}/${event.assetId}`)
    else if (event.kind === 'orderClosed' && event.order.closeReason === 'liquidation') lookAtOwner(world, event.order, looked)
    else if (event.kind === 'liquidated' && !event.isDone) look(event.userId, event.instrumentId, event.positionId)
  }
  return { looked, offered, due }
}

function lookAtOwner(world: World, { userId, instrumentId }: { userId: number; instrumentId: number }, looked: string[]): void {
  const { isIsolated } = accounts.seatOf(world, userId, instrumentId)
  if (!isIsolated) looked.push(`cross ${userId}/${marginAssetOf(world, instrumentId)}`)
  for (const position of accounts.positionsOf(world, userId))
    if (isIsolated && position.instrumentId === instrumentId) looked.push(`position ${position.id}`)
}

function positionFact(world: World, position: RefPosition): object {
  return {
    id: position.id,
    instrumentId: position.instrumentId,
    isShort: position.isShort,
    mode: position.isIsolated ? 'isolated' : 'cross',
    leverage: position.leverage,
    quantity: position.quantity,
    closable: closableOf(world, position),
    entry: position.entry,
    settled: position.settled,
    margin: position.margin,
    added: position.added,
    booked: position.booked,
    value: valueNow(world, position),
    unrealised: profitNow(world, position),
    initial: initialOf(position.entry, position.leverage),
    maintenance: maintenanceNow(world, position),
    removable: removableOf(world, position),
    addable: position.isIsolated ? accounts.addableOf(world, position.userId, marginAssetOf(world, position.instrumentId)) : 0n,
    atLast: profitAtLast(world, position),
    tier: placeOf(world, position) + 1,
    rate: maintenanceRateOf(world, position),
    equity: equityOf(world, position),
    liquidation: liquidationPrice(world, position),
    bankruptcy: bankruptcyPrice(world, position),
    score: scoreOf(world, position),
    opened: position.opened,
    openedValue: position.openedValue,
    closed: position.closed,
    closedValue: position.closedValue,
    profit: position.profit,
    fees: position.fees,
    funding: position.funding,
    shared: position.shared,
    isBroken: position.isBroken,
    createdAt: position.createdAt,
  }
}

/** What fills of each open position lost against the mark beyond what a price may be worse. */
function bookedIn({ positions: { rowBytes, used, view } }: State): ReadonlyMap<number, bigint> {
  const booked = new Map<number, bigint>()
  for (let row = rowBytes; row < used; row += rowBytes)
    booked.set(view.getFloat64(row + layout.POSITION_ID, true), view.getBigInt64(row + layout.POSITION_BOOKED, true))
  return booked
}

function positionFacts(world: World, state: State): Facts {
  const booked = bookedIn(state)
  return [...world.users.keys()].flatMap((userId) => {
    const got = positionsIn(state, asUserId(userId)).map((position) => ({
      id: position.positionId,
      instrumentId: position.instrumentId,
      isShort: position.isShort,
      mode: position.marginMode,
      leverage: position.leverage,
      quantity: position.quantity,
      closable: position.closable,
      entry: position.entry,
      settled: position.settled,
      margin: position.margin,
      added: position.added,
      booked: booked.get(position.positionId),
      value: position.value,
      unrealised: position.unrealised,
      initial: position.initialMargin,
      maintenance: position.maintenance,
      removable: position.removable,
      addable: position.addable,
      atLast: position.unrealisedAtLast,
      tier: position.tier,
      rate: position.maintenanceRateE8,
      equity: position.equity,
      liquidation: position.liquidationPrice,
      bankruptcy: position.bankruptcyPrice,
      score: position.score,
      opened: position.opened,
      openedValue: position.openedValue,
      closed: position.closed,
      closedValue: position.closedValue,
      profit: position.profit,
      fees: position.fees,
      funding: position.funding,
      shared: position.shared,
      isBroken: position.isBroken,
      createdAt: position.createdAt,
    }))
    const want = accounts.positionsOf(world, userId).sort((one, other) => one.id - other.id)
    const count = [`positions of ${userId}`, want.map(({ id }) => id), got.map(({ id }) => id)] as const
    return [count, ...want.map((position, place) => [`position ${position.id}`, positionFact(world, position), got[place]] as const)]
  })
}

function settingFacts(world: World, state: State): Facts {
  return [...world.users.keys()].flatMap((userId) =>
    [...world.perp.contracts.keys()].map((instrumentId) => {
      const got = contractSettingsOf(state, asUserId(userId), asInstrumentId(instrumentId))
      const trader = world.perp.traders.get(userId)
      const { leverage, isIsolated } = accounts.seatOf(world, userId, instrumentId)
      const want = {
        openedAt: trader?.openedAt ?? 0,
        isHedged: trader?.isHedged ?? false,
        mode: isIsolated ? 'isolated' : 'cross',
        leverage,
      }
      const found = { openedAt: got?.openedAt, isHedged: got?.isHedged, mode: got?.marginMode, leverage: got?.leverage }
      return [`settings of ${userId} in ${instrumentId}`, want, found] as const
    }),
  )
}

const HOUSE: readonly (readonly [string, (assetId: number) => string])[] = [
  ['income:contract_fee', accounts.contractFeeAccount],
  ['income:liquidation_fee', accounts.liquidationFeeAccount],
  ['fund:insurance', accounts.insuranceAccount],
  ['inventory:liquidation', accounts.takenAccount],
  ['clearing:pnl', accounts.clearingAccount],
  ['clearing:funding', accounts.fundingAccount],
]

function moneyFacts(world: World, state: State): Facts {
  const house = houseBalancesOf(state)
  return world.assets.flatMap(({ assetId }) => [
    ...[...world.users.keys()].flatMap((userId) => {
      const got = balanceOf(state, asUserId(userId), asAssetId(assetId), 'contract')
      const want = {
        available: accounts.freeBalance(world, userId, assetId),
        held: balanceAt(world, accounts.heldAccount(userId, assetId)),
      }
      const isTrader = world.perp.traders.has(userId)
      const most = isTrader ? accounts.transferableOf(world, userId, assetId) : 0n
      return [
        [`contract account ${userId}/${assetId}`, want, { available: got.available, held: got.held }] as const,
        [`transferable ${userId}/${assetId}`, most, transferableIn(state, asUserId(userId), asAssetId(assetId))] as const,
        [`own ${userId}/${assetId}`, isTrader ? accounts.ownOf(world, userId, assetId) : 0n, ownIn(state, userId, assetId)] as const,
      ]
    }),
    [`debt of the fund ${assetId}`, world.perp.debts.get(assetId) ?? 0n, insuranceBoundsOf(state, asAssetId(assetId))?.debt ?? 0n] as const,
    ...HOUSE.map(([name, accountOf]) => {
      const found = house.find((one) => one.account === name && one.assetId === assetId)
      return [`${name} ${assetId}`, balanceAt(world, accountOf(assetId)), found?.amount ?? 0n] as const
    }),
  ])
}

function contractFacts(world: World, state: State): Facts {
  return [...world.perp.contracts.values()].map((contract) => {
    const got = contractOf(state, asInstrumentId(contract.instrumentId))
    const { mark, index, indexFine, isShut, fundingRate, nextFunding } = contract
    const want = { mark, index, indexFine, isShut, fundingRate, nextFunding, estimate: estimate(contract) }
    const found = {
      mark: got?.mark,
      index: got?.index,
      indexFine: got?.indexFine,
      isShut: got?.isShut,
      fundingRate: got?.fundingRate,
      nextFunding: got?.nextFunding,
      estimate: got?.estimate,
    }
    return [`contract ${contract.instrumentId}`, want, found] as const
  })
}

/** All of it; nothing in a world without contracts. */
export function comparePerp(world: World, state: State): string[] {
  if (world.perp.contracts.size === 0) return []
  return [
    ...differ(contractFacts(world, state)),
    ...differ(positionFacts(world, state)),
    ...differ(moneyFacts(world, state)),
    ...differ(settingFacts(world, state)),
    ...checkContracts(state),
  ]
}

/**
 * What a preview said of an order that nothing came between: the answer that placing it got, and the reserve of one that rests whole, without
 * having met its own customer.
 * @param state behind the entry, the preview before it
 */
export function comparePreview(preview: ContractPreview, { reason, orders }: Outcome, state: State): string[] {
  const differences = preview.reason === reason ? [] : [`preview: ${preview.reason}, placing it ${reason}`]
  const order = orders[0] === undefined ? undefined : orderOf(state, orders[0].orderId)
  const isResting = order?.status === 'new' && order.type === 'limit' && order.executedQuantity + order.preventedQuantity === 0
  if (isResting && preview.cost !== order.held) differences.push(`preview: costs ${preview.cost}, holds ${order.held}`)
  return differences
}

const ownIn = (state: State, userId: number, assetId: number): bigint =>
  crossesOf(state, asUserId(userId)).find((cross) => cross.assetId === assetId)?.own ?? 0n
