/** One announcement: its text, the language it is in, and the ones before and after it. */
import { ArrowLeft, ArrowRight, Info } from 'lucide-react'
import { useBulletin, useBulletinTitle, useNeighbours } from '../../data/inform/announcement.ts'
import { NOTICES_PAGE, useBulletinClasses, useBulletins } from '../../data/inform/inform.ts'
import { useMounted } from '../../data/mounted.ts'
import { useWireLocale } from '../../data/shell/menus.ts'
import { formatDate, formatDay, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { noticePath } from '../../paths.ts'
import { Article } from '../../ui/article.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { useOwnTitle } from '../../ui/own-title.ts'
import { Bar } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'

interface BulletinArticleProps {
  readonly id: string
  /** Only an announcement of this class is shown. */
  readonly classId?: string | undefined
  readonly home: { readonly to: string; readonly label: string }
  readonly target: (id: string) => string
}

export function ArticleSkeleton() {
  const t = useT()
  return (
    <div role="status" aria-label={t('ui:loading')} className="max-w-180 animate-[appear_0s_150ms_both]">
      <Bar width={160} />
      <Bar width="80%" height={36} className="mt-5" />
      {[100, 96, 98, 60].map((width) => (
        <Bar key={width} width={`${width}%`} height={14} className="mt-4" />
      ))}
    </div>
  )
}

/** A text in another language than the page says so. */
export function LanguageNote({ language }: { readonly language: string }) {
  const t = useT()
  const locale = useWireLocale()
  if (language === locale) return null
  return (
    <p className="mb-6 flex items-start gap-2 rounded-control border border-line2 bg-field px-3 py-2 text-dense text-muted">
      <Icon as={Info} size={16} className="mt-0.5 shrink-0" />
      {t('notices:inEnglish')}
    </p>
  )
}

function Neighbour({ id, newer, target }: { readonly id: string; readonly newer: boolean; readonly target: (id: string) => string }) {
  const t = useT()
  const title = useBulletinTitle(id)
  return (
    <Link
      to={target(id)}
      className={`flex min-w-0 items-center gap-3 py-2 hover:underline ${newer ? 'max-w-full justify-self-end text-end' : ''}`}
    >
      {!newer && <Icon as={ArrowLeft} size={16} directional className="shrink-0 text-muted" />}
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium">{title ?? t(newer ? 'notices:newer' : 'notices:older')}</span>
        <span className="block text-small text-muted">{t(newer ? 'notices:newer' : 'notices:older')}</span>
      </span>
      {newer && <Icon as={ArrowRight} size={16} directional className="shrink-0 text-muted" />}
    </Link>
  )
}

function AlsoNew({ id }: { readonly id: string }) {
  const t = useT()
  const mounted = useMounted()
  const bulletins = useBulletins(NOTICES_PAGE)
  const others = (bulletins.data?.pages[0]?.list ?? []).filter((one) => one.id !== id).slice(0, 3)
  if (others.length === 0) return null
  return (
    <aside aria-labelledby="also-new" className="lg:pt-14">
      <h2 id="also-new" className="border-b border-line pb-2 text-base font-semibold">
        {t('notices:alsoNew')}
      </h2>
      <ul className="divide-y divide-line">
        {others.map((one) => (
          <li key={one.id}>
            <Link to={noticePath(one.id)} className="block py-3 hover:underline">
              <span className="block font-medium">{one.title}</span>
              <span className="text-small text-muted">{mounted ? formatDay(one.releaseTime) : '\u00a0'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  )
}

export function BulletinArticle({ id, classId, home, target }: BulletinArticleProps) {
  const t = useT()
  // Days and hours depend on the reader's zone.
  const mounted = useMounted()
  const query = useBulletin(id)
  const classes = useBulletinClasses().data ?? []
  const around = useNeighbours(id, classId).data
  const found = query.data
  const shown = found !== null && found !== undefined && (classId === undefined || found.classMenu === classId) ? found : undefined
  useOwnTitle(shown?.title ?? t('notices:title'))
  if (query.isPending) return <ArticleSkeleton />
  if (query.isError && found === undefined)
    return <ErrorPanel title={t('notices:failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (shown === undefined)
    return (
      <>
        <h1 className="mb-4 text-title">{t('notices:title')}</h1>
        <div className="card">
          <NoData size="page" title={t('notices:notFound')} text={t('notices:notFoundText')} link={home} />
        </div>
      </>
    )
  const className = classes.find((one) => one.id === shown.classMenu)?.name
  return (
    <div className="grid gap-x-24 gap-y-10 lg:grid-cols-[minmax(0,720px)_minmax(0,1fr)]">
      <article className="min-w-0">
        <nav aria-label={t('notices:place')} className="mb-3 text-dense text-muted">
          <Link to={home.to} className="hover:underline">
            {home.label}
          </Link>
        </nav>
        <h1 className="text-h2 max-md:text-h2-phone">{shown.title}</h1>
        <p className="mt-3 mb-7 flex flex-wrap items-center gap-3 text-dense text-muted">
          {className !== undefined && <Chip>{className}</Chip>}
          <time dateTime={new Date(shown.releaseTime).toISOString()}>
            {mounted ? `${formatDate(shown.releaseTime)} · ${formatTime(shown.releaseTime, false)}` : '\u00a0'}
          </time>
        </p>
        <LanguageNote language={shown.languageCode} />
        {shown.imgUrl !== null && <img src={shown.imgUrl} alt="" className="mb-6 w-full rounded-card" />}
        <Article html={shown.content} fallback={<ArticleSkeleton />} />
        {around !== undefined && (around.prevId !== null || around.nextId !== null) && (
          <nav aria-label={t('notices:around')} className="mt-10 grid grid-cols-2 gap-4 border-t border-line pt-4">
            {around.nextId !== null ? <Neighbour id={around.nextId} newer={false} target={target} /> : <span />}
            {around.prevId !== null && <Neighbour id={around.prevId} newer target={target} />}
          </nav>
        )}
      </article>
      <AlsoNew id={id} />
    </div>
  )
}
