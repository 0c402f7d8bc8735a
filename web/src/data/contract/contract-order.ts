/** Contract orders and trades in our words, as the line and the lists bring them. Decimals stay strings. */
import { type Fields, fieldsOf, listOf, numberOf, numberOrNull, textOf, textOrNull } from '../live/read.ts'
import { type EarlierOrder, readEarlier } from '../spot/earlier-order.ts'

export type ContractOrderKind = 'limit' | 'market' | 'immediate' | 'fillOrKill' | 'postOnly'
export type TriggerBy = 'last' | 'mark' | 'index'
/** When it fires: against the position, for it, or at a price from one side. */
export type TriggerKind = 'stopLoss' | 'takeProfit' | 'rising' | 'falling'
/** `attached`: a take profit or stop loss of an order that has not traded yet. It is told with that order, and is none of its own. */
export type ContractOrderState = 'attached' | 'new' | 'filled' | 'partlyFilled' | 'canceled' | 'expired' | 'partlyCanceled'

export interface ContractOrder {
  readonly orderId: string
  readonly contractId: string
  readonly symbol: string
  readonly name: string
  readonly side: 'buy' | 'sell'
  /** Never makes a position larger. */
  readonly closes: boolean
  readonly isIsolated: boolean
  readonly leverage: number
  readonly kind: ContractOrderKind
  readonly priceScale: number
  readonly price: string
  readonly averagePrice: string
  /** Whole contracts. */
  readonly volume: string
  /** It closes whatever its position is: the volume is the position’s, not its own. */
  readonly closesAll: boolean
  readonly filled: string
  readonly held: string
  readonly fee: string
  readonly realised: string
  readonly isConditional: boolean
  readonly triggerPrice: string | null
  readonly triggerKind: TriggerKind | null
  readonly triggerBy: TriggerBy | null
  readonly callbackRate: string | null
  readonly callbackValue: string | null
  /** Trigger prices of what is placed with its first trade. */
  readonly takeProfit: string | null
  readonly stopLoss: string | null
  readonly expireAt: number | null
  readonly state: ContractOrderState
  /** Why it ended, a number of the API's table; 0 while it has not. */
  readonly memo: number
  readonly source: string
  readonly receiptId: string | null
  readonly createdAt: number
  readonly updatedAt: number
  /** What it was before it was amended, oldest first; told by lists of what ended alone. */
  readonly earlier: readonly EarlierOrder[]
}

export interface ContractTrade {
  readonly tradeId: string
  readonly orderId: string
  readonly contractId: string
  readonly symbol: string
  readonly name: string
  readonly side: 'buy' | 'sell'
  readonly closes: boolean
  readonly role: 'maker' | 'taker'
  readonly price: string
  readonly volume: string
  readonly fee: string
  readonly feeCoin: string
  readonly realised: string
  readonly at: number
}

const KINDS: readonly ContractOrderKind[] = ['limit', 'market', 'immediate', 'fillOrKill', 'postOnly']
const STATES: readonly ContractOrderState[] = ['attached', 'new', 'filled', 'partlyFilled', 'canceled', 'new', 'expired', 'partlyCanceled']
const TRIGGER_KINDS: readonly TriggerKind[] = ['stopLoss', 'takeProfit', 'rising', 'falling']
const TRIGGER_BYS: readonly TriggerBy[] = ['last', 'mark', 'index']

/** Counted from one on the wire. */
const nth = <Word>(words: readonly Word[], place: unknown): Word | null => words[numberOf(place) - 1] ?? null
const amountOf = (value: unknown): string => textOf(value) || '0'

const attachedPrice = (fields: Fields, leg: 'takeProfit' | 'stopLoss'): string | null =>
  textOrNull(fieldsOf(fieldsOf(fields.otoOrder)?.[leg])?.triggerPrice)

export function readContractOrder(fields: Fields): ContractOrder {
  return {
    orderId: textOf(fields.id),
    contractId: textOf(fields.contractId),
    symbol: textOf(fields.contractName),
    name: textOf(fields.symbol).replaceAll('-', ''),
    side: fields.side === 'SELL' ? 'sell' : 'buy',
    closes: fields.open === 'CLOSE',
    isIsolated: fields.positionType === 2,
    leverage: numberOf(fields.leverageLevel),
    kind: nth(KINDS, fields.type) ?? 'limit',
    priceScale: numberOf(fields.pricePrecision),
    price: amountOf(fields.price),
    averagePrice: amountOf(fields.avgPrice),
    volume: amountOf(fields.volume),
    closesAll: fields.isWholePosition === true,
    filled: amountOf(fields.dealVolume),
    held: amountOf(fields.orderBalance),
    fee: amountOf(fields.tradeFee),
    realised: amountOf(fields.realizedAmount),
    isConditional: fields.isConditionOrder === true,
    triggerPrice: textOrNull(fields.triggerPrice),
    triggerKind: nth(TRIGGER_KINDS, fields.triggerType),
    triggerBy: nth(TRIGGER_BYS, fields.triggerPxType),
    callbackRate: textOrNull(fields.callbackRate),
    callbackValue: textOrNull(fields.callbackValue),
    takeProfit: attachedPrice(fields, 'takeProfit'),
    stopLoss: attachedPrice(fields, 'stopLoss'),
    expireAt: numberOrNull(fields.expireTime),
    state: STATES[numberOf(fields.status)] ?? 'new',
    memo: numberOf(fields.memo),
    source: textOf(fields.source),
    receiptId: textOrNull(fields.liqPositionMsg),
    createdAt: numberOf(fields.ctime),
    updatedAt: numberOf(fields.mtime),
    earlier: readEarlier(fields.amendments),
  }
}

export function readContractTrade(fields: Fields): ContractTrade {
  return {
    tradeId: textOf(fields.id),
    orderId: textOf(fields.orderId),
    contractId: textOf(fields.contractId),
    symbol: textOf(fields.contractName),
    name: textOf(fields.symbol).replaceAll('-', ''),
    side: fields.side === 'SELL' ? 'sell' : 'buy',
    closes: fields.open === 'CLOSE',
    role: fields.role === 'maker' ? 'maker' : 'taker',
    price: amountOf(fields.price),
    volume: amountOf(fields.volume),
    fee: amountOf(fields.fee),
    feeCoin: textOf(fields.feeCoin),
    realised: amountOf(fields.realizedAmount),
    at: numberOf(fields.ctime),
  }
}

const OPEN: ReadonlySet<ContractOrderState> = new Set(['new', 'partlyFilled'])
export const isOpenOrder = (order: ContractOrder): boolean => OPEN.has(order.state)

/** Waits for its trigger. A fired one is in the book or has ended, and keeps its condition only as a memory. */
export const isWaiting = (order: ContractOrder): boolean => order.isConditional && isOpenOrder(order) && !/[1-9]/.test(order.held)

/** Belongs to a position: closes it for gain or against loss. */
export const isProtective = (order: ContractOrder): boolean =>
  order.isConditional && order.closes && (order.triggerKind === 'takeProfit' || order.triggerKind === 'stopLoss')

/** Orders in a list of the line or of a position. */
export const readContractOrders = (rows: unknown): readonly ContractOrder[] => listOf(rows).map(readContractOrder)

/** The order and what happened to it, of a push of the line; undefined for something else. */
export function readOrderEvent(data: unknown): { readonly event: string; readonly order: ContractOrder } | undefined {
  const fields = fieldsOf(data)
  const order = fieldsOf(fields?.order)
  return order === undefined ? undefined : { event: textOf(fields?.event), order: readContractOrder(order) }
}
