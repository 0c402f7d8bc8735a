/** The search field with its list of hits: arrows move, Enter opens. */
import { CandlestickChart, List, Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { isClosed } from '../../closed-paths.ts'
import { usePairs } from '../../data/market/pairs.ts'
import { useLoggedIn } from '../../data/session.ts'
import { isForbidden } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { PAGES } from '../../pages.ts'
import { paths, spotTerminalPath } from '../../paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { useNavigate } from '../../ui/navigation.tsx'
import { useForbidden } from './main-menu.tsx'
import { type Findable, find, suggested } from './search-model.ts'

/** Offered before anything is typed. */
const OFTEN = [paths.markets, paths.spotAssets, paths.help] as const
/** Pages that nobody needs who is logged in. */
const ENTRANCES: ReadonlySet<string> = new Set([paths.login, paths.register, paths.resetPassword])

function useFindables(): readonly Findable[] {
  const t = useT()
  const loggedIn = useLoggedIn()
  const pairs = usePairs()
  const forbidden = useForbidden()
  const { switches } = useSite()
  const pages = PAGES.map((page) => ({ ...page, path: page.path.replace('/*', '') })).filter(
    (page) =>
      page.path !== paths.contractTerminal &&
      (loggedIn ? !ENTRANCES.has(page.path) : page.access === 'visitor') &&
      !isForbidden(page.path, forbidden) &&
      !isClosed(page.path, switches),
  )
  return [
    ...pairs.map(
      (pair): Findable => ({
        key: pair.symbol,
        name: pair.symbol,
        words: `${pair.symbol} ${t('shell:search.spot')} spot`,
        kind: 'pair',
        to: spotTerminalPath(pair.symbol, loggedIn),
      }),
    ),
    ...pages.map((page): Findable => {
      const name = page.path === paths.home ? t('shell:home') : t(`pages:title.${page.title}`)
      return { key: page.path, name, words: `${name} ${page.title}`, kind: 'page', to: page.path }
    }),
  ]
}

interface SearchBoxProps {
  readonly label: string
  readonly onFollow?: () => void
  /** The field is what a dialog around it was opened for. */
  readonly takesFocus?: boolean
}

export function SearchBox({ label, onFollow, takesFocus = false }: SearchBoxProps) {
  const t = useT()
  const navigate = useNavigate()
  const listId = useId()
  const things = useFindables()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const hits = query.trim() === '' ? suggested(things, OFTEN) : find(things, query)
  const open = (hit: Findable | undefined) => {
    if (hit === undefined) return
    onFollow?.()
    navigate(hit.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, hits.length))
    else if (event.key === 'ArrowUp') setAt((at - 1 + hits.length) % Math.max(1, hits.length))
    else if (event.key === 'Enter') open(hits[at])
    else return
    event.preventDefault()
  }
  return (
    <div>
      <div className="flex h-13 items-center gap-3 rounded-control border border-line2 bg-field px-4 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-fg">
        <Icon as={Search} size={18} className="text-muted" />
        <input
          data-focus={takesFocus || undefined}
          role="combobox"
          aria-label={label}
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={hits[at] === undefined ? undefined : `${listId}-${at}`}
          value={query}
          placeholder={t('shell:search.placeholder')}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-[16px] outline-none"
        />
      </div>
      <div role="listbox" id={listId} aria-label={label} className={hits.length === 0 ? 'hidden' : 'card mt-3 overflow-hidden'}>
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox above keeps the focus
          <div
            key={hit.key}
            role="option"
            id={`${listId}-${index}`}
            aria-selected={index === at}
            onClick={() => open(hit)}
            onPointerMove={() => setAt(index)}
            className={`flex min-h-12 cursor-pointer items-center gap-3 border-b border-grid px-4 last:border-0 ${index === at ? 'bg-press' : ''}`}
          >
            <Icon as={hit.kind === 'pair' ? CandlestickChart : List} size={16} className="text-muted" />
            <bdi className="min-w-0 flex-1 py-1 text-base font-medium">{hit.name}</bdi>
            <span className="text-small text-muted">{t(`shell:search.${hit.kind}`)}</span>
          </div>
        ))}
      </div>
      <p role="status" className={query !== '' && hits.length === 0 ? 'mt-3 text-dense text-muted' : 'visually-hidden'}>
        {query === '' ? '' : hits.length === 0 ? t('shell:search.none', { query }) : t('shell:search.hits', { count: hits.length })}
      </p>
    </div>
  )
}
