/** Orders and fills in our words, as the socket and the order lists bring them. Decimals stay strings until something computes with them. */
import type { SpotFill, SpotOrder } from '@agio/wire/spot/types.ts'
import { ORDER_STATUSES, ORDER_TYPES, TIMES_IN_FORCE } from '@agio/wire/spot/view.ts'
import { type Claimed, numberOf, numberOrNull, textOf, textOrNull } from '../live/read.ts'
import { type EarlierOrder, readEarlier } from './earlier-order.ts'

export type OrderKind =
  | 'limit'
  | 'market'
  | 'stopLimit'
  | 'stopMarket'
  | 'takeProfitLimit'
  | 'takeProfitMarket'
  | 'trailingStop'
  | 'oneCancelsOther'
export type OrderState =
  | 'pendingTrigger'
  | 'pendingNew'
  | 'new'
  | 'partiallyFilled'
  | 'filled'
  | 'canceled'
  | 'rejected'
  | 'expired'
  | 'expiredInMatch'

export interface Order {
  readonly orderId: string
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly kind: OrderKind
  readonly timeInForce: 'gtc' | 'ioc' | 'fok' | 'postOnly' | 'gtd'
  readonly price: string | null
  /** Ordered quantity; null for a market buy by total. */
  readonly quantity: string | null
  readonly total: string | null
  readonly executedQuantity: string
  readonly executedValue: string
  readonly averagePrice: string | null
  readonly triggerPrice: string | null
  readonly activationPrice: string | null
  readonly trailingBps: number | null
  readonly visibleQuantity: string | null
  readonly triggered: boolean
  readonly expireAt: number | null
  readonly orderListId: string | null
  readonly fee: string
  readonly feeAsset: string
  readonly held: string
  readonly heldAsset: string
  readonly state: OrderState
  readonly reason: string | null
  readonly createdAt: number
  readonly updatedAt: number
  /** What it was before it was amended, oldest first; told by lists of what ended alone. */
  readonly earlier: readonly EarlierOrder[]
}

export interface Fill {
  readonly tradeId: string
  readonly orderId: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly role: 'maker' | 'taker'
  readonly price: string
  readonly quantity: string
  readonly value: string
  readonly fee: string
  readonly feeAsset: string
  readonly at: number
}

/** A row of an order list or socket event. Unknown words fall back to the plainest one rather than hiding the order. */
export function readOrder(fields: Claimed<SpotOrder & { readonly amendments: unknown }>): Order {
  return {
    orderId: textOf(fields.orderId),
    clientOrderId: textOf(fields.clientOrderId),
    symbol: textOf(fields.symbol),
    side: fields.direction === 'SELL' ? 'sell' : 'buy',
    kind: ORDER_TYPES.get(textOf(fields.type)) ?? 'limit',
    timeInForce: TIMES_IN_FORCE.get(textOf(fields.timeInForce)) ?? 'gtc',
    price: textOrNull(fields.price),
    quantity: textOrNull(fields.amount),
    total: textOrNull(fields.turnover),
    executedQuantity: textOf(fields.tradedAmount) || '0',
    executedValue: textOf(fields.tradedTurnover) || '0',
    averagePrice: textOrNull(fields.avgPrice),
    triggerPrice: textOrNull(fields.triggerPrice),
    activationPrice: textOrNull(fields.activationPrice),
    trailingBps: numberOrNull(fields.trailingDelta),
    visibleQuantity: textOrNull(fields.visibleAmount),
    triggered: fields.triggered === 1,
    expireAt: numberOrNull(fields.expireTime),
    orderListId: textOrNull(fields.orderListId),
    fee: textOf(fields.fee) || '0',
    feeAsset: textOf(fields.feeCoin),
    held: textOf(fields.frozen) || '0',
    heldAsset: textOf(fields.frozenCoin),
    state: ORDER_STATUSES.get(textOf(fields.status)) ?? 'new',
    reason: textOrNull(fields.reason),
    createdAt: numberOf(fields.time),
    updatedAt: numberOf(fields.updateTime),
    earlier: readEarlier(fields.amendments),
  }
}

export function readFill(fields: Claimed<SpotFill>): Fill {
  return {
    tradeId: textOf(fields.tradeId),
    orderId: textOf(fields.orderId),
    symbol: textOf(fields.symbol),
    side: fields.direction === 'SELL' ? 'sell' : 'buy',
    role: fields.role === 'maker' ? 'maker' : 'taker',
    price: textOf(fields.price),
    quantity: textOf(fields.amount),
    value: textOf(fields.turnover),
    fee: textOf(fields.fee),
    feeAsset: textOf(fields.feeCoin),
    at: numberOf(fields.time),
  }
}

const CONDITIONAL: ReadonlySet<OrderState> = new Set(['pendingTrigger', 'pendingNew'])

/** Waits for a trigger or for its parent; it is not in the book. */
export const isConditional = (order: Order): boolean => CONDITIONAL.has(order.state)

const OPEN: ReadonlySet<OrderState> = new Set(['pendingTrigger', 'pendingNew', 'new', 'partiallyFilled'])
export const isOpen = (order: Order): boolean => OPEN.has(order.state)

/**
 * Executed share of an order in whole percent, rounded down; by total for a market buy that names no quantity, which is filled when what is
 * left of its total buys no lot.
 */
export function filledPercent(order: Order): number {
  if (order.state === 'filled') return 100
  const part = (done: string, all: string): number => {
    const scale = Math.max(decimals(done), decimals(all))
    const whole = minor(all, scale)
    return whole === 0n ? 0 : Number((minor(done, scale) * 100n) / whole)
  }
  if (order.quantity !== null) return part(order.executedQuantity, order.quantity)
  return order.total === null ? 0 : part(order.executedValue, order.total)
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0
const minor = (text: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/** Which numbers of an open order can be changed: none of a market or trailing order, nor of a child that waits for its parent. */
export function amendable(order: Order): { readonly price: boolean; readonly quantity: boolean; readonly trigger: boolean } {
  const fixed = order.kind === 'market' || order.kind === 'trailingStop' || order.state === 'pendingNew' || !isOpen(order)
  if (fixed) return { price: false, quantity: false, trigger: false }
  return { price: order.price !== null, quantity: true, trigger: order.triggerPrice !== null && !order.triggered }
}
