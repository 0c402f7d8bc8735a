/** Which fields an order type takes (the API's table), as data and as a check of a request. */
import * as z from 'zod/mini'
import { decPositive, direction, ms, optional, orderKey, symbol, text } from '../fields.ts'
import { named } from '../named.ts'

const termsFields = {
  type: text(0, 32),
  price: optional(decPositive),
  amount: optional(decPositive),
  turnover: optional(decPositive),
  triggerPrice: optional(decPositive),
  triggerLimitPrice: optional(decPositive),
  timeInForce: optional(text(0, 8)),
  expireTime: optional(ms),
  trailingDelta: optional(z.int()),
  activationPrice: optional(decPositive),
  /** Shown part of an iceberg. */
  visibleAmount: optional(decPositive),
} as const

/** The order that is placed once the one above is completely filled; the other side and the same amount unless said otherwise. */
export const childOrderSchema = named('ChildOrder', z.strictObject({ ...termsFields, direction: optional(direction) }))

export type OrderField = Exclude<keyof typeof termsFields, 'type'>
type Need = 'must' | 'may'
const ORDER_FIELD_NAMES = Object.keys(termsFields).filter((field): field is OrderField => field !== 'type')

/** Per type the fields it must or may have; any other field is refused as `exclusive`. */
export const ORDER_FIELDS: Readonly<Record<string, Partial<Record<OrderField, Need>>>> = {
  LIMIT: { price: 'must', amount: 'must', timeInForce: 'may', expireTime: 'may', visibleAmount: 'may' },
  MARKET: { amount: 'may', turnover: 'may' },
  STOP_LIMIT: { price: 'must', amount: 'must', triggerPrice: 'must', timeInForce: 'may', expireTime: 'may' },
  TAKE_PROFIT_LIMIT: { price: 'must', amount: 'must', triggerPrice: 'must', timeInForce: 'may', expireTime: 'may' },
  STOP_MARKET: { amount: 'must', triggerPrice: 'must' },
  TAKE_PROFIT_MARKET: { amount: 'must', triggerPrice: 'must' },
  TRAILING_STOP: { amount: 'must', trailingDelta: 'must', activationPrice: 'may' },
  OCO: { price: 'must', amount: 'must', triggerPrice: 'must', triggerLimitPrice: 'may', timeInForce: 'may', expireTime: 'may' },
}

/** Types that may carry a child order. */
const PARENT_TYPES: ReadonlySet<string> = new Set(['LIMIT', 'OCO'])

type Terms = { readonly type: string } & { readonly [Field in OrderField]?: unknown }

export interface FieldFault {
  readonly field: string
  readonly rule: 'required' | 'exclusive'
}

/** First field that a type must have and has not, or has and may not have. An unknown type is the business check's (ORDER_TYPE_UNSUPPORTED). */
export function orderFieldFault(terms: Terms, side: string | null | undefined, isChild: boolean): FieldFault | undefined {
  // A type named like an inherited member (`constructor`) is as unknown as any other.
  const needs = Object.hasOwn(ORDER_FIELDS, terms.type) ? ORDER_FIELDS[terms.type] : undefined
  if (needs === undefined) return undefined
  for (const field of ORDER_FIELD_NAMES) {
    const given = terms[field] !== undefined && terms[field] !== null
    const need = needs[field]
    if (given && need === undefined) return { field, rule: 'exclusive' }
    if (!given && need === 'must' && !(isChild && field === 'amount')) return { field, rule: 'required' }
  }
  const { amount, turnover, timeInForce, expireTime } = terms
  if (terms.type === 'MARKET') {
    if (amount != null && turnover != null) return { field: 'turnover', rule: 'exclusive' }
    if (turnover != null && side === 'SELL') return { field: 'turnover', rule: 'exclusive' }
    if (amount == null && turnover == null && !isChild) return { field: 'amount', rule: 'required' }
  }
  if (timeInForce === 'GTD' && expireTime == null) return { field: 'expireTime', rule: 'required' }
  if (timeInForce !== 'GTD' && expireTime != null) return { field: 'expireTime', rule: 'exclusive' }
  return undefined
}

export const placeOrderRequest = z
  .strictObject({
    symbol,
    direction,
    ...termsFields,
    clientOrderId: optional(orderKey),
    stpMode: optional(text(0, 16)),
    // biome-ignore lint/suspicious/noThenProperty: the API's name; the value is parsed data and never awaited.
    then: optional(childOrderSchema),
  })
  .check((context) => {
    const { value } = context
    const fault = (path: string[], rule: FieldFault['rule']): void => {
      context.issues.push({ code: 'custom', input: value, path, params: { rule } })
    }
    const own = orderFieldFault(value, value.direction, false)
    if (own !== undefined) fault([own.field], own.rule)
    if (value.then == null) return
    if (!PARENT_TYPES.has(value.type)) fault(['then'], 'exclusive')
    const child = orderFieldFault(value.then, value.then.direction, true)
    if (child !== undefined) fault(['then', child.field], child.rule)
  })
export type PlaceOrderRequest = z.output<typeof placeOrderRequest>
export type ChildOrderRequest = z.output<typeof childOrderSchema>
