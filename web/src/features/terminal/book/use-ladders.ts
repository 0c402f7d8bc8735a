/** The book as it is shown: both ladders, the user's own prices in them, and the facts that are read aloud. */
import { formatSteps } from '@agio/wire/steps.ts'
import { useDepth } from '../../../data/live/depth.ts'
import { useOpenOrders } from '../../../data/spot/my-orders.ts'
import { isConditional } from '../../../data/spot/order.ts'
import { ticksOf, useDesk } from '../desk.ts'
import { bidShare, groupPrice, type LadderRow, ladder } from '../model/grouping.ts'

export interface Ladders {
  readonly ready: boolean
  readonly bids: readonly LadderRow[]
  readonly asks: readonly LadderRow[]
  /** Best ungrouped prices in ticks; 0 for an empty side. */
  readonly bestBid: number
  readonly bestAsk: number
  readonly bidShare: number
  /** Largest running sum, for the bars. */
  readonly most: number
  /** Prices, in ticks as shown, at which an own order waits. */
  readonly own: ReadonlySet<string>
}

export function useLadders(step: number, bidRows: number, askRows: number): Ladders {
  const { terms, loggedIn } = useDesk()
  const depth = useDepth(terms.symbol, terms)
  const { orders } = useOpenOrders(loggedIn)
  const bids = ladder(depth.bids, 'bids', step, bidRows)
  const asks = ladder(depth.asks, 'asks', step, askRows)
  const own = new Set(
    orders
      .filter((order) => order.symbol === terms.symbol && !isConditional(order))
      .map((order) => {
        const side = order.side === 'buy' ? 'bids' : 'asks'
        return `${side} ${groupPrice(ticksOf(order.price, terms.priceScale), step, side)}`
      }),
  )
  return {
    ready: depth.ready,
    bids,
    asks,
    bestBid: depth.bids[0]?.price ?? 0,
    bestAsk: depth.asks[0]?.price ?? 0,
    bidShare: bidShare(bids, asks),
    most: Math.max(bids.at(-1)?.cumulative ?? 0, asks.at(-1)?.cumulative ?? 0, 1),
    own,
  }
}

/** Ticks as a canonical price text. */
export const priceText = (ticks: number, priceScale: number): string => formatSteps(ticks, priceScale)
