/** What is open in every installation: the way on from a page that is not. */
import { CandlestickChart, ChartNoAxesColumn, ChevronRight, LifeBuoy, type LucideIcon } from 'lucide-react'
import { useLoggedIn } from '../data/session.ts'
import { useT } from '../i18n/i18n.ts'
import type { PageTitle } from '../pages.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icons.tsx'
import { Link } from '../ui/link.tsx'

const OPEN: readonly { readonly to: string; readonly title: PageTitle; readonly icon: LucideIcon }[] = [
  { to: paths.markets, title: 'markets', icon: ChartNoAxesColumn },
  { to: paths.spotTerminal, title: 'spotTrade', icon: CandlestickChart },
  { to: paths.help, title: 'help', icon: LifeBuoy },
]

export function OpenPlaces() {
  const t = useT()
  const loggedIn = useLoggedIn()
  return (
    <ul className="mt-4 grid gap-4 md:grid-cols-3">
      {OPEN.map(({ to, title, icon }) => (
        <li key={title} className="min-w-0">
          {/* The spot terminal proper asks visitors to log in; they see the same book on the open one. */}
          <Link
            to={to === paths.spotTerminal && !loggedIn ? `${paths.contractTerminal}?type=spot` : to}
            className="card flex min-h-18 items-center gap-4 px-5 font-semibold hover:bg-hover max-md:px-4"
          >
            <span className="flex size-10 shrink-0 items-center justify-center rounded-card bg-field text-muted">
              <Icon as={icon} size={18} />
            </span>
            <span className="min-w-0 flex-1">{t(`pages:title.${title}`)}</span>
            <Icon as={ChevronRight} size={16} directional className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
