/** A product as the API has it. */
import type { ProductStatus, RateTier } from '@agio/engine/command.ts'
import { type Product, productAt, productsOf, quotaLeftOf } from '@agio/engine/earn/read-earn.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Product as ProductView } from '@agio/wire/earn/types.ts'
import { isYes } from '@agio/wire/switches.ts'
import type { SavingsParts } from './parts.ts'
import { baseRate, DAY_MS, dayOf, rateText, tiersOn, weekRate } from './rates.ts'

/** Terms end at 08:00 UTC. */
const MATURITY_MS = 28_800_000

export const STATUS_NUMBERS: Readonly<Record<ProductStatus, number>> = {
  notReleased: 0,
  onSale: 1,
  waiting: 2,
  suspended: 3,
  offShelf: 4,
  soldOut: 5,
  ended: 6,
}
/** In lists: what may be bought, now or again. */
const LISTED: ReadonlySet<ProductStatus> = new Set(['onSale', 'waiting', 'suspended', 'soldOut'])

/** Who looks: names are in his language, and what is left of a quota is his own. */
export interface Viewer {
  readonly tenant: Pick<SavingsParts, 'exchange' | 'feeds' | 'content' | 'productTexts'>
  readonly lang: string
  /** Undefined for visitors. */
  readonly userId?: UserId | undefined
}

/** 00:00 UTC of the first day that earns, for what begins at a time. */
export const interestStart = (at: number): number => (dayOf(at) + 1) * DAY_MS

/** End of a term that begins at a time; null for flexible products. */
export const expiryOf = ({ terms }: Product, at: number): number | null =>
  terms.type === 'fixed' ? (dayOf(at) + terms.termDays + 1) * DAY_MS + MATURITY_MS : null

/** What the buyer's identity has to reach: the product's own level, and 1 at least where the house asks for a verification. */
export function kycLevelOf({ tenant }: Pick<Viewer, 'tenant'>, product: Product): number {
  const { financial } = tenant.content.keyValues()
  const asked = typeof financial === 'object' && financial !== null && 'isRealname' in financial && isYes(financial.isRealname)
  const { isRealname = 0, requiredKycLevel = 0 } = tenant.productTexts.of(product.productId)
  return Math.max(asked ? 1 : 0, isRealname, requiredKycLevel)
}

/** What a customer may still buy of a product by his own quota; nothing bounds him where it has none. */
export function userQuotaLeft({ exchange }: Pick<SavingsParts, 'exchange'>, product: Product, userId: UserId): bigint {
  return quotaLeftOf(exchange.state, userId, product, exchange.now()) ?? product.left ?? 0n
}

/** Brackets in the coin of a product. */
export const tiersView = (tiers: readonly RateTier[], scale: number): ProductView['tiers'] =>
  tiers.map(({ upTo, rateE8 }) => ({ upTo: upTo === null ? null : formatDecimal(upTo, scale), annualRate: rateText(rateE8) }))

export function productView(viewer: Viewer, product: Product): ProductView {
  const { tenant, lang, userId } = viewer
  const { terms, productId } = product
  const asset = tenant.feeds.listings.assetFacts(terms.assetId)
  const amount = (minor: bigint): string => formatDecimal(minor, asset.scale)
  const now = tenant.exchange.now()
  const tiers = tiersOn(product, dayOf(now))
  const texts = tenant.productTexts.of(productId)
  const kycLevel = kycLevelOf(viewer, product)
  return {
    id: String(productId),
    name: tenant.productTexts.nameOf(productId, lang),
    coinId: String(terms.assetId),
    coinName: asset.symbol,
    iconUrl: asset.iconUrl,
    type: terms.type === 'fixed' ? 1 : 2,
    rateType: terms.rateType === 'fixed' ? 1 : 2,
    termDays: terms.termDays,
    annualRate: rateText(baseRate(tiers)),
    tiers: tiersView(tiers, asset.scale),
    sevenDayRate: rateText(weekRate(product, dayOf(now))),
    totalQuota: amount(terms.totalQuota),
    soldQuota: amount(product.sold),
    leftQuota: amount(product.left ?? 0n),
    userMin: amount(terms.userMin),
    userMax: amount(product.most ?? 0n),
    step: amount(terms.step),
    userQuotaLeft: userId === undefined ? null : amount(userQuotaLeft(tenant, product, userId)),
    startTime: terms.startTime,
    endTime: terms.endTime === 0 ? null : terms.endTime,
    interestStart: interestStart(Math.max(now, terms.startTime)),
    payoutMode: terms.payout === 'daily' ? 1 : 2,
    earlyRedeem: terms.earlyRedeem ? 1 : 0,
    redeemPoolLeft: product.poolLeft === null ? null : amount(product.poolLeft),
    autoPurchase: terms.renewable ? 1 : 0,
    isRealname: kycLevel > 0 ? 1 : 0,
    requiredKycLevel: kycLevel,
    status: STATUS_NUMBERS[product.status],
    agreementUrl: texts.agreementUrl ?? null,
    sort: texts.sort ?? productId,
  }
}

/** A product by its id on the wire, whatever its status. */
export function knownProduct({ exchange }: Pick<SavingsParts, 'exchange'>, id: string): Product | undefined {
  return /^[1-9][0-9]{0,8}$/.test(id) ? productAt(exchange.state, Number(id)) : undefined
}

/** One that was released: others are shown to nobody. */
export function releasedProduct(parts: Pick<SavingsParts, 'exchange'>, id: string): Product | undefined {
  const product = knownProduct(parts, id)
  return product?.status === 'notReleased' ? undefined : product
}

/** Products that lists show, in the operator's order. */
export function listedProducts({ exchange, productTexts }: Pick<SavingsParts, 'exchange' | 'productTexts'>): readonly Product[] {
  const sort = ({ productId }: Product): number => productTexts.of(productId).sort ?? productId
  return productsOf(exchange.state)
    .filter(({ status }) => LISTED.has(status))
    .sort((a, b) => sort(a) - sort(b) || a.productId - b.productId)
}
