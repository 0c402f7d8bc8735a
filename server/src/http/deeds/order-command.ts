/** A checked request becomes the engine's command: decimals to ticks, lots and minor units at the pair's scales, refused when off the step. */
import type { OrderTerms, OrderType, PlaceOrder, SelfTradeMode, Side, TimeInForce } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { ChildOrderRequest, PlaceOrderRequest } from '@agio/wire/spot/order-fields.ts'
import { ORDER_TYPES, SELF_TRADE_MODES, SIDES, TIMES_IN_FORCE } from '@agio/wire/spot/view.ts'
import { parseSteps } from '@agio/wire/steps.ts'
import type { ListedPair } from '../../feeds/listings.ts'

/** Why a request has no exact form in the engine's units; `reason` tells its place among the engine's checks. */
export interface FieldFault {
  readonly reason: Extract<
    Reason,
    'badNumber' | 'priceStep' | 'quantityStep' | 'orderTypeUnsupported' | 'timeInForceUnsupported' | 'selfTradeModeUnsupported'
  >
  readonly field: string
  /** Decimals that the field may have. */
  readonly scale: number
}

type TermsRequest = Omit<ChildOrderRequest, 'direction'>
type Given = string | null | undefined

const NO_TIME_IN_FORCE: ReadonlySet<OrderType> = new Set(['market', 'stopMarket', 'takeProfitMarket', 'trailingStop'])
const CONDITIONAL: ReadonlySet<OrderType> = new Set(['stopLimit', 'takeProfitLimit'])

/**
 * Reads the fields of one order. With a fault the value nearest below stands in, so that the checks that come before the fault can
 * still be asked (SPOT-005); such a command is never submitted.
 */
class TermsReader {
  readonly #pair: ListedPair
  readonly #prefix: string
  fault: FieldFault | undefined

  constructor(pair: ListedPair, prefix = '') {
    this.#pair = pair
    this.#prefix = prefix
  }

  note(reason: FieldFault['reason'], field: string, scale = 0): void {
    this.fault ??= { reason, field: this.#prefix + field, scale }
  }

  price(text: Given, field: string): number {
    return this.#steps(text, field, this.#pair.priceScale, 'priceStep')
  }

  quantity(text: Given, field: string): number {
    return this.#steps(text, field, this.#pair.quantityScale, 'quantityStep')
  }

  quoteAmount(text: Given): bigint {
    if (text == null) return 0n
    const amount = parseDecimal(text, this.#pair.quote.scale)
    if (typeof amount === 'bigint') return amount
    this.note('badNumber', 'turnover', this.#pair.quote.scale)
    return 1n
  }

  #steps(text: Given, field: string, scale: number, offStep: 'priceStep' | 'quantityStep'): number {
    if (text == null) return 0
    const steps = parseSteps(text, scale)
    if (typeof steps === 'number') return steps
    this.note(steps === 'tooManyDecimals' ? offStep : 'badNumber', field, scale)
    const floor = steps === 'tooManyDecimals' ? parseSteps(text.slice(0, text.indexOf('.') + 1 + scale).replace(/\.$/, ''), scale) : 1
    return typeof floor === 'number' ? Math.max(1, floor) : 1
  }
}

function typeOf(reader: TermsReader, request: TermsRequest): OrderType {
  const type = ORDER_TYPES.get(request.type)
  if (type === undefined) reader.note('orderTypeUnsupported', 'type')
  return type ?? 'limit'
}

function timeInForceOf(reader: TermsReader, request: TermsRequest, type: OrderType): TimeInForce {
  if (NO_TIME_IN_FORCE.has(type)) return 'ioc'
  if (request.timeInForce == null) return 'gtc'
  const timeInForce = TIMES_IN_FORCE.get(request.timeInForce)
  const unsupported =
    timeInForce === undefined ||
    (CONDITIONAL.has(type) && timeInForce === 'postOnly') ||
    (type === 'oneCancelsOther' && timeInForce !== 'gtc' && timeInForce !== 'gtd')
  if (unsupported) reader.note('timeInForceUnsupported', 'timeInForce')
  return timeInForce ?? 'gtc'
}

function termsOf(reader: TermsReader, request: TermsRequest, side: Side, defaultQuantity: number): OrderTerms {
  const type = typeOf(reader, request)
  const timeInForce = timeInForceOf(reader, request, type)
  const price = reader.price(request.price, 'price')
  const triggerPrice = reader.price(request.triggerPrice, 'triggerPrice')
  const triggerLimitPrice = reader.price(request.triggerLimitPrice, 'triggerLimitPrice')
  const activationPrice = reader.price(request.activationPrice, 'activationPrice')
  const quoteAmount = reader.quoteAmount(request.turnover)
  const quantity = request.amount == null && quoteAmount === 0n ? defaultQuantity : reader.quantity(request.amount, 'amount')
  return {
    side,
    type,
    timeInForce,
    price,
    quantity,
    quoteAmount,
    triggerPrice,
    triggerLimitPrice,
    activationPrice,
    trailingBps: request.trailingDelta ?? 0,
    visibleQuantity: reader.quantity(request.visibleAmount, 'visibleAmount'),
    expireAt: request.expireTime ?? 0,
  }
}

export interface OrderReading {
  readonly command: PlaceOrder
  readonly fault: FieldFault | undefined
}

const OTHER_SIDE: Readonly<Record<Side, Side>> = { buy: 'sell', sell: 'buy' }

/** Who places an order, and by what. */
export interface Placer {
  readonly userId: UserId
  readonly source: 'web' | 'api'
  /** 0 = a session, else the number of an API key. */
  readonly caller: number
}

/** The command of a request, and what of it has no exact form. */
export function readOrder(request: PlaceOrderRequest, pair: ListedPair, { userId, source, caller }: Placer): OrderReading {
  const reader = new TermsReader(pair)
  const side = SIDES.get(request.direction) ?? 'buy'
  const terms = termsOf(reader, request, side, 0)
  let { fault } = reader
  let child: OrderTerms | null = null
  if (request.then != null) {
    const childReader = new TermsReader(pair, 'then.')
    const childSide = request.then.direction == null ? OTHER_SIDE[side] : (SIDES.get(request.then.direction) ?? 'buy')
    child = termsOf(childReader, request.then, childSide, terms.quantity)
    fault ??= childReader.fault
  }
  const selfTrade: SelfTradeMode | undefined = request.stpMode == null ? 'expireTaker' : SELF_TRADE_MODES.get(request.stpMode)
  if (selfTrade === undefined) fault ??= { reason: 'selfTradeModeUnsupported', field: 'stpMode', scale: 0 }
  return {
    command: {
      kind: 'placeOrder',
      userId,
      instrumentId: pair.instrumentId,
      terms,
      selfTrade: selfTrade ?? 'expireTaker',
      source,
      child,
      caller,
    },
    fault,
  }
}

/** One changed figure of an amend; 0 = unchanged. */
export function readAmended(
  pair: ListedPair,
  request: { readonly price?: Given; readonly amount?: Given; readonly triggerPrice?: Given },
): { readonly price: number; readonly quantity: number; readonly triggerPrice: number; readonly fault: FieldFault | undefined } {
  const reader = new TermsReader(pair)
  const price = reader.price(request.price, 'price')
  const triggerPrice = reader.price(request.triggerPrice, 'triggerPrice')
  const quantity = reader.quantity(request.amount, 'amount')
  return { price, quantity, triggerPrice, fault: reader.fault }
}
