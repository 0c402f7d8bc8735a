/** user-web: pairs, their groups and prices, favourites and fee rates. */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { feeRatesOf } from '@agio/engine/read.ts'
import { pairView } from '@agio/wire/market/view.ts'
import {
  addFavorite,
  allPrices,
  exchangeGroups,
  exchangeGroupsOpen,
  favorites,
  myRates,
  pairs,
  pairsOpen,
  removeFavorite,
} from '@agio/wire/spot/spot.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route } from '../../calls/route.ts'
import { userRoute } from '../../calls/user-route.ts'
import { submit } from '../../deeds/submit.ts'
import { shownPair } from '../../reads/lookups.ts'
import { wholeHistory } from '../../reads/whole-history.ts'

const COLLECTION = 'favorites'
const FAVORITES_MAX = 200
const VISITOR = asUserId(0)

/** Instrument ids of the user's favourites, oldest mark first. */
async function favoriteIds(tenant: Tenant, userId: UserId): Promise<number[]> {
  if (userId === VISITOR) return []
  const documents = await tenant.models.documents(userId, COLLECTION)
  return [...documents].sort((a, b) => a.savedAt - b.savedAt).map(({ id }) => Number(id))
}

async function pairRows(tenant: Tenant, userId: UserId) {
  return rowsOf(tenant, new Set(await favoriteIds(tenant, userId)))
}

/** Every shown pair as a visitor sees it, in the operator's order. */
export const visitorPairs = (tenant: Tenant) => rowsOf(tenant, new Set())

function rowsOf(tenant: Tenant, marked: ReadonlySet<number>) {
  const { listings } = tenant.feeds
  const hiddenGroups = new Set(tenant.content.groups('en_US').flatMap(({ id, shown }) => (shown ? [] : [id])))
  return listings.shownPairs().map((pair) => {
    const listing = {
      terms: pair.terms,
      status: listings.status(pair.instrumentId).status,
      depthSteps: pair.depthSteps,
      classLabel: pair.classLabel,
      groupShown: !hiddenGroups.has(pair.group),
      isFavorite: marked.has(pair.instrumentId),
      sort: pair.sort,
    }
    return pairView(pair, listing, tenant.feeds.ticker(pair))
  })
}

/** Groups in the operator's order and names; a group that the operator does not know goes last, with its id. */
export function groupRows(tenant: Tenant, lang: string) {
  const groups = new Map<string, string[]>()
  for (const pair of tenant.feeds.listings.shownPairs()) {
    const symbols = groups.get(pair.group) ?? []
    symbols.push(pair.symbol)
    groups.set(pair.group, symbols)
  }
  const known = tenant.content.groups(lang)
  const unknown = [...groups.keys()].filter((id) => known.every((group) => group.id !== id)).map((id) => ({ id, name: id, shown: true }))
  return [...known, ...unknown].map(({ id, name, shown }, index) => ({
    id,
    groupName: name,
    groupStatus: shown ? (1 as const) : (0 as const),
    sort: index + 1,
    symbols: groups.get(id) ?? [],
  }))
}

function registerPairs(app: FastifyInstance): void {
  userRoute(app, pairs, ({ tenant, userId }) => pairRows(tenant, userId))
  route(app, pairsOpen, ({ tenant }) => visitorPairs(tenant))
  route(app, exchangeGroups, ({ tenant, lang }) => groupRows(tenant, lang))
  route(app, exchangeGroupsOpen, ({ tenant, lang }) => groupRows(tenant, lang))
  route(app, allPrices, ({ tenant }) => tenant.feeds.tickers())
}

/** Saves or removes a mark and waits until the next read shows it (MKT-007). */
async function mark(tenant: Tenant, userId: UserId, instrumentId: number, marked: boolean): Promise<void> {
  const id = String(instrumentId)
  const outcome = await submit(tenant, {
    kind: 'saveDocument',
    userId,
    collection: COLLECTION,
    id,
    document: marked ? {} : null,
    actor: `user:${userId}`,
  })
  if (tenant.models.rebuilding() === null) await tenant.models.reached(outcome.seq).catch(() => undefined)
}

function registerFavorites(app: FastifyInstance): void {
  userRoute(app, favorites, async ({ tenant, userId }) => {
    const rows = (await favoriteIds(tenant, userId)).flatMap((instrumentId, index) => {
      const pair = tenant.feeds.listings.pair(instrumentId)
      if (pair === undefined || !pair.terms.visible) return []
      return [{ exchangeCoinId: String(instrumentId), symbol: pair.symbol, sort: index + 1 }]
    })
    return rows
  })

  userRoute(app, addFavorite, async ({ tenant, request, userId }) => {
    const pair = shownPair(tenant, request.symbol)
    await wholeHistory(tenant)
    const marked = await favoriteIds(tenant, userId)
    if (!marked.includes(pair.instrumentId)) {
      if (marked.length >= FAVORITES_MAX) throw new Failure('FAVORITE_LIMIT', { max: FAVORITES_MAX })
      await mark(tenant, userId, pair.instrumentId, true)
    }
    return { symbol: pair.symbol, isFavorite: 1 as const }
  })

  userRoute(app, removeFavorite, async ({ tenant, request, userId }) => {
    const pair = shownPair(tenant, request.symbol)
    await wholeHistory(tenant)
    const marked = await favoriteIds(tenant, userId)
    if (marked.includes(pair.instrumentId)) await mark(tenant, userId, pair.instrumentId, false)
    return { symbol: pair.symbol, isFavorite: 0 as const }
  })
}

/** Decimals of the 30-day volume: the value asset's ledger scale. */
const VOLUME_SCALE = 8

function registerRates(app: FastifyInstance): void {
  userRoute(app, myRates, ({ tenant, request, userId }) => {
    const { listings } = tenant.feeds
    const asked = request.symbol == null ? listings.shownPairs() : [shownPair(tenant, request.symbol)]
    const volumeScale = listings.assetBySymbol('USDT')?.scale ?? VOLUME_SCALE
    const rate = (rateE8: number): string => formatSteps(rateE8, 8)
    return asked.map((pair) => {
      const rates = feeRatesOf(tenant.exchange.state, userId, pair.instrumentId)
      return {
        symbol: pair.symbol,
        buyFee: rate(rates.buyFeeE8),
        sellFee: rate(rates.sellFeeE8),
        makerFee: rates.makerFeeE8 === null ? null : rate(rates.makerFeeE8),
        takerFee: rates.takerFeeE8 === null ? null : rate(rates.takerFeeE8),
        volume30d: formatDecimal(rates.volume30d, volumeScale),
      }
    })
  })
}

/** Pairs, groups, prices, favourites, rates. */
export function registerSpotPairRoutes(app: FastifyInstance): void {
  registerPairs(app)
  registerFavorites(app)
  registerRates(app)
}
