/** The fixed header: logo, menu, search, account menus, bell, theme, language and rate. An empty box of the same height until it has mounted. */
import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMounted } from '../../data/mounted.ts'
import { useLoggedIn } from '../../data/session.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { part } from '../../ui/part.tsx'
import { AccountMenus } from './account-menus.tsx'
import { LanguageButton } from './language-button.tsx'
import { MainMenu } from './main-menu.tsx'
import { NoticeButton } from './notice-button.tsx'
import { SearchButton } from './search-button.tsx'
import { TenantLogo } from './tenant-logo.tsx'
import { ThemeButton } from './theme-button.tsx'

const drawer = () => import('./drawer.tsx')
const Drawer = part(async () => (await drawer()).Drawer)

function VisitorLinks() {
  const t = useT()
  return (
    <>
      <ButtonLink look="quiet" to={paths.login} className="max-md:hidden">
        {t('ui:logIn')}
      </ButtonLink>
      <ButtonLink look="primary" to={paths.register} className="max-md:h-9! max-md:px-3">
        {t('ui:register')}
      </ButtonLink>
    </>
  )
}

/** The header box; who is logged in and which menu fits is known once the browser has taken the page over. */
export function Header() {
  const mounted = useMounted()
  return (
    <header className="fixed inset-x-0 top-0 z-40 flex h-(--header) items-center border-b border-line bg-panel ps-4 pe-2 md:pe-4">
      {mounted && <HeaderRow />}
    </header>
  )
}

function HeaderRow() {
  const t = useT()
  const loggedIn = useLoggedIn()
  const { tenantName } = useSite()
  const [drawerOpen, setDrawerOpen] = useState(false)
  return (
    <>
      <Link to={paths.home} className="me-2 flex items-center rounded-chip py-2 lg:me-6">
        <span aria-hidden="true" className="flex">
          <TenantLogo />
        </span>
        <span className="visually-hidden">{`${tenantName}: ${t('shell:home')}`}</span>
      </Link>
      <MainMenu />
      <div className="ms-auto flex shrink-0 items-center justify-end gap-1 md:gap-2">
        <SearchButton />
        {loggedIn ? <AccountMenus /> : <VisitorLinks />}
        <span aria-hidden="true" className="mx-2 h-5 w-px bg-line max-lg:hidden" />
        <NoticeButton />
        <ThemeButton className="max-md:hidden" />
        <LanguageButton className="max-md:hidden" />
        <IconButton
          label={t('shell:menu.open')}
          className="size-11! lg:hidden"
          aria-haspopup="dialog"
          aria-expanded={drawerOpen}
          onPointerEnter={() => void drawer()}
          onClick={() => setDrawerOpen(true)}
        >
          <Icon as={MenuIcon} size={20} />
        </IconButton>
      </div>
      {drawerOpen && (
        <Suspense>
          <Drawer onClose={() => setDrawerOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
