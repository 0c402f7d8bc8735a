/** The futures host: contracts, their prices, funding and insurance fund, for everybody. */
import { indexOf, indexTermsOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { formatDecimal, pow10 } from '@agio/engine/money/decimal.ts'
import { boundsOf } from '@agio/engine/perp/bounds.ts'
import { insuranceOf } from '@agio/engine/perp/insurance.ts'
import { INDEX_SCALE } from '@agio/engine/schema/index-price.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import {
  depthMap,
  fundingRateList,
  indexKlines,
  indexWeights,
  klines,
  ladderInfo,
  markKlines,
  markParts,
  priceList,
  publicInfo,
  publicMarketInfo,
  riskAccount,
  riskBalances,
  tradeList,
} from '@agio/wire/futures/public.ts'
import {
  coKlineView,
  contractInfoView,
  contractMarketView,
  contractPriceView,
  contractTradeView,
  fundingRateView,
  ladderView,
  markPartsView,
  riskBalanceView,
} from '@agio/wire/futures/view.ts'
import type { FastifyInstance } from 'fastify'
import type { ListedContract } from '../../../feeds/listings.ts'
import type { MarkPoint } from '../../../projections/mark-minutes/mark-minute.ts'
import type { Candle } from '../../../projections/port.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'
import { reach } from '../../hosts.ts'
import { contractBook } from '../../reads/contract-book.ts'
import { contractState, marginAsset, marginAssets, shownContract } from '../../reads/contract-lookups.ts'
import { coPage } from '../../reads/contract-pages.ts'
import { klineRange, sharedAnswer } from '../../reads/shared-answers.ts'

const DEPTH_LIMIT = 100
const TRADES_LIMIT = 50
const KLINES_LIMIT = 500
const MINUTE_MS = 60_000

/** Contracts with all that is fixed about them, in the operator's order. */
export const contractRows = (tenant: Tenant) => tenant.feeds.listings.shownContracts().map((contract) => infoOf(tenant, contract))

function infoOf(tenant: Tenant, contract: ListedContract) {
  const { terms, contract: more, depthSteps, sort } = contract
  const { status } = tenant.feeds.listings.status(contract.instrumentId)
  return contractInfoView(contract, { terms, contract: more, status, depthSteps, sort, bounds: boundsOf(terms, more) })
}

function registerInfo(app: FastifyInstance, { addresses }: Pick<ServerContext, 'addresses'>): void {
  route(app, publicInfo, ({ tenant, way }) => {
    const coins = marginAssets(tenant).map(({ symbol }) => symbol)
    return {
      wsUrl: reach(tenant.config, way, addresses).futuresWsUrl,
      marginCoinList: coins,
      originalCoinList: [...coins],
      contractList: contractRows(tenant),
      currentTimeMillis: tenant.exchange.now(),
      langList: tenant.content.languages().map(({ langEncode }) => langEncode),
      contractProInfo: { receiptKeys: { ...tenant.contracts.receiptKeys.published } },
    }
  })

  route(app, ladderInfo, ({ tenant, request }) => {
    const contract = shownContract(tenant, request.contractId)
    return ladderView(contract, contract.contract)
  })
}

function registerPrices(app: FastifyInstance): void {
  const dayOf = ({ feeds }: Tenant, { instrumentId }: ListedContract) => feeds.contracts.day(instrumentId)
  route(app, publicMarketInfo, ({ tenant, request }) => {
    const contract = shownContract(tenant, request.contractId)
    return contractMarketView(contract, contractState(tenant, contract), dayOf(tenant, contract), tenant.exchange.now())
  })

  route(app, priceList, ({ tenant }) =>
    tenant.feeds.listings
      .shownContracts()
      .map((contract) => contractPriceView(contract, contractState(tenant, contract), dayOf(tenant, contract))),
  )

  route(app, depthMap, ({ tenant, request }) =>
    contractBook(tenant, shownContract(tenant, request.contractId), request.limit ?? DEPTH_LIMIT),
  )

  const tape = sharedAnswer(contractTradeView)
  route(app, tradeList, async ({ tenant, request }) => {
    const contract = shownContract(tenant, request.contractId)
    return tape(contract, await tenant.models.trades(contract.instrumentId, request.limit ?? TRADES_LIMIT))
  })
}

type KlineRequest = RequestOf<typeof klines>

/** What a chart is made of. */
type Reading = (tenant: Tenant, contract: ListedContract, request: KlineRequest, limit: number) => Promise<readonly Candle[]>

const rangeOf = (tenant: Tenant, request: KlineRequest, limit: number) =>
  klineRange(request.interval, limit, tenant.exchange.now(), { from: request.startTime ?? null, to: request.endTime ?? null })

function registerKlines(app: FastifyInstance): void {
  const chart = sharedAnswer((contract: ListedContract, candle: Candle) => coKlineView(contract, candle))
  const serve = (call: typeof klines | typeof markKlines | typeof indexKlines, read: Reading): void =>
    route(app, call, async ({ tenant, request }) => {
      const contract = shownContract(tenant, request.contractId)
      return chart(contract, await read(tenant, contract, request, request.limit ?? KLINES_LIMIT))
    })
  serve(klines, (tenant, { instrumentId }, request, limit) =>
    tenant.models.candles(instrumentId, request.interval, rangeOf(tenant, request, limit), limit),
  )
  const ofPrice =
    (of: 'mark' | 'index'): Reading =>
    (tenant, { instrumentId }, request, limit) =>
      tenant.models.priceCandles(of, instrumentId, request.interval, rangeOf(tenant, request, limit), limit)
  serve(markKlines, ofPrice('mark'))
  serve(indexKlines, ofPrice('index'))

  route(app, markParts, async ({ tenant, request }) => {
    const contract = shownContract(tenant, request.contractId)
    const at = request.minute ?? undefined
    const found = await tenant.models.markMinute(contract.instrumentId, at)
    const { startAt, begunWith, points } = found ?? { startAt: minuteStart(at ?? tenant.exchange.now()), begunWith: undefined, points: [] }
    const terms = { contract: contract.contract, bounds: boundsOf(contract.terms, contract.contract) }
    const shown = (point: MarkPoint) => markPartsView(contract, terms, point)
    const before = begunWith === undefined ? null : shown(begunWith)
    return { contractId: String(contract.instrumentId), minute: startAt, before, marks: points.map(shown) }
  })
}

const minuteStart = (at: number): number => at - (at % MINUTE_MS)

/** What the sources say of the base coin, in what the contract is priced in: where that is not the unit of the index, by its own index, floored. */
function weightsOf({ exchange }: Pick<Tenant, 'exchange'>, contract: ListedContract) {
  const { state } = exchange
  const { freshMs, unitAssetId } = indexTermsOf(state)
  const quoted = unitAssetId === contract.quote.assetId ? pow10(INDEX_SCALE) : indexOf(state, contract.quote.assetId).price
  return sourcesOf(state, contract.base.assetId).map(({ name, weight, state: said, price, at }) => {
    const isFresh = said === 'pinned' || (said === 'live' && exchange.now() - at <= freshMs)
    return {
      source: name,
      price: quoted === 0n ? '0' : formatDecimal((price * pow10(INDEX_SCALE)) / quoted, INDEX_SCALE),
      weight: String(weight),
      used: weight > 0 && price > 0n && isFresh ? (1 as const) : (0 as const),
      time: at,
    }
  })
}

function registerFunds(app: FastifyInstance): void {
  route(app, fundingRateList, async ({ tenant, request }) => {
    const contract = shownContract(tenant, request.contractId)
    const { rows, total } = await tenant.models.fundingRates(contract.instrumentId, coPage(request))
    return { count: total, fundingRateList: rows.map((row) => fundingRateView(contract, row)) }
  })

  route(app, indexWeights, ({ tenant, request }) => weightsOf(tenant, shownContract(tenant, request.contractId)))

  route(app, riskAccount, ({ tenant, request }) => {
    const asset = marginAsset(tenant, request.marginCoin)
    return { marginCoin: asset.symbol, balance: formatDecimal(insuranceOf(tenant.exchange.state, asset.assetId), asset.scale) }
  })

  route(app, riskBalances, async ({ tenant, request }) => {
    const asset = marginAsset(tenant, request.marginCoin)
    const { rows, total } = await tenant.models.insuranceLines(asset.assetId, coPage(request))
    return { count: total, riskBalanceList: rows.map((row) => riskBalanceView(asset, row)) }
  })
}

/** All calls below `common/` but that of health. */
export function registerFuturesCommonRoutes(app: FastifyInstance, context: Pick<ServerContext, 'addresses'>): void {
  registerInfo(app, context)
  registerPrices(app)
  registerKlines(app)
  registerFunds(app)
}
