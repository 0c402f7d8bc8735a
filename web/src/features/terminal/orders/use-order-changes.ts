/** Changing and cancelling orders with the words that go with it. Never throws: what went wrong is told where the person looks. */
import { marketTickers } from '@agio/wire/market/market.ts'
import type { PairTerms } from '@agio/wire/market/pair-terms.ts'
import { isPositive, minus } from '../../../data/amounts.ts'
import { type FailedDeed, sendUnkeyed } from '../../../data/deed.ts'
import { send } from '../../../data/http-client.ts'
import { tickerTopic } from '../../../data/live/tickers.ts'
import { messageOf } from '../../../data/message-of.ts'
import type { Order } from '../../../data/spot/order.ts'
import { type Amended, type Amendment, amend, cancel, cancelMany } from '../../../data/spot/order-actions.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ticksOf } from '../../../terminal/market.ts'
import { tellFailed } from '../../../ui/tell-failed.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ask } from '../ask/ask-store.ts'
import { useDesk } from '../desk.ts'
import { amendThrough, asksMarket } from '../model/through.ts'
import { useTermsOf } from './use-terms-of.ts'

/**
 * How the old values read as an amendment of what a change has made, to undo it. What was traded before is no part of an order that took the
 * place of another: with the old quantity as it was, that much more would be ordered than ever before.
 */
export function undoing(order: Order, change: Amendment, made: Amended): Amendment {
  const taken = change.quantity === undefined ? '0' : minus(change.quantity, made.quantity ?? change.quantity)
  const quantity = order.quantity === null ? '0' : minus(order.quantity, taken)
  return {
    ...(change.price !== undefined && order.price !== null && { price: order.price }),
    ...(change.quantity !== undefined && isPositive(quantity) && { quantity }),
    ...(change.trigger !== undefined && order.triggerPrice !== null && { trigger: order.triggerPrice }),
  }
}

/** Asks about a price far through the market; yes where there is nothing to ask. */
async function agreed(order: Order, change: Amendment, terms: PairTerms, followed: string): Promise<boolean> {
  const ticks = (price: string | null | undefined): number => ticksOf(price, terms.priceScale)
  const market = asksMarket(order, change) ? ticks(await bestAgainst(order, followed)) : 0
  const through = amendThrough(order, change, ticks, market)
  return through === undefined || ask({ through, deed: 'change', pair: terms })
}

/**
 * The best price of the other side, or the last one. The ticker of another pair than the terminal's stands still at what it said when it was
 * last looked at.
 * @param followed the pair whose ticker runs
 */
export async function bestAgainst({ symbol, side }: Pick<Order, 'symbol' | 'side'>, followed: string): Promise<string | undefined> {
  const live = symbol === followed ? tickerTopic(symbol).store.get() : undefined
  const ticker = live ?? (await send(marketTickers, { symbol }))[0]
  return (side === 'buy' ? ticker?.bestAsk : ticker?.bestBid) ?? ticker?.price
}

export function useOrderChanges() {
  const t = useT()
  const termsOf = useTermsOf()
  const { terms: own } = useDesk()
  const fail = (failed: FailedDeed): void => tellFailed('change', failed)
  const undo = async (made: Amended, change: Amendment): Promise<void> => {
    const undone = await amend(made, change)
    if (undone.kind !== 'done') fail(undone)
  }
  return {
    /** Sends one amendment; answers whether it was accepted. */
    async change(order: Order, change: Amendment): Promise<boolean> {
      try {
        if (!(await agreed(order, change, termsOf(order.symbol), own.symbol))) return false
      } catch (error) {
        // The market could not be read, and nothing was sent.
        toast({ kind: 'error', title: messageOf(error) })
        return false
      }
      const outcome = await amend(order, change)
      if (outcome.kind !== 'done') {
        fail(outcome)
        return false
      }
      const made = outcome.answer
      const shown = change.price ?? change.trigger ?? change.quantity ?? ''
      toast({
        kind: 'success',
        title: t('terminal:toast.changed'),
        detail: t('terminal:toast.changedTo', { pair: order.symbol, value: formatNumber(shown) }),
        action: { label: t('terminal:toast.undo'), onPress: () => void undo(made, undoing(order, change, made)) },
      })
      return true
    },
    /** Answers whether it was cancelled. */
    async cancel(order: Order): Promise<boolean> {
      const outcome = await sendUnkeyed(() => cancel(order))
      if (outcome.kind !== 'done') fail(outcome)
      else toast({ kind: 'success', title: t('terminal:toast.canceled'), detail: order.symbol })
      return outcome.kind === 'done'
    },
    async cancelMany(orderIds: readonly string[]): Promise<void> {
      const outcome = await sendUnkeyed(() => cancelMany(orderIds))
      if (outcome.kind !== 'done') fail(outcome)
      else toast({ kind: 'success', title: t('terminal:toast.canceledAll', { count: outcome.answer }) })
    },
  }
}
