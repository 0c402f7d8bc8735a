/** Fields of a new contract order, and the rules between fields. */
import * as z from 'zod/mini'
import { dec, decPositive, direction, id, optional, orderKey, switch01, text } from '../fields.ts'
import { attachedTpsl, coOrderType, expireDays, marginModel, triggerPxType } from './fields.ts'

type Rule = 'required' | 'exclusive' | 'min' | 'enum'

interface Fault {
  readonly path: string
  readonly rule: Rule
}

const orderObject = z.object({
  contractId: id,
  /** Has to be the margin mode that is set: 1 cross, 2 isolated. */
  positionType: marginModel,
  open: z.enum(['OPEN', 'CLOSE']),
  side: direction,
  type: coOrderType,
  /** Has to be the leverage that is set. */
  leverageLevel: z.int().check(z.minimum(1)),
  /** "0" of a market order. */
  price: dec,
  /** In `orderUnit`. */
  volume: decPositive,
  /** 0 contracts, 1 value in the margin coin, 2 coin; the latter two are floored to whole contracts. */
  orderUnit: optional(z.union([z.literal(0), z.literal(1), z.literal(2)])),
  /** Always said: an order that waits is never placed as one that trades at once, nor the other way round. */
  isConditionOrder: z.boolean(),
  triggerPrice: optional(decPositive),
  /** Trailing: how far the price turns, as a share or as a distance. */
  callbackRate: optional(decPositive),
  callbackValue: optional(decPositive),
  /** As of pairs but NONE; what closes always ends the own order that rests. */
  stpMode: optional(text(0, 16)),
  /** 3 fires at or above, 4 at or below. */
  triggerType: optional(z.union([z.literal(3), z.literal(4)])),
  triggerPxType: optional(triggerPxType),
  expireTime: optional(expireDays),
  isOto: optional(z.boolean()),
  attachAlgoOrds: optional(attachedTpsl),
  /** 1: refused when its fill would bring it near its liquidation, to a margin rate of 0.8. Nothing lets a fill happen that its owner cannot bear. */
  isCheckLiq: optional(switch01),
  clientOrderId: optional(orderKey),
})
type OrderFields = z.output<typeof orderObject>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function priceFault({ type, price }: OrderFields): Fault | undefined {
  const isZero = !/[1-9]/.test(price)
  if (type === 2) return isZero ? undefined : { path: 'price', rule: 'enum' }
  return isZero ? { path: 'price', rule: 'min' } : undefined
}

function conditionFault(order: OrderFields): Fault | undefined {
  const { callbackRate, callbackValue, triggerPrice, type } = order
  if (order.isConditionOrder !== true) {
    const field = (['triggerPrice', 'callbackRate', 'callbackValue', 'triggerType'] as const).find((name) => isGiven(order[name]))
    return field && { path: field, rule: 'exclusive' }
  }
  if (type !== 1 && type !== 2) return { path: 'type', rule: 'enum' }
  if (isGiven(callbackRate) && isGiven(callbackValue)) return { path: 'callbackValue', rule: 'exclusive' }
  const isTrailing = isGiven(callbackRate) || isGiven(callbackValue)
  return isGiven(triggerPrice) || isTrailing ? undefined : { path: 'triggerPrice', rule: 'required' }
}

function attachedFault({ isOto, attachAlgoOrds, open }: OrderFields): Fault | undefined {
  // What closes opens no position that could be protected.
  if (open === 'CLOSE' && isGiven(attachAlgoOrds)) return { path: 'attachAlgoOrds', rule: 'exclusive' }
  if ((isOto === true) === isGiven(attachAlgoOrds)) return undefined
  return { path: 'attachAlgoOrds', rule: isOto === true ? 'required' : 'exclusive' }
}

/** First field that an order must have and has not, or has and may not have. */
export const coOrderFault = (order: OrderFields): Fault | undefined => priceFault(order) ?? conditionFault(order) ?? attachedFault(order)

export const coOrderRequest = orderObject.check((context) => {
  const fault = coOrderFault(context.value)
  if (fault === undefined) return
  context.issues.push({ code: 'custom', input: context.value, path: [fault.path], params: { rule: fault.rule } })
})
export type CoOrderRequest = z.output<typeof coOrderRequest>
