/** Purchases: what one is bound by, what it would earn, and why it is refused, in the API's order. */
import { heldOfProduct, interestOfDays, type Product } from '@agio/engine/earn/read-earn.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { balanceOf } from '@agio/engine/read.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { Failure, type FailureParams, invalid } from '../core/failure.ts'
import type { SavingsParts } from './parts.ts'
import { expiryOf, interestStart, kycLevelOf, productView, STATUS_NUMBERS, userQuotaLeft, type Viewer } from './product-view.ts'
import { DAY_MS, dayOf, rateOfAmount, rateText, tiersOn } from './rates.ts'

/** What quotas of products stay below. */
const AMOUNT_MOST = 2n ** 62n
/** Orders that a customer may hold. */
const ORDERS_MAX = 200
const PAYMENTS_SHOWN = 60

/** Level of a customer's identity. */
export const levelOf = ({ identities }: Pick<SavingsParts, 'identities'>, userId: UserId): Promise<number> => identities.level(userId)

export async function purchaseDisplay(viewer: Viewer & { readonly tenant: SavingsParts; readonly userId: UserId }, product: Product) {
  const { tenant, userId } = viewer
  const { terms } = product
  const { state } = tenant.exchange
  const asset = tenant.feeds.listings.assetFacts(terms.assetId)
  const amount = (minor: bigint): string => formatDecimal(minor, asset.scale)
  const own: bigint = userQuotaLeft(tenant, product, userId)
  const left: bigint = product.left ?? own
  const begins = Math.max(tenant.exchange.now(), terms.startTime)
  const kycLevel = await levelOf(tenant, userId)
  return {
    product: productView(viewer, product),
    balance: amount(balanceOf(state, userId, terms.assetId, 'spot').available),
    financialBalance: amount(balanceOf(state, userId, terms.assetId, 'financial').available),
    min: amount(terms.userMin),
    max: amount(own < left ? own : left),
    step: amount(terms.step),
    userQuotaLeft: amount(own),
    kycLevel,
    kycOk: kycLevel >= kycLevelOf(viewer, product) ? (1 as const) : (0 as const),
    interestStart: interestStart(begins),
    expireTime: expiryOf(product, begins),
    agreementUrl: tenant.productTexts.of(product.productId).agreementUrl ?? null,
  }
}

/**
 * What an amount would earn from the next day on, by the accrual's own function; a rate that may change as it is known now.
 *
 * @throws Failure VALIDATION_FAILED for an amount that no purchase may have
 */
export function estimate({ tenant, userId }: Pick<Viewer, 'tenant' | 'userId'>, product: Product, amount: bigint) {
  const { state } = tenant.exchange
  const { productId, terms } = product
  if (amount >= AMOUNT_MOST) throw invalid('amount', 'max')
  const { scale } = tenant.feeds.listings.assetFacts(terms.assetId)
  const text = (minor: bigint): string => formatDecimal(minor, scale)
  const begins = Math.max(tenant.exchange.now(), terms.startTime)
  const first = dayOf(interestStart(begins))
  const isTerm = terms.type === 'fixed'
  const below = userId === undefined ? 0n : heldOfProduct(state, userId, productId)
  const days = interestOfDays(state, productId, { below, principal: amount }, first, isTerm ? terms.termDays : PAYMENTS_SHOWN)
  const total = days.reduce((sum, interest) => sum + interest, 0n)
  const daily = days.slice(0, PAYMENTS_SHOWN).map((interest, day) => ({ time: (first + day + 1) * DAY_MS, interest: text(interest) }))
  const expiry = expiryOf(product, begins)
  const atEnd = expiry === null ? [] : [{ time: expiry, interest: text(total) }]
  return {
    perDay: text(days[0] ?? 0n),
    total: isTerm ? text(total) : null,
    annualRate: rateText(rateOfAmount(tiersOn(product, terms.rateType === 'fixed' ? first - 1 : first), amount, below)),
    estimated: terms.rateType === 'current' ? (1 as const) : (0 as const),
    schedule: terms.payout === 'daily' ? daily : atEnd,
  }
}

/** An amount as the engine counts it; one with decimals that the coin has not is never rounded. */
export interface AskedAmount {
  /** Rounded down where it is off the scale. */
  readonly minor: bigint
  readonly isOffScale: boolean
}

/** @throws Failure VALIDATION_FAILED for one beyond every amount */
export function askedAmount(text: string, scale: number): AskedAmount {
  const exact = parseDecimal(text, scale)
  if (typeof exact === 'bigint') return { minor: exact, isOffScale: false }
  const [whole = '', decimals = ''] = text.split('.')
  const cut = scale === 0 ? whole : `${whole}.${decimals.slice(0, scale)}`
  const minor = exact === 'tooManyDecimals' ? parseDecimal(cut, scale) : exact
  if (typeof minor !== 'bigint') throw invalid('amount', 'max')
  return { minor, isOffScale: true }
}

/** An amount that has to be one of the coin's. @throws Failure DECIMAL_SCALE */
export function exactAmount(text: string, scale: number): bigint {
  const { minor, isOffScale } = askedAmount(text, scale)
  if (isOffScale) throw new Failure('DECIMAL_SCALE', { field: 'amount', maxScale: scale })
  return minor
}

/** The engine's own checks up to the customer's quota: who they stop learns nothing about his identity or the terms. */
export function quotaFault(tenant: SavingsParts, userId: UserId, product: Product, { minor, isOffScale }: AskedAmount): Reason {
  const { status, left, most, terms } = product
  if (status !== 'onSale') return 'productNotOpen'
  if (left !== null && minor > left) return 'soldOut'
  if (minor < terms.userMin || (most !== null && minor > most)) return 'purchaseRange'
  if (isOffScale || (terms.step !== 0n && minor % terms.step !== 0n)) return 'purchaseStep'
  if (most !== null && minor > userQuotaLeft(tenant, product, userId)) return 'userQuota'
  return 'none'
}

/** What a refused purchase is told besides its name. */
export function purchaseFigures(
  tenant: SavingsParts,
  userId: UserId,
  product: Product,
  asked: { readonly amount: bigint; readonly payAccount: 'spot' | 'financial'; readonly key: string },
): Partial<Record<Reason, FailureParams>> {
  const { terms, status } = product
  const asset = tenant.feeds.listings.assetFacts(terms.assetId)
  const text = (minor: bigint): string => formatDecimal(minor, asset.scale)
  const { available } = balanceOf(tenant.exchange.state, userId, asset.assetId, asked.payAccount)
  return {
    productNotOpen: { status: STATUS_NUMBERS[status] },
    soldOut: { left: text(product.left ?? 0n) },
    purchaseRange: { min: text(terms.userMin), max: text(product.most ?? 0n) },
    purchaseStep: { step: text(terms.step === 0n ? 1n : terms.step) },
    userQuota: { left: text(userQuotaLeft(tenant, product, userId)) },
    tooManyOrders: { max: ORDERS_MAX },
    insufficientBalance: { coinName: asset.symbol, need: text(asked.amount), available: text(available) },
    badParameter: { issues: [{ path: 'autoPurchase', rule: 'enum' }] },
    badNumber: { issues: [{ path: 'amount', rule: 'max' }] },
    clientIdConflict: { key: asked.key },
  }
}
