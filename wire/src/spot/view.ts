/** Orders and fills between the engine's words and the API's: the tables of both directions and the printed rows. */
import type { OrderSource, OrderType, SelfTradeMode, Side, TimeInForce } from '@agio/engine/command.ts'
import type { CloseReason, Order, OrderStatus } from '@agio/engine/event.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import type { AssetFacts, PairFacts } from '../market/view.ts'
import { formatSteps } from '../steps.ts'

const inverse = <Key extends string, Value extends string>(table: Readonly<Record<Key, Value>>): ReadonlyMap<string, Key> =>
  new Map((Object.entries(table) as [Key, Value][]).map(([key, value]) => [value, key]))

export const WIRE_SIDES = { buy: 'BUY', sell: 'SELL' } as const satisfies Record<Side, string>
export const SIDES = inverse(WIRE_SIDES)

export const WIRE_ORDER_TYPES = {
  limit: 'LIMIT',
  market: 'MARKET',
  stopLimit: 'STOP_LIMIT',
  stopMarket: 'STOP_MARKET',
  takeProfitLimit: 'TAKE_PROFIT_LIMIT',
  takeProfitMarket: 'TAKE_PROFIT_MARKET',
  trailingStop: 'TRAILING_STOP',
  oneCancelsOther: 'OCO',
} as const satisfies Record<OrderType, string>
export const ORDER_TYPES = inverse(WIRE_ORDER_TYPES)

export const WIRE_TIMES_IN_FORCE = {
  gtc: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  postOnly: 'GTX',
  gtd: 'GTD',
} as const satisfies Record<TimeInForce, string>
export const TIMES_IN_FORCE = inverse(WIRE_TIMES_IN_FORCE)

export const WIRE_SELF_TRADE_MODES = {
  none: 'NONE',
  expireTaker: 'EXPIRE_TAKER',
  expireMaker: 'EXPIRE_MAKER',
  expireBoth: 'EXPIRE_BOTH',
  decrement: 'DECREMENT',
} as const satisfies Record<SelfTradeMode, string>
export const SELF_TRADE_MODES = inverse(WIRE_SELF_TRADE_MODES)

export const WIRE_ORDER_STATUSES = {
  pendingTrigger: 'PENDING_TRIGGER',
  pendingNew: 'PENDING_NEW',
  new: 'NEW',
  partiallyFilled: 'PARTIALLY_FILLED',
  filled: 'FILLED',
  canceled: 'CANCELED',
  rejected: 'REJECTED',
  expired: 'EXPIRED',
  expiredInMatch: 'EXPIRED_IN_MATCH',
} as const satisfies Record<OrderStatus, string>
export const ORDER_STATUSES = inverse(WIRE_ORDER_STATUSES)

const WIRE_CLOSE_REASONS = {
  none: null,
  filled: 'filled',
  user: 'user',
  ioc: 'ioc',
  fok: 'fok',
  gtd: 'gtd',
  selfTrade: 'stp',
  orderList: 'oco',
  cancelAllTimer: 'cancelAllAfter',
  halt: 'halt',
  operator: 'operator',
  freeze: 'freeze',
  noLiquidity: 'noLiquidity',
  priceBand: 'band',
  postOnly: 'postOnly',
  insufficientBalance: 'insufficientBalance',
  replaced: 'replaced',
  // Of contract orders, which another table names.
  reduceOnly: 'user',
  liquidation: 'user',
  deleveraged: 'user',
  positionClosed: 'user',
  workLimit: 'workLimit',
  lockBound: 'lockBound',
} as const satisfies Record<CloseReason, string | null>

const WIRE_SOURCES = { web: 'web', api: 'api', system: 'system', adl: 'adl' } as const satisfies Record<OrderSource, string>

const LIVE: ReadonlySet<OrderStatus> = new Set(['pendingTrigger', 'pendingNew', 'new', 'partiallyFilled'])
const MARKET_TYPES: ReadonlySet<OrderType> = new Set(['market', 'stopMarket', 'takeProfitMarket', 'trailingStop'])

/** True while an order can still trade, trigger or be cancelled. */
export const isLive = (status: OrderStatus): boolean => LIVE.has(status)

const MADE_CLIENT_ID = /^o-([1-9][0-9]{0,15})$/

/** From what an order's client id is made. */
export type OrderNames = Pick<Order, 'clientOrderId'> & { readonly orderId: number; readonly originOrderId: number }

/** An order always shows a client id: the customer's, else one made from the id of the order, or of the first one that amendments replaced. */
export const clientOrderIdView = ({ clientOrderId, orderId, originOrderId }: OrderNames): string =>
  clientOrderId === '' ? `o-${originOrderId || orderId}` : clientOrderId

/** The order id inside a made client id, or undefined when the text is none. */
export function orderIdInClientId(text: string): number | undefined {
  const match = MADE_CLIENT_ID.exec(text)
  return match?.[1] === undefined ? undefined : Number(match[1])
}

/** executedQuote ÷ executedQuantity in ticks, halves up; both scales of the pair turn minor units per lot into ticks. */
export function averagePrice(pair: PairFacts, executedQuote: bigint, executedQuantity: number): string | null {
  if (executedQuantity === 0) return null
  const exponent = pair.priceScale + pair.quantityScale - pair.quote.scale
  const numerator = exponent >= 0 ? executedQuote * 10n ** BigInt(exponent) : executedQuote
  const denominator = exponent >= 0 ? BigInt(executedQuantity) : BigInt(executedQuantity) * 10n ** BigInt(-exponent)
  return formatDecimal(divideHalfUp(numerator, denominator), pair.priceScale)
}

const timeOrNull = (at: number): number | null => (at === 0 ? null : at)

/** @param assetOf facts of any asset: the fee may be paid in a third one */
export function orderView(order: Order, pair: PairFacts, assetOf: (assetId: number) => AssetFacts) {
  const price = (ticks: number): string | null => (ticks === 0 ? null : formatSteps(ticks, pair.priceScale))
  const live = LIVE.has(order.status)
  const feeAsset = assetOf(order.feeAssetId)
  const heldAsset = assetOf(order.heldAssetId)
  return {
    orderId: String(order.orderId),
    clientOrderId: clientOrderIdView(order),
    symbol: pair.symbol,
    coinSymbol: pair.base.symbol,
    baseSymbol: pair.quote.symbol,
    direction: WIRE_SIDES[order.side],
    type: WIRE_ORDER_TYPES[order.type],
    timeInForce: MARKET_TYPES.has(order.type) ? 'IOC' : WIRE_TIMES_IN_FORCE[order.timeInForce],
    price: price(order.price),
    amount: order.quantity === 0 ? null : formatSteps(order.quantity, pair.quantityScale),
    turnover: order.quoteAmount === 0n ? null : formatDecimal(order.quoteAmount, pair.quote.scale),
    tradedAmount: formatSteps(order.executedQuantity, pair.quantityScale),
    tradedTurnover: formatDecimal(order.executedQuote, pair.quote.scale),
    avgPrice: averagePrice(pair, order.executedQuote, order.executedQuantity),
    triggerPrice: price(order.triggerPrice),
    activationPrice: price(order.activationPrice),
    trailingDelta: order.trailingBps === 0 ? null : order.trailingBps,
    visibleAmount: order.visibleQuantity === 0 ? null : formatSteps(order.visibleQuantity, pair.quantityScale),
    triggered: order.triggered ? (1 as const) : (0 as const),
    triggerTime: timeOrNull(order.triggeredAt),
    expireTime: timeOrNull(order.expireAt),
    stpMode: WIRE_SELF_TRADE_MODES[order.selfTrade],
    preventedAmount: formatSteps(order.preventedQuantity, pair.quantityScale),
    orderListId: order.orderListId === 0 ? null : String(order.orderListId),
    fee: formatDecimal(order.fee, feeAsset.scale),
    feeCoin: feeAsset.symbol,
    frozen: formatDecimal(order.held, heldAsset.scale),
    frozenCoin: heldAsset.symbol,
    status: WIRE_ORDER_STATUSES[order.status],
    source: WIRE_SOURCES[order.source],
    reason: WIRE_CLOSE_REASONS[order.closeReason],
    time: order.createdAt,
    updateTime: order.updatedAt,
    completedTime: order.status === 'filled' ? order.updatedAt : null,
    canceledTime: live || order.status === 'filled' ? null : order.updatedAt,
  }
}
export type OrderView = ReturnType<typeof orderView>

/** One user's side of a trade, in engine units. */
export interface FillFacts {
  readonly tradeId: number
  readonly orderId: number
  readonly clientOrderId: string
  readonly originOrderId: number
  readonly side: Side
  readonly role: 'maker' | 'taker'
  readonly price: number
  readonly quantity: number
  readonly notional: bigint
  readonly fee: bigint
  readonly feeAssetId: number
  readonly at: number
}

export function fillView(fill: FillFacts, pair: PairFacts, assetOf: (assetId: number) => AssetFacts) {
  const feeAsset = assetOf(fill.feeAssetId)
  return {
    tradeId: String(fill.tradeId),
    orderId: String(fill.orderId),
    clientOrderId: clientOrderIdView(fill),
    symbol: pair.symbol,
    coinSymbol: pair.base.symbol,
    baseSymbol: pair.quote.symbol,
    direction: WIRE_SIDES[fill.side],
    role: fill.role,
    price: formatSteps(fill.price, pair.priceScale),
    amount: formatSteps(fill.quantity, pair.quantityScale),
    turnover: formatDecimal(fill.notional, pair.quote.scale),
    fee: formatDecimal(fill.fee, feeAsset.scale),
    feeCoin: feeAsset.symbol,
    time: fill.at,
  }
}
/** The two coin filters of a list call in our words: base is the traded asset, quote the one it is priced in. */
export const assetFilters = (request: {
  readonly coinSymbol?: string | null | undefined
  readonly baseSymbol?: string | null | undefined
}): { readonly base: string | undefined; readonly quote: string | undefined } => ({
  base: request.coinSymbol ?? undefined,
  quote: request.baseSymbol ?? undefined,
})
