/** home-web: market data for everyone. */
import { asTradeId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import {
  allPricesPost,
  busiest,
  classLabels,
  coinInfo,
  coinsOpen,
  gainers,
  hotSymbols,
  losers,
  marketDepth,
  marketKlines,
  marketSparklines,
  marketTickers,
  marketTrades,
  newest,
  usdtPrices,
} from '@agio/wire/market/market.ts'
import { klineView, tradeView, VALUE_PRICE_SCALE } from '@agio/wire/market/view.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route } from '../../calls/route.ts'
import { coinRow, pricedCoins } from '../../reads/coins.ts'
import { shownPair } from '../../reads/lookups.ts'
import { klineRange, sharedAnswer } from '../../reads/shared-answers.ts'

const RANKING_LIMIT = 10
const DEPTH_LIMIT = 100
const TRADES_LIMIT = 50
const KLINES_LIMIT = 500

function registerRankings(app: FastifyInstance): void {
  route(app, gainers, ({ tenant, request }) => tenant.feeds.ranking('gainers', request.limit ?? RANKING_LIMIT))
  route(app, losers, ({ tenant, request }) => tenant.feeds.ranking('losers', request.limit ?? RANKING_LIMIT))
  route(app, busiest, ({ tenant, request }) => tenant.feeds.ranking('turnover', request.limit ?? RANKING_LIMIT))
  route(app, newest, ({ tenant, request }) => tenant.feeds.ranking('newest', request.limit ?? RANKING_LIMIT))
  route(app, hotSymbols, ({ tenant }) => tenant.feeds.hot())
}

/** What each coin is worth in USDT. */
export const usdtPriceRows = (tenant: Tenant) =>
  pricedCoins(tenant).map((coin) => ({
    coinName: coin.symbol,
    price: formatDecimal(coin.usdtPrice, VALUE_PRICE_SCALE),
    isStable: coin.isStable ? (1 as const) : (0 as const),
  }))

function registerPrices(app: FastifyInstance): void {
  route(app, allPricesPost, ({ tenant, request }) => {
    const asked = request.symbols
    const all = tenant.feeds.tickers()
    return asked == null || asked.length === 0 ? all : all.filter(({ symbol }) => asked.includes(symbol))
  })

  route(app, usdtPrices, ({ tenant, request }) => {
    const asked = request.coinNames
    return usdtPriceRows(tenant).filter(({ coinName }) => asked == null || asked.length === 0 || asked.includes(coinName))
  })

  route(app, marketTickers, ({ tenant, request }) =>
    request.symbol == null ? tenant.feeds.tickers() : [tenant.feeds.ticker(shownPair(tenant, request.symbol))],
  )
}

/** A class that the operator gave no name is shown with its id, first letter large. */
const capitalised = (id: string): string => `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`

/** Every coin that has a price, as a visitor sees it. */
export const coinRows = (tenant: Tenant) => pricedCoins(tenant).map((coin) => coinRow(tenant, coin))

/** Classes that a shown pair belongs to: the operator's names and order first. */
export function classRows(tenant: Tenant, lang: string) {
  const named = tenant.content.classLabels(lang)
  const used = new Set(tenant.feeds.listings.shownPairs().flatMap((pair) => pair.classLabel ?? []))
  const labels = named.filter(({ id }) => used.delete(id))
  for (const id of used) labels.push({ id, name: capitalised(id) })
  return labels.map(({ id, name }, index) => ({ id, labelName: name, sort: index + 1 }))
}

function registerCoins(app: FastifyInstance): void {
  route(app, coinsOpen, ({ tenant }) => coinRows(tenant))
  route(app, classLabels, ({ tenant, lang }) => classRows(tenant, lang))

  route(app, coinInfo, ({ tenant, request }) => {
    const asset = tenant.feeds.listings.assetBySymbol(request.coinName)
    if (asset === undefined) throw new Failure('COIN_NOT_FOUND', { coinName: request.coinName })
    // What the operator wrote about the coin goes before what its listing says.
    const document: Readonly<Record<string, unknown>> = { ...asset.document, ...tenant.content.coinInfo(asset.symbol) }
    const textOf = (field: string): string | null => {
      const value = document[field]
      return typeof value === 'string' ? value : null
    }
    const numberOf = (field: string): number | null => (Number.isSafeInteger(document[field]) ? Number(document[field]) : null)
    return {
      coinId: String(asset.assetId),
      coinName: asset.symbol,
      fullName: asset.fullName,
      iconUrl: asset.iconUrl,
      intro: textOf('intro'),
      issueTime: numberOf('issueTime'),
      totalSupply: textOf('totalSupply'),
      circulation: textOf('circulation'),
      website: textOf('website'),
      whitePaper: textOf('whitePaper'),
      explorerUrl: textOf('explorerUrl'),
      rank: numberOf('rank'),
    }
  })
}

function registerMarket(app: FastifyInstance): void {
  const tape = sharedAnswer(tradeView)
  const chart = sharedAnswer(klineView)

  route(app, marketDepth, ({ tenant, request }) =>
    tenant.feeds.depth(shownPair(tenant, request.symbol).instrumentId, request.limit ?? DEPTH_LIMIT),
  )

  route(app, marketTrades, async ({ tenant, request }) => {
    const pair = shownPair(tenant, request.symbol)
    const before = request.beforeId == null ? undefined : asTradeId(Number(request.beforeId))
    if (before !== undefined && !Number.isSafeInteger(before)) return []
    const rows = await tenant.models.trades(pair.instrumentId, request.limit ?? TRADES_LIMIT, before)
    return tape(pair, rows)
  })

  route(app, marketKlines, async ({ tenant, request }) => {
    const pair = shownPair(tenant, request.symbol)
    const limit = request.limit ?? KLINES_LIMIT
    const range = klineRange(request.interval, limit, tenant.exchange.now(), {
      from: request.startTime ?? null,
      to: request.endTime ?? null,
    })
    const candles = await tenant.models.candles(pair.instrumentId, request.interval, range, limit)
    return chart(pair, candles)
  })
}

const SPARK_BUCKETS = 42
const SPARK_INTERVAL: CandleInterval = '4h'
const SPARK_LIFE_MS = 60_000

interface Sparks {
  readonly at: number
  readonly lines: Promise<Record<string, string[]>>
}

async function readSparklines(tenant: Tenant): Promise<Record<string, string[]>> {
  const now = tenant.exchange.now()
  const range = klineRange(SPARK_INTERVAL, SPARK_BUCKETS, now, {})
  const lines: Record<string, string[]> = {}
  for (const pair of tenant.feeds.listings.shownPairs()) {
    const candles = await tenant.models.candles(pair.instrumentId, SPARK_INTERVAL, range, SPARK_BUCKETS)
    lines[pair.symbol] = candles.map((candle) => formatSteps(candle.close, pair.priceScale))
  }
  return lines
}

function registerSparklines(app: FastifyInstance): void {
  const known = new WeakMap<Tenant, Sparks>()
  route(app, marketSparklines, ({ tenant }) => {
    const now = tenant.exchange.now()
    const cached = known.get(tenant)
    if (cached !== undefined && now - cached.at < SPARK_LIFE_MS) return cached.lines
    const lines = readSparklines(tenant)
    known.set(tenant, { at: now, lines })
    // A failed read is not kept for a minute.
    lines.catch(() => known.delete(tenant))
    return lines
  })
}

/** All market calls. */
export function registerMarketRoutes(app: FastifyInstance): void {
  registerRankings(app)
  registerPrices(app)
  registerCoins(app)
  registerMarket(app)
  registerSparklines(app)
}
