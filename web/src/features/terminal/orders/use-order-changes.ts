/** Changing and cancelling orders with the words that go with it. Never throws: what went wrong is told where the person looks. */
import { CallError } from '../../../data/call-error.ts'
import type { Order } from '../../../data/spot/order.ts'
import { type Amendment, amend, cancel, cancelAll } from '../../../data/spot/order-actions.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { toast } from '../../../ui/toast-store.ts'

/** How the old values read as an amendment, to undo a change. */
const before = (order: Order, change: Amendment): Amendment => ({
  ...(change.price !== undefined && order.price !== null && { price: order.price }),
  ...(change.quantity !== undefined && order.quantity !== null && { quantity: order.quantity }),
  ...(change.trigger !== undefined && order.triggerPrice !== null && { trigger: order.triggerPrice }),
})

export function useOrderChanges() {
  const t = useT()
  const fail = (error: unknown): void => {
    toast({ kind: 'error', title: error instanceof CallError ? error.message : t('terminal:toast.unknown') })
  }
  return {
    /** Sends one amendment; answers whether it was accepted. */
    async change(order: Order, change: Amendment): Promise<boolean> {
      try {
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
    async cancelAll(symbol: string | undefined): Promise<void> {
      try {
        const count = await cancelAll(symbol)
        toast({ kind: 'success', title: t('terminal:toast.canceledAll', { count }) })
      } catch (error) {
        fail(error)
      }
    },
  }
}
