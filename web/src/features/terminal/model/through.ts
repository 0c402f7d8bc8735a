/** Whether a limit lies so far through the market that it is more likely a slip than a wish. */
import type { Order } from '../../../data/spot/order.ts'
import type { Amendment } from '../../../data/spot/order-actions.ts'
import type { TicketContext } from './context.ts'
import type { Side } from './order-words.ts'
import type { Ticket } from './resolve.ts'

/** A limit further through the market than this is asked about, percent. */
const ASK_PERCENT = 5n

export interface Through {
  readonly side: Side
  /** Ticks. */
  readonly price: number
  /** The best price of the other side, or the trigger, ticks. */
  readonly from: number
  readonly of: 'market' | 'trigger'
  /** How far, in tenths of a percent, rounded down. */
  readonly percentE1: number
}

function throughOf(side: Side, price: number, from: number, of: Through['of']): Through | undefined {
  if (price <= 0 || from <= 0) return undefined
  const beyond = BigInt(side === 'buy' ? price - from : from - price)
  if (beyond * 100n <= BigInt(from) * ASK_PERCENT) return undefined
  return { side, price, from, of, percentE1: Number((beyond * 1000n) / BigInt(from)) }
}

/** The ticket's limit against the book, or against its trigger when it waits for one; undefined when there is nothing to ask. */
export function ticketThrough({ draft, price, trigger, triggerLimit }: Ticket, context: TicketContext): Through | undefined {
  const { side, type } = draft
  if (type === 'stopLimit' || type === 'takeProfitLimit') return throughOf(side, price, trigger, 'trigger')
  if (type === 'oneCancelsOther') return throughOf(side, triggerLimit, trigger, 'trigger')
  if (type !== 'limit') return undefined
  const best = (side === 'buy' ? context.asks : context.bids)[0]?.price ?? context.last
  return throughOf(side, price, best, 'market')
}

/** Whether a changed order lies in the book, or will once it fires; what does not change its price is no reason to ask. */
export const asksMarket = (order: Order, change: Amendment): boolean => change.price !== undefined && order.state !== 'pendingTrigger'

/**
 * The same for a change of an order.
 * @param ticks reads a price of the order's pair, 0 for none
 * @param market the best price of the other side, ticks; 0 = not known
 */
export function amendThrough(
  order: Order,
  change: Amendment,
  ticks: (price: string | null | undefined) => number,
  market: number,
): Through | undefined {
  if (asksMarket(order, change)) return throughOf(order.side, ticks(change.price), market, 'market')
  const waits = order.state === 'pendingTrigger' && (order.kind === 'stopLimit' || order.kind === 'takeProfitLimit')
  if (!waits || (change.price === undefined && change.trigger === undefined)) return undefined
  return throughOf(order.side, ticks(change.price ?? order.price), ticks(change.trigger ?? order.triggerPrice), 'trigger')
}
