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
  // Both sides as deep as the deeper one: a view of one side must not say that nobody stands on the other.
  const deep = Math.max(bidRows, askRows)
  const deepBids = ladder(depth.bids, 'bids', step, deep)
  const deepAsks = ladder(depth.asks, 'asks', step, deep)
  const bids = deepBids.slice(0, bidRows)
  const asks = deepAsks.slice(0, askRows)
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
    bidShare: bidShare(deepBids, deepAsks),
    most: Math.max(bids.at(-1)?.cumulative ?? 0, asks.at(-1)?.cumulative ?? 0, 1),
    own,
  }
}

/** Ticks as a canonical price text. */
export const priceText = (ticks: number, priceScale: number): string => formatSteps(ticks, priceScale)
