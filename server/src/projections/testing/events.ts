/** Events made by hand, as the engine would publish them. */
import type { Event, Order } from '@agio/engine/event.ts'
import { asAssetId, asInstrumentId, asOrderId, asTradeId, asUserId } from '@agio/engine/ids/id.ts'
import type { EventBatch } from '../thread/tenant-run.ts'

export const COIN = asAssetId(2)
export const QUOTE = asAssetId(1)
export const PAIR = asInstrumentId(1)
export const CUSTOMER = asUserId(100001)
export const MAKER = asUserId(100002)

export interface StampedEvent {
  readonly seq: number
  readonly at: number
  readonly event: Event
}

export function registered(userId: number, role: 'customer' | 'maker'): Event {
  return { kind: 'userRegistered', userId: asUserId(userId), accountKey: `key ${userId}`, role, document: { sealed: `sealed ${userId}` } }
}

/** A limit buy of the customer, open unless the changes say otherwise. */
export function order(seq: number, at: number, changes: Partial<Order> = {}): Order {
  return {
    // any ids that rise with the sequence
    orderId: asOrderId(seq * 8),
    clientOrderId: `c${seq}`,
    originOrderId: 0,
    caller: 0,
    orderListId: 0,
    userId: CUSTOMER,
    instrumentId: PAIR,
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    selfTrade: 'expireTaker',
    source: 'web',
    price: 6_741_238,
    quantity: 100_000,
    quoteAmount: 0n,
    triggerPrice: 0,
    activationPrice: 0,
    trailingBps: 0,
    visibleQuantity: 0,
    expireAt: 0,
    status: 'new',
    closeReason: 'none',
    executedQuantity: 0,
    executedQuote: 0n,
    preventedQuantity: 0,
    fee: 0n,
    feeAssetId: COIN,
    held: 674_123_800_000n,
    heldAssetId: QUOTE,
    triggered: false,
    triggeredAt: 0,
    createdAt: at,
    updatedAt: at,
    replacedOrderId: 0,
    ...changes,
  }
}

export type Traded = Extract<Event, { kind: 'traded' }>

/** The customer buys from the maker. */
export function traded(tradeId: number, changes: Partial<Traded> = {}): Traded {
  const price = changes.price ?? 100
  const quantity = changes.quantity ?? 1
  return {
    kind: 'traded',
    tradeId: asTradeId(tradeId),
    instrumentId: PAIR,
    price,
    quantity,
    notional: BigInt(price) * BigInt(quantity),
    takerSide: 'buy',
    isOwn: 0,
    makerOrderId: asOrderId(8),
    takerOrderId: asOrderId(16),
    makerUserId: MAKER,
    takerUserId: CUSTOMER,
    makerFee: 1n,
    makerFeeAssetId: QUOTE,
    takerFee: 2n,
    takerFeeAssetId: COIN,
    ...changes,
  }
}

export type BalanceChanged = Extract<Event, { kind: 'balanceChanged' }>

export function balance(changes: Partial<BalanceChanged>): BalanceChanged {
  return {
    kind: 'balanceChanged',
    account: 'spot',
    userId: CUSTOMER,
    assetId: QUOTE,
    availableDelta: 0n,
    heldDelta: 0n,
    available: 0n,
    held: 0n,
    cause: 'trade',
    reference: 0,
    ...changes,
  }
}

/** A batch as it would come live. Its length in bytes does not matter here. */
export function batchOf(firstSeq: number, lastSeq: number, events: readonly StampedEvent[]): EventBatch {
  return { firstSeq, lastSeq, byteLength: 1, events: () => events.filter(({ seq }) => seq >= firstSeq && seq <= lastSeq) }
}
