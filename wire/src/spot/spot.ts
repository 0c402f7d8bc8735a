/** user-web: spot trading. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  asOfField,
  decimal,
  decimalOrNull,
  decPositive,
  direction,
  exactlyOne,
  historyOf,
  id,
  optional,
  orderKey,
  outside,
  pageFields,
  pageWithinBound,
  rangeFields,
  switch01,
  symbol,
  text,
  tradeId,
} from '../fields.ts'
import { tickerSchema } from '../market/types.ts'
import { amendedRow, eachOnce, rowsIn } from './amend-rows.ts'
import { placeOrderRequest } from './order-fields.ts'
import { PLACE_ERRORS } from './place-errors.ts'
import { amendmentSchema, pairSchema, spotFillSchema, spotOrderSchema } from './types.ts'

const ROOT = '/api/user-web/v1'
const empty = z.object({})

const placed = z.object({ orderId: z.string(), clientOrderId: z.string(), type: z.string(), status: z.string() })

export const placeOrder = call({
  method: 'POST',
  path: `${ROOT}/order/createOrder`,
  access: 'user',
  apiKey: 'trade',
  key: 'clientOrderId',
  command: 'placeOrder',
  request: placeOrderRequest,
  response: z.object({
    orderId: z.nullable(z.string()),
    clientOrderId: z.string(),
    status: z.string(),
    orderListId: z.nullable(z.string()),
    orders: z.array(placed),
  }),
  orderBucket: true,
  errors: [...PLACE_ERRORS, 'IDEMPOTENCY_CONFLICT', 'RATE_LIMIT_ORDERS'],
  summary: 'Places an order; its client id is the idempotency key.',
})

export const previewOrder = call({
  method: 'POST',
  path: `${ROOT}/order/createOrder/test`,
  access: 'user',
  apiKey: 'trade',
  request: placeOrderRequest,
  response: z.object({
    frozen: decimal,
    frozenCoin: z.string(),
    estFee: decimal,
    feeCoin: z.string(),
    // Fee in the platform coin, and its worth in the quote coin; null for customers paying fees otherwise.
    estDiscountFee: decimalOrNull,
    discountCoin: z.nullable(z.string()),
    estDiscountWorth: decimalOrNull,
    // As above, with the waiting rest filled whole at its price; null without a rest, or where the platform coin pays no fee.
    estWholeDiscountFee: decimalOrNull,
    estWholeDiscountWorth: decimalOrNull,
    // Immediate trade, with value in the quote coin; null without a trade.
    estAvgPrice: decimalOrNull,
    estValue: decimalOrNull,
    estAmount: decimalOrNull,
    // Price bounds for this account while a deposit may be undone or withdrawals rest; null without a bound.
    boundLow: decimalOrNull,
    boundHigh: decimalOrNull,
  }),
  errors: PLACE_ERRORS,
  summary: 'Checks an order and tells what it would hold and cost; nothing is placed.',
})

const AMENDED = ['price', 'amount', 'triggerPrice'] as const

/** An order, and its new values. */
const amendFields = {
  orderId: optional(id),
  clientOrderId: optional(orderKey),
  price: optional(decPositive),
  amount: optional(decPositive),
  triggerPrice: optional(decPositive),
}
type AmendFields = z.output<z.ZodMiniObject<typeof amendFields>>
const amendsSomething = z.refine<AmendFields>((value) => AMENDED.some((field) => value[field] != null), {
  path: ['price'],
  params: { rule: 'required' },
})
const AMEND_ERRORS = ['ORDER_NOT_FOUND', 'ORDER_CLOSED', 'AMEND_NOT_ALLOWED', 'AMEND_NO_CHANGE', 'IDEMPOTENCY_CONFLICT', ...PLACE_ERRORS]

export const amendOrder = call({
  method: 'POST',
  path: `${ROOT}/order/updateOrder`,
  access: 'user',
  apiKey: 'trade',
  key: 'newClientId',
  command: 'amendOrder',
  request: z.object({ ...amendFields, newClientId: optional(orderKey) }).check(exactlyOne(['orderId', 'clientOrderId']), amendsSomething),
  response: z.object({
    orderId: z.string(),
    clientOrderId: z.string(),
    status: z.string(),
    priorityKept: switch01,
    price: decimalOrNull,
    amount: decimalOrNull,
    replacedOrderId: z.nullable(z.string()),
  }),
  orderBucket: true,
  errors: [...AMEND_ERRORS, 'RATE_LIMIT_ORDERS'],
  summary: 'Changes price or amount; a smaller amount keeps the place in the queue, anything else is an atomic replace.',
})

export const amendOrders = call({
  method: 'POST',
  path: `${ROOT}/order/updateOrders`,
  access: 'user',
  apiKey: 'trade',
  key: 'newClientId',
  command: 'amendOrders',
  request: z.object({
    symbol,
    orders: eachOnce(z.object(amendFields).check(exactlyOne(['orderId', 'clientOrderId']), amendsSomething)),
    newClientId: optional(orderKey),
  }),
  response: z.object({ list: z.array(amendedRow) }),
  orderBucket: rowsIn,
  errors: ['PAIR_NOT_FOUND', ...AMEND_ERRORS, 'RATE_LIMIT_ORDERS'],
  summary: 'Changes up to 20 orders of a pair in one step, each replaced or refused by itself, in the order given.',
})

export const cancelOrders = call({
  method: 'POST',
  path: `${ROOT}/order/revocationOrder`,
  access: 'user',
  apiKey: 'trade',
  cancels: true,
  request: z
    .object({
      orderId: optional(id),
      clientOrderId: optional(orderKey),
      orderListId: optional(id),
      orderIds: optional(z.array(id).check(z.minLength(1), z.maxLength(50))),
      all: optional(z.literal(1)),
      symbol: optional(symbol),
    })
    .check(
      exactlyOne(['orderId', 'clientOrderId', 'orderListId', 'orderIds', 'all']),
      z.refine((value) => value.symbol == null || value.all === 1, { path: ['symbol'], params: { rule: 'exclusive' } }),
    ),
  response: z.object({
    list: z.array(
      z.object({
        orderId: z.string(),
        // Null for an id without an order by this user.
        clientOrderId: z.nullable(z.string()),
        symbol: z.nullable(z.string()),
        result: switch01,
        code: z.string(),
        status: z.string(),
      }),
    ),
  }),
  errors: ['ORDER_NOT_FOUND', 'ORDER_CLOSED', 'PAIR_NOT_FOUND', 'PAIR_BUSY', 'ENGINE_BUSY'],
  summary: 'Cancels one order, an order list, up to fifty orders, or all of them.',
})

export const orderList = call({
  method: 'POST',
  path: `${ROOT}/order/exchangeOrderList`,
  access: 'user',
  apiKey: 'read',
  request: z
    .object({
      state: optional(z.union([z.literal(0), z.literal(1), z.literal(2)])),
      symbol: optional(symbol),
      coinSymbol: optional(text(0, 20)),
      baseSymbol: optional(text(0, 20)),
      direction: optional(direction),
      types: optional(z.array(outside(64)).check(z.maxLength(20))),
      statuses: optional(z.array(outside(64)).check(z.maxLength(20))),
      orderId: optional(id),
      clientOrderId: optional(orderKey),
      orderListId: optional(id),
      /** Ours: 1 = an amended order is a single row with its story; replaced orders are left out. */
      joinAmended: optional(switch01),
      ...asOfField,
      ...pageFields,
      ...rangeFields,
    })
    .check(pageWithinBound),
  response: historyOf(
    z.extend(spotOrderSchema, {
      /** With `joinAmended`: the newest 20 at most, oldest first. */
      amendments: z.optional(z.array(amendmentSchema)),
    }),
  ),
  weight: 2,
  errors: ['TIME_RANGE_INVALID'],
  summary: "The user's orders, newest first; `asOf` of the first page keeps the following ones steady while orders arrive.",
})

export const orderDetail = call({
  method: 'GET',
  path: `${ROOT}/order/detail`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ orderId: optional(id), clientOrderId: optional(orderKey) }).check(exactlyOne(['orderId', 'clientOrderId'])),
  response: z.extend(spotOrderSchema, {
    detail: z.array(spotFillSchema),
    /** Ours: what it was before; the newest 20 at most, oldest first. */
    amendments: z.array(amendmentSchema),
    events: z.array(z.object({ time: z.number(), kind: z.string(), text: z.string() })),
  }),
  errors: ['ORDER_NOT_FOUND'],
  summary: 'One order with its fills and what happened to it.',
})

export const cancelAllAfter = call({
  method: 'POST',
  path: `${ROOT}/order/cancelAllAfter`,
  access: 'user',
  apiKey: 'trade',
  cancels: true,
  request: z.object({
    timeout: z.int().check(
      z.refine((value) => value === 0 || value >= 5000, { params: { rule: 'min' } }),
      z.maximum(600_000),
    ),
    symbol: optional(symbol),
  }),
  response: z.object({ triggerTime: z.nullable(z.number()) }),
  errors: ['PAIR_NOT_FOUND', 'ENGINE_BUSY'],
  summary: 'Cancels all orders after a time unless called again; 0 switches it off.',
})

export const userTrades = call({
  method: 'POST',
  path: `${ROOT}/user-trade/v1/trades`,
  access: 'user',
  apiKey: 'read',
  request: z
    .object({
      symbol: optional(symbol),
      orderId: optional(id),
      direction: optional(direction),
      fromTradeId: optional(tradeId),
      ...asOfField,
      ...pageFields,
      ...rangeFields,
    })
    .check(pageWithinBound),
  response: historyOf(spotFillSchema),
  weight: 2,
  errors: ['ORDER_NOT_FOUND', 'TIME_RANGE_INVALID'],
  summary: "The user's fills, newest first.",
})

export const orderExport = call({
  method: 'POST',
  path: `${ROOT}/order/export`,
  access: 'user',
  request: z
    .object({
      kind: z.enum(['spotOrder', 'spotTrade', 'flashOrder', 'financialOrder']),
      symbol: optional(symbol),
      timezone: optional(text(1, 64)),
      ...rangeFields,
    })
    .check(
      // Conversions and savings have no pair: a file with every row would pass for rows from the asked pair.
      z.refine(({ kind, symbol: pair }) => pair == null || kind === 'spotOrder' || kind === 'spotTrade', {
        path: ['symbol'],
        params: { rule: 'exclusive' },
      }),
    ),
  response: z.string(),
  weight: 10,
  errors: ['EXPORT_TOO_LARGE', 'TIME_RANGE_INVALID', 'PAIR_NOT_FOUND'],
  summary: 'Orders, fills, conversions or savings orders as a CSV file, newest first; `symbol` is for orders and fills of spot.',
})

const groups = z.array(
  z.object({ id: z.string(), groupName: z.string(), groupStatus: switch01, sort: z.int(), symbols: z.array(z.string()) }),
)

export const exchangeGroups = call({
  method: 'GET',
  path: `${ROOT}/group/getExchangeGroup`,
  access: 'user',
  request: empty,
  response: groups,
  errors: [],
  summary: 'Groups of pairs.',
})

export const exchangeGroupsOpen = call({
  method: 'GET',
  path: `${ROOT}/open/group/getExchangeGroup`,
  access: 'visitor',
  request: empty,
  response: groups,
  errors: [],
  summary: 'Groups of pairs, for visitors.',
})

export const pairs = call({
  method: 'GET',
  path: `${ROOT}/exchange-coin/exchangeCoinList`,
  access: 'user',
  apiKey: 'read',
  request: empty,
  response: z.array(pairSchema),
  errors: [],
  summary: "Pairs with the user's favourites marked.",
})

export const pairsOpen = call({
  method: 'GET',
  path: `${ROOT}/open/exchange-coin/exchangeCoinList`,
  access: 'visitor',
  request: empty,
  response: z.array(pairSchema),
  errors: [],
  summary: 'Pairs, for visitors.',
})

export const allPrices = call({
  method: 'GET',
  path: `${ROOT}/exchange-coin/exchangeCoinAllPrice`,
  access: 'optional',
  request: empty,
  response: z.array(tickerSchema),
  errors: [],
  summary: 'Tickers of all shown pairs.',
})

export const favorites = call({
  method: 'GET',
  path: `${ROOT}/exchange-coin/userExchangeCoinTypeList/1`,
  access: 'user',
  request: empty,
  response: z.array(z.object({ exchangeCoinId: z.string(), symbol: z.string(), sort: z.int() })),
  errors: [],
  summary: "The user's favourite spot pairs.",
})

const favoriteRequest = z.object({ symbol, type: optional(z.literal(1)) })
const favoriteResponse = z.object({ symbol: z.string(), isFavorite: switch01 })

export const addFavorite = call({
  method: 'POST',
  path: `${ROOT}/exchange-coin/addUserExchangeCoinType`,
  access: 'user',
  request: favoriteRequest,
  response: favoriteResponse,
  errors: ['PAIR_NOT_FOUND', 'FAVORITE_LIMIT'],
  summary: 'Marks a pair as favourite; repeating is no error.',
})

export const removeFavorite = call({
  method: 'POST',
  path: `${ROOT}/exchange-coin/canalUserExchangeCoinType`,
  access: 'user',
  request: favoriteRequest,
  response: favoriteResponse,
  errors: ['PAIR_NOT_FOUND'],
  summary: 'Removes a favourite; repeating is no error.',
})

export const myRates = call({
  method: 'GET',
  path: `${ROOT}/fee/myRates`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ symbol: optional(symbol) }),
  response: z.array(
    z.object({
      symbol: z.string(),
      buyFee: decimal,
      sellFee: decimal,
      makerFee: decimalOrNull,
      takerFee: decimalOrNull,
      volume30d: decimal,
    }),
  ),
  errors: ['PAIR_NOT_FOUND'],
  summary: "The user's fee rates by pair.",
})
