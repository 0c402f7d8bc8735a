/** What a file leaves out. */
import type { AllRows } from '../data/spot/order-lists.ts'
import { formatNumber } from '../i18n/format.ts'
import type { Translate } from '../i18n/i18n.ts'
import { toast } from './toast-store.ts'

/** Says so when there are more rows than a file takes. */
export function tellCut(t: Translate, all: AllRows<unknown>): void {
  if (all.rows.length >= all.total) return
  const count = (rows: number): string => formatNumber(String(rows))
  toast({ kind: 'info', title: t('orders:csvCut', { count: count(all.rows.length), total: count(all.total) }) })
}
