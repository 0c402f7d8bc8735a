/** Several amendments in one command: each by itself, in the order given. A refused row changes nothing, and the rows behind it go on. */
import type { AmendOrders } from '@agio/engine/command.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { amendOrder } from './amend.ts'
import { findOrder } from './cancel.ts'
import type { RefOrder, World } from './model.ts'
import { checkUser } from './place.ts'

const ROWS_MOST = 20

export interface AnswerRow {
  readonly order: RefOrder
  readonly priorityKept: boolean | undefined
  readonly reason: Reason
}

interface Amendments {
  readonly reason: Reason
  readonly rows?: readonly AnswerRow[]
}

/** The answer about a name that no live order of this user has. */
const nobody = (instrumentId: number): RefOrder =>
  ({ orderId: 0, orderListId: 0, clientOrderId: '', originOrderId: 0, instrumentId, type: 'limit', status: 'canceled' }) as RefOrder

export function amendOrders(world: World, command: AmendOrders): Amendments {
  const { userId, caller, instrumentId, orders } = command
  const userReason = checkUser(world, world.users.get(userId))
  if (userReason !== 'none') return { reason: userReason }
  if (orders.length < 1 || orders.length > ROWS_MOST) return { reason: 'badParameter' }
  const rows = orders.flatMap((row): AnswerRow[] => {
    const named = { userId, ...(caller !== undefined && { caller }), ...row }
    const order = findOrder(world, named)
    if (typeof order === 'string' || order.instrumentId !== instrumentId) {
      const isClosed = order === 'orderClosed' && row.orderId !== 0
      return [{ order: nobody(instrumentId), priorityKept: undefined, reason: isClosed ? 'orderClosed' : 'orderNotFound' }]
    }
    const { reason, orders: legs, priorityKept } = amendOrder(world, { kind: 'amendOrder', ...named })
    if (reason !== 'none') return [{ order, priorityKept: undefined, reason }]
    return legs.map((leg) => ({ order: leg, priorityKept, reason }))
  })
  return { reason: 'none', rows }
}
