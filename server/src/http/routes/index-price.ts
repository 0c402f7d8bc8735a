/** home-web: the index price of a coin and what it was made of, for everyone. */
import { indexTermsOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { INDEX_SCALE } from '@agio/engine/schema/index-price.ts'
import { indexSources } from '@agio/wire/index-price.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../core/failure.ts'
import type { IndexChange, IndexWord } from '../../projections/index-minutes/minute.ts'
import { route } from '../calls/route.ts'

const MINUTE_MS = 60_000
const CAP_SCALE = 8

const priceText = (price: bigint): string => formatDecimal(price, INDEX_SCALE)
const changeView = ({ time, price, live }: IndexChange) => ({ time, price: priceText(price), live })
const wordView = ({ time, at, price, state }: IndexWord) => ({ time, at, price: priceText(price), state })

export function registerIndexPriceRoutes(app: FastifyInstance): void {
  route(app, indexSources, async ({ tenant, request }) => {
    const { exchange, models, feeds } = tenant
    const asset = feeds.listings.assetBySymbol(request.coinName)
    if (asset === undefined) throw new Failure('COIN_NOT_FOUND', { coinName: request.coinName })
    const at = request.minute ?? undefined
    const found = await models.indexMinute(asset.assetId, at)
    const startAt = Math.floor((at ?? exchange.now()) / MINUTE_MS) * MINUTE_MS
    const { begunWith, before, words, changes } = found ?? { begunWith: undefined, before: [], words: [], changes: [] }
    const { capE8, freshMs } = indexTermsOf(exchange.state)
    const sources = sourcesOf(exchange.state, asset.assetId)
    return {
      coinName: asset.symbol,
      minute: found?.startAt ?? startAt,
      cap: formatDecimal(BigInt(capE8), CAP_SCALE),
      freshMs,
      index: [...(begunWith === undefined ? [] : [begunWith]), ...changes].map(changeView),
      sources: sources.map(({ name, weight }, number) => ({
        source: name,
        weight,
        prices: words.filter(({ source }) => source === number).map(wordView),
      })),
      before: before.flatMap((word) => {
        const name = sources[word.source]?.name
        return name === undefined ? [] : [{ source: name, ...wordView(word) }]
      }),
    }
  })
}
