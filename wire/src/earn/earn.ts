/** user-web: coins that earn interest. What everybody may see of it is in open.ts. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  asOfField,
  decimal,
  decimalOrNull,
  decPositive,
  historyOf,
  id,
  listOf,
  optional,
  orderKey,
  pageFields,
  pageWithinBound,
  queryInt,
  rangeFields,
  switch01,
} from '../fields.ts'
import {
  earnAssetSchema,
  earnBillSchema,
  earnBillTypeSchema,
  earnOrderSchema,
  earnStatusSchema,
  productSchema,
  productTypeSchema,
  renewalSchema,
} from './types.ts'

const ROOT = '/api/user-web/v1/user-project'
/** 1 spot, 3 the account of savings. */
const account = z.union([z.literal(1), z.literal(3)])

export const earnTotals = call({
  method: 'POST',
  path: `${ROOT}/holdAssets`,
  access: 'user',
  request: z.object({}),
  response: z.object({
    totalU: decimal,
    /** Negative where a value fell. */
    yesterdayU: decimal,
    cumulativeU: decimal,
    fixedU: decimal,
    flexibleU: decimal,
    accruedU: decimal,
  }),
  errors: [],
  summary: 'What is held in savings and what it earned, in USDT.',
})

export const earnAssets = call({
  method: 'POST',
  path: `${ROOT}/financialAssets`,
  access: 'user',
  request: z.object({ coinId: optional(id), type: optional(productTypeSchema), ...pageFields }).check(pageWithinBound),
  response: listOf(earnAssetSchema),
  weight: 2,
  errors: ['COIN_NOT_FOUND'],
  summary: 'What is held in savings, by coin.',
})

export const earnOrders = call({
  method: 'POST',
  path: `${ROOT}/financialOrderList`,
  access: 'user',
  apiKey: 'read',
  request: z
    .object({
      status: optional(earnStatusSchema),
      type: optional(productTypeSchema),
      coinId: optional(id),
      ...rangeFields,
      ...pageFields,
      ...asOfField,
    })
    .check(pageWithinBound),
  response: historyOf(earnOrderSchema),
  weight: 2,
  errors: ['COIN_NOT_FOUND', 'TIME_RANGE_INVALID'],
  summary: "The user's subscriptions, newest first; those that hold (`status` 1) all of them where no time is given.",
})

export const userProducts = call({
  method: 'POST',
  path: `${ROOT}/userFinancialProductList`,
  access: 'user',
  feature: 'financial',
  request: z.object({ type: optional(queryInt(1, 2)), coinId: optional(id) }),
  query: ['type', 'coinId'],
  response: z.array(productSchema),
  errors: ['FEATURE_OFF', 'COIN_NOT_FOUND'],
  summary: 'Products, with what is left of the user’s own quota.',
})

export const purchaseDisplay = call({
  method: 'POST',
  path: `${ROOT}/purchaseDisplay`,
  access: 'user',
  request: z.object({ productId: id }),
  response: z.object({
    product: productSchema,
    /** Of the spot account. */
    balance: decimal,
    financialBalance: decimal,
    min: decimal,
    max: decimal,
    step: decimal,
    userQuotaLeft: decimal,
    kycLevel: z.int(),
    kycOk: switch01,
    interestStart: z.number(),
    expireTime: z.nullable(z.number()),
    agreementUrl: z.nullable(z.string()),
  }),
  errors: ['PRODUCT_NOT_FOUND'],
  summary: 'Bounds of a purchase made now, and when it would begin to earn.',
})

export const estimatedInterest = call({
  method: 'POST',
  path: `${ROOT}/estimatedInterest`,
  access: 'user',
  request: z.object({ productId: id, amount: decPositive }),
  response: z.object({
    perDay: decimal,
    /** Null without a term. */
    total: decimalOrNull,
    annualRate: decimal,
    /** 1: the rate may change. */
    estimated: switch01,
    /** At most the first 60 payments. */
    schedule: z.array(z.object({ time: z.number(), interest: decimal })),
  }),
  errors: ['PRODUCT_NOT_FOUND', 'DECIMAL_SCALE'],
  summary: 'What an amount would earn, by the rule that pays it.',
})

export const purchaseProduct = call({
  method: 'POST',
  path: `${ROOT}/purchaseProject`,
  access: 'user',
  sealed: true,
  feature: 'financial',
  key: 'clientId',
  command: 'purchaseProduct',
  request: z.object({
    productId: id,
    amount: decPositive,
    autoPurchase: optional(renewalSchema),
    payAccount: optional(account),
    agree: optional(switch01),
    clientId: optional(orderKey),
  }),
  response: earnOrderSchema,
  errors: [
    'FEATURE_OFF',
    'PRODUCT_NOT_FOUND',
    'PRODUCT_NOT_ON_SALE',
    'PRODUCT_SOLD_OUT',
    'PURCHASE_RANGE',
    'PURCHASE_STEP',
    'USER_QUOTA',
    'KYC_REQUIRED',
    'TERMS_NOT_ACCEPTED',
    'BALANCE_INSUFFICIENT',
    'EARN_ORDER_LIMIT',
    'ACCOUNT_FROZEN',
    'ACCOUNT_DISABLED',
    'IDEMPOTENCY_CONFLICT',
    'ENGINE_BUSY',
  ],
  summary: 'Purchases a savings product, from the spot account unless another is named. Without `autoPurchase` it is paid out at maturity.',
})

export const redeemDisplay = call({
  method: 'POST',
  path: `${ROOT}/redeemDisplay`,
  access: 'user',
  request: z.object({ orderNo: id, amount: optional(decPositive) }),
  response: z.object({
    orderNo: z.string(),
    principal: decimal,
    max: decimal,
    accruedInterest: decimal,
    forfeited: decimal,
    receive: decimal,
    arrivalTime: z.number(),
    poolLeft: decimalOrNull,
  }),
  errors: ['EARN_ORDER_NOT_FOUND', 'REDEEM_RANGE', 'DECIMAL_SCALE'],
  summary: 'What a redemption of a flexible product made now would bring; without an amount all of it.',
})

export const fixedRedeemDisplay = call({
  method: 'POST',
  path: `${ROOT}/regularRedeemDisplay`,
  access: 'user',
  request: z.object({ orderNo: id }),
  response: z.object({
    orderNo: z.string(),
    principal: decimal,
    accruedInterest: decimal,
    paidInterest: decimal,
    /** Both kinds of interest, where it is early. */
    forfeited: decimal,
    receive: decimal,
    arrivalTime: z.number(),
    early: switch01,
    allowed: switch01,
    expireTime: z.number(),
  }),
  errors: ['EARN_ORDER_NOT_FOUND'],
  summary: 'What a redemption of a fixed product made now would bring.',
})

export const redeem = call({
  method: 'POST',
  path: `${ROOT}/redeem`,
  access: 'user',
  sealed: true,
  key: 'clientId',
  command: 'redeemProduct',
  request: z.object({ orderNo: id, amount: optional(decPositive), toAccount: optional(account), clientId: optional(orderKey) }),
  response: z.object({
    orderNo: z.string(),
    redeemed: decimal,
    interest: decimal,
    forfeited: decimal,
    receive: decimal,
    arrivalTime: z.number(),
    order: earnOrderSchema,
  }),
  errors: [
    'EARN_ORDER_NOT_FOUND',
    'EARN_ORDER_CLOSED',
    'REDEEM_RANGE',
    'EARLY_REDEEM_NOT_ALLOWED',
    'REDEEM_POOL_LIMIT',
    'DECIMAL_SCALE',
    'ACCOUNT_FROZEN',
    'ACCOUNT_DISABLED',
    'IDEMPOTENCY_CONFLICT',
    'ENGINE_BUSY',
  ],
  summary: 'Redeems a savings order at once; only a flexible one in part. The money goes to the spot account unless another is named.',
})

export const earnBills = call({
  method: 'POST',
  path: `${ROOT}/accountBillDetailList`,
  access: 'user',
  apiKey: 'read',
  request: z
    .object({
      type: optional(earnBillTypeSchema),
      coinId: optional(id),
      orderNo: optional(id),
      ...rangeFields,
      ...pageFields,
      ...asOfField,
    })
    .check(pageWithinBound),
  response: historyOf(earnBillSchema),
  weight: 2,
  errors: ['COIN_NOT_FOUND', 'TIME_RANGE_INVALID'],
  summary: 'Purchases, redemptions and interest, newest first; those of one order (`orderNo`) all of them where no time is given.',
})

export const setRenewal = call({
  method: 'POST',
  path: `${ROOT}/adjustAutoPurchase`,
  access: 'user',
  request: z.object({ orderNo: id, autoPurchase: renewalSchema }),
  response: earnOrderSchema,
  errors: ['EARN_ORDER_NOT_FOUND', 'EARN_ORDER_CLOSED', 'AUTO_PURCHASE_LOCKED', 'ACCOUNT_DISABLED', 'ENGINE_BUSY'],
  summary: 'What happens at maturity; can be changed until an hour before it.',
})
