/** home-web: the index price of a coin and what it was made of, for everyone. auth: its pins, for tests from outside. */
import { indexTermsOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { formatDecimal, parseDecimal, pow10 } from '@agio/engine/money/decimal.ts'
import { INDEX_SCALE } from '@agio/engine/schema/index-price.ts'
import { devIndex } from '@agio/wire/dev.ts'
import { indexSources } from '@agio/wire/market/index-price.ts'
import type { FastifyInstance } from 'fastify'
import { Failure, invalid } from '../../../core/failure.ts'
import type { ListedAsset } from '../../../feeds/listings.ts'
import { UNIT_COIN } from '../../../index/terms.ts'
import type { IndexChange, IndexWord } from '../../../projections/index-minutes/minute.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'

const MINUTE_MS = 60_000
const CAP_SCALE = 8
/** An index is an int64. */
const PRICE_MAX = 2n ** 63n - 1n
const ONE = pow10(INDEX_SCALE)

const priceText = (price: bigint): string => formatDecimal(price, INDEX_SCALE)
const changeView = ({ time, price, live }: IndexChange) => ({ time, price: priceText(price), live })
const wordView = ({ time, at, price, state }: IndexWord) => ({ time, at, price: priceText(price), state })

/** @throws Failure COIN_NOT_FOUND */
function coinOf({ feeds }: Tenant, coinName: string): ListedAsset {
  const asset = feeds.listings.assetBySymbol(coinName)
  if (asset === undefined) throw new Failure('COIN_NOT_FOUND', { coinName })
  return asset
}

/** @throws Failure VALIDATION_FAILED for a price of 0, of too many digits, or beyond what an index holds */
function pinOf(price: string, field: string): bigint {
  const pinned = parseDecimal(price, INDEX_SCALE)
  if (typeof pinned === 'string') throw invalid(field, pinned === 'tooManyDecimals' ? 'scale' : 'format')
  if (pinned > PRICE_MAX) throw invalid(field, 'max')
  return pinned
}

function registerPins(app: FastifyInstance): void {
  route(app, devIndex, async ({ tenant, request }) => {
    const { index } = tenant
    const { assetId, symbol } = coinOf(tenant, request.coinName)
    const single = Object.entries(request.sources ?? {}).map(
      ([name, price]) => [name, price === null ? 'silent' : pinOf(price, `sources.${name}`)] as const,
    )
    for (const [name] of single) if (!index.names.includes(name)) throw invalid(`sources.${name}`, 'enum')
    const all = request.price == null ? 'free' : pinOf(request.price, 'price')
    if (symbol === UNIT_COIN) {
      // It is worth one of itself, whatever anybody says.
      if (all !== 'free' && all !== ONE) throw invalid('price', 'enum')
      return {}
    }
    if (index.names.length === 0) throw invalid('coinName', 'enum')
    if (single.length === 0) await index.pin(assetId, all)
    for (const [name, price] of single) await index.pin(assetId, price, name)
    return {}
  })
}

/** Its pins in the test profile alone. */
export function registerIndexPriceRoutes(app: FastifyInstance, { profile }: Pick<ServerContext, 'profile'>): void {
  if (profile === 'test') registerPins(app)

  route(app, indexSources, async ({ tenant, request }) => {
    const { exchange, models } = tenant
    const asset = coinOf(tenant, request.coinName)
    const at = request.minute ?? undefined
    const found = await models.indexMinute(asset.assetId, at)
    const startAt = Math.floor((at ?? exchange.now()) / MINUTE_MS) * MINUTE_MS
    const { begunWith, before, words, changes } = found ?? { begunWith: undefined, before: [], words: [], changes: [] }
    const { capE8, freshMs } = found?.terms ?? indexTermsOf(exchange.state)
    const weights = found?.terms?.weights.find(({ assetId }) => assetId === asset.assetId)?.weights ?? []
    const sources = sourcesOf(exchange.state, asset.assetId)
    return {
      coinName: asset.symbol,
      minute: found?.startAt ?? startAt,
      cap: formatDecimal(BigInt(capE8), CAP_SCALE),
      freshMs,
      index: [...(begunWith === undefined ? [] : [begunWith]), ...changes].map(changeView),
      sources: sources.map(({ name }, number) => ({
        source: name,
        weight: weights[number] ?? 1,
        prices: words.filter(({ source }) => source === number).map(wordView),
      })),
      before: before.flatMap((word) => {
        const name = sources[word.source]?.name
        return name === undefined ? [] : [{ source: name, ...wordView(word) }]
      }),
    }
  })
}
