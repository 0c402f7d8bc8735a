/** The reference's state in the shapes that the engine's readers and events use, so that the two can be compared field by field. */
import type { Attached, OfContract, Order } from '@agio/engine/event.ts'
import { feeAssetOf, heldAssetOf, instrumentAt, type RefOrder, type World } from './model.ts'
import { seatOf } from './perp/account.ts'
import type { RefContractOrder, RefSeat } from './perp/perp-model.ts'

/** An order; of a contract with what it has besides, and with what its owner has set by now. */
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
    ...(order.contract !== undefined && {
      contract: contractFact(order.contract, order.contract.ended ?? seatOf(world, order.userId, order.instrumentId)),
    }),
  }
}

const contractFact = (of: RefContractOrder, { leverage, isIsolated }: RefSeat): OfContract => ({
  isClose: of.isClose,
  isShortLeg: of.isShortLeg,
  isWhole: of.isWhole,
  leverage,
  marginMode: isIsolated ? 'isolated' : 'cross',
  triggerBy: of.by,
  callbackRate: Number(of.callbackRate),
  callback: of.callback,
  takeProfit: attachedFact(of.takeProfit),
  stopLoss: attachedFact(of.stopLoss),
  receiptId: of.receiptId as OfContract['receiptId'],
})

const attachedFact = (of: Attached | null): Attached | null =>
  of === null ? null : { triggerPrice: of.triggerPrice, triggerBy: of.triggerBy, price: of.price }
