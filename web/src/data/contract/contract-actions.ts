/** Orders, positions and their margin: the calls that change something, for deed.ts to send. The line brings the new state. */
import type { RequestInput } from '@agio/wire/call.ts'
import {
  cancelAll,
  cancelOrder,
  cancelTpsl,
  closeAllPositions,
  createOrder,
  createTpsl,
  lightClose,
  previewCoOrder,
  reversePosition,
  updateOrder,
  updateOrders,
} from '@agio/wire/futures/orders.ts'
import { changeMargin } from '@agio/wire/futures/position.ts'
import { CallError } from '../call-error.ts'
import { send } from '../http-client.ts'
import type { ContractOrder } from './contract-order.ts'
import type { Position } from './position.ts'

export type OrderBody = RequestInput<typeof createOrder>

export const placeContractOrder = (body: OrderBody) => send(createOrder, body)

/** What the server would make of it; nothing is placed. Throws CallError with the reason of a refusal. */
export const previewContractOrder = (body: OrderBody) => send(previewCoOrder, body)

export interface OrderChange {
  readonly price?: string
  /** The new total, whole contracts. */
  readonly volume?: string
  readonly triggerPrice?: string
}

export const changeContractOrder = (
  { orderId, contractId }: Pick<ContractOrder, 'orderId' | 'contractId'>,
  change: OrderChange,
  newClientId: string,
) => send(updateOrder, { orderId, contractId, newClientId, ...change })

/** Moves up to 20 orders of a contract in one step, and answers how many were moved. */
export async function moveContractPrices(
  contractId: string,
  rows: readonly { readonly orderId: string; readonly to: string }[],
  newClientId: string,
): Promise<number> {
  const orders = rows.map(({ orderId, to }) => ({ orderId, price: to }))
  const { list } = await send(updateOrders, { contractId, orders, newClientId })
  return list.filter(({ result }) => result === 1).length
}

/**
 * Once its trigger has fired, an order is cancelled as any other. Of one that nothing is set aside for, because it only closes, the line does
 * not tell whether that was so: it is looked for in the other list, too.
 */
export async function cancelContractOrder({ orderId, contractId }: Pick<ContractOrder, 'orderId' | 'contractId'>, waits: boolean) {
  try {
    return await send(cancelOrder, { orderId, contractId, isConditionOrder: waits })
  } catch (error) {
    if (!waits || !(error instanceof CallError) || error.errorName !== 'CO_ORDER_NOT_FOUND') throw error
    return await send(cancelOrder, { orderId, contractId, isConditionOrder: false })
  }
}

export const cancelContractOrders = (waiting: boolean, contractId?: string) =>
  send(cancelAll, { isConditionOrder: waiting, ...(contractId !== undefined && { contractId }) })

export const closeAtMarket = ({ positionId }: Position, clientOrderId: string) => send(lightClose, { positionId, clientOrderId })
export const reverse = ({ positionId }: Position, clientOrderId: string) => send(reversePosition, { positionId, clientOrderId })
export const closeAll = (clientId: string) => send(closeAllPositions, { clientId })

export interface Protection {
  readonly kind: 'takeProfit' | 'stopLoss'
  readonly triggerPrice: string
  readonly by: 'last' | 'mark' | 'index'
  /** Absent: the whole position, whatever it is then. */
  readonly volume?: string
  /** Absent: at market. */
  readonly price?: string
}

const BY = { last: 1, mark: 2, index: 3 } as const

/** A leg as the API writes it. */
export const protectionBody = ({ kind, triggerPrice, by, volume, price }: Protection) => ({
  triggerType: kind === 'stopLoss' ? (1 as const) : (2 as const),
  triggerPrice,
  triggerPxType: BY[by],
  type: price === undefined ? (2 as const) : (1 as const),
  ...(price !== undefined && { price }),
  ...(volume !== undefined && { volume }),
})

export const protect = ({ positionId }: Position, legs: readonly Protection[], clientOrderId: string) =>
  send(createTpsl, { positionId, orders: legs.map(protectionBody), clientOrderId })

export const unprotect = (contractId: string, ids: readonly string[]) => send(cancelTpsl, { contractId, ids: [...ids] })

/** @param amount signed decimal; below zero takes out */
export const changePositionMargin = ({ positionId }: Position, amount: string, clientId: string) =>
  send(changeMargin, { positionId, amount, clientId })
