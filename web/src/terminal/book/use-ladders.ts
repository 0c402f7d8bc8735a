/** The book as it is shown: both ladders, the user's own prices in them, and the facts that are read aloud. */
import { useTopic } from '../../data/live/topic.ts'
import { useMarket, useOwn } from '../market.ts'
import { bidShare, groupPrice, type LadderRow, ladder } from '../model/grouping.ts'

export interface Ladders {
  readonly ready: boolean
  readonly bids: readonly LadderRow[]
  readonly asks: readonly LadderRow[]
  /** Best ungrouped prices in ticks; 0 for an empty side. */
  readonly bestBid: number
  readonly bestAsk: number
  /** Whole percent; undefined while nobody stands on either side. */
  readonly bidShare: number | undefined
  /** Largest running sum, for the bars. */
  readonly most: number
  /** Prices, in ticks as shown, at which an own order waits. */
  readonly own: ReadonlySet<string>
}

export function useLadders(step: number, bidRows: number, askRows: number): Ladders {
  const depth = useTopic(useMarket().depth)
  const { prices } = useOwn()
  // Both sides as deep as the deeper one: a view of one side must not say that nobody stands on the other.
  const deep = Math.max(bidRows, askRows)
  const deepBids = ladder(depth.bids, 'bids', step, deep)
  const deepAsks = ladder(depth.asks, 'asks', step, deep)
  const bids = deepBids.slice(0, bidRows)
  const asks = deepAsks.slice(0, askRows)
  const own = new Set(prices.map(({ side, price }) => `${side} ${groupPrice(price, step, side)}`))
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
