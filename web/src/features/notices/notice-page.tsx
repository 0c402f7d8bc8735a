/** `/Notice`: public announcements by class with search, and the reader of one (`?id=`). */
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type BulletinClass, NOTICES_PAGE, useBulletinClasses, useBulletins } from '../../data/inform/inform.ts'
import { formatCount } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { noticePath, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { useSearchParams } from '../../ui/navigation.tsx'
import { useOwnTitle } from '../../ui/own-title.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { BulletinArticle } from './bulletin-article.tsx'
import { BulletinRows } from './bulletin-rows.tsx'

function ClassMenu({ classes, chosen }: { readonly classes: readonly BulletinClass[]; readonly chosen: string | undefined }) {
  const t = useT()
  const all = classes.reduce((sum, one) => sum + one.count, 0)
  const rows = [
    { id: undefined, name: t('notices:all'), count: all },
    ...classes.map((one) => ({ ...one, id: one.id as string | undefined })),
  ]
  return (
    <nav aria-label={t('notices:classes')} className="flex gap-1 overflow-x-auto [scrollbar-width:none] lg:flex-col">
      {rows.map((row) => (
        <Link
          key={row.id ?? ''}
          to={row.id === undefined ? paths.notices : `${paths.notices}?class=${encodeURIComponent(row.id)}`}
          aria-current={row.id === chosen ? 'page' : undefined}
          className="flex h-10 shrink-0 items-center justify-between gap-3 rounded-control px-3 font-medium text-muted -outline-offset-2 hover:bg-hover aria-[current]:bg-press aria-[current]:text-fg aria-[current]:shadow-[inset_2px_0_0_var(--theme)] rtl:aria-[current]:shadow-[inset_-2px_0_0_var(--theme)]"
        >
          {row.name}
          <span className="num text-dense">{formatCount(row.count)}</span>
        </Link>
      ))}
    </nav>
  )
}

function SearchForm({ keyword, onSearch }: { readonly keyword: string; readonly onSearch: (keyword: string) => void }) {
  const t = useT()
  const [text, setText] = useState(keyword)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search className="w-70 max-w-full max-md:w-full">
      <form onSubmit={submit} className="relative">
        <Icon as={Search} size={16} className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
        <input
          type="search"
          maxLength={50}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            if (event.target.value === '') onSearch('')
          }}
          aria-label={t('notices:search')}
          placeholder={t('notices:search')}
          className="h-10 w-full rounded-control border border-line2 bg-field ps-10 pe-3 text-base max-md:h-11 max-md:text-[16px]"
        />
      </form>
    </search>
  )
}

function BulletinList({
  classId,
  keyword,
  onClear,
}: {
  readonly classId: string | undefined
  readonly keyword: string
  readonly onClear: () => void
}) {
  const t = useT()
  const query = useBulletins(NOTICES_PAGE, classId, keyword)
  const classes = useBulletinClasses().data ?? []
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  if (query.isPending) return <SkeletonRows rows={6} height={96} />
  if (query.isError && rows.length === 0)
    return <ErrorPanel title={t('notices:failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (rows.length === 0)
    return keyword === '' ? (
      <NoData size="page" title={t('notices:none')} text={t('notices:noneText')} />
    ) : (
      <NoData
        size="page"
        title={t('notices:noHit', { words: keyword })}
        text={t('notices:noHitText')}
        action={{ label: t('notices:clear'), onPress: onClear }}
      />
    )
  return (
    <>
      <BulletinRows bulletins={rows} classes={classes} target={({ id }) => noticePath(id)} />
      <div className="flex h-13 items-center justify-between border-t border-line px-4 md:px-6">
        <p className="text-dense text-muted">{t('notices:shown', { shown: formatCount(rows.length), total: formatCount(total) })}</p>
        {query.hasNextPage && (
          <Button size={28} sending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('notices:older')}
          </Button>
        )}
      </div>
    </>
  )
}

function ListTitle() {
  const t = useT()
  useOwnTitle(t('notices:title'))
  return null
}

export function NoticePage() {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const classes = useBulletinClasses().data ?? []
  const id = search.get('id')
  const classId = search.get('class') ?? undefined
  const keyword = search.get('q') ?? ''
  const find = (words: string) => {
    const next = new URLSearchParams(search)
    if (words === '') next.delete('q')
    else next.set('q', words.slice(0, 50))
    setSearch(next, { replace: true })
  }
  if (id !== null)
    return (
      <div className="page-column w-full flex-1 py-8">
        <BulletinArticle key={id} id={id} home={{ to: paths.notices, label: t('notices:title') }} target={noticePath} />
      </div>
    )
  return (
    <div className="page-column w-full flex-1 py-8">
      <ListTitle />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-title">{t('notices:title')}</h1>
        <SearchForm key={keyword} keyword={keyword} onSearch={find} />
      </div>
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[208px_minmax(0,1fr)]">
        <ClassMenu classes={classes} chosen={classId} />
        <section aria-label={t('notices:title')} className="card min-h-60 min-w-0 overflow-hidden">
          <BulletinList classId={classId} keyword={keyword} onClear={() => find('')} />
        </section>
      </div>
    </div>
  )
}
