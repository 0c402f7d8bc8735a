/** The futures host: orders of a customer. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { asOfField, decimal, decPositive, direction, exactlyOne, id, optional, orderKey, switch01 } from '../fields.ts'
import { amendedRow, eachOnce, rowsIn } from '../spot/amend-rows.ts'
import { amendmentSchema } from '../spot/types.ts'
import { contractFilter, coOrderType, coPageFields, coPageWithinBound, coRangeFields, positionTpsl } from './fields.ts'
import { coOrderRequest } from './order-fields.ts'
import { coOrderSchema, coTradeSchema } from './types.ts'

const ROOT = '/fe-co-api/order'

/** A list from history; `rebuilding` tells the percent made so far. */
const fromHistory = { count: z.int(), asOf: z.optional(z.int()), rebuilding: z.optional(z.int()) } as const
const orderRows = z.object({ ...fromHistory, orderList: z.array(coOrderSchema) })
const amendments = z.array(amendmentSchema)
const tradeRows = z.object({ ...fromHistory, tradeHisList: z.array(coTradeSchema) })

const CHECKS = [
  'CONTRACT_NOT_FOUND',
  'CONTRACT_DISABLED',
  'CONTRACT_HALTED',
  'PAIR_BUSY',
  'CONTRACT_NOT_OPENED',
  'TRADING_DISABLED',
  'ACCOUNT_FROZEN',
  'POSITION_IN_LIQUIDATION',
  'MARGIN_MODE_MISMATCH',
  'LEVERAGE_MISMATCH',
  'CO_PRICE_TICK',
  'CO_PRICE_RANGE',
  'CO_VOLUME_STEP',
  'CO_VOLUME_RANGE',
  'CO_NOTIONAL_MIN',
  'LEVERAGE_TIER_LIMIT',
  'CO_TRIGGER_WOULD_FIRE',
  'TPSL_PRICE_INVALID',
  'NOTHING_TO_CLOSE',
  'CO_ORDER_LIMIT',
  'MARGIN_INSUFFICIENT',
  'WOULD_LIQUIDATE',
  'CO_POST_ONLY_WOULD_TAKE',
  'CO_NO_LIQUIDITY',
  'INDEX_UNAVAILABLE',
  'STP_MODE_UNSUPPORTED',
  'TRAILING_DELTA_RANGE',
  'KYC_REQUIRED',
  'FEATURE_OFF',
  'ENGINE_BUSY',
] as const

const TRADES = { access: 'user', apiKey: 'futures', sealed: 'digest', feature: 'contract' } as const
const CANCELS = { access: 'user', apiKey: 'futures', cancels: true, feature: 'contract' } as const
const READS = { access: 'user', apiKey: 'read', feature: 'contract' } as const
const KEY_ERRORS = ['IDEMPOTENCY_CONFLICT', 'FEATURE_OFF', 'ENGINE_BUSY'] as const

const placedOne = z.object({ orderId: z.string(), clientOrderId: z.string(), status: z.int() })

export const createOrder = call({
  method: 'POST',
  path: `${ROOT}/order_create`,
  ...TRADES,
  key: 'clientOrderId',
  command: 'placeContractOrder',
  request: coOrderRequest,
  response: z.object({
    orderId: z.string(),
    clientOrderId: z.string(),
    status: z.int(),
    volume: decimal,
    /** Of what is attached. */
    ids: z.array(z.string()),
  }),
  orderBucket: true,
  errors: [...CHECKS, 'IDEMPOTENCY_CONFLICT', 'RATE_LIMIT_ORDERS'],
  summary: 'Places a contract order; its client id is the idempotency key.',
})

export const previewCoOrder = call({
  method: 'POST',
  path: `${ROOT}/order_preview`,
  ...READS,
  request: coOrderRequest,
  response: z.object({
    cost: decimal,
    openFee: decimal,
    closeFee: decimal,
    initialMargin: decimal,
    maxVolume: decimal,
    /** "0" = none. */
    reducePrice: decimal,
    bankruptcyPrice: decimal,
    estAvgPrice: decimal,
    marginRateAfter: decimal,
    tier: z.int(),
    /**
     * Ours: part of the cost that a market order sets aside for slippage. The part returns after a fill at `estAvgPrice`, the price behind
     * margin and fees. "0" for orders with a limit price.
     */
    returnAmount: decimal,
  }),
  errors: CHECKS,
  summary: 'Checks an order and tells what it would reserve and lead to; nothing is placed.',
})

const UPDATED = ['price', 'volume', 'triggerPrice'] as const

const updateFields = {
  orderId: id,
  price: optional(decPositive),
  /** The new total. */
  volume: optional(decPositive),
  triggerPrice: optional(decPositive),
}
type UpdateFields = z.output<z.ZodMiniObject<typeof updateFields>>
const updatesSomething = z.refine<UpdateFields>((value) => UPDATED.some((field) => value[field] != null), {
  path: ['price'],
  params: { rule: 'required' },
})
const UPDATE_ERRORS = ['CO_ORDER_NOT_FOUND', 'CO_ORDER_CLOSED', 'AMEND_NOT_ALLOWED', 'AMEND_NO_CHANGE', ...CHECKS, 'IDEMPOTENCY_CONFLICT']

export const updateOrder = call({
  method: 'POST',
  path: `${ROOT}/order_update`,
  ...TRADES,
  key: 'newClientId',
  command: 'amendOrder',
  request: z.object({ ...updateFields, contractId: id, newClientId: optional(orderKey) }).check(updatesSomething),
  response: z.object({
    orderId: z.string(),
    clientOrderId: z.string(),
    status: z.int(),
    priorityKept: switch01,
    replacedOrderId: z.nullable(z.string()),
  }),
  orderBucket: true,
  errors: [...UPDATE_ERRORS, 'RATE_LIMIT_ORDERS'],
  summary: 'Changes price or volume; a smaller volume keeps the place in the queue, anything else is an atomic replace.',
})

export const updateOrders = call({
  method: 'POST',
  path: `${ROOT}/order_update_many`,
  ...TRADES,
  key: 'newClientId',
  command: 'amendOrders',
  request: z.object({
    contractId: id,
    orders: eachOnce(z.object(updateFields).check(updatesSomething)),
    newClientId: optional(orderKey),
  }),
  response: z.object({ list: z.array(amendedRow) }),
  orderBucket: rowsIn,
  errors: [...UPDATE_ERRORS, 'RATE_LIMIT_ORDERS'],
  summary: 'Changes up to 20 orders of a contract in one step, each replaced or refused by itself, in the order given.',
})

export const cancelOrder = call({
  method: 'POST',
  path: `${ROOT}/order_cancel`,
  ...CANCELS,
  request: z
    .object({
      contractId: id,
      orderId: optional(id),
      clientOrderId: optional(orderKey),
      /** True for an order waiting on a condition. */
      isConditionOrder: optional(z.boolean()),
    })
    .check(exactlyOne(['orderId', 'clientOrderId'])),
  response: z.object({ orderId: z.string(), status: z.int() }),
  errors: ['CO_ORDER_NOT_FOUND', 'CO_ORDER_CLOSED', 'PAIR_BUSY', 'FEATURE_OFF', 'ENGINE_BUSY'],
  summary: 'Cancels one order.',
})

export const cancelAll = call({
  method: 'POST',
  path: `${ROOT}/cancel_all`,
  ...CANCELS,
  request: z.object({ ...contractFilter, isConditionOrder: optional(z.boolean()) }),
  response: z.object({ count: z.int() }),
  errors: ['CONTRACT_NOT_FOUND', 'FEATURE_OFF', 'ENGINE_BUSY'],
  summary: 'Cancels the orders of a contract, or of all; those that wait for a condition, those that do not, or both.',
})

export const cancelAllAfterCo = call({
  method: 'POST',
  path: `${ROOT}/cancel_all_after`,
  ...CANCELS,
  request: z.object({
    timeout: z.int().check(
      z.refine((value) => value === 0 || value >= 5000, { params: { rule: 'min' } }),
      z.maximum(600_000),
    ),
    ...contractFilter,
  }),
  response: z.object({ triggerTime: z.nullable(z.number()) }),
  errors: ['CONTRACT_NOT_FOUND', 'FEATURE_OFF', 'ENGINE_BUSY'],
  summary: 'Cancels all contract orders after a time unless called again; 0 switches it off.',
})

export const createTpsl = call({
  method: 'POST',
  path: `${ROOT}/order_tpsl_create`,
  ...TRADES,
  key: 'clientOrderId',
  command: 'placePositionTpsl',
  request: z.object({ positionId: id, orders: positionTpsl, clientOrderId: optional(orderKey) }),
  response: z.object({ ids: z.array(z.string()) }),
  orderBucket: true,
  errors: [
    'POSITION_NOT_FOUND',
    'TPSL_PRICE_INVALID',
    'CO_PRICE_TICK',
    'CO_PRICE_RANGE',
    'CO_TRIGGER_WOULD_FIRE',
    'CO_VOLUME_STEP',
    'CO_VOLUME_RANGE',
    'CO_ORDER_LIMIT',
    'POSITION_IN_LIQUIDATION',
    'CONTRACT_NOT_OPENED',
    'CONTRACT_HALTED',
    'CONTRACT_DISABLED',
    'TRADING_DISABLED',
    'ACCOUNT_FROZEN',
    'INDEX_UNAVAILABLE',
    ...KEY_ERRORS,
    'RATE_LIMIT_ORDERS',
  ],
  summary: 'Take profit, stop loss or both for a position; with both, the first to fire ends the other.',
})

export const tpslOfPosition = call({
  method: 'POST',
  path: `${ROOT}/take_profit_stop_loss`,
  ...READS,
  request: z.object({ positionId: id }),
  response: z.object({ count: z.int(), orderList: z.array(coOrderSchema) }),
  errors: ['POSITION_NOT_FOUND', 'FEATURE_OFF'],
  summary: 'Live take-profit and stop-loss orders of a position.',
})

export const cancelTpsl = call({
  method: 'POST',
  path: `${ROOT}/order_tpsl_cancel`,
  ...CANCELS,
  request: z.object({ contractId: id, ids: z.array(id).check(z.minLength(1), z.maxLength(20)) }),
  response: z.object({ count: z.int() }),
  errors: ['CO_ORDER_NOT_FOUND', 'FEATURE_OFF', 'ENGINE_BUSY'],
  summary: 'Cancels take-profit and stop-loss orders.',
})

const ofPosition = z.object({ positionId: id, clientOrderId: optional(orderKey) })
const MARKET_ERRORS = [
  'POSITION_NOT_FOUND',
  'CO_NO_LIQUIDITY',
  'POSITION_IN_LIQUIDATION',
  'CONTRACT_NOT_OPENED',
  'CONTRACT_HALTED',
  'CONTRACT_DISABLED',
  'TRADING_DISABLED',
  'ACCOUNT_FROZEN',
  ...KEY_ERRORS,
  'RATE_LIMIT_ORDERS',
] as const

export const lightClose = call({
  method: 'POST',
  path: `${ROOT}/light_close`,
  ...TRADES,
  key: 'clientOrderId',
  command: 'placeContractOrder',
  request: ofPosition,
  response: placedOne,
  orderBucket: true,
  errors: MARKET_ERRORS,
  summary: 'Closes the whole position at market; its take-profit and stop-loss orders end.',
})

export const reversePosition = call({
  method: 'POST',
  path: `${ROOT}/reverse_position`,
  ...TRADES,
  key: 'clientOrderId',
  command: 'placeContractOrder',
  request: ofPosition,
  response: placedOne,
  orderBucket: true,
  errors: [...MARKET_ERRORS, 'POSITION_MODE_LOCKED', 'MARGIN_INSUFFICIENT', 'LEVERAGE_TIER_LIMIT', 'WOULD_LIQUIDATE', 'INDEX_UNAVAILABLE'],
  summary: 'One market order of twice the volume, closing and then opening, whole or not at all.',
})

export const closeAllPositions = call({
  method: 'POST',
  path: `${ROOT}/close_all_position`,
  ...TRADES,
  key: 'clientId',
  command: 'placeContractOrder',
  request: z.object({ ...contractFilter, clientId: optional(orderKey) }),
  response: z.object({
    list: z.array(
      z.object({
        positionId: z.string(),
        orderId: z.nullable(z.string()),
        /** 1 closed, 0 not; `code` says why. */
        result: switch01,
        code: z.string(),
      }),
    ),
  }),
  orderBucket: true,
  errors: ['NOTHING_TO_CLOSE', 'CONTRACT_NOT_FOUND', 'CONTRACT_NOT_OPENED', ...KEY_ERRORS, 'RATE_LIMIT_ORDERS'],
  summary: 'Closes every position at market, or those of a contract.',
})

const liveRequest = z.object({ ...contractFilter, ...coPageFields }).check(coPageWithinBound)

export const currentOrders = call({
  method: 'POST',
  path: `${ROOT}/current_order_list`,
  ...READS,
  request: liveRequest,
  response: orderRows,
  weight: 2,
  errors: ['CONTRACT_NOT_FOUND', 'FEATURE_OFF'],
  summary: 'Open orders, newest first; without those that wait for their condition.',
})

export const triggerOrders = call({
  method: 'POST',
  path: `${ROOT}/trigger_order_list`,
  ...READS,
  request: liveRequest,
  response: orderRows,
  weight: 2,
  errors: ['CONTRACT_NOT_FOUND', 'FEATURE_OFF'],
  summary: 'Orders that wait for their condition, take profit and stop loss included, newest first.',
})

export const historyOrders = call({
  method: 'POST',
  path: `${ROOT}/history_order_list`,
  ...READS,
  request: z
    .object({
      ...contractFilter,
      isConditionOrder: optional(z.boolean()),
      status: optional(z.int()),
      type: optional(coOrderType),
      side: optional(direction),
      /** Ours: 1 = an amended order is a single row with its story; replaced orders are left out. */
      joinAmended: optional(switch01),
      ...coRangeFields,
      ...coPageFields,
      ...asOfField,
    })
    .check(coPageWithinBound),
  response: z.object({
    ...fromHistory,
    /** `amendments` with `joinAmended`: the newest 20 at most, oldest first. */
    orderList: z.array(z.extend(coOrderSchema, { amendments: z.optional(amendments) })),
  }),
  weight: 2,
  errors: ['CONTRACT_NOT_FOUND', 'TIME_RANGE_INVALID', 'FEATURE_OFF'],
  summary: 'Ended orders, newest first.',
})

export const coTrades = call({
  method: 'POST',
  path: `${ROOT}/his_trade_list`,
  ...READS,
  request: z.object({ ...contractFilter, ...coRangeFields, ...coPageFields, ...asOfField }).check(coPageWithinBound),
  response: tradeRows,
  weight: 2,
  errors: ['CONTRACT_NOT_FOUND', 'TIME_RANGE_INVALID', 'FEATURE_OFF'],
  summary: "The user's fills, newest first.",
})

export const tradesOfOrder = call({
  method: 'POST',
  path: `${ROOT}/get_trade_info`,
  ...READS,
  request: z.object({ contractId: id, orderId: id }),
  /** Ours: `amendments` says what it was before; the newest 20 at most, oldest first. */
  response: z.extend(tradeRows, { amendments }),
  weight: 2,
  errors: ['CO_ORDER_NOT_FOUND', 'FEATURE_OFF'],
  summary: 'Fills of one order, oldest first.',
})

export const orderCounts = call({
  method: 'POST',
  path: `${ROOT}/get_user_order_count`,
  access: 'user',
  feature: 'contract',
  request: z.object(contractFilter),
  response: z.object({ currentCount: z.int(), triggerCount: z.int(), positionCount: z.int() }),
  errors: ['CONTRACT_NOT_FOUND', 'FEATURE_OFF'],
  summary: 'How many open orders, waiting orders and positions there are.',
})
