/** The reference's state in the shapes that the engine's readers and events use, so that the two can be compared field by field. */
import type { Order } from '@agio/engine/event.ts'
import { feeAssetOf, heldAssetOf, instrumentAt, type RefOrder, type World } from './model.ts'

export function orderFact(world: World, order: RefOrder): Order {
  const instrument = instrumentAt(world, order.instrumentId)
  return {
    orderId: order.orderId as Order['orderId'],
    clientOrderId: order.clientOrderId,
    originOrderId: order.originOrderId as Order['originOrderId'],
    caller: order.caller,
    orderListId: order.orderListId as Order['orderListId'],
    userId: order.userId as Order['userId'],
    instrumentId: order.instrumentId as Order['instrumentId'],
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    selfTrade: order.selfTrade,
    source: order.source,
    price: order.price,
    quantity: order.quantity,
    quoteAmount: order.quoteAmount,
    triggerPrice: order.triggerPrice,
    activationPrice: order.activationPrice,
    trailingBps: order.trailingBps,
    visibleQuantity: order.visibleQuantity,
    expireAt: order.expireAt,
    status: order.status,
    closeReason: order.closeReason,
    executedQuantity: order.executedQuantity,
    executedQuote: order.executedQuote,
    preventedQuantity: order.preventedQuantity,
    fee: order.fee,
    feeAssetId: feeAssetOf(instrument, order) as Order['feeAssetId'],
    held: order.held,
    heldAssetId: heldAssetOf(instrument, order.side) as Order['heldAssetId'],
    triggered: order.triggered,
    triggeredAt: order.triggeredAt,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    replacedOrderId: order.replacedOrderId as Order['replacedOrderId'],
  }
}
