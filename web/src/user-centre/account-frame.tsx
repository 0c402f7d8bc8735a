/** The user centre's frame: side menu on wide screens, a row of tabs on narrow ones, the head of the page, and the question for codes. */
import { Gift, IdCard, KeyRound, LogOut, type LucideIcon, MonitorSmartphone, ShieldCheck, SlidersHorizontal, User } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useForbidden } from '../app/header/main-menu.tsx'
import { useLogout } from '../app/use-logout.ts'
import { useT } from '../i18n/i18n.ts'
import type { TextKey } from '../i18n/keys.ts'
import { paths } from '../paths.ts'
import { ProofDialog } from '../proof/proof-dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Link } from '../ui/link.tsx'
import { useLocation } from '../ui/navigation.tsx'

interface Entry {
  readonly to: string
  readonly text: TextKey
  readonly icon: LucideIcon
}

const ENTRIES: readonly Entry[] = [
  { to: paths.userCenter, text: 'account:menu.overview', icon: User },
  { to: paths.security, text: 'account:menu.security', icon: ShieldCheck },
  { to: paths.identity, text: 'account:menu.identity', icon: IdCard },
  { to: paths.devices, text: 'account:menu.devices', icon: MonitorSmartphone },
  { to: paths.apiKeys, text: 'account:menu.keys', icon: KeyRound },
  { to: paths.settings, text: 'account:menu.settings', icon: SlidersHorizontal },
  { to: paths.invite, text: 'account:menu.invite', icon: Gift },
]

const ROW =
  'relative flex h-10 shrink-0 items-center gap-3 rounded-control px-3 text-start text-base font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-fg aria-[current]:text-fg max-lg:h-12 max-lg:rounded-none max-lg:px-0 max-lg:aria-[current]:after:absolute max-lg:aria-[current]:after:inset-x-0 max-lg:aria-[current]:after:bottom-0 max-lg:aria-[current]:after:h-0.5 max-lg:aria-[current]:after:bg-theme lg:hover:bg-hover lg:aria-[current]:bg-press lg:aria-[current]:before:absolute lg:aria-[current]:before:inset-y-2.5 lg:aria-[current]:before:start-0 lg:aria-[current]:before:w-0.5 lg:aria-[current]:before:bg-theme'

function SideMenu() {
  const t = useT()
  const logout = useLogout()
  const { pathname, search } = useLocation()
  const list = useRef<HTMLElement>(null)
  const here = `${pathname}${new URLSearchParams(search).has('view') ? `?view=${new URLSearchParams(search).get('view')}` : ''}`
  const forbidden = useForbidden()
  useEffect(() => {
    // The row of tabs is wider than a phone: what is open comes into it without moving the page.
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (here !== '' && current != null && list.current !== null)
      list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  }, [here])
  return (
    <nav
      ref={list}
      aria-label={t('account:menu.name')}
      className="relative flex flex-col gap-px self-start max-lg:w-full max-lg:flex-row max-lg:gap-5 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:[scrollbar-width:none] lg:sticky lg:top-[calc(var(--header)+32px)]"
    >
      {ENTRIES.filter(({ to }) => !forbidden.includes(to)).map(({ to, text, icon }) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined} className={ROW}>
          <Icon as={icon} size={16} className="max-lg:hidden" />
          {t(text)}
        </Link>
      ))}
      <span aria-hidden="true" className="my-3 h-px bg-line max-lg:hidden" />
      <button type="button" onClick={() => void logout()} className={`${ROW} max-lg:hidden`}>
        <Icon as={LogOut} size={16} directional />
        {t('account:menu.logout')}
      </button>
    </nav>
  )
}

interface AccountFrameProps {
  readonly title: string
  /** What the page is for, one sentence. */
  readonly text?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function AccountFrame({ title, text, actions, children }: AccountFrameProps) {
  return (
    <div className="page-column grid w-full grid-cols-[minmax(0,1fr)] gap-x-10 pb-16 lg:grid-cols-[208px_minmax(0,1fr)] lg:pt-8">
      <SideMenu />
      <div className="min-w-0 max-lg:pt-6">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0">
            <h1 className="text-title">{title}</h1>
            {text !== undefined && <p className="mt-1 text-base text-muted">{text}</p>}
          </div>
          {actions}
        </div>
        {children}
      </div>
      <ProofDialog />
    </div>
  )
}
