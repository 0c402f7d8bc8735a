/** A savings order as the API has it: one that holds as the engine has it, one that ended as history knows it. */
import type { RateTier, Renewal } from '@agio/engine/command.ts'
import { type EarnOrder, earnOrdersOf, type Product, productAt } from '@agio/engine/earn/read-earn.ts'
import type { Event } from '@agio/engine/event.ts'
import type { EarnOrderId, UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { EarnOrder as EarnOrderView } from '@agio/wire/earn/types.ts'
import type { EarnOrderRow } from '../projections/rows/earn-rows.ts'
import { interestStart, type Viewer } from './product-view.ts'
import { dayOf, rateOfAmount, rateText, tiersOn } from './rates.ts'

export const RENEWAL_NUMBERS = { none: 0, principal: 1, all: 2 } as const
export const RENEWALS_BY_NUMBER = ['none', 'principal', 'all'] as const

const HOLDING = 1
const ENDED = 2

/** What is the same of an order all its life. */
type Begun = Pick<EarnOrder, 'orderId' | 'productId' | 'startAt' | 'expireAt'> & {
  readonly rate?: { readonly tiers: readonly RateTier[] } | null
  /** Instant at which it is looked at; now, unless it is told. */
  readonly seenAt?: number
}

/** Products are never removed: an order's is there. */
function productOf({ tenant }: Viewer, productId: number): Product {
  const product = productAt(tenant.exchange.state, productId)
  if (product === undefined) throw new Error(`earn: no product ${productId}`)
  return product
}

/** What it earns: of a fixed rate the version that it holds or began with, or the last given one of its first day; else what is paid now. */
function rateOf(viewer: Viewer, product: Product, { startAt, rate, seenAt }: Begun, principal: bigint): string {
  const isFixed = product.terms.rateType === 'fixed'
  const own = isFixed ? rate?.tiers : undefined
  const tiers = own ?? tiersOn(product, dayOf(isFixed ? startAt : (seenAt ?? viewer.tenant.exchange.now())))
  return rateText(rateOfAmount(tiers, principal))
}

function begunView(viewer: Viewer, begun: Begun, principal: bigint) {
  const { orderId, productId, startAt, expireAt } = begun
  const { tenant, lang } = viewer
  const product = productOf(viewer, productId)
  const { terms } = product
  const asset = tenant.feeds.listings.assetFacts(terms.assetId)
  return {
    orderNo: String(orderId),
    productId: String(productId),
    productName: tenant.productTexts.nameOf(product.productId, lang),
    coinId: String(terms.assetId),
    coinName: asset.symbol,
    type: terms.type === 'fixed' ? 1 : 2,
    rateType: terms.rateType === 'fixed' ? 1 : 2,
    annualRate: rateOf(viewer, product, begun, principal),
    principal: formatDecimal(principal, asset.scale),
    termDays: terms.termDays,
    startTime: startAt,
    interestStart: interestStart(startAt),
    expireTime: expireAt === 0 ? null : expireAt,
    payoutMode: terms.payout === 'daily' ? 1 : 2,
    createTime: startAt,
  } as const
}

const scaleOf = (viewer: Viewer, productId: number): number =>
  viewer.tenant.feeds.listings.assetFacts(productOf(viewer, productId).terms.assetId).scale

/** One that holds. */
export function holdingView(
  viewer: Viewer,
  order: Omit<EarnOrder, 'rate' | 'day' | 'payAccount'> & Pick<Begun, 'rate' | 'seenAt'>,
): EarnOrderView {
  const scale = scaleOf(viewer, order.productId)
  return {
    ...begunView(viewer, order, order.principal),
    accruedInterest: formatDecimal(order.accrued, scale),
    paidInterest: formatDecimal(order.paid, scale),
    redeemTime: null,
    autoPurchase: RENEWAL_NUMBERS[order.renewal],
    status: HOLDING,
    redeemType: null,
  }
}

/** One that ended: its principal is what it held to the end. */
export function endedView(viewer: Viewer, row: Begun, end: Omit<NonNullable<EarnOrderRow['end']>, 'forfeited'>): EarnOrderView {
  return {
    ...begunView(viewer, row, end.principal),
    accruedInterest: '0',
    paidInterest: formatDecimal(end.paid, scaleOf(viewer, row.productId)),
    redeemTime: end.at,
    autoPurchase: RENEWAL_NUMBERS[end.renewal],
    status: ENDED,
    redeemType: end.how,
  }
}

/** As history knows its beginning. */
export const begunAs = (row: EarnOrderRow): Begun => ({ ...row, rate: row.tiers === null ? null : { tiers: row.tiers } })

/** As its purchase was answered, whatever became of it since. */
export const firstView = (viewer: Viewer, row: EarnOrderRow, renewal: Renewal): EarnOrderView =>
  holdingView(viewer, { ...row, ...begunAs(row), principal: row.amount, accrued: 0n, paid: 0n, renewal, seenAt: row.startAt })

/** An order that holds, known only by how it began. */
export const begunOrder = (viewer: Viewer, row: EarnOrderRow): EarnOrderView =>
  holdingView(viewer, { ...row, ...begunAs(row), principal: row.amount, accrued: 0n, paid: 0n, renewal: 'none' })

/** An order of a list as it stands now; undefined for one that ended since the list was read. */
export function listedOrder(viewer: Viewer, userId: UserId, row: EarnOrderRow): EarnOrderView | undefined {
  if (row.end !== null) return endedView(viewer, begunAs(row), row.end)
  const order = heldOrder(viewer, userId, row.orderId)
  return order === undefined ? undefined : holdingView(viewer, order)
}

/** An order that a user holds, as the engine has it. */
export const heldOrder = ({ tenant }: Pick<Viewer, 'tenant'>, userId: UserId, orderId: number): EarnOrder | undefined =>
  earnOrdersOf(tenant.exchange.state, userId).find((order) => order.orderId === orderId)

/** An order id of the wire; 0, which no order has, for text that cannot be one. */
export const earnOrderIdOf = (text: string): EarnOrderId => (/^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : 0) as EarnOrderId

/** One as an event left it: what ended holds nothing. */
export function changedView(viewer: Viewer, event: Extract<Event, { kind: 'earnChanged' }>, at: number): EarnOrderView {
  const { change, principal, amount, expireAt, paid, renewal } = event
  const isOver = change === 'matured' || (change === 'redeemed' && principal === 0n)
  if (!isOver) return holdingView(viewer, event)
  const how = change === 'matured' ? 'mature' : expireAt === 0 ? 'flexible' : 'early'
  return endedView(viewer, event, { how, principal: amount, paid, renewal, at })
}
