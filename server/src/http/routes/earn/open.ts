/** user-web: what everybody may see of savings. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { Product } from '@agio/engine/earn/read-earn.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { earnBackgrounds, earnConfiguration, productCoins, productFilters, productGroups, rateHistory } from '@agio/wire/earn/open.ts'
import { isYes } from '@agio/wire/switches.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import { listedProducts, productView, releasedProduct, STATUS_NUMBERS, tiersView, type Viewer } from '../../../earn/product-view.ts'
import { baseRate, DAY_MS, dayOf, rateText, tiersOn } from '../../../earn/rates.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route } from '../../calls/route.ts'
import { coinRow, pricedCoin } from '../../reads/coins.ts'
import { coinById } from '../../reads/lookups.ts'
import { timeRange, utcDay } from '../../reads/range.ts'

const flag = (value: unknown): 0 | 1 => (isYes(value) ? 1 : 0)

/** An object that an operator configured; empty when there is none. */
function configured({ content }: Tenant, key: string): JsonObject {
  const value = content.keyValues()[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Does a product fit what is asked for? A keyword is a part of its name or its coin's. */
function fits({ tenant, lang }: Viewer, request: RequestOf<typeof productGroups>): (product: Product) => boolean {
  const assetId = request.coinId == null ? undefined : coinById(tenant as Tenant, request.coinId).assetId
  const keyword = comparable(request.keyword ?? '')
  return ({ productId, terms }) => {
    const { symbol } = tenant.feeds.listings.assetFacts(terms.assetId)
    return (
      (assetId ?? terms.assetId) === terms.assetId &&
      (request.type == null || (request.type === 1) === (terms.type === 'fixed')) &&
      (request.termDays ?? terms.termDays) === terms.termDays &&
      (request.rateType == null || (request.rateType === 1) === (terms.rateType === 'fixed')) &&
      (comparable(tenant.productTexts.nameOf(productId, lang)).includes(keyword) || comparable(symbol).includes(keyword))
    )
  }
}

const byCoin = (products: readonly Product[]): readonly (readonly Product[])[] => [
  ...Map.groupBy(products, ({ terms }) => terms.assetId).values(),
]

function groupView(viewer: Viewer, products: readonly Product[]) {
  const { tenant } = viewer
  const today = dayOf(tenant.exchange.now())
  const rates = products.flatMap((product) => tiersOn(product, today).map(({ rateE8 }) => rateE8))
  const asset = tenant.feeds.listings.assetFacts(products[0]?.terms.assetId ?? 0)
  return {
    coinId: String(asset.assetId),
    coinName: asset.symbol,
    iconUrl: asset.iconUrl,
    maxAnnualRate: rateText(Math.max(0, ...rates)),
    minAnnualRate: rateText(rates.length === 0 ? 0 : Math.min(...rates)),
    products: products.map((product) => productView(viewer, product)),
  }
}

function registerConfiguration(app: FastifyInstance): void {
  route(app, earnConfiguration, ({ tenant }) => {
    const { isRealname, isDisplayAssets, isDisplayBackground } = configured(tenant, 'financial')
    return {
      financialSwitch: tenant.content.switches().financialSwitch,
      isRealname: flag(isRealname),
      isDisplayAssets: flag(isDisplayAssets),
      isDisplayBackground: flag(isDisplayBackground),
    }
  })

  route(app, earnBackgrounds, ({ tenant }) => {
    const images = configured(tenant, 'financial_background')
    const url = (name: string): string | null => {
      const value = images[name]
      return typeof value === 'string' && value !== '' ? value : null
    }
    return {
      dayUrl: url('dayUrl'),
      nightUrl: url('nightUrl'),
      mobileDayUrl: url('mobileDayUrl'),
      mobileNightUrl: url('mobileNightUrl'),
    }
  })
}

function registerProducts(app: FastifyInstance): void {
  route(app, productGroups, ({ tenant, request, session, lang }) => {
    const viewer = { tenant, lang, userId: session?.userId }
    return byCoin(listedProducts(tenant).filter(fits(viewer, request))).map((products) => groupView(viewer, products))
  })

  route(app, productFilters, ({ tenant }) => {
    const products = listedProducts(tenant)
    const rising = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b)
    return {
      coins: byCoin(products).map(([first]) => {
        const asset = tenant.feeds.listings.assetFacts(first?.terms.assetId ?? 0)
        return { coinId: String(asset.assetId), coinName: asset.symbol }
      }),
      types: rising(products.map(({ terms }) => (terms.type === 'fixed' ? 1 : 2))),
      rateTypes: rising(products.map(({ terms }) => (terms.rateType === 'fixed' ? 1 : 2))),
      terms: rising(products.map(({ terms }) => terms.termDays)),
      statuses: rising(products.map(({ status }) => STATUS_NUMBERS[status])),
    }
  })

  route(app, productCoins, ({ tenant }) =>
    byCoin(listedProducts(tenant)).map(([first]) =>
      coinRow(tenant, pricedCoin(tenant, tenant.feeds.listings.assetFacts(first?.terms.assetId ?? 0))),
    ),
  )

  route(app, rateHistory, ({ tenant, request }) => {
    const product = releasedProduct(tenant, request.productId)
    if (product === undefined) throw new Failure('PRODUCT_NOT_FOUND', {})
    const { scale } = tenant.feeds.listings.assetFacts(product.terms.assetId)
    const now = tenant.exchange.now()
    const { from, to } = timeRange(request, now)
    const first = dayOf(Math.max(from, product.terms.startTime))
    const last = dayOf(Math.min(to, now))
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const day = first + index
      const tiers = tiersOn(product, day)
      return { day: utcDay(day * DAY_MS), annualRate: rateText(baseRate(tiers)), tiers: tiersView(tiers, scale) }
    })
  })
}

/** Savings as visitors see them. */
export function registerOpenEarnRoutes(app: FastifyInstance): void {
  registerConfiguration(app)
  registerProducts(app)
}
