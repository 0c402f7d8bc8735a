/** The public market calls. Loaded with the first of them, together with the client and the API's schemas. */
import type { ResponseOf } from '@agio/wire/call.ts'
import { carouselImageList } from '@agio/wire/content/home-web.ts'
import { allPricesPost, classLabels, gainers, hotSymbols, losers, marketSparklines } from '@agio/wire/market/market.ts'
import { addFavorite, exchangeGroupsOpen, favorites, pairs, pairsOpen, removeFavorite } from '@agio/wire/spot/spot.ts'
import { send } from '../http-client.ts'
import { isLoggedIn } from '../session.ts'
import { readPair } from './decode.ts'
import type { MarketPair } from './market-model.ts'
import { readQuote } from './read-quote.ts'

const asVisitor = { anonymous: true } as const

/** Latest prices of all pairs; a failure leaves those that are there. */
export async function loadQuotes() {
  try {
    return (await send(allPricesPost, {}, asVisitor)).map(readQuote)
  } catch (error) {
    console.error('Failed to load pair prices', error)
    throw error
  }
}

/** With a token the user's own list is asked first, and the public one when that fails. */
export async function loadPairs(): Promise<readonly MarketPair[]> {
  if (isLoggedIn()) {
    try {
      return (await send(pairs, {})).flatMap(readPair)
    } catch (error) {
      console.warn('The own coin list did not load, the public one follows', error)
    }
  }
  try {
    return (await send(pairsOpen, {}, asVisitor)).flatMap(readPair)
  } catch (error) {
    console.error('Failed to load coin list', error)
    throw error
  }
}

/** Closes of the last seven days of every pair by symbol, one for each four hours, oldest first. */
export const loadCloses = () => send(marketSparklines, {}, asVisitor)

export type RankingKind = 'hot' | 'gainers' | 'losers'

export async function loadRanking(kind: RankingKind) {
  const rows = kind === 'hot' ? send(hotSymbols, {}, asVisitor) : send(kind === 'gainers' ? gainers : losers, {}, asVisitor)
  return (await rows).map(readQuote)
}

export type MarketClass = ResponseOf<typeof classLabels>[number]
export const loadClasses = () => send(classLabels, {}, asVisitor)

export type MarketGroup = ResponseOf<typeof exchangeGroupsOpen>[number]
export const loadGroups = () => send(exchangeGroupsOpen, {}, asVisitor)

/** Symbols that the user marked, in the user's order. */
export const loadFavourites = async () => (await send(favorites, {})).map((item) => item.symbol)

export async function markFavourite(symbol: string, favourite: boolean): Promise<void> {
  await (favourite ? send(addFavorite, { symbol }) : send(removeFavorite, { symbol }))
}

export const loadCarousel = () => send(carouselImageList, { position: 'home' }, asVisitor)
