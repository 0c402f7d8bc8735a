/** The futures host: cancelling orders. */
import type { Order } from '@agio/engine/event.ts'
import { asOrderListId, type OrderId, type UserId } from '@agio/engine/ids/id.ts'
import { coStatusOf, isConditional, isWaiting } from '@agio/wire/futures/order-view.ts'
import { cancelAll, cancelAllAfterCo, cancelOrder, cancelTpsl } from '@agio/wire/futures/orders.ts'
import { contractNameOf } from '@agio/wire/reasons.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { userRoute } from '../../calls/user-route.ts'
import { ALL_CONTRACTS } from '../../deeds/all-contracts.ts'
import { submit } from '../../deeds/submit.ts'
import { anyContract, contractFilter, liveCoOrder, missingCoOrder, openCoOrders } from '../../reads/contract-lookups.ts'

/** In the book. */
const isResting = ({ status }: Order): boolean => status === 'new' || status === 'partiallyFilled'

/** True when it was live until now. @throws Failure what else the engine refuses it with */
async function cancel(tenant: Tenant, userId: UserId, orderId: OrderId): Promise<boolean> {
  const command = { kind: 'cancelOrder', userId, orderId, clientOrderId: '', orderListId: asOrderListId(0) } as const
  const { reason } = await submit(tenant, command)
  if (reason === 'orderNotFound' || reason === 'orderClosed') return false
  if (reason !== 'none') throw new Failure(contractNameOf(reason), {})
  return true
}

const CANCELED = { status: 'canceled', closeReason: 'user' } as const

function registerOne(app: FastifyInstance): void {
  userRoute(app, cancelOrder, async ({ tenant, request, userId, caller }) => {
    const { instrumentId } = anyContract(tenant, request.contractId)
    const order = liveCoOrder(tenant, userId, caller, request)
    const isMeant = (found: Order): boolean =>
      found.instrumentId === instrumentId && !isResting(found) === (request.isConditionOrder ?? false)
    if (order !== undefined && !isMeant(order)) throw new Failure('CO_ORDER_NOT_FOUND')
    if (order === undefined || !(await cancel(tenant, userId, order.orderId))) throw await missingCoOrder(tenant, userId, caller, request)
    return { orderId: String(order.orderId), status: coStatusOf({ ...CANCELED, executedQuantity: order.executedQuantity }) }
  })

  userRoute(app, cancelTpsl, async ({ tenant, request, userId, caller }) => {
    const { instrumentId } = anyContract(tenant, request.contractId)
    const orders = request.ids.map((orderId) => liveCoOrder(tenant, userId, caller, { orderId }))
    const isMeant = (order: Order | undefined): order is Order =>
      order?.contract?.isClose === true && isConditional(order) && order.instrumentId === instrumentId
    // One that is no id refuses all of them, before anything is cancelled.
    if (!orders.every(isMeant)) throw new Failure('CO_ORDER_NOT_FOUND')
    const done = await Promise.all([...new Set(orders.map(({ orderId }) => orderId))].map((orderId) => cancel(tenant, userId, orderId)))
    return { count: done.filter(Boolean).length }
  })
}

/** What is attached to an order that rests is part of that one, and listed nowhere: it is none of all conditions. */
function registerAll(app: FastifyInstance): void {
  userRoute(app, cancelAll, async ({ tenant, request, userId }) => {
    const { instrumentId } = contractFilter(tenant, request.contractId)
    if (request.isConditionOrder == null) {
      const outcome = await submit(tenant, { kind: 'cancelAllOrders', userId, instrumentId: instrumentId ?? ALL_CONTRACTS })
      if (outcome.reason !== 'none') throw new Failure(contractNameOf(outcome.reason), {})
      return { count: outcome.orders.length }
    }
    const isAsked = request.isConditionOrder ? isWaiting : isResting
    const asked = openCoOrders(tenant, userId, instrumentId).filter(isAsked)
    const done = await Promise.all(asked.map(({ orderId }) => cancel(tenant, userId, orderId)))
    return { count: done.filter(Boolean).length }
  })

  userRoute(app, cancelAllAfterCo, async ({ tenant, request, userId }) => {
    const instrumentId = contractFilter(tenant, request.contractId).instrumentId ?? ALL_CONTRACTS
    const outcome = await submit(tenant, { kind: 'setCancelAllTimer', userId, instrumentId, timeoutMs: request.timeout })
    if (outcome.reason !== 'none') throw new Failure(contractNameOf(outcome.reason), {})
    return { triggerTime: outcome.value === 0 ? null : outcome.value }
  })
}

/** Everything that takes orders away. */
export function registerFuturesCancelRoutes(app: FastifyInstance): void {
  registerOne(app)
  registerAll(app)
}
