/** The tab row of the order pages. */
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'

const TABS = [
  ['spot', paths.spotOrders],
  ['contract', paths.contractOrders],
  ['convert', paths.convertOrders],
  ['earn', paths.earnOrders],
  ['bills', paths.bills],
] as const

export function OrderTabs() {
  const t = useT()
  return <PageTabs label={t('orders:kinds')} tabs={TABS.map(([key, to]) => ({ to, text: t(`orders:tab.${key}`) }))} />
}
