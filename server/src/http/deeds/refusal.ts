/** The engine's reasons as answers: the wire's name from its one table, and the figures that explain it. */
import type { OrderTerms, PlaceOrder } from '@agio/engine/command.ts'
import type { Order } from '@agio/engine/event.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { balanceOf, instrumentOf, openOrdersOf } from '@agio/engine/read.ts'
import { REASONS, type Reason } from '@agio/engine/reason.ts'
import { instrumentAt } from '@agio/engine/state.ts'
import { priceBoundOf } from '@agio/engine/user/order-bound.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import { WIRE_ORDER_TYPES, WIRE_SIDES, WIRE_TIMES_IN_FORCE } from '@agio/wire/spot/view.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { Failure, type FailureParams } from '../../core/failure.ts'
import type { ListedPair } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { boundPassed } from './order-bounds.ts'
import type { FieldFault } from './order-command.ts'
import { preview } from './preview.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The API's bounds of GTD. */
const EXPIRE_MIN_MS = MINUTE_MS
const EXPIRE_MAX_MS = 90 * DAY_MS

type Params = FailureParams

const PLACE = new Map(REASONS.map((reason, index) => [reason, index]))
const place = (reason: Reason): number => PLACE.get(reason) ?? 0

/** Smallest step at a scale, as a decimal. */
const step = (scale: number): string => formatSteps(1, scale)

function bandOf(tenant: Tenant, pair: ListedPair): Params {
  const { low, high } = instrumentAt(tenant.exchange.state, pair.instrumentId)?.band() ?? { low: 0, high: Infinity }
  // Of a band wider than the price itself only the lower bound can refuse.
  return { low: formatSteps(low, pair.priceScale), high: formatSteps(Math.min(high, Number.MAX_SAFE_INTEGER), pair.priceScale) }
}

/** Where nobody knows a price nothing may trade, and both say so. */
export function lockBoundOf(
  tenant: Tenant,
  pair: ListedPair,
  { userId }: Pick<PlaceOrder, 'userId'>,
): { readonly low: string; readonly high: string } | undefined {
  const bound = priceBoundOf(tenant.exchange.state, userId, pair.instrumentId)
  if (bound === undefined) return undefined
  const { low, high } = bound
  return { low: formatSteps(Number.isFinite(low) ? low : 0, pair.priceScale), high: formatSteps(high, pair.priceScale) }
}

function needOf(tenant: Tenant, command: PlaceOrder): Params {
  const { listings } = tenant.feeds
  const estimate = preview(tenant, command)
  const asset = listings.assetFacts(estimate.heldAssetId)
  const { available } = balanceOf(tenant.exchange.state, command.userId, asset.assetId)
  return { coinName: asset.symbol, need: formatDecimal(estimate.held, asset.scale), available: formatDecimal(available, asset.scale) }
}

function valueBounds(pair: ListedPair): Params {
  const { notionalMin, notionalMax } = pair.terms
  return { min: formatDecimal(notionalMin, pair.quote.scale), max: formatDecimal(notionalMax, pair.quote.scale) }
}

/** Figures of a refusal that only the pair's terms and its state explain. */
function pairParams(reason: Reason, tenant: Tenant, pair: ListedPair): Params {
  const { terms } = pair
  switch (reason) {
    case 'instrumentNotFound':
    case 'pairDisabled':
      return { symbol: pair.symbol }
    case 'pairHalted':
      return { symbol: pair.symbol, until: tenant.feeds.listings.status(pair.instrumentId).until }
    case 'priceStep':
      return { tick: step(pair.priceScale) }
    case 'quantityStep':
      return { step: step(pair.quantityScale) }
    case 'priceTooHigh':
      return { max: formatSteps(terms.limitPriceCap, pair.priceScale) }
    case 'quantityTooSmall':
    case 'quantityTooLarge':
      return { min: formatSteps(terms.quantityMin, pair.quantityScale), max: formatSteps(terms.quantityMax, pair.quantityScale) }
    case 'valueTooSmall':
    case 'valueTooLarge':
      return valueBounds(pair)
    case 'priceBand':
      return bandOf(tenant, pair)
    case 'trailingDeltaRange':
      return { min: String(terms.trailingBpsMin), max: String(terms.trailingBpsMax) }
    case 'wouldTriggerImmediately':
    case 'badListPrices':
      return { lastPrice: formatSteps(instrumentOf(tenant.exchange.state, pair.instrumentId)?.lastPrice ?? 0, pair.priceScale) }
    case 'positionLimit':
      return { max: formatSteps(terms.positionMax, pair.quantityScale) }
    default:
      return {}
  }
}

function orderParams(reason: Reason, tenant: Tenant, pair: ListedPair, command: PlaceOrder, key: string): Params {
  const { terms } = command
  const now = tenant.exchange.now()
  switch (reason) {
    case 'clientIdConflict':
      return { key }
    case 'sideDisabled':
      return { symbol: pair.symbol, direction: WIRE_SIDES[terms.side] }
    case 'orderTypeUnsupported':
      return { type: WIRE_ORDER_TYPES[terms.type] }
    case 'timeInForceUnsupported':
      return { type: WIRE_ORDER_TYPES[terms.type], timeInForce: WIRE_TIMES_IN_FORCE[terms.timeInForce] }
    case 'badExpiry':
      return { min: now + EXPIRE_MIN_MS, max: now + EXPIRE_MAX_MS }
    case 'tooManyOrders':
      return boundPassed(openOrdersOf(tenant.exchange.state, command.userId), pair, command)
    case 'lockBound':
      return lockBoundOf(tenant, pair, command) ?? {}
    case 'insufficientBalance':
      return needOf(tenant, command)
    // All else that is no number was refused where it was read.
    case 'badNumber':
      return { issues: [{ path: terms.quoteAmount === 0n ? 'amount' : 'turnover', rule: 'max' }] }
    // A buy that follows the market where nothing was ever traded.
    case 'badParameter':
      return { issues: [{ path: 'type', rule: 'exclusive' }] }
    default:
      return pairParams(reason, tenant, pair)
  }
}

/** The answer to a refused order; `key` is its client id. */
export function orderRefusal(reason: Reason, tenant: Tenant, pair: ListedPair, command: PlaceOrder, key: string): Failure {
  const { terms } = command
  const overMarketCap = reason === 'valueTooLarge' && terms.type === 'market' && pair.terms.marketNotionalCap > 0n
  if (overMarketCap && (pair.terms.notionalMax === 0n || pair.terms.marketNotionalCap <= pair.terms.notionalMax)) {
    return new Failure('MARKET_TURNOVER_MAX', { max: formatDecimal(pair.terms.marketNotionalCap, pair.quote.scale) })
  }
  return new Failure(wireNameOf(reason), orderParams(reason, tenant, pair, command, key))
}

/** Figures that an amend would change; 0 = unchanged. */
export interface AskedFigures {
  readonly price: number
  readonly triggerPrice: number
}

const WAITS: ReadonlySet<OrderTerms['type']> = new Set(['stopLimit', 'stopMarket', 'takeProfitLimit', 'takeProfitMarket', 'trailingStop'])
const HAS_PRICE: ReadonlySet<OrderTerms['type']> = new Set(['limit', 'stopLimit', 'takeProfitLimit'])

/** Fields of an amend that an order of this type has not. */
function foreignFields({ type }: Pick<Order, 'type'>, asked: AskedFigures): readonly string[] {
  const price = asked.price !== 0 && !HAS_PRICE.has(type) ? ['price'] : []
  return asked.triggerPrice !== 0 && !WAITS.has(type) ? [...price, 'triggerPrice'] : price
}

/**
 * The answer to an amend with a figure that the order lacks: its type has none of the kind, or it had one until it fired.
 * @param order as it is or was
 */
export function figureRefusal(order: Pick<Order, 'type'>, asked: AskedFigures): Failure {
  const foreign = foreignFields(order, asked)
  if (foreign.length === 0) return new Failure('AMEND_NOT_ALLOWED', { reason: 'state' })
  return new Failure('VALIDATION_FAILED', { issues: foreign.map((path) => ({ path, rule: 'exclusive' })) })
}

/** The answer to an amend that may not be: of what the order is, or because all of the amount asked for is traded or prevented already. */
export function amendRefusal(order: Order | undefined, asked: { readonly quantity: number }): Failure {
  const done = order === undefined ? 0 : order.executedQuantity + order.preventedQuantity
  return new Failure('AMEND_NOT_ALLOWED', { reason: asked.quantity !== 0 && asked.quantity <= done ? 'amount' : 'state' })
}

/** The answer to a refused amend or cancel. */
export function changeRefusal(reason: Reason, tenant: Tenant, pair: ListedPair, key: string): Failure {
  return new Failure(wireNameOf(reason), reason === 'clientIdConflict' ? { key } : pairParams(reason, tenant, pair))
}

const invalid = (path: string, rule: string): Failure => new Failure('VALIDATION_FAILED', { issues: [{ path, rule }] })

/** The answer to a field that has no exact form. */
export function faultRefusal(fault: FieldFault, request: Readonly<Record<string, unknown>>): Failure {
  const { reason, field, scale } = fault
  const sent = (name: string): string => String(request[name] ?? '')
  switch (reason) {
    case 'priceStep':
      return new Failure(wireNameOf(reason), { tick: step(scale) })
    case 'quantityStep':
      return new Failure(wireNameOf(reason), { step: step(scale) })
    case 'orderTypeUnsupported':
      return new Failure(wireNameOf(reason), { type: sent('type') })
    case 'timeInForceUnsupported':
      return new Failure(wireNameOf(reason), { type: sent('type'), timeInForce: sent('timeInForce') })
    case 'selfTradeModeUnsupported':
      return new Failure(wireNameOf(reason), { stpMode: sent('stpMode') })
    default:
      return field === 'turnover' ? new Failure('DECIMAL_SCALE', { field, maxScale: scale }) : invalid(field, 'max')
  }
}

/** A fault is the answer only when no check before it fails (SPOT-005). */
export function firstRefusal(
  tenant: Tenant,
  pair: ListedPair,
  reading: { readonly command: PlaceOrder; readonly fault: FieldFault },
  request: Readonly<Record<string, unknown>>,
): Failure {
  const { reason } = preview(tenant, reading.command)
  if (reason !== 'none' && place(reason) < place(reading.fault.reason)) return orderRefusal(reason, tenant, pair, reading.command, '')
  return faultRefusal(reading.fault, request)
}
