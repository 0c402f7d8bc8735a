/** The tab row of the order pages. */
import { isClosed } from '../../closed-paths.ts'
import { useSite } from '../../data/site.ts'
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
  const { switches } = useSite()
  const open = TABS.filter(([, to]) => !isClosed(to, switches))
  return <PageTabs label={t('orders:kinds')} tabs={open.map(([key, to]) => ({ to, text: t(`orders:tab.${key}`) }))} />
}
