/** Markets: the list is the page; cards say what moves, the panel says what a coin is. */
import { Search, SearchX, Star } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useIdle } from '../../data/idle.ts'
import { nearest } from '../../data/market/market-model.ts'
import { useLoggedIn } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { spotTerminalPath } from '../../paths.ts'
import { ErrorPanel, PanelBoundary } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { part } from '../../ui/part.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData, NotLoggedIn } from '../../ui/states.tsx'
import { TabList } from '../../ui/tabs.tsx'
import { MarketTable } from './market-table.tsx'
import { TopCards } from './top-cards.tsx'
import { ALL, FAVOURITES, useClasses, useMarketView } from './use-market-view.ts'

const CoinPanel = part(async () => (await import('./coin-panel.tsx')).CoinPanel)
const LiveQuotes = part(async () => (await import('../../data/market/live-quotes.tsx')).LiveQuotes)

type View = ReturnType<typeof useMarketView>

/** `/` puts the caret into the search. */
function useSlashKey() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return field
}

function Toolbar({ view }: { readonly view: View }) {
  const t = useT()
  const loggedIn = useLoggedIn()
  const field = useSlashKey()
  const tabs = [
    {
      value: FAVOURITES,
      label: (
        <>
          <Icon as={Star} size={14} />
          <span className="max-md:visually-hidden">{t('markets:favourites')}</span>
        </>
      ),
      ...(loggedIn && view.favourites.length > 0 ? { count: view.favourites.length } : {}),
    },
    { value: ALL, label: t('markets:all') },
    ...view.quotesOf.map((quote) => ({ value: quote, label: quote })),
  ]
  return (
    <div className="flex items-center gap-4 border-b border-line px-4 max-md:flex-col-reverse max-md:items-stretch max-md:gap-0 max-md:border-0 max-md:px-0">
      <TabList
        label={t('markets:tabs')}
        tabs={tabs}
        value={view.tab}
        onChange={view.setTab}
        height={52}
        className="flex-1 max-md:border-b max-md:border-line max-md:px-4"
      />
      <label className="flex h-9 w-55 items-center gap-2 rounded-control border border-line2 bg-field px-3 has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-1 has-[:focus-visible]:outline-fg max-md:m-4 max-md:mb-0 max-md:h-11 max-md:w-auto">
        <Icon as={Search} size={16} className="text-muted" />
        <span className="visually-hidden">{t('markets:search')}</span>
        <input
          ref={field}
          type="search"
          value={view.query}
          placeholder={t('markets:placeholder')}
          onChange={(event) => view.setQuery(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-dense outline-none max-md:text-[16px]"
        />
      </label>
    </div>
  )
}

function ClassPills({ view }: { readonly view: View }) {
  const t = useT()
  const classes = useClasses()
  // The row keeps its height while the classes are on their way, so that the table below does not move.
  if (classes.length === 0) return <div className="min-h-11 pointer-coarse:min-h-15" />
  const pills = [{ id: '', labelName: t('markets:allClasses') }, ...classes]
  return (
    <fieldset aria-label={t('markets:classes')} className="flex gap-2 overflow-x-auto px-4 pt-3 pb-1 [scrollbar-width:none]">
      {pills.map((pill) => (
        <button
          key={pill.id}
          type="button"
          aria-pressed={view.classId === pill.id}
          onClick={() => view.setClassId(pill.id)}
          className={`h-7 shrink-0 rounded-full border px-3 text-dense font-medium pointer-coarse:h-11 ${view.classId === pill.id ? 'border-fg bg-fg text-bg' : 'border-line2 text-muted hover:text-fg'}`}
        >
          {pill.labelName}
        </button>
      ))}
    </fieldset>
  )
}

function NothingFound({ view }: { readonly view: View }) {
  const t = useT()
  const loggedIn = useLoggedIn()
  if (view.tab === FAVOURITES && !loggedIn) return <NotLoggedIn size="page" title={t('markets:star.logIn')} />
  if (view.query === '' && view.tab === FAVOURITES)
    return <NoData size="page" icon={Star} title={t('markets:none.favourites')} text={t('markets:none.favouritesText')} />
  if (view.query === '') return <NoData size="page" title={t('markets:none.class')} />
  const near = nearest(
    view.all.map((row) => row.symbol),
    view.query,
  )
  return (
    <NoData
      size="page"
      icon={SearchX}
      title={t('markets:none.title', { query: view.query })}
      {...(near.length === 0
        ? {}
        : {
            text: (
              <>
                {t('markets:none.near')}{' '}
                {near.map((symbol) => (
                  <Link key={symbol} to={spotTerminalPath(symbol, loggedIn)} className="me-2 font-medium text-theme-text hover:underline">
                    <bdi dir="ltr">{symbol}</bdi>
                  </Link>
                ))}
              </>
            ),
          })}
      action={{ label: t('markets:none.clear'), onPress: () => view.setQuery('') }}
    />
  )
}

function List({
  view,
  selected,
  onSelect,
}: {
  readonly view: View
  readonly selected: string | undefined
  readonly onSelect: (symbol: string) => void
}) {
  const t = useT()
  if (view.pairs.isError && view.all.length === 0)
    return <ErrorPanel title={t('markets:failed')} error={view.pairs.error} onRetry={() => void view.pairs.refetch()} />
  if (!view.settled) return <SkeletonRows rows={12} height={52} />
  if (view.rows.length === 0) return <NothingFound view={view} />
  return (
    <>
      <MarketTable
        rows={view.rows}
        favourites={view.favourites}
        sort={view.sort}
        onSort={view.sortBy}
        selected={selected}
        onSelect={onSelect}
        onHold={view.hold}
        onRelease={view.release}
      />
      <p className="flex h-11 items-center border-t border-line px-4 text-dense text-muted" role="status">
        {t('markets:shown', { shown: view.rows.length, total: view.all.length })}
      </p>
    </>
  )
}

export function MarketsPage() {
  const t = useT()
  const view = useMarketView()
  const idle = useIdle()
  const [selected, setSelected] = useState<string>()
  const panel = view.all.find((row) => row.symbol === selected)
  return (
    <div className="page-column w-full pt-8 pb-16">
      <div className="mb-6">
        <h1 className="text-title">{t('markets:title')}</h1>
        <p className="mt-1 min-h-5 text-muted">
          {/* Takes its place before the number is known: on phones the sentence decides how many lines there are. */}
          <span className={view.all.length > 0 ? '' : 'invisible'}>{t('markets:count', { count: view.all.length || 10 })}</span>{' '}
          {t('markets:lastTrade')}
        </p>
      </div>
      <TopCards rows={view.all} />
      <div className={`grid items-start gap-6 ${panel === undefined ? '' : 'xl:grid-cols-[minmax(0,1fr)_296px]'}`}>
        <section
          className="card min-w-0 overflow-hidden max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
          aria-label={t('markets:title')}
        >
          <Toolbar view={view} />
          <ClassPills view={view} />
          <PanelBoundary title={t('markets:title')}>
            <List view={view} selected={selected} onSelect={setSelected} />
          </PanelBoundary>
        </section>
        {panel !== undefined && (
          <Suspense fallback={<div className="max-xl:hidden" />}>
            <CoinPanel row={panel} onClose={() => setSelected(undefined)} />
          </Suspense>
        )}
      </div>
      {idle && (
        <Suspense>
          <LiveQuotes />
        </Suspense>
      )}
    </div>
  )
}
