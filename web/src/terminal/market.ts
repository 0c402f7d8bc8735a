/**
 * What the shared panels of a terminal know of the market they stand in, and all they know of it: the port between book, tape, chart and
 * frames on one side and a product, spot or contracts, on the other. Changes rarely; prices are not in it but behind its topics.
 */
import { parseSteps } from '@agio/wire/steps.ts'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { ChartPort, Interval } from '../chart/chart-port.ts'
import type { LiveCandle } from '../data/live/candles.ts'
import type { DepthView } from '../data/live/depth.ts'
import type { SocketClient } from '../data/live/socket-client.ts'
import type { Topic } from '../data/live/topic.ts'
import type { LiveTrade } from '../data/live/trades.ts'

/** Units: ticks of 10^-priceScale quote, lots of 10^-quantityScale base. */
export interface MarketTerms {
  /** By which channels, calls and kept drawings name it: `BTC/USDT`, `E-BTC-USDT`. */
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly priceScale: number
  readonly quantityScale: number
  /** What one of a quantity is of the coin that the price is of, where it is another unit: so many lots of 10^-scale. */
  readonly worth?: { readonly lots: number; readonly scale: number }
  /** Price steps for grouping the book, ticks. */
  readonly depthSteps: readonly number[]
}

export interface LastPrice {
  readonly price: string
  /** Against the trade before it. */
  readonly moved: 'up' | 'down' | 'flat'
  /** Value of the price in USDT. */
  readonly usdtPrice: string
}

/** Whose candles the chart shows: of trades, and of contracts also of the price that margins are counted at and of the index. */
export type Series = 'last' | 'mark' | 'index'

export interface CandlesWanted {
  readonly series: Series
  readonly interval: Interval
  readonly limit: number
  /** ms, both ends included; absent: up to now. */
  readonly from?: number
  readonly until?: number
}

/** Order prices of the book side `bids` or `asks`, ticks. */
export interface OwnPrice {
  readonly side: 'bids' | 'asks'
  readonly price: number
}

/** A trade of the user's, as the chart marks it. */
export interface OwnTrade {
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly at: number
}

export interface LinesProps {
  readonly port: ChartPort
  /** Short labels, for phones. */
  readonly narrow: boolean
  /** Kept free beside the axis, px. */
  readonly gutter: number
}

export interface OrdersProps {
  /** Cards in place of tables. */
  readonly cards: boolean
  /** Fewer columns where room is short. */
  readonly narrow: boolean
}

export interface ActionsProps {
  /** Opens the ticket for a side. */
  readonly onBegin: (side: 'buy' | 'sell') => void
  /** A finger is on its way. */
  readonly onReach: () => void
}

export interface TicketProps {
  /** Fewer lines in the cost card and no key hints: for narrow columns and phones. */
  readonly short: boolean
  /** The sheet draws its own book beside the fields. */
  readonly beside?: ReactNode
  /** Whether single keys work it. */
  readonly keys: boolean
}

/** What a product draws itself in the places of the frames. */
export interface MarketParts {
  readonly Bar: ComponentType<{ readonly listed: boolean }>
  /** The phone's, 105 px high. */
  readonly PriceBlock: ComponentType
  readonly List: ComponentType<{ readonly onChosen?: () => void }>
  /** Beside the last price in the middle of the book. */
  readonly PriceNote: ComponentType
  readonly Ticket: ComponentType<TicketProps>
  /** At the foot of a phone, in place of a ticket. */
  readonly Actions: ComponentType<ActionsProps>
  /** Below the ticket: what the user has for it. */
  readonly Account: ComponentType
  /** Below that in wide windows: limits and fees. */
  readonly Rules: ComponentType
  readonly Orders: ComponentType<OrdersProps>
  readonly Info: ComponentType
  /** Own orders and positions over the chart. */
  readonly Lines: ComponentType<LinesProps>
  /** Beside chart and depth; absent where there is no such thing. */
  readonly Funding?: ComponentType
  /** Says what a view without orders is, and leads to where there are some. */
  readonly ViewBar: ComponentType
  /** Dialogs that any panel may open. */
  readonly Dialogs: ComponentType
}

export interface Market {
  readonly terms: MarketTerms
  /** As people read it: `BTC/USDT`, `BTCUSDT Perp`. */
  readonly name: string
  /** A user who sees orders of his own here. */
  readonly loggedIn: boolean
  /** Nothing can be ordered here, whoever looks. */
  readonly readOnly: boolean
  /** A bar says so above everything else. */
  readonly viewBar: boolean
  /** Decimal strings, fractions. */
  readonly fees: { readonly maker: string; readonly taker: string }
  /** The line over which all of it comes; the first call opens it. */
  readonly line: () => SocketClient
  readonly price: Topic<LastPrice | undefined>
  readonly depth: Topic<DepthView>
  readonly trades: Topic<readonly LiveTrade[]>
  /** The first one is shown first. */
  readonly series: readonly Series[]
  /** What the volume of candles counts, and its decimals: coins, whatever book and tape count. */
  readonly candleUnit: { readonly name: string; readonly scale: number }
  readonly candles: (series: Series, interval: Interval) => Topic<readonly LiveCandle[]>
  readonly loadCandles: (wanted: CandlesWanted) => Promise<readonly LiveCandle[]>
  /** A price of book, tape or chart was chosen for the ticket. */
  readonly choose: (chosen: { readonly price: string; readonly quantity?: string; readonly side?: 'buy' | 'sell' }) => void
  /** The phone's buttons: the ticket opens for this side. */
  readonly begin: (side: 'buy' | 'sell') => void
  /** Starts fetching the ticket, where it is not on the first picture. */
  readonly preloadTicket: () => void
  readonly parts: MarketParts
}

export const MarketContext = createContext<Market | undefined>(undefined)

export function useMarket(): Market {
  const market = use(MarketContext)
  if (market === undefined) throw new Error('this panel stands outside a terminal')
  return market
}

export interface Own {
  readonly prices: readonly OwnPrice[]
  readonly trades: readonly OwnTrade[]
}

const NOTHING: Own = { prices: [], trades: [] }

/** What of the user's the book and the chart mark. */
export const OwnContext = createContext<Own>(NOTHING)

export const useOwn = (): Own => use(OwnContext)

/** Ticks of a price text; 0 for none. */
export function ticksOf(price: string | null | undefined, priceScale: number): number {
  const ticks = parseSteps(price ?? '', priceScale)
  return typeof ticks === 'number' ? ticks : 0
}
