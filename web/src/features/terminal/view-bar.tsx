/** At the top of the view that is open to everybody: what it is, why it is here, and the one way on to where orders are placed. */
import { Eye } from 'lucide-react'
import { useLoggedIn } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { loginPath, spotTerminalPath } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useSearchParams } from '../../ui/navigation.tsx'
import { useDesk } from './desk.ts'

export function ViewBar() {
  const t = useT()
  const { terms, readOnly } = useDesk()
  const [search] = useSearchParams()
  const member = useLoggedIn()
  if (!readOnly) return null
  const trade = spotTerminalPath(terms.symbol, true)
  return (
    <aside
      aria-label={t('terminal:view.title')}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-panel px-4 py-1.5 text-dense"
      data-view-bar
    >
      <Icon as={Eye} size={16} className="text-muted" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{t('terminal:view.title')}</strong>{' '}
        <span className="text-muted">{t(search.get('type') === 'spot' ? 'terminal:view.spot' : 'terminal:view.contracts')}</span>
      </p>
      {/* The server draws for visitors. */}
      <span data-visitor={!member || undefined}>
        <ButtonLink look="primary" size={28} to={member ? trade : loginPath(trade)} className="pointer-coarse:!h-11" data-open-trade>
          {member ? t('terminal:ticket.openTrade', { pair: terms.symbol }) : t('terminal:ticket.logIn')}
        </ButtonLink>
      </span>
    </aside>
  )
}
