/** Contract orders and fills in engine words and units → the API's rows, and the tables of both directions. */
import type { OrderType, Side, TimeInForce } from '@agio/engine/command.ts'
import type { Attached, CloseReason, MarginMode, Order, OrderStatus, TriggerPrice } from '@agio/engine/event.ts'
import { clientOrderIdView, isLive, type OrderNames, WIRE_SIDES } from '../spot/view.ts'
import { formatSteps } from '../steps.ts'
import { type ContractFacts, coAverage, coMoney, coPrice, coSymbol, rateText } from './view.ts'

export const WIRE_MARGIN_MODES = { cross: 1, isolated: 2 } as const satisfies Record<MarginMode, number>
export const MARGIN_MODES = { 1: 'cross', 2: 'isolated' } as const
export const WIRE_TRIGGER_PRICES = { last: 1, mark: 2, index: 3 } as const satisfies Record<TriggerPrice, number>
export const TRIGGER_PRICES = { 1: 'last', 2: 'mark', 3: 'index' } as const

/** 1 limit, 2 market, 3 IOC, 4 FOK, 5 post-only, in the engine's words. */
export const CO_ORDER_TYPES = {
  1: { type: 'limit', timeInForce: 'gtc' },
  2: { type: 'market', timeInForce: 'ioc' },
  3: { type: 'limit', timeInForce: 'ioc' },
  4: { type: 'limit', timeInForce: 'fok' },
  5: { type: 'limit', timeInForce: 'postOnly' },
} as const satisfies Record<number, { readonly type: OrderType; readonly timeInForce: TimeInForce }>

const LIMIT_TYPES = { gtc: 1, gtd: 1, ioc: 3, fok: 4, postOnly: 5 } as const satisfies Record<TimeInForce, number>
const TIMES = { 1: 'GTC', 2: 'IOC', 3: 'IOC', 4: 'FOK', 5: 'GTX' } as const

/** What ends an order at market has no price. */
export const coTypeOf = ({ price, timeInForce }: Pick<Order, 'price' | 'timeInForce'>): 1 | 2 | 3 | 4 | 5 =>
  price === 0 ? 2 : LIMIT_TYPES[timeInForce]

/** Why an order ended, as the API counts it. What ended for want of margin says which want that was: see `memoOf`. */
export const MEMOS = {
  none: 0,
  filled: 0,
  user: 1,
  replaced: 1,
  ioc: 2,
  noLiquidity: 2,
  priceBand: 2,
  postOnly: 2,
  fok: 3,
  insufficientBalance: 4,
  gtd: 5,
  reduceOnly: 6,
  liquidation: 7,
  deleveraged: 8,
  orderList: 9,
  operator: 10,
  freeze: 10,
  selfTrade: 11,
  cancelAllTimer: 12,
  halt: 13,
  positionClosed: 14,
  workLimit: 2,
  lockBound: 2,
} as const satisfies Record<CloseReason, number>

/** Its owner could not bear what it would have traded. */
const UNBEARABLE = 15

/** For want of margin a condition is refused when it fires; any other order met a fill that its owner could not bear. */
const memoOf = ({ status, closeReason }: Pick<Order, 'status' | 'closeReason'>): number =>
  closeReason === 'insufficientBalance' && status !== 'rejected' ? UNBEARABLE : MEMOS[closeReason]

const OPEN_STATUSES: Partial<Record<OrderStatus, number>> = { pendingNew: 0, pendingTrigger: 1, new: 1, partiallyFilled: 3, filled: 2 }
/**
 * What an order of these memos ends as is "expired", however much of it was filled. Of those whose owners could not bear a fill the one that came
 * expires, and the one that rested is cancelled.
 */
const EXPIRING: ReadonlySet<number> = new Set([2, 3, 4, 5])

type Ending = Pick<Order, 'status' | 'closeReason' | 'executedQuantity'>

/** 0 init, 1 new, 2 filled, 3 part filled, 4 cancelled, 6 expired, 7 part filled, then cancelled. */
export function coStatusOf({ status, closeReason, executedQuantity }: Ending): number {
  const open = OPEN_STATUSES[status]
  if (open !== undefined) return open
  const memo = memoOf({ status, closeReason })
  if (EXPIRING.has(memo) || (memo === UNBEARABLE && status === 'expired')) return 6
  return executedQuantity > 0 ? 7 : 4
}

/** It waits, or waited, for a condition. */
export const isConditional = ({ triggerPrice, activationPrice, contract }: Order): boolean =>
  triggerPrice !== 0 || activationPrice !== 0 || (contract?.callbackRate ?? 0) !== 0 || (contract?.callback ?? 0) !== 0

/** It waits for its condition now: in the list of trigger orders, and nowhere else. */
export const isWaiting = ({ status }: Pick<Order, 'status'>): boolean => status === 'pendingTrigger'

const TAKE_PROFIT_TYPES: ReadonlySet<OrderType> = new Set(['takeProfitLimit', 'takeProfitMarket'])

/** 1 stop loss, 2 take profit of what closes; 3 up, 4 down of what opens. A stop goes with the market, a take profit against it. */
export function triggerTypeOf(order: Pick<Order, 'type' | 'side' | 'contract'>): 1 | 2 | 3 | 4 {
  const takesProfit = TAKE_PROFIT_TYPES.has(order.type)
  if (order.contract?.isClose === true) return takesProfit ? 2 : 1
  const isUp = (order.side === 'buy') !== takesProfit
  return isUp ? 3 : 4
}

const attachedView = (facts: ContractFacts, triggerType: 1 | 2, { triggerPrice, triggerBy, price }: Attached) => ({
  triggerType,
  triggerPrice: coPrice(facts, triggerPrice),
  triggerPxType: WIRE_TRIGGER_PRICES[triggerBy],
  type: price === 0 ? (2 as const) : (1 as const),
  ...(price !== 0 && { price: coPrice(facts, price) }),
})

function attachmentsView(facts: ContractFacts, { contract }: Order) {
  const takeProfit = contract?.takeProfit ?? null
  const stopLoss = contract?.stopLoss ?? null
  if (takeProfit === null && stopLoss === null) return null
  return {
    ...(takeProfit !== null && { takeProfit: attachedView(facts, 2, takeProfit) }),
    ...(stopLoss !== null && { stopLoss: attachedView(facts, 1, stopLoss) }),
  }
}

/** Orders that a liquidation made name its receipt. */
const sourceOf = ({ source, contract }: Order): 'web' | 'api' | 'liquidation' | 'adl' | 'system' =>
  source === 'system' && (contract?.receiptId ?? 0) !== 0 ? 'liquidation' : source

function conditionView(facts: ContractFacts, order: Order) {
  const { contract, triggerPrice, activationPrice } = order
  if (!isConditional(order)) return { triggerPrice: null, triggerType: null, triggerPxType: null, callbackRate: null, callbackValue: null }
  const ticks = activationPrice === 0 ? triggerPrice : activationPrice
  const callbackRate = contract?.callbackRate ?? 0
  const callback = contract?.callback ?? 0
  return {
    triggerPrice: ticks === 0 ? null : coPrice(facts, ticks),
    triggerType: triggerTypeOf(order),
    triggerPxType: WIRE_TRIGGER_PRICES[contract?.triggerBy ?? 'mark'],
    callbackRate: callbackRate === 0 ? null : rateText(callbackRate),
    callbackValue: callback === 0 ? null : coPrice(facts, callback),
  }
}

/** What the row of an order does not say of it. */
export interface BesideOrder {
  /** Σ realised of its fills so far. */
  readonly realised: bigint
  /** Of an order that closes whatever the position is: what that is now. */
  readonly positionQuantity?: number
}

export function coOrderView(order: Order, facts: ContractFacts, { realised, positionQuantity = 0 }: BesideOrder) {
  const { contract } = order
  const type = coTypeOf(order)
  const isWhole = contract?.isWhole === true && isLive(order.status) && order.quantity === 0
  return {
    id: String(order.orderId),
    clientOrderId: clientOrderIdView(order),
    contractId: String(facts.instrumentId),
    contractName: facts.symbol,
    symbol: coSymbol(facts),
    base: facts.base.symbol,
    quote: facts.quote.symbol,
    pricePrecision: facts.priceScale,
    side: WIRE_SIDES[order.side],
    open: contract?.isClose === true ? ('CLOSE' as const) : ('OPEN' as const),
    positionType: WIRE_MARGIN_MODES[contract?.marginMode ?? 'cross'],
    leverageLevel: contract?.leverage ?? 1,
    type,
    timeInForce: TIMES[type],
    price: coPrice(facts, order.price),
    avgPrice: coAverage(facts, order.executedQuote, order.executedQuantity),
    isWholePosition: contract?.isWhole === true,
    volume: formatSteps(isWhole ? positionQuantity : order.quantity, 0),
    dealVolume: formatSteps(order.executedQuantity, 0),
    orderBalance: coMoney(facts, order.held),
    tradeFee: coMoney(facts, order.fee),
    realizedAmount: coMoney(facts, realised),
    isConditionOrder: isConditional(order),
    ...conditionView(facts, order),
    expireTime: order.expireAt === 0 ? null : order.expireAt,
    status: coStatusOf(order),
    memo: memoOf(order),
    source: sourceOf(order),
    liqPositionMsg: (contract?.receiptId ?? 0) === 0 ? null : String(contract?.receiptId),
    otoOrder: attachmentsView(facts, order),
    ctime: order.createdAt,
    mtime: order.updatedAt,
  }
}
export type CoOrderView = ReturnType<typeof coOrderView>

/** One user's side of a trade of a contract, in engine units. */
export interface CoFillFacts extends OrderNames {
  readonly tradeId: number
  readonly instrumentId: number
  readonly side: Side
  /** All of it made a position smaller. */
  readonly isClose: boolean
  readonly role: 'maker' | 'taker'
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  /** Of what it closed, before the fee. */
  readonly realised: bigint
  readonly at: number
}

export const coTradeView = (fill: CoFillFacts, facts: ContractFacts) => ({
  id: String(fill.tradeId),
  orderId: String(fill.orderId),
  clientOrderId: clientOrderIdView(fill),
  contractId: String(facts.instrumentId),
  contractName: facts.symbol,
  symbol: coSymbol(facts),
  contractOtherName: facts.otherName,
  side: WIRE_SIDES[fill.side],
  open: fill.isClose ? ('CLOSE' as const) : ('OPEN' as const),
  role: fill.role,
  price: coPrice(facts, fill.price),
  volume: formatSteps(fill.quantity, 0),
  fee: coMoney(facts, fill.fee),
  feeCoin: facts.quote.symbol,
  realizedAmount: coMoney(facts, fill.realised),
  ctime: fill.at,
})
