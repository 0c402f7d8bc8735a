/** One savings order that a request names: as it is now, or why it is not there. */
import type { Renewal } from '@agio/engine/command.ts'
import { stateSeq } from '@agio/engine/state.ts'
import type { EarnOrder as EarnOrderView } from '@agio/wire/earn/types.ts'
import { Failure } from '../../../core/failure.ts'
import { begunAs, earnOrderIdOf, endedView, firstView, heldOrder, holdingView } from '../../../earn/order-view.ts'
import type { UserCall } from '../../calls/user-route.ts'
import { wholeHistory } from '../../reads/whole-history.ts'

/** An order of the user, one that holds or one that ended. */
export async function orderView(call: UserCall<unknown>, orderId: number): Promise<EarnOrderView> {
  const { tenant, userId } = call
  const order = heldOrder(call, userId, orderId)
  if (order !== undefined) return holdingView(call, order)
  // what ended it may not be durable yet
  await wholeHistory(tenant, stateSeq(tenant.exchange.state))
  const [row] = (await tenant.models.earnOrders({ userId, orderId: earnOrderIdOf(String(orderId)), pageNo: 1, pageSize: 1 })).rows
  if (row === undefined || row.end === null) throw new Error(`earn: order ${orderId} is neither held nor in the history`)
  return endedView(call, begunAs(row), row.end)
}

/** What a purchase was answered, for whoever asks again. */
export async function purchasedView(call: UserCall<unknown>, orderId: number, renewal: Renewal): Promise<EarnOrderView> {
  const { tenant, userId } = call
  await wholeHistory(tenant)
  const [row] = (await tenant.models.earnOrders({ userId, orderId: earnOrderIdOf(String(orderId)), pageNo: 1, pageSize: 1 })).rows
  if (row === undefined) throw new Error(`earn: order ${orderId} is not in the history`)
  return firstView(call, row, renewal)
}

/** Why an order is not there to be changed: it ended, or it never was this user's. */
export async function missingEarnOrder({ tenant, userId }: UserCall<unknown>, orderNo: string): Promise<Failure> {
  await wholeHistory(tenant)
  const { total } = await tenant.models.earnOrders({ userId, orderId: earnOrderIdOf(orderNo), pageNo: 1, pageSize: 1 })
  return total === 0 ? new Failure('EARN_ORDER_NOT_FOUND', {}) : new Failure('EARN_ORDER_CLOSED', { status: 2 })
}
