/** What a request names — a pair, an order, a coin — found in the tenant, or the answer that it is not there. */
import type { Order } from '@agio/engine/event.ts'
import { asAssetId, asOrderId, type InstrumentId, type OrderId, type UserId } from '@agio/engine/ids/id.ts'
import { openOrdersOf, orderByClientId, orderByOrigin, orderOf } from '@agio/engine/read.ts'
import { isLive, orderIdInClientId, WIRE_ORDER_STATUSES } from '@agio/wire/spot/view.ts'
import { Failure } from '../../core/failure.ts'
import type { ListedAsset, ListedPair } from '../../feeds/listings.ts'
import type { OrderName } from '../../projections/port.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { historyReached, wholeHistory } from './whole-history.ts'

/** A pair that may be shown and traded. @throws Failure PAIR_NOT_FOUND */
export function shownPair(tenant: Tenant, symbol: string): ListedPair {
  const pair = tenant.feeds.listings.pairBySymbol(symbol)
  if (pair === undefined || !pair.terms.visible) throw new Failure('PAIR_NOT_FOUND', { symbol })
  return pair
}

/** Any pair, hidden ones too: their orders stay visible and cancellable to the owners (MKT-006). @throws Failure PAIR_NOT_FOUND */
export function anyPair(tenant: Tenant, symbol: string): ListedPair {
  const pair = tenant.feeds.listings.pairBySymbol(symbol)
  if (pair === undefined) throw new Failure('PAIR_NOT_FOUND', { symbol })
  return pair
}

/** @throws Failure COIN_NOT_FOUND */
export function coinById(tenant: Tenant, coinId: string): ListedAsset {
  const asset = /^[1-9][0-9]{0,8}$/.test(coinId) ? tenant.feeds.listings.asset(asAssetId(Number(coinId))) : undefined
  if (asset === undefined) throw new Failure('COIN_NOT_FOUND', { coinId })
  return asset
}

/** Id that no order and no order list has. */
export const NO_ORDER = asOrderId(0)

/** An order id of the wire as a number; text that cannot be one is the id of no order. */
export const orderIdOrNone = (text: string): OrderId =>
  /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? asOrderId(Number(text)) : NO_ORDER

/** The same of a request that is about this order. @throws Failure ORDER_NOT_FOUND */
export function orderIdOf(text: string): OrderId {
  const orderId = orderIdOrNone(text)
  if (orderId === NO_ORDER) throw new Failure('ORDER_NOT_FOUND', {})
  return orderId
}

/** Id from which the client id of an order is made when the customer gave none. */
export const originOf = ({ orderId, originOrderId }: Pick<Order, 'orderId' | 'originOrderId'>): OrderId => originOrderId || orderId

/** Who asks: a user, by a session or by an API key. */
export interface Asker {
  readonly userId: UserId
  /** 0 = a session, else the number of the API key. */
  readonly caller: number
}

/** What a request calls an order. A client id of the made form may still be one that the customer gave: then that counts. */
export function orderName(
  caller: number,
  request: { readonly orderId?: string | null | undefined; readonly clientOrderId?: string | null | undefined },
): OrderName {
  if (request.orderId != null) return { orderId: orderIdOf(request.orderId) }
  const clientOrderId = request.clientOrderId ?? ''
  const made = orderIdInClientId(clientOrderId)
  return { clientOrderId, caller, ...(made !== undefined && { originOrderId: asOrderId(made) }) }
}

/** The same for the engine. */
export const namedInEngine = (name: OrderName) =>
  'orderId' in name ? { orderId: name.orderId, clientOrderId: '' } : { ...name, orderId: NO_ORDER }

const ofPair = (order: Order | undefined): Order | undefined => (order?.contract === undefined ? order : undefined)

/** The live order of this user in a pair, from the engine: always after the user's own last write. */
export const liveOrder = (tenant: Tenant, userId: UserId, name: OrderName): Order | undefined =>
  ofPair(liveOrderOfAny(tenant, userId, name))

/** The engine knows orders of contracts by the same names: calls about pairs do not. @throws Failure ORDER_NOT_FOUND */
export function refuseOfContract(tenant: Tenant, userId: UserId, name: OrderName): void {
  if (liveOrderOfAny(tenant, userId, name)?.contract !== undefined) throw new Failure('ORDER_NOT_FOUND', {})
}

function liveOrderOfAny(tenant: Tenant, userId: UserId, name: OrderName): Order | undefined {
  const { state } = tenant.exchange
  if ('orderId' in name) {
    const order = orderOf(state, name.orderId)
    return order?.userId === userId ? order : undefined
  }
  const { clientOrderId, caller, originOrderId } = name
  const own = orderByClientId(state, userId, caller, clientOrderId)
  return own === undefined && originOrderId !== undefined ? orderByOrigin(state, userId, originOrderId) : own
}

/** The user's order, live or ended. */
export async function anyOrder(tenant: Tenant, userId: UserId, name: OrderName): Promise<Order | undefined> {
  const live = liveOrder(tenant, userId, name)
  if (live !== undefined) return live
  const rebuilding = await historyReached(tenant)
  const ended = await tenant.models.order(userId, name)
  // What is not there yet may be there in a moment: nobody is told that it never was.
  if (ended === undefined && rebuilding !== undefined) await wholeHistory(tenant)
  return ended
}

/** One that lives came after the engine was asked, under a client id that was free by then. */
const missingAnswer = (order: Order | undefined): Failure =>
  order === undefined || isLive(order.status)
    ? new Failure('ORDER_NOT_FOUND', {})
    : new Failure('ORDER_CLOSED', { status: WIRE_ORDER_STATUSES[order.status] })

/** Why an order is not there to be changed: it ended, or it never was this user's. */
export const missingOrder = async (tenant: Tenant, userId: UserId, name: OrderName): Promise<Failure> =>
  missingAnswer(await anyOrder(tenant, userId, name))

/** The same of an order list. Its id is its first leg's: history knows whether that leg ended or never was. */
export async function missingList(tenant: Tenant, userId: UserId, orderListId: OrderId): Promise<Failure> {
  const order = await anyOrder(tenant, userId, { orderId: orderListId })
  // The id of an order that is in no list names no list.
  return missingAnswer(Number(order?.orderListId) === Number(orderListId) ? order : undefined)
}

/** Live orders of a user in pairs, newest first. */
export const openOrders = (tenant: Tenant, userId: UserId, instrumentIds?: readonly InstrumentId[]): Order[] =>
  openOrdersOf(tenant.exchange.state, userId)
    .filter((order) => order.contract === undefined)
    .filter((order) => instrumentIds === undefined || instrumentIds.includes(order.instrumentId))
    .sort((a, b) => b.orderId - a.orderId)
