/** Spot as the shared panels of a terminal see it: where its prices come from, and what it draws in the places of the frames. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { marketKlines } from '@agio/wire/market/market.ts'
import type { ReactNode } from 'react'
import { priceAbout, useFiat } from '../../data/fiat.ts'
import { send } from '../../data/http-client.ts'
import { candleTopic, readCandle } from '../../data/live/candles.ts'
import { depthTopic } from '../../data/live/depth.ts'
import { liveClient } from '../../data/live/live.ts'
import { tickerTopic, useTicker } from '../../data/live/tickers.ts'
import { tradesTopic } from '../../data/live/trades.ts'
import { useOpenOrders } from '../../data/spot/my-orders.ts'
import { isConditional } from '../../data/spot/order.ts'
import { useFillPages } from '../../data/spot/order-lists.ts'
import { useT } from '../../i18n/i18n.ts'
import { type ActionsProps, type Market, MarketContext, type MarketParts, OwnContext, ticksOf } from '../../terminal/market.ts'
import { SideButtons } from '../../terminal/side-buttons.tsx'
import { Asker } from './ask/asker.tsx'
import { useDesk } from './desk.ts'
import { InfoPanel, OrderLines, PairAssets, PairList, PairRules, preloadTicket, TicketPanel } from './later.ts'
import { BottomPanel } from './orders/bottom-panel.tsx'
import { PairBar, PriceBlock } from './pair/pair-bar.tsx'
import { ViewBar } from './view-bar.tsx'

function PriceNote() {
  const { terms } = useDesk()
  const ticker = useTicker(terms.symbol)
  const fiat = useFiat()
  return <bdi className="num">{ticker === undefined ? '' : priceAbout(fiat, ticker.usdtPrice)}</bdi>
}

function Actions(props: ActionsProps) {
  const t = useT()
  return <SideButtons {...props} buy={t('terminal:buy')} sell={t('terminal:sell')} />
}

const PARTS: MarketParts = {
  Bar: PairBar,
  PriceBlock,
  List: PairList,
  PriceNote,
  Ticket: TicketPanel,
  Actions,
  Account: PairAssets,
  Rules: PairRules,
  Orders: BottomPanel,
  Info: InfoPanel,
  Lines: OrderLines,
  ViewBar,
  Dialogs: Asker,
}

type Feed = Pick<Market, 'price' | 'depth' | 'trades' | 'candles' | 'loadCandles'>
const feeds = new Map<string, Feed>()

/** Made once for each pair, so that what reads it is not started anew. */
function feedOf({ symbol, priceScale, quantityScale }: Market['terms']): Feed {
  const key = `${symbol} ${priceScale} ${quantityScale}`
  const known = feeds.get(key)
  if (known !== undefined) return known
  const feed: Feed = {
    price: tickerTopic(symbol),
    depth: depthTopic(symbol, { priceScale, quantityScale }),
    trades: tradesTopic(symbol),
    candles: (_series, interval) => candleTopic(symbol, interval),
    async loadCandles({ interval, limit, from, until }) {
      const bounds = { ...(from !== undefined && { startTime: from }), ...(until !== undefined && { endTime: until }) }
      const rows = await send(marketKlines, { symbol, interval, limit, ...bounds })
      return rows.flatMap((row) => readCandle(row) ?? [])
    },
  }
  feeds.set(key, feed)
  return feed
}

const LAST_ONLY: Market['series'] = ['last']
const rateText = (rateE8: number): string => formatDecimal(BigInt(rateE8), 8)

/** Gives the desk's pair to the panels inside. */
export function SpotMarket({ children }: { readonly children: ReactNode }) {
  const { terms, fees, loggedIn, readOnly, change } = useDesk()
  const feed = feedOf(terms)
  const market: Market = {
    terms,
    name: terms.symbol,
    loggedIn,
    readOnly,
    viewBar: readOnly,
    fees: { maker: rateText(fees.makerFeeE8 ?? fees.buyFeeE8), taker: rateText(fees.takerFeeE8 ?? fees.sellFeeE8) },
    line: liveClient,
    ...feed,
    series: LAST_ONLY,
    candleUnit: { name: terms.base, scale: terms.quantityScale },
    choose: (chosen) => change({ kind: 'priceChosen', ...chosen }),
    begin: (side) => change({ kind: 'side', side }),
    preloadTicket,
    parts: PARTS,
  }
  return <MarketContext value={market}>{children}</MarketContext>
}

/** Marks the user's orders and trades of the pair in book and chart. */
export function SpotOwn({ children }: { readonly children: ReactNode }) {
  const { terms, loggedIn } = useDesk()
  const { orders } = useOpenOrders(loggedIn)
  const fills = useFillPages({ symbol: terms.symbol }, loggedIn).rows
  const waiting = orders.filter((order) => order.symbol === terms.symbol && !isConditional(order))
  const prices = waiting.map(({ side, price }) => ({
    side: side === 'buy' ? ('bids' as const) : ('asks' as const),
    price: ticksOf(price, terms.priceScale),
  }))
  return <OwnContext value={{ prices, trades: fills }}>{children}</OwnContext>
}
