/** `/helpCenter` and everything below: the classes, one class, one article, a legal document, or a search. */
import { useArticle, useHelpCategories, useHelpList } from '../../data/inform/help.ts'
import { useWireLocale } from '../../data/shell/menus.ts'
import { useT } from '../../i18n/i18n.ts'
import { helpPath, legalPath, paths } from '../../paths.ts'
import { Article } from '../../ui/article.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Link } from '../../ui/link.tsx'
import { useLocation, useSearchParams } from '../../ui/navigation.tsx'
import { useOwnTitle } from '../../ui/own-title.ts'
import { Bar, SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { ArticleList, CategoryCards, CategoryPlaces, Dated, HelpSearch, searchPath, WORDS_MAX } from './help-parts.tsx'

/** Asked most: one tap instead of a sentence. */
const OFTEN = ['order-types', 'trading-fees', 'contract-basics', 'two-factor', 'account-taken', 'deposits', 'withdrawals'] as const

function Hits({ words }: { readonly words: string }) {
  const t = useT()
  const query = useHelpList(undefined, words)
  if (query.isPending) return <SkeletonRows rows={5} height={64} />
  if (query.isError && query.data === undefined)
    return <ErrorPanel title={t('help:failed')} error={query.error} onRetry={() => void query.refetch()} />
  return query.data.length === 0 ? (
    <NoData size="page" title={t('help:noHit', { words })} text={t('help:noHitText')} link={{ to: paths.help, label: t('help:all') }} />
  ) : (
    <ArticleList articles={query.data} />
  )
}

/** The classes, all but the one that is open: a way on from a page that shows little. */
function OtherTopics({ except }: { readonly except?: string }) {
  const others = (useHelpCategories().data ?? []).filter((category) => category.id !== except)
  return (
    <div className="mt-6">
      <CategoryCards categories={others} />
    </div>
  )
}

function SearchPage({ words }: { readonly words: string }) {
  const t = useT()
  useOwnTitle(t('help:results', { words }))
  return (
    <div className="page-column w-full flex-1 py-8">
      <div className="mx-auto w-full max-w-200">
        <p className="mb-3 text-dense text-muted">
          <Link to={paths.help} className="hover:underline">
            {t('help:title')}
          </Link>
        </p>
        <h1 className="mb-5 text-title">{t('help:results', { words })}</h1>
        <HelpSearch key={words} words={words} />
        <section aria-label={t('help:results', { words })} className="card mt-6 min-h-16 overflow-hidden">
          <Hits words={words} />
        </section>
        <OtherTopics />
      </div>
    </div>
  )
}

function IndexPage() {
  const t = useT()
  useOwnTitle(t('help:title'))
  const categories = useHelpCategories()
  const articles = useHelpList(undefined)
  const often = OFTEN.flatMap((id) => articles.data?.find((one) => one.id === id) ?? [])
  return (
    <>
      <div className="border-b border-line bg-panel py-10 lg:py-14">
        <div className="page-column">
          <div className="mx-auto max-w-160">
            <h1 className="mb-5 text-center text-h2 max-md:text-h2-phone">{t('help:question')}</h1>
            <HelpSearch words="" large />
          </div>
        </div>
      </div>
      <div className="page-column w-full flex-1 py-8">
        {categories.isPending ? (
          <CategoryPlaces />
        ) : categories.isError && categories.data === undefined ? (
          <div className="card">
            <ErrorPanel title={t('help:failed')} error={categories.error} onRetry={() => void categories.refetch()} />
          </div>
        ) : categories.data.length === 0 ? (
          <div className="card">
            <NoData size="page" title={t('help:none')} />
          </div>
        ) : (
          <CategoryCards categories={categories.data} />
        )}
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <section className="card min-h-40 overflow-hidden" aria-labelledby="often">
            <h2 id="often" className="flex h-13 items-center border-b border-line px-4 text-base font-semibold md:px-5">
              {t('help:often')}
            </h2>
            {articles.isPending ? <SkeletonRows rows={5} height={64} /> : <ArticleList articles={often} />}
          </section>
          <section className="card p-5" aria-labelledby="legal">
            <h2 id="legal" className="text-base font-semibold">
              {t('help:legal')}
            </h2>
            <ul className="mt-2">
              {(['user_agreement', 'privacy_policy'] as const).map((document) => (
                <li key={document}>
                  <Link to={legalPath(document)} className="inline-flex min-h-9 items-center font-medium text-theme-text hover:underline">
                    {t(`help:${document}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </>
  )
}

function CategoryPage({ id, name, summary }: { readonly id: string; readonly name: string; readonly summary: string }) {
  const t = useT()
  useOwnTitle(name)
  const query = useHelpList(id)
  return (
    <div className="page-column w-full flex-1 py-8">
      <div className="mx-auto w-full max-w-200">
        <p className="mb-3 text-dense text-muted">
          <Link to={paths.help} className="hover:underline">
            {t('help:title')}
          </Link>
        </p>
        <h1 className="text-title">{name}</h1>
        <p className="mt-1 mb-6 text-base text-muted">{summary}</p>
        <section aria-label={name} className="card min-h-16 overflow-hidden">
          {query.isPending ? (
            <SkeletonRows rows={5} height={64} />
          ) : query.isError && query.data === undefined ? (
            <ErrorPanel title={t('help:failed')} error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data.length === 0 ? (
            <NoData size="page" title={t('help:none')} />
          ) : (
            <ArticleList articles={query.data} />
          )}
        </section>
        <OtherTopics except={id} />
      </div>
    </div>
  )
}

/** Nothing is here: says so, and looks for the words of the address. */
function UnknownPage({ id }: { readonly id: string }) {
  const t = useT()
  const words = id
    .replace(/[-_/]+/g, ' ')
    .trim()
    .slice(0, WORDS_MAX)
  useOwnTitle(t('help:unknown'))
  return (
    <div className="page-column w-full flex-1 py-8">
      <div className="mx-auto w-full max-w-200">
        <h1 className="mb-5 text-title">{t('help:unknown')}</h1>
        <HelpSearch words={words} />
        <div className="card mt-6">
          <NoData
            size="page"
            title={t('help:noArticle')}
            text={t('help:noHitText')}
            link={{ to: searchPath(words), label: t('help:searchInstead') }}
          />
        </div>
        <OtherTopics />
      </div>
    </div>
  )
}

function ArticlePage({ id }: { readonly id: string }) {
  const t = useT()
  const locale = useWireLocale()
  const query = useArticle(id)
  const categories = useHelpCategories().data ?? []
  const article = query.data ?? undefined
  useOwnTitle(article?.title ?? t('help:title'))
  const related =
    useHelpList(article?.categoryId, '', article !== undefined)
      .data?.filter((one) => one.id !== id)
      .slice(0, 4) ?? []
  if (query.data === null) return <UnknownPage id={id} />
  const category = categories.find((one) => one.id === article?.categoryId)
  return (
    <div className="page-column w-full flex-1 py-8">
      <div className="grid gap-x-24 gap-y-10 lg:grid-cols-[minmax(0,720px)_minmax(0,1fr)]">
        <article className="min-w-0">
          <nav aria-label={t('help:place')} className="mb-3 flex gap-2 text-dense text-muted">
            <Link to={paths.help} className="hover:underline">
              {t('help:title')}
            </Link>
            {category !== undefined && (
              <>
                <span aria-hidden="true">/</span>
                <Link to={helpPath(category.id)} className="hover:underline">
                  {category.name}
                </Link>
              </>
            )}
          </nav>
          <h1 className="text-h2 max-md:text-h2-phone">{article?.title ?? t('help:title')}</h1>
          {article === undefined ? (
            query.isError ? (
              <ErrorPanel title={t('help:failed')} error={query.error} onRetry={() => void query.refetch()} />
            ) : (
              <div role="status" aria-label={t('ui:loading')} className="animate-[appear_0s_150ms_both]">
                <Bar width="60%" height={14} className="mt-6" />
                <Bar width="90%" height={14} className="mt-4" />
              </div>
            )
          ) : (
            <>
              <Dated updateTime={article.updateTime} version={article.version} />
              {article.languageCode !== locale && (
                <p className="mb-6 rounded-control border border-line2 bg-field px-3 py-2 text-dense text-muted">{t('help:inEnglish')}</p>
              )}
              <Article html={article.content} fallback={<SkeletonRows rows={4} height={40} />} />
            </>
          )}
        </article>
        {related.length > 0 && (
          <aside aria-labelledby="related" className="lg:pt-14">
            <h2 id="related" className="border-b border-line pb-2 text-base font-semibold">
              {t('help:related')}
            </h2>
            <ul className="divide-y divide-line">
              {related.map((one) => (
                <li key={one.id}>
                  <Link to={helpPath(one.id)} className="block py-3 font-medium hover:underline">
                    {one.title}
                  </Link>
                </li>
              ))}
            </ul>
          </aside>
        )}
      </div>
    </div>
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** A path below the help centre: a class, an article, `legal/<document>`, or nothing that exists. */
function Below({ path }: { readonly path: string }) {
  const categories = useHelpCategories()
  const id = decoded(path.replace(/^legal\//, ''))
  const category = categories.data?.find((one) => one.id === id)
  if (category !== undefined) return <CategoryPage id={category.id} name={category.name} summary={category.summary} />
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return <UnknownPage id={id} />
  // Classes are few and come first: until they are known a class would look like a missing article.
  return categories.isPending ? <SkeletonRows rows={5} height={64} /> : <ArticlePage key={id} id={id} />
}

export function HelpPage() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const path = pathname.slice(paths.help.length).replace(/^\/+|\/+$/g, '')
  const words = (search.get('q') ?? '').trim().slice(0, WORDS_MAX)
  if (path !== '') return <Below path={path} />
  return words === '' ? <IndexPage /> : <SearchPage words={words} />
}
