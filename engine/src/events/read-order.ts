/** The rows of an order to a plain order: shared by event records and by reads of the live state. */
import { ExtraRow, OrderRow } from '../../generated/views.ts'
import { ORDER_TYPES, SELF_TRADE_MODES, SIDES, SOURCES, STATUSES, TIMES_IN_FORCE } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { CloseReason, Order } from '../event.ts'
import type { AssetId, InstrumentId, OrderId, UserId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import { bitsOf, selfTradeOf, sideOf, sourceOf, statusOf, timeInForceOf, typeOf } from '../order-flags.ts'
import { BIT_TRIGGERED } from '../schema/bits.ts'
import { type ContractParts, ofContract } from './read-contract-part.ts'

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const InOrderRow = OrderRow
const InExtraRow = ExtraRow

/** Where the parts of an order stand. */
export interface OrderParts {
  readonly view: DataView
  /** The numbers before its neighbours alone are read: a record has no more of the row. */
  readonly row: Handle<'order'>
  /** The word of its flags. */
  readonly flags: number
  readonly closeReason: CloseReason
  readonly extras: DataView
  /** 0 = there is none. */
  readonly extra: Handle<'extra'>
  readonly clientOrderId: string
  readonly originOrderId: number
  readonly caller: number
  readonly userId: UserId
  readonly instrumentId: InstrumentId
  readonly baseAssetId: AssetId
  readonly quoteAssetId: AssetId
  readonly feeAssetId: AssetId
  /** Of a contract order. */
  readonly contract: ContractParts | undefined
}

/** Plain order of its parts. */
export function orderFromParts(parts: OrderParts): Order {
  const { contract, extra, extras, flags, row, view } = parts
  const side = wordOf(SIDES, sideOf(flags))
  const quantity = InOrderRow.quantity(view, row)
  const prevented = extra === 0 ? 0 : InExtraRow.prevented(extras, extra)
  return {
    orderId: InOrderRow.id(view, row),
    clientOrderId: parts.clientOrderId,
    originOrderId: parts.originOrderId as OrderId | 0,
    caller: parts.caller,
    orderListId: extra === 0 ? 0 : InExtraRow.listId(extras, extra),
    userId: parts.userId,
    instrumentId: parts.instrumentId,
    side,
    type: wordOf(ORDER_TYPES, typeOf(flags)),
    timeInForce: wordOf(TIMES_IN_FORCE, timeInForceOf(flags)),
    selfTrade: wordOf(SELF_TRADE_MODES, selfTradeOf(flags)),
    source: wordOf(SOURCES, sourceOf(flags)),
    price: InOrderRow.price(view, row),
    quantity,
    quoteAmount: extra === 0 ? 0n : InExtraRow.quoteAmount(extras, extra),
    triggerPrice: extra === 0 ? 0 : InExtraRow.triggerPrice(extras, extra),
    activationPrice: extra === 0 ? 0 : InExtraRow.activationPrice(extras, extra),
    trailingBps: extra === 0 ? 0 : InExtraRow.trailingBps(extras, extra),
    visibleQuantity: extra === 0 ? 0 : InExtraRow.visible(extras, extra),
    expireAt: extra === 0 ? 0 : InExtraRow.expireAt(extras, extra),
    status: wordOf(STATUSES, statusOf(flags)),
    closeReason: parts.closeReason,
    executedQuantity: quantity - InOrderRow.remaining(view, row) - prevented,
    executedQuote: InOrderRow.executedQuote(view, row),
    preventedQuantity: prevented,
    fee: InOrderRow.fee(view, row),
    feeAssetId: parts.feeAssetId,
    held: InOrderRow.held(view, row),
    heldAssetId: side === 'buy' || contract !== undefined ? parts.quoteAssetId : parts.baseAssetId,
    triggered: (bitsOf(flags) & BIT_TRIGGERED) !== 0,
    triggeredAt: extra === 0 ? 0 : InExtraRow.triggeredAt(extras, extra),
    createdAt: InOrderRow.created(view, row),
    updatedAt: InOrderRow.updated(view, row),
    replacedOrderId: extra === 0 ? 0 : InExtraRow.replaced(extras, extra),
    ...(contract !== undefined && { contract: ofContract(contract) }),
  }
}
