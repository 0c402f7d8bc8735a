/** The tab row of pages that belong together; each tab is an address of its own, and stays marked on the pages below it. */
import { Link } from './link.tsx'
import { useLocation } from './navigation.tsx'

export interface PageTab {
  readonly to: string
  readonly text: string
}

export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className="mb-6 flex gap-6 overflow-x-auto border-b border-line pt-6 max-lg:pt-0 [scrollbar-width:none]">
      {tabs.map(({ to, text }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to ? 'page' : pathname.startsWith(`${to}/`) ? 'true' : undefined}
          className="relative flex h-12 shrink-0 items-center text-[15px] font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-fg aria-[current]:text-fg aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-theme"
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
