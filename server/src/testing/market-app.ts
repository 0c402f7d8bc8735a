/** The spot, market and assets calls on a server of their own, over a memory exchange with two pairs and two customers. For tests only. */
import type { InstrumentTerms } from '@agio/engine/command.ts'
import { type AssetId, asAssetId, asInstrumentId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import type { FastifyInstance } from 'fastify'
import { type Convert, openConvert } from '../convert/open-convert.ts'
import { Failure } from '../core/failure.ts'
import { createFeeds, type Feeds } from '../feeds/feeds.ts'
import type { ServerContext } from '../http/context.ts'
import { isCallPath } from '../http/pages/app-paths.ts'
import { registerConvertRoutes } from '../http/routes/convert/convert.ts'
import { registerIndexPriceRoutes } from '../http/routes/market/index-price.ts'
import { registerMarketRoutes } from '../http/routes/market/market.ts'
import { registerSpotRoutes } from '../http/routes/spot/spot.ts'
import { registerAssetsRoutes } from '../http/routes/wallet/assets.ts'
import { createServer } from '../http/server.ts'
import { type IndexPrices, NO_INDEX } from '../index/open-index.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type DataAt, type FailureData, failureOf } from './answers.ts'
import { plainTerms } from './market-fixtures.ts'
import { MemoryExchange } from './memory-exchange.ts'
import { type MemoryModels, memoryModels } from './memory-models.ts'

export interface Envelope<Data = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly code: string
  /** Of a call that succeeded. */
  readonly data: Data
  /** Of a call that was refused; its name is empty otherwise. */
  readonly failure: FailureData
}

export interface MarketApp {
  readonly app: FastifyInstance
  readonly exchange: MemoryExchange
  readonly models: ReadModels & { readonly rows: MemoryModels }
  readonly feeds: Feeds
  readonly ann: UserId
  readonly bob: UserId
  readonly btc: AssetId
  readonly usdt: AssetId
  readonly btcUsdt: InstrumentId
  get<const Url extends string>(url: Url, user?: UserId): Promise<Envelope<DataAt<Url>>>
  post<const Url extends string>(url: Url, body?: unknown, user?: UserId): Promise<Envelope<DataAt<Url>>>
  /** Switches that are open. */
  readonly features: Set<string>
  /** Quotes are lost, as at a restart. */
  forget(): Promise<void>
  /** Gives a customer money, as a decimal. */
  fund(userId: UserId, assetId: AssetId, amount: string): void
  /** Changes terms of BTC/USDT. */
  change(terms: Partial<InstrumentTerms>): void
  close(): Promise<void>
}

const nobody = (): void => undefined
const SILENT = { info: nobody, warn: nobody, error: nobody }

const amountOf = (text: string): bigint => {
  const amount = parseDecimal(text, 8)
  if (typeof amount === 'string') throw new Error(`${text}: ${amount}`)
  return amount
}

type TenantParts = Pick<Tenant, 'models' | 'feeds' | 'index' | 'convert'> & {
  readonly exchange: MemoryExchange
  readonly features: Set<string>
}

function tenantOf({ features, ...parts }: TenantParts): Tenant {
  const sessions = {
    authenticate: (token: string) => {
      if (!/^\d+$/.test(token)) throw new Failure('SESSION_INVALID')
      return { userId: asUserId(Number(token)), sessionId: token }
    },
    reported: () => undefined,
  }
  const usage = { limit: 1, used: 0, remaining: 1, reset: 0 }
  const limits = {
    takeAddress: () => usage,
    check: () => undefined,
    takeUser: () => undefined,
    takeAuth: () => undefined,
    guesses: { check: () => undefined, spend: () => undefined },
    codesOf: () => ({ check: () => undefined, spend: () => undefined }),
  }
  const content = {
    language: () => 'en_US',
    errorText: (_language: string, name: string) => name,
    classLabels: () => [{ id: 'layer1', name: 'Layer 1' }],
    groups: () => [],
    coinInfo: () => undefined,
    isFeatureOpen: (feature: string) => features.has(feature),
  }
  const payloads = { open: () => Promise.resolve({ securityInfo: '' }) }
  // Coins that move on no chain.
  const wallet = { book: { listings: () => [], networks: () => [] }, halts: { isHalted: () => false } }
  return { tenantId: 'test', ...parts, sessions, payloads, limits, wideLimits: limits, content, wallet } as unknown as Tenant
}

function bareApp(tenant: Tenant): FastifyInstance {
  const context = {
    tenants: new Map([['localhost', tenant]]),
    clock: { now: () => tenant.exchange.now() },
    log: SILENT,
    addresses: { port: 80, futuresPort: 81 },
  }
  return createServer(context as unknown as ServerContext, { languageHeader: 'lang', isCall: isCallPath })
}

function caller(app: FastifyInstance) {
  return async <const Url extends string>(
    method: 'GET' | 'POST',
    url: Url,
    user: UserId | undefined,
    body?: unknown,
  ): Promise<Envelope<DataAt<Url>>> => {
    const headers = user === undefined ? {} : { authorization: `Bearer ${user}` }
    const payload = method === 'POST' ? { payload: (body ?? {}) as object } : {}
    const answer = await app.inject({ method, url, headers, ...payload })
    const json = String(answer.headers['content-type']).startsWith('application/json') ? answer.json() : { code: '', data: undefined }
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      code: json.code,
      data: json.data,
      failure: failureOf(json.code, json.data),
    }
  }
}

/**
 * @param terms what differs from plain terms on BTC/USDT
 * @param indexOver what tells the exchange its index prices; nobody does unless it is given
 */
export async function marketApp(
  terms: Partial<InstrumentTerms> = {},
  indexOver: (exchange: MemoryExchange) => IndexPrices = () => NO_INDEX,
): Promise<MarketApp> {
  const exchange = new MemoryExchange()
  const models = memoryModels(exchange)
  const define = (symbol: string, isStable: boolean): AssetId =>
    asAssetId(exchange.must({ kind: 'defineAsset', symbol, scale: 8, document: { fullName: symbol, isStable } }).value)
  const usdt = define('USDT', true)
  const btc = define('BTC', false)
  const eth = define('ETH', false)
  let current = { ...plainTerms('BTC/USDT', btc, usdt), ...terms }
  const btcUsdt = asInstrumentId(exchange.must({ kind: 'defineInstrument', terms: current }).value)
  exchange.must({ kind: 'defineInstrument', terms: plainTerms('ETH/USDT', eth, usdt) })
  const register = (accountKey: string): UserId =>
    asUserId(exchange.must({ kind: 'registerUser', accountKey, document: {}, role: 'customer' }).value)
  const feeds = await createFeeds({ exchange, models, coalesceMs: 1 })
  const features = new Set<string>()
  const open = async (): Promise<Convert> => {
    const opened = openConvert({ exchange, models, feeds, log: SILENT })
    await opened.settings.load()
    return opened
  }
  const convert = { ...(await open()) }
  const index = indexOver(exchange)
  const app = bareApp(tenantOf({ exchange, models, feeds, convert, features, index }))
  registerSpotRoutes(app)
  registerMarketRoutes(app)
  registerIndexPriceRoutes(app, { profile: 'test' })
  registerAssetsRoutes(app, { profile: 'demo' })
  registerConvertRoutes(app)
  const call = caller(app)
  return {
    app,
    exchange,
    models,
    feeds,
    ann: register('ann'),
    bob: register('bob'),
    btc,
    usdt,
    btcUsdt,
    get: (url, user) => call('GET', url, user),
    post: (url, body, user) => call('POST', url, user, body),
    features,
    forget: async () => {
      convert.stop()
      Object.assign(convert, await open())
    },
    fund: (userId, assetId, amount) => {
      exchange.must({ kind: 'creditUser', userId, assetId, amount: amountOf(amount), cause: 'airdrop', reference: 'test' })
    },
    change: (changed) => {
      current = { ...current, ...changed }
      exchange.must({ kind: 'changeInstrument', instrumentId: btcUsdt, terms: current, actor: 'test', why: 'test' })
    },
    close: async () => {
      convert.stop()
      feeds.stop()
      await Promise.all([index.stop(), app.close()])
    },
  }
}
