/** Bytes of an order row (with its extra row) to a plain order: shared by event records and by reads of the live state. */
import * as row from '../../generated/layout.ts'
import { CLOSE_REASONS, ORDER_TYPES, SELF_TRADE_MODES, SIDES, SOURCES, STATUSES, TIMES_IN_FORCE } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { Order } from '../event.ts'
import { asAssetId, asInstrumentId, asOrderId, asUserId, type OrderId, type OrderListId } from '../ids/id.ts'
import { selfTradeOf, sideOf, sourceOf, timeInForceOf, typeOf } from '../order-flags.ts'
import { BIT_TRIGGERED } from '../schema/bits.ts'
import { type ContractBytes, ofContract } from './read-contract-part.ts'

const {
  EXTRA_ACTIVATION_PRICE,
  EXTRA_EXPIRE_AT,
  EXTRA_LIST_ID,
  EXTRA_PREVENTED,
  EXTRA_QUOTE_AMOUNT,
  EXTRA_REPLACED,
  EXTRA_TRAILING_BPS,
  EXTRA_TRIGGERED_AT,
  EXTRA_TRIGGER_PRICE,
  EXTRA_VISIBLE,
  ORDER_BITS,
  ORDER_CREATED,
  ORDER_EXECUTED_QUOTE,
  ORDER_FEE,
  ORDER_HELD,
  ORDER_ID,
  ORDER_KIND,
  ORDER_PRICE,
  ORDER_QUANTITY,
  ORDER_REMAINING,
  ORDER_STATUS,
  ORDER_UPDATED,
} = row

/** Where the parts of an order stand. */
export interface OrderBytes {
  readonly view: DataView
  /** Offset of the row, and of its flag bytes (ORDER_KIND …). */
  readonly rowAt: number
  readonly flagsAt: number
  /** Code of why it ended. */
  readonly closeReason: number
  readonly extra: DataView
  /** −1 = no extra row. */
  readonly extraAt: number
  readonly clientOrderId: string
  readonly originOrderId: number
  readonly caller: number
  readonly userId: number
  readonly instrumentId: number
  readonly baseAssetId: number
  readonly quoteAssetId: number
  readonly feeAssetId: number
  /** Of a contract order. */
  readonly contract: ContractBytes | undefined
}

/** Plain order of its bytes. */
export function orderFromBytes(bytes: OrderBytes): Order {
  const { view, rowAt, flagsAt } = bytes
  // Where the row would start if its flags stood in it.
  const flagRow = flagsAt - ORDER_KIND
  const side = wordOf(SIDES, sideOf(view, flagRow))
  const bits = view.getUint8(flagRow + ORDER_BITS)
  const quantity = view.getFloat64(rowAt + ORDER_QUANTITY, true)
  const extraNumber = (offset: number): number => (bytes.extraAt < 0 ? 0 : bytes.extra.getFloat64(bytes.extraAt + offset, true))
  const prevented = extraNumber(EXTRA_PREVENTED)
  return {
    orderId: asOrderId(view.getFloat64(rowAt + ORDER_ID, true)),
    clientOrderId: bytes.clientOrderId,
    originOrderId: bytes.originOrderId as OrderId | 0,
    caller: bytes.caller,
    orderListId: extraNumber(EXTRA_LIST_ID) as OrderListId | 0,
    userId: asUserId(bytes.userId),
    instrumentId: asInstrumentId(bytes.instrumentId),
    side,
    type: wordOf(ORDER_TYPES, typeOf(view, flagRow)),
    timeInForce: wordOf(TIMES_IN_FORCE, timeInForceOf(view, flagRow)),
    selfTrade: wordOf(SELF_TRADE_MODES, selfTradeOf(view, flagRow)),
    source: wordOf(SOURCES, sourceOf(view, flagRow)),
    price: view.getFloat64(rowAt + ORDER_PRICE, true),
    quantity,
    quoteAmount: bytes.extraAt < 0 ? 0n : bytes.extra.getBigInt64(bytes.extraAt + EXTRA_QUOTE_AMOUNT, true),
    triggerPrice: extraNumber(EXTRA_TRIGGER_PRICE),
    activationPrice: extraNumber(EXTRA_ACTIVATION_PRICE),
    trailingBps: bytes.extraAt < 0 ? 0 : bytes.extra.getInt32(bytes.extraAt + EXTRA_TRAILING_BPS, true),
    visibleQuantity: extraNumber(EXTRA_VISIBLE),
    expireAt: extraNumber(EXTRA_EXPIRE_AT),
    status: wordOf(STATUSES, view.getUint8(flagRow + ORDER_STATUS)),
    closeReason: wordOf(CLOSE_REASONS, bytes.closeReason),
    executedQuantity: quantity - view.getFloat64(rowAt + ORDER_REMAINING, true) - prevented,
    executedQuote: view.getBigInt64(rowAt + ORDER_EXECUTED_QUOTE, true),
    preventedQuantity: prevented,
    fee: view.getBigInt64(rowAt + ORDER_FEE, true),
    feeAssetId: asAssetId(bytes.feeAssetId),
    held: view.getBigInt64(rowAt + ORDER_HELD, true),
    heldAssetId: asAssetId(side === 'buy' || bytes.contract !== undefined ? bytes.quoteAssetId : bytes.baseAssetId),
    triggered: (bits & BIT_TRIGGERED) !== 0,
    triggeredAt: extraNumber(EXTRA_TRIGGERED_AT),
    createdAt: view.getFloat64(rowAt + ORDER_CREATED, true),
    updatedAt: view.getFloat64(rowAt + ORDER_UPDATED, true),
    replacedOrderId: extraNumber(EXTRA_REPLACED) as OrderId | 0,
    ...(bytes.contract !== undefined && { contract: ofContract(bytes.contract) }),
  }
}
