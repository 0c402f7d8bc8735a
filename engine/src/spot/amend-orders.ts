/** Several amendments in one entry: the kernel changes each order by itself, and answers with a row for each. */
import type { AmendOrders, AmendRow } from '../command.ts'
import type { Order } from '../event.ts'
import type { OrderId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import { openOrdersOf } from '../read.ts'
import { REASONS, type Reason } from '../reason.ts'
import type { State } from '../state.ts'

/** Rows of one command. */
const ROWS_MOST = 20

/** Id of the live order that a row names; 0 where the row names none. Client order ids are the caller's own. */
function idOf(state: State, { userId, caller = 0 }: AmendOrders, { orderId, clientOrderId, originOrderId }: AmendRow): OrderId | 0 {
  if (orderId !== 0) return orderId
  const open = openOrdersOf(state, userId)
  const own = open.find((order) => clientOrderId !== '' && order.clientOrderId === clientOrderId && order.caller === caller)
  if (own !== undefined || originOrderId === undefined) return own?.orderId ?? 0
  const isMade = (order: Order): boolean => order.clientOrderId === '' && (order.originOrderId || order.orderId) === originOrderId
  return open.find(isMade)?.orderId ?? 0
}

/** Runs an amendOrders command. @param user row of the user */
export function amendOrders(state: State, user: Handle<'user'>, command: AmendOrders): number | Reason {
  const { instrumentId, orders } = command
  const { kernel } = state
  const refusal = kernel.checkUser(user)
  if (refusal !== 0) return REASONS[refusal] ?? 'badParameter'
  if (orders.length < 1 || orders.length > ROWS_MOST) return 'badParameter'
  for (const row of orders) {
    const orderId = idOf(state, command, row)
    const order = orderId === 0 ? 0 : kernel.findOrder(orderId)
    kernel.amendRow(user, order, orderId, instrumentId, row.price, row.quantity, row.triggerPrice)
  }
  // A later row may end an order named by an earlier row.
  kernel.refreshAnswers(0)
  return 0
}
