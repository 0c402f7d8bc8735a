/** Request fields that calls of the futures host share. */
import * as z from 'zod/mini'
import { decPositive, id, ms, optional } from '../fields.ts'

const ROWS_MAX = 10_000

export const coPageFields = {
  page: optional(z.int().check(z.minimum(1), z.maximum(ROWS_MAX))),
  limit: optional(z.int().check(z.minimum(1), z.maximum(100))),
} as const

/** `page × limit` has a bound: whoever needs more asks for a narrower range. */
export const coPageWithinBound = z.refine<{ page?: number | null | undefined; limit?: number | null | undefined }>(
  ({ page, limit }) => (page ?? 1) * (limit ?? 20) <= ROWS_MAX,
  { path: ['page'], params: { rule: 'max' } },
)

/** Inclusive, ms; without them all there is. Their order and span are business checks (TIME_RANGE_INVALID). */
export const coRangeFields = { beginTime: optional(ms), endTime: optional(ms) } as const

/** Margin coin, as coins are called. */
export const marginCoin = z.string().check(z.trim(), z.regex(/^[A-Z0-9]{1,20}$/))

/** 1 cross, 2 isolated. */
export const marginModel = z.union([z.literal(1), z.literal(2)])
/** 1 one-way, 2 hedge. */
export const positionModel = z.union([z.literal(1), z.literal(2)])
/** Days that a conditional order lives. */
export const expireDays = z.union([z.literal(1), z.literal(7), z.literal(14), z.literal(30)])
/** 1 last, 2 mark, 3 index. */
export const triggerPxType = z.union([z.literal(1), z.literal(2), z.literal(3)])
/** 1 limit, 2 market, 3 IOC, 4 FOK, 5 post-only. */
export const coOrderType = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

const tpslFields = {
  /** 1 stop loss, 2 take profit. */
  triggerType: z.union([z.literal(1), z.literal(2)]),
  triggerPrice: decPositive,
  triggerPxType: optional(triggerPxType),
  /** 1 limit, 2 market. */
  type: optional(z.union([z.literal(1), z.literal(2)])),
  price: optional(decPositive),
} as const

const limitHasPrice = z.check<{ readonly type?: 1 | 2 | null | undefined; readonly price?: string | null | undefined }>((context) => {
  const { type, price } = context.value
  if ((type === 1) === (price != null)) return
  const rule = type === 1 ? 'required' : 'exclusive'
  context.issues.push({ code: 'custom', input: context.value, path: ['price'], params: { rule } })
})

const onePerKind = z.refine<readonly { readonly triggerType: 1 | 2 }[]>(
  (orders) => new Set(orders.map(({ triggerType }) => triggerType)).size === orders.length,
  { params: { rule: 'exclusive' } },
)

/** What is attached to an order: it is about all that the order opens. */
export const attachedTpsl = z.array(z.strictObject(tpslFields).check(limitHasPrice)).check(z.minLength(1), z.maxLength(2), onePerKind)

/** Of a position: without a volume about the whole of it. */
export const positionTpsl = z
  .array(z.strictObject({ ...tpslFields, volume: optional(decPositive) }).check(limitHasPrice))
  .check(z.minLength(1), z.maxLength(2), onePerKind)
export type TpslRequest = z.output<typeof positionTpsl>[number]

export const contractFilter = { contractId: optional(id) } as const
