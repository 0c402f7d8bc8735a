/** An order without anything but what somebody says of it. */
import type { RefOrder, World } from '../model.ts'

type Given = Pick<
  RefOrder,
  | 'orderId'
  | 'clientOrderId'
  | 'caller'
  | 'userId'
  | 'instrumentId'
  | 'side'
  | 'type'
  | 'timeInForce'
  | 'selfTrade'
  | 'source'
  | 'price'
  | 'quantity'
  | 'expireAt'
>

/** An order with nothing but what is given. */
export const plainOrder = (world: World, given: Given): RefOrder => ({
  ...given,
  originOrderId: 0,
  orderListId: 0,
  quoteAmount: 0n,
  triggerPrice: 0,
  activationPrice: 0,
  trailingBps: 0,
  visibleQuantity: 0,
  status: 'new',
  closeReason: 'none',
  executedQuantity: 0,
  executedQuote: 0n,
  preventedQuantity: 0,
  fee: 0n,
  held: 0n,
  triggered: false,
  triggeredAt: 0,
  createdAt: world.time,
  updatedAt: world.time,
  replacedOrderId: 0,
  shown: 0,
  paysInQuote: true,
  heldRateE8: 0,
  partnerId: 0,
  childIds: [],
  parentIds: [],
  extreme: 0,
  following: false,
  activation: 'above',
  placementPrice: 0,
})
