/** How much of an order traded that ended at once, in words; undefined where nothing did. Fetched only when such a thing happens. */
import type { PairTerms } from '@agio/wire/market/pair-terms.ts'
import { loadOrder } from '../../../data/spot/order-lists.ts'
import { formatNumber } from '../../../i18n/format.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { leftToRight } from '../../../i18n/left-to-right.ts'

export async function filledPart(t: Translate, orderId: string, terms: PairTerms): Promise<string | undefined> {
  const { order } = await loadOrder(orderId)
  if (!/[1-9]/.test(order.executedQuantity)) return undefined
  const wanted =
    order.quantity === null ? `${formatNumber(order.total ?? '0')} ${terms.quote}` : `${formatNumber(order.quantity)} ${terms.base}`
  const done = formatNumber(order.quantity === null ? order.executedValue : order.executedQuantity)
  return t('terminal:toast.part', { done, wanted: leftToRight(wanted) })
}
