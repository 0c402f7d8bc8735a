/** The tab row of the asset pages. */
import { isClosed } from '../../closed-paths.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'

const TABS = [
  ['spot', paths.spotAssets],
  ['contract', paths.contractAssets],
  ['earn', paths.earnAssets],
  ['addresses', paths.addressBook],
  ['bills', paths.bills],
] as const

export function AssetsTabs() {
  const t = useT()
  const { switches } = useSite()
  const open = TABS.filter(([, to]) => !isClosed(to, switches))
  return <PageTabs label={t('assets:accounts')} tabs={open.map(([key, to]) => ({ to, text: t(`assets:tab.${key}`) }))} />
}
