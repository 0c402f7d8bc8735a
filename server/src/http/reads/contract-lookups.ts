/** What a request about contracts names (a contract, an order, a position), found in the tenant, or the answer that it is not there. */
import type { Order } from '@agio/engine/event.ts'
import { asOrderId, asPositionId, type InstrumentId, type PositionId, type UserId } from '@agio/engine/ids/id.ts'
import { type ContractView, contractOf } from '@agio/engine/perp/read-contract.ts'
import { type PositionView, positionOf } from '@agio/engine/perp/read-positions.ts'
import { openOrdersOf, orderByClientId, orderByOrigin, orderOf, outcomeOfKey } from '@agio/engine/read.ts'
import { coStatusOf } from '@agio/wire/futures/order-view.ts'
import { isLive, orderIdInClientId } from '@agio/wire/spot/view.ts'
import { Failure } from '../../core/failure.ts'
import type { ListedAsset, ListedContract } from '../../feeds/listings.ts'
import type { ContractOrderRow } from '../../projections/reads/contract-reads.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { orderIdOrNone } from './lookups.ts'
import { historyReached, wholeHistory } from './whole-history.ts'

const ID = /^[1-9][0-9]{0,8}$/

/** Any contract, hidden ones too: orders and positions in them stay their owners'. @throws Failure CONTRACT_NOT_FOUND */
export function anyContract(tenant: Tenant, contractId: string): ListedContract {
  const contract = ID.test(contractId) ? tenant.feeds.listings.contract(Number(contractId)) : undefined
  if (contract === undefined) throw new Failure('CONTRACT_NOT_FOUND', { contractId })
  return contract
}

/** A contract that may be shown and traded. @throws Failure CONTRACT_NOT_FOUND */
export function shownContract(tenant: Tenant, contractId: string): ListedContract {
  const contract = anyContract(tenant, contractId)
  if (!contract.terms.visible) throw new Failure('CONTRACT_NOT_FOUND', { contractId })
  return contract
}

/** Where a list is asked for one contract, its id. @throws Failure CONTRACT_NOT_FOUND */
export const contractFilter = (tenant: Tenant, contractId: string | null | undefined): { readonly instrumentId?: InstrumentId } =>
  contractId == null ? {} : { instrumentId: anyContract(tenant, contractId).instrumentId }

/** A contract with its prices as the engine has them. */
export function contractState(tenant: Tenant, { instrumentId }: Pick<ListedContract, 'instrumentId'>): ContractView {
  const view = contractOf(tenant.exchange.state, instrumentId)
  if (view === undefined) throw new Error(`contract ${instrumentId} is listed, and the engine has none`)
  return view
}

/** Coins that contracts are margined in, each once, in the order of the contracts. */
export const marginAssets = (tenant: Tenant): readonly ListedAsset[] => [
  ...new Map([...tenant.feeds.listings.contracts()].map(({ quote }) => [quote.assetId, quote])).values(),
]

/** @throws Failure COIN_NOT_FOUND for what is no margin coin */
export function marginAsset(tenant: Tenant, symbol: string): ListedAsset {
  const asset = marginAssets(tenant).find((each) => each.symbol === symbol)
  if (asset === undefined) throw new Failure('COIN_NOT_FOUND', { coinId: symbol })
  return asset
}

/** Text that cannot be one is the id of no position. */
export const positionIdOrNone = (text: string): PositionId => asPositionId(orderIdOrNone(text))

/** An open position of this user. @throws Failure POSITION_NOT_FOUND */
export function ownPosition(tenant: Tenant, userId: UserId, positionId: string): PositionView {
  const position = positionOf(tenant.exchange.state, userId, positionIdOrNone(positionId))
  if (position === undefined) throw new Failure('POSITION_NOT_FOUND')
  return position
}

/** How a request names an order: by its id, or by the client id that this caller gave it. */
export interface CoOrderName {
  readonly orderId?: string | null | undefined
  readonly clientOrderId?: string | null | undefined
}

const ofContract = (order: Order | undefined, userId: UserId): Order | undefined =>
  order?.userId === userId && order.contract !== undefined ? order : undefined

/** The live contract order of this user, from the engine: always after the user's own last write. */
export function liveCoOrder({ exchange: { state } }: Tenant, userId: UserId, caller: number, name: CoOrderName): Order | undefined {
  if (name.orderId != null) return ofContract(orderOf(state, orderIdOrNone(name.orderId)), userId)
  const text = name.clientOrderId ?? ''
  const made = orderIdInClientId(text)
  const own = orderByClientId(state, userId, caller, text)
  return ofContract(own === undefined && made !== undefined ? orderByOrigin(state, userId, asOrderId(made)) : own, userId)
}

/** The id that an order has, or had: of one that ended, as long as its client id is remembered. */
function idOf({ exchange: { state } }: Tenant, userId: UserId, caller: number, name: CoOrderName): number {
  if (name.orderId != null) return orderIdOrNone(name.orderId)
  const text = name.clientOrderId ?? ''
  const made = orderIdInClientId(text)
  return outcomeOfKey(state, userId, caller, text)?.orderId || (made ?? 0)
}

/** The user's order as history has it, live or ended. @throws Failure ENGINE_BUSY while half of history is not there, and it is not found */
export async function pastCoOrder(
  tenant: Tenant,
  userId: UserId,
  caller: number,
  name: CoOrderName,
): Promise<ContractOrderRow | undefined> {
  const orderId = idOf(tenant, userId, caller, name)
  if (orderId === 0) return undefined
  const rebuilding = await historyReached(tenant)
  const found = await tenant.models.contractOrder(userId, asOrderId(orderId))
  if (found === undefined && rebuilding !== undefined) await wholeHistory(tenant)
  return found
}

/** Why an order is not there to be changed: it ended, or it never was this user's. */
export async function missingCoOrder(tenant: Tenant, userId: UserId, caller: number, name: CoOrderName): Promise<Failure> {
  const found = await pastCoOrder(tenant, userId, caller, name)
  if (found === undefined || isLive(found.order.status)) return new Failure('CO_ORDER_NOT_FOUND')
  return new Failure('CO_ORDER_CLOSED', { status: String(coStatusOf(found.order)) })
}

/** Live contract orders of a user, newest first. */
export const openCoOrders = (tenant: Tenant, userId: UserId, instrumentId?: InstrumentId): readonly Order[] =>
  openOrdersOf(tenant.exchange.state, userId)
    .filter((order) => order.contract !== undefined && (instrumentId === undefined || order.instrumentId === instrumentId))
    .sort((one, other) => other.orderId - one.orderId)
