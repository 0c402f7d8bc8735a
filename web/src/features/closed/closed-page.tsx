/** A page whose feature is closed in this installation: says so, says what is unaffected, leads on. Shows no invented data. */
import { CandlestickChart, ChartNoAxesColumn, ChevronRight, LifeBuoy, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useLoggedIn } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Feature, type PageTitle, pageOf } from '../../pages.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Wordmark } from '../../ui/logo.tsx'
import { ClosedFeature } from '../../ui/states.tsx'

/** What is open meanwhile, below the notice. */
const OPEN: readonly { readonly to: string; readonly title: PageTitle; readonly icon: LucideIcon }[] = [
  { to: paths.markets, title: 'markets', icon: ChartNoAxesColumn },
  { to: paths.spotTerminal, title: 'spotTrade', icon: CandlestickChart },
  { to: paths.help, title: 'help', icon: LifeBuoy },
]

/** Where each closed feature sends people meanwhile. */
const NEXT: Readonly<Record<Feature, string>> = {
  contract: paths.markets,
  convert: paths.markets,
  earn: paths.markets,
  invite: paths.home,
  wallet: paths.spotAssets,
  account: paths.spotAssets,
  notices: paths.home,
  help: paths.home,
}

export function ClosedPage() {
  const t = useT()
  const { pathname } = useLocation()
  const loggedIn = useLoggedIn()
  const page = pageOf(pathname)
  const feature = page?.closed ?? 'help'
  return (
    <div className="page-column w-full flex-1 py-8">
      {page?.hideHeader === true && (
        <div className="mb-10">
          <Wordmark />
        </div>
      )}
      <h1 className="mb-6 text-title">{t(`pages:title.${page?.title ?? 'help'}`)}</h1>
      <div className="card">
        <ClosedFeature
          as="h2"
          title={t(`closed:${feature}.title`)}
          text={t(`closed:${feature}.text`)}
          action={<ButtonLink to={NEXT[feature]}>{t(`closed:${feature}.next`)}</ButtonLink>}
        />
      </div>
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
    </div>
  )
}
