/** Changing and cancelling orders with the words that go with it. Never throws: what went wrong is told where the person looks. */
import { marketTickers } from '@agio/wire/market/market.ts'
import type { PairTerms } from '@agio/wire/market/pair-terms.ts'
import { CallError } from '../../../data/call-error.ts'
import { send } from '../../../data/http-client.ts'
import { tickerTopic } from '../../../data/live/tickers.ts'
import type { Order } from '../../../data/spot/order.ts'
import { type Amendment, amend, cancel, cancelMany } from '../../../data/spot/order-actions.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ticksOf } from '../../../terminal/market.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ask } from '../ask/ask-store.ts'
import { amendThrough, asksMarket } from '../model/through.ts'
import { useTermsOf } from './use-terms-of.ts'

/** How the old values read as an amendment, to undo a change. */
const before = (order: Order, change: Amendment): Amendment => ({
  ...(change.price !== undefined && order.price !== null && { price: order.price }),
  ...(change.quantity !== undefined && order.quantity !== null && { quantity: order.quantity }),
  ...(change.trigger !== undefined && order.triggerPrice !== null && { trigger: order.triggerPrice }),
})

/** Asks about a price far through the market; yes where there is nothing to ask. */
async function agreed(order: Order, change: Amendment, terms: PairTerms): Promise<boolean> {
  const ticks = (price: string | null | undefined): number => ticksOf(price, terms.priceScale)
  const market = asksMarket(order, change) ? ticks(await bestAgainst(order)) : 0
  const through = amendThrough(order, change, ticks, market)
  return through === undefined || ask({ through, deed: 'change', pair: terms })
}

/** The best price of the other side, or the last one; from the live ticker where it runs. */
async function bestAgainst({ symbol, side }: Order): Promise<string | undefined> {
  const live = tickerTopic(symbol).store.get()
  const ticker = live ?? (await send(marketTickers, { symbol }))[0]
  return (side === 'buy' ? ticker?.bestAsk : ticker?.bestBid) ?? ticker?.price
}

export function useOrderChanges() {
  const t = useT()
  const termsOf = useTermsOf()
  const fail = (error: unknown): void => {
    toast({ kind: 'error', title: error instanceof CallError ? error.message : t('terminal:toast.unknown') })
  }
  return {
    /** Sends one amendment; answers whether it was accepted. */
    async change(order: Order, change: Amendment): Promise<boolean> {
      try {
        if (!(await agreed(order, change, termsOf(order.symbol)))) return false
        const orderId = await amend(order, change)
        const shown = change.price ?? change.trigger ?? change.quantity ?? ''
        toast({
          kind: 'success',
          title: t('terminal:toast.changed'),
          detail: t('terminal:toast.changedTo', { pair: order.symbol, value: formatNumber(shown) }),
          action: {
            label: t('terminal:toast.undo'),
            onPress: () => void amend({ ...order, orderId }, before(order, change)).catch(fail),
          },
        })
        return true
      } catch (error) {
        fail(error)
        return false
      }
    },
    /** Answers whether it was cancelled. */
    async cancel(order: Order): Promise<boolean> {
      try {
        await cancel(order)
        toast({ kind: 'success', title: t('terminal:toast.canceled'), detail: order.symbol })
        return true
      } catch (error) {
        fail(error)
        return false
      }
    },
    async cancelMany(orderIds: readonly string[]): Promise<void> {
      try {
        const count = await cancelMany(orderIds)
        toast({ kind: 'success', title: t('terminal:toast.canceledAll', { count }) })
      } catch (error) {
        fail(error)
      }
    },
  }
}
