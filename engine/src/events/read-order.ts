/** Bytes of an order row (with its extra row) to a plain order: shared by event records and by reads of the live state. */
import { CLOSE_REASONS, ORDER_TYPES, SELF_TRADE_MODES, SIDES, SOURCES, STATUSES, TIMES_IN_FORCE, wordOf } from '../codec/code.ts'
import type { Order } from '../event.ts'
import { asAssetId, asInstrumentId, asOrderId, asUserId, type OrderId, type OrderListId } from '../ids/id.ts'
import * as row from '../layout.ts'

/** Where the parts of an order stand. */
export interface OrderBytes {
  readonly view: DataView
  /** Offset of the row, and of its flag bytes (ORDER_SIDE …). */
  readonly rowAt: number
  readonly flagsAt: number
  readonly extra: DataView
  /** −1 = no extra row. */
  readonly extraAt: number
  readonly clientOrderId: string
  readonly userId: number
  readonly instrumentId: number
  readonly baseAssetId: number
  readonly quoteAssetId: number
  readonly feeAssetId: number
}

/** Plain order of its bytes. */
export function orderFromBytes(bytes: OrderBytes): Order {
  const { view, rowAt, flagsAt } = bytes
  const side = wordOf(SIDES, view.getUint8(flagsAt))
  const bits = view.getUint8(flagsAt + row.ORDER_BITS - row.ORDER_SIDE)
  const quantity = view.getFloat64(rowAt + row.ORDER_QUANTITY, true)
  const extraNumber = (offset: number): number => (bytes.extraAt < 0 ? 0 : bytes.extra.getFloat64(bytes.extraAt + offset, true))
  const prevented = extraNumber(row.EXTRA_PREVENTED)
  return {
    orderId: asOrderId(view.getFloat64(rowAt + row.ORDER_ID, true)),
    clientOrderId: bytes.clientOrderId,
    orderListId: extraNumber(row.EXTRA_LIST_ID) as OrderListId | 0,
    userId: asUserId(bytes.userId),
    instrumentId: asInstrumentId(bytes.instrumentId),
    side,
    type: wordOf(ORDER_TYPES, view.getUint8(flagsAt + row.ORDER_TYPE - row.ORDER_SIDE)),
    timeInForce: wordOf(TIMES_IN_FORCE, view.getUint8(flagsAt + row.ORDER_TIME_IN_FORCE - row.ORDER_SIDE)),
    selfTrade: wordOf(SELF_TRADE_MODES, view.getUint8(flagsAt + row.ORDER_SELF_TRADE - row.ORDER_SIDE)),
    source: wordOf(SOURCES, view.getUint8(flagsAt + row.ORDER_SOURCE - row.ORDER_SIDE)),
    price: view.getFloat64(rowAt + row.ORDER_PRICE, true),
    quantity,
    quoteAmount: bytes.extraAt < 0 ? 0n : bytes.extra.getBigInt64(bytes.extraAt + row.EXTRA_QUOTE_AMOUNT, true),
    triggerPrice: extraNumber(row.EXTRA_TRIGGER_PRICE),
    activationPrice: extraNumber(row.EXTRA_ACTIVATION_PRICE),
    trailingBps: bytes.extraAt < 0 ? 0 : bytes.extra.getInt32(bytes.extraAt + row.EXTRA_TRAILING_BPS, true),
    visibleQuantity: extraNumber(row.EXTRA_VISIBLE),
    expireAt: extraNumber(row.EXTRA_EXPIRE_AT),
    status: wordOf(STATUSES, view.getUint8(flagsAt + row.ORDER_STATUS - row.ORDER_SIDE)),
    closeReason: wordOf(CLOSE_REASONS, view.getUint8(flagsAt + row.ORDER_CLOSE_REASON - row.ORDER_SIDE)),
    executedQuantity: quantity - view.getFloat64(rowAt + row.ORDER_REMAINING, true) - prevented,
    executedQuote: view.getBigInt64(rowAt + row.ORDER_EXECUTED_QUOTE, true),
    preventedQuantity: prevented,
    fee: view.getBigInt64(rowAt + row.ORDER_FEE, true),
    feeAssetId: asAssetId(bytes.feeAssetId),
    held: view.getBigInt64(rowAt + row.ORDER_HELD, true),
    heldAssetId: asAssetId(side === 'buy' ? bytes.quoteAssetId : bytes.baseAssetId),
    triggered: (bits & row.BIT_TRIGGERED) !== 0,
    triggeredAt: extraNumber(row.EXTRA_TRIGGERED_AT),
    createdAt: view.getFloat64(rowAt + row.ORDER_CREATED, true),
    updatedAt: view.getFloat64(rowAt + row.ORDER_UPDATED, true),
    replacedOrderId: extraNumber(row.EXTRA_REPLACED) as OrderId | 0,
  }
}
