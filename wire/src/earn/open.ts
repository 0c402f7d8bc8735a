/** user-web: what everybody may see of savings. */
import * as z from 'zod/mini'
import { coinSchema } from '../assets/types.ts'
import { call } from '../call.ts'
import { decimal, id, optional, rangeFields, switch01, switch12, text } from '../fields.ts'
import { productSchema, productTypeSchema, rateTiersSchema, rateTypeSchema } from './types.ts'

const ROOT = '/api/user-web/v1/open/user-project'
const empty = z.object({})
const textOrNull = z.nullable(z.string())

export const earnConfiguration = call({
  method: 'POST',
  path: `${ROOT}/getFunctionalConfiguration`,
  access: 'visitor',
  request: empty,
  response: z.object({ financialSwitch: switch12, isRealname: switch01, isDisplayAssets: switch01, isDisplayBackground: switch01 }),
  errors: [],
  summary: 'Whether savings are open, and what their page shows.',
})

export const earnBackgrounds = call({
  method: 'POST',
  path: `${ROOT}/getBackgroundImageConfiguration`,
  access: 'visitor',
  request: empty,
  response: z.object({ dayUrl: textOrNull, nightUrl: textOrNull, mobileDayUrl: textOrNull, mobileNightUrl: textOrNull }),
  errors: [],
  summary: 'Background pictures of the savings page.',
})

export const productGroups = call({
  method: 'POST',
  path: `${ROOT}/groupedProductList`,
  access: 'optional',
  feature: 'financial',
  request: z.object({
    coinId: optional(id),
    type: optional(productTypeSchema),
    termDays: optional(z.int().check(z.minimum(0))),
    rateType: optional(rateTypeSchema),
    keyword: optional(text(0, 64)),
  }),
  response: z.array(
    z.object({
      coinId: z.string(),
      coinName: z.string(),
      iconUrl: textOrNull,
      /** Tiers count. */
      maxAnnualRate: decimal,
      minAnnualRate: decimal,
      products: z.array(productSchema),
    }),
  ),
  errors: ['FEATURE_OFF', 'COIN_NOT_FOUND'],
  summary: 'Products by coin that are on sale, wait for their start, are suspended or sold out; `keyword` is a part of a name.',
})

export const productFilters = call({
  method: 'POST',
  path: `${ROOT}/getProductFilterOptions`,
  access: 'visitor',
  request: empty,
  response: z.object({
    coins: z.array(z.object({ coinId: z.string(), coinName: z.string() })),
    types: z.array(z.int()),
    rateTypes: z.array(z.int()),
    terms: z.array(z.int()),
    statuses: z.array(z.int()),
  }),
  errors: [],
  summary: 'Filter values of the listed products.',
})

export const productCoins = call({
  method: 'POST',
  path: `${ROOT}/tenantCurrencyCoinList`,
  access: 'visitor',
  request: empty,
  response: z.array(coinSchema),
  errors: [],
  summary: 'Coins that have a listed product.',
})

export const rateHistory = call({
  method: 'POST',
  path: `${ROOT}/rateHistory`,
  access: 'visitor',
  request: z.object({ productId: id, ...rangeFields }),
  response: z.array(
    z.object({
      day: z.string(),
      /** Of the first part of a principal. */
      annualRate: decimal,
      tiers: rateTiersSchema,
    }),
  ),
  weight: 2,
  errors: ['PRODUCT_NOT_FOUND', 'TIME_RANGE_INVALID'],
  summary: 'The rate of each UTC day (YYYY-MM-DD) with its brackets, so that a line of interest can be computed again.',
})
