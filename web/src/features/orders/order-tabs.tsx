/** The tab row of the order pages; each tab is an address of its own. */
import { Link, useLocation } from 'react-router'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'

const TABS = [
  ['spot', paths.spotOrders],
  ['contract', paths.contractOrders],
  ['convert', paths.convertOrders],
  ['earn', paths.earnOrders],
  ['bills', paths.bills],
] as const

export function OrderTabs() {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('orders:kinds')} className="mb-6 flex gap-6 overflow-x-auto border-b border-line pt-6 [scrollbar-width:none]">
      {TABS.map(([key, path]) => (
        <Link
          key={key}
          to={path}
          aria-current={pathname === path ? 'page' : undefined}
          className="relative flex h-12 shrink-0 items-center text-[15px] font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-fg aria-[current]:text-fg aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-theme"
        >
          {t(`orders:tab.${key}`)}
        </Link>
      ))}
    </nav>
  )
}
