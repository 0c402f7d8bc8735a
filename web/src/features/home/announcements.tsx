/** The newest three announcements. When they do not load, their place stays empty and the rest of the page goes on. */
import { ChevronRight } from 'lucide-react'
import { useBulletins } from '../../data/inform/inform.ts'
import { useMounted } from '../../data/mounted.ts'
import { formatDay } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { noticePath, paths } from '../../paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

export const SHOWN = 3

export function Announcements() {
  const t = useT()
  const mounted = useMounted()
  const query = useBulletins(SHOWN)
  const rows = query.data?.pages[0]?.list ?? []
  return (
    <section aria-labelledby="announcements" className="card min-w-0 overflow-hidden">
      <div className="flex h-13 items-center justify-between px-5">
        <h2 id="announcements" className="text-strong">
          {t('home:announcements.title')}
        </h2>
        <Link to={paths.notices} className="hit-area inline-flex items-center gap-1 text-dense text-muted hover:text-fg">
          {t('home:announcements.all')}
          <Icon as={ChevronRight} size={14} directional />
        </Link>
      </div>
      <div className="min-h-48">
        {query.isPending ? (
          <SkeletonRows rows={SHOWN} height={64} />
        ) : (
          <ul className="divide-y divide-line">
            {rows.slice(0, SHOWN).map((one) => (
              <li key={one.id}>
                <Link to={noticePath(one.id)} className="flex h-16 flex-col justify-center px-5 -outline-offset-2 hover:bg-hover">
                  <span className="line-clamp-2 font-medium">{one.title}</span>
                  <time className="text-small text-muted" dateTime={new Date(one.releaseTime).toISOString()}>
                    {mounted ? formatDay(one.releaseTime) : '\u00a0'}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
