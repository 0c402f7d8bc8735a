/** Rows of savings. */
import * as z from 'zod/mini'
import { decimal, decimalOrNull, switch01 } from '../fields.ts'
import { named } from '../named.ts'

const textOrNull = z.nullable(z.string())
const timeOrNull = z.nullable(z.number())

/** 1 fixed term, 2 flexible. */
export const productTypeSchema = z.union([z.literal(1), z.literal(2)])
/** 1 fixed, 2 current. */
export const rateTypeSchema = z.union([z.literal(1), z.literal(2)])
/** 1 daily, 2 at the end. */
const payoutModeSchema = z.union([z.literal(1), z.literal(2)])
/** At maturity: 0 pay out, 1 renew the principal, 2 renew principal and interest. */
export const renewalSchema = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** 0 failed, 1 holding, 2 redeemed or matured. */
export const earnStatusSchema = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** 1 purchase, 2 redemption, 3 interest. */
export const earnBillTypeSchema = z.union([z.literal(1), z.literal(2), z.literal(3)])

/** Rates by parts of the principal, rising; the last one has no upper end. */
export const rateTiersSchema = z.array(z.object({ upTo: decimalOrNull, annualRate: decimal }))

export const productSchema = named(
  'Product',
  z.object({
    id: z.string(),
    name: z.string(),
    coinId: z.string(),
    coinName: z.string(),
    iconUrl: textOrNull,
    type: productTypeSchema,
    rateType: rateTypeSchema,
    /** 0: flexible. */
    termDays: z.int(),
    annualRate: decimal,
    tiers: rateTiersSchema,
    sevenDayRate: decimalOrNull,
    totalQuota: decimal,
    soldQuota: decimal,
    leftQuota: decimal,
    userMin: decimal,
    /** "0": no bound. */
    userMax: decimal,
    step: decimal,
    /** Null for visitors. */
    userQuotaLeft: decimalOrNull,
    startTime: z.number(),
    endTime: timeOrNull,
    interestStart: z.number(),
    payoutMode: payoutModeSchema,
    earlyRedeem: switch01,
    redeemPoolLeft: decimalOrNull,
    /** 1: can be renewed. */
    autoPurchase: switch01,
    isRealname: switch01,
    requiredKycLevel: z.int(),
    /** 0 not released, 1 on sale, 2 waiting, 3 suspended, 4 off the shelf, 5 sold out, 6 ended. */
    status: z.int(),
    agreementUrl: textOrNull,
    sort: z.int(),
  }),
)
export type Product = z.output<typeof productSchema>

export const earnOrderSchema = named(
  'EarnOrder',
  z.object({
    orderNo: z.string(),
    productId: z.string(),
    productName: z.string(),
    coinId: z.string(),
    coinName: z.string(),
    type: productTypeSchema,
    rateType: rateTypeSchema,
    annualRate: decimal,
    principal: decimal,
    /** Of finished UTC days, not yet paid. */
    accruedInterest: decimal,
    paidInterest: decimal,
    termDays: z.int(),
    startTime: z.number(),
    interestStart: z.number(),
    expireTime: timeOrNull,
    redeemTime: timeOrNull,
    payoutMode: payoutModeSchema,
    autoPurchase: renewalSchema,
    status: earnStatusSchema,
    redeemType: z.nullable(z.enum(['mature', 'early', 'flexible'])),
    createTime: z.number(),
  }),
)
export type EarnOrder = z.output<typeof earnOrderSchema>

/** All that a customer holds of one coin in savings; `available` is the free balance of the account. */
export const earnAssetSchema = named(
  'EarnAsset',
  z.object({
    coinId: z.string(),
    coinName: z.string(),
    principal: decimal,
    flexible: decimal,
    fixed: decimal,
    available: decimal,
    accruedInterest: decimal,
    paidInterest: decimal,
    yesterdayInterest: decimal,
    valueU: decimal,
  }),
)
export type EarnAsset = z.output<typeof earnAssetSchema>

/** `amount` is signed as the paying account saw it. */
export const earnBillSchema = named(
  'EarnBill',
  z.object({
    id: z.string(),
    type: earnBillTypeSchema,
    coinId: z.string(),
    coinName: z.string(),
    amount: decimal,
    orderNo: z.string(),
    productName: z.string(),
    createTime: z.number(),
  }),
)
export type EarnBill = z.output<typeof earnBillSchema>
