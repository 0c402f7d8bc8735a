/** The configured menu in the header row: at most ten entries, fewer where they do not fit, the rest under "More". */
import { ChevronDown } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { activeEntry, MENU_ROW, type MenuEntry, splitMenu, withoutPaths } from '../../data/shell/menu-model.ts'
import { useMenu } from '../../data/shell/menus.ts'
import { onStored, readStored } from '../../data/storage.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { PanelButton } from '../../ui/menu-button.tsx'
import { useLocation } from '../../ui/navigation.tsx'
import { part } from '../../ui/part.tsx'
import { isExternal, SmartLink } from '../../ui/smart-link.tsx'

const MenuPanel = part(async () => (await import('./menu-panel.tsx')).MenuPanel)

const LINK =
  'relative flex h-(--header) items-center gap-1 rounded-chip px-3 text-base font-medium whitespace-nowrap text-muted transition-colors duration-(--fast) -outline-offset-4 hover:text-fg aria-expanded:text-fg'
const ACTIVE = 'text-fg! after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:bg-theme'

const NONE: readonly string[] = []
let forbiddenText = ''
let forbidden = NONE

/** Paths that are taken out of every menu. */
export function useForbidden(): readonly string[] {
  return useSyncExternalStore(
    (listener) => onStored('pathForbidden', listener),
    () => {
      const stored = readStored('pathForbidden') ?? NONE
      const text = stored.join(' ')
      if (text !== forbiddenText) {
        forbiddenText = text
        forbidden = stored
      }
      return forbidden
    },
  )
}

/** The top-level entry that the present address belongs to: its own, or one of its group's. */
function activeTop(entries: readonly MenuEntry[], pathname: string, search: string): MenuEntry | undefined {
  return activeEntry(entries, pathname, search) ?? entries.find(({ children }) => activeEntry(children, pathname, search) !== undefined)
}

function Entry({ entry, active }: { readonly entry: MenuEntry; readonly active: boolean }) {
  if (entry.children.length > 0) {
    return (
      <PanelButton
        name={entry.name}
        width={entry.children.length > 1 ? 560 : 320}
        top={80}
        className={`${LINK} ${active ? ACTIVE : ''}`}
        content={
          <>
            <span>{entry.name}</span>
            <Icon as={ChevronDown} size={14} />
          </>
        }
      >
        {(close) => (
          <Suspense>
            <MenuPanel entries={entry.children} onFollow={close} />
          </Suspense>
        )}
      </PanelButton>
    )
  }
  if (entry.target !== null && !isExternal(entry.target)) {
    return (
      <Link to={entry.target} aria-current={active ? 'page' : undefined} className={`${LINK} ${active ? ACTIVE : ''}`}>
        {entry.name}
      </Link>
    )
  }
  return (
    <SmartLink to={entry.target} className={LINK}>
      {entry.name}
    </SmartLink>
  )
}

const MORE_WIDTH = 90

/** How many of the first ten widths fit; room for "More" is kept when anything is left over. */
export function fittingCount(widths: readonly number[], room: number, count: number): number {
  const limit = Math.min(MENU_ROW, count)
  const total = widths.slice(0, limit).reduce((sum, width) => sum + width, 0)
  if (total <= room - (count > limit ? MORE_WIDTH : 0)) return limit
  let used = 0
  let fitting = 0
  for (const width of widths.slice(0, limit)) {
    used += width
    if (used > room - MORE_WIDTH) break
    fitting += 1
  }
  return fitting
}

/** How many entries fit beside "More", measured after each change of width. */
function useFitting(count: number) {
  const row = useRef<HTMLElement>(null)
  const [fitting, setFitting] = useState(MENU_ROW)
  const last = useRef(MENU_ROW)
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return
    const measure = () => {
      // A phone hides the row; there is nothing to fit.
      if (element.clientWidth === 0) return
      const widths = [...element.querySelectorAll<HTMLElement>('[data-probe]')].map((probe) => probe.offsetWidth)
      const next = fittingCount(widths, element.clientWidth, count)
      if (next === last.current) return
      last.current = next
      // Before this frame is painted: a row that overflows must not be seen. Not without need: it makes whatever else waits draw at once too.
      flushSync(() => setFitting(next))
    }
    // The observer calls once at the start, after the layout that the drawing needs anyway.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [count])
  return { row, fitting }
}

export function MainMenu() {
  const t = useT()
  const entries = withoutPaths(useMenu(), useForbidden())
  const { row, fitting } = useFitting(entries.length)
  const { pathname, search } = useLocation()
  const active = activeTop(entries, pathname, search)
  const { row: shown, more } = splitMenu(entries, fitting)
  return (
    <nav ref={row} aria-label={t('shell:menu.main')} className="relative flex min-w-0 flex-1 items-center max-lg:hidden">
      <div aria-hidden="true" className="invisible absolute flex">
        {entries.slice(0, MENU_ROW).map((entry) => (
          <span key={entry.menuId} data-probe className={LINK}>
            <span>{entry.name}</span>
            {entry.children.length > 0 && <Icon as={ChevronDown} size={14} />}
          </span>
        ))}
      </div>
      {shown.map((entry) => (
        <Entry key={entry.menuId} entry={entry} active={entry === active} />
      ))}
      {more.length > 0 && (
        <PanelButton
          name={t('shell:menu.more')}
          width={more.length > 1 ? 560 : 320}
          top={80}
          className={LINK}
          content={
            <>
              {t('shell:menu.more')}
              <Icon as={ChevronDown} size={14} />
            </>
          }
        >
          {(close) => (
            <Suspense>
              <MenuPanel entries={more} onFollow={close} />
            </Suspense>
          )}
        </PanelButton>
      )}
    </nav>
  )
}
