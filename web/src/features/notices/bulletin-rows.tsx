/** Rows of announcements: class, pin, date, title and one line. Unread ones carry a dot for whoever is logged in. */
import { ChevronRight, Pin } from 'lucide-react'
import type { Bulletin, BulletinClass } from '../../data/inform/inform.ts'
import { useMounted } from '../../data/mounted.ts'
import { formatDay } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'

interface BulletinRowsProps {
  readonly bulletins: readonly Bulletin[]
  readonly classes: readonly BulletinClass[]
  /** The address that a row leads to. */
  readonly target: (bulletin: Bulletin) => string
}

export function BulletinRows({ bulletins, classes, target }: BulletinRowsProps) {
  const t = useT()
  // The server does not know the zone of the reader.
  const mounted = useMounted()
  return (
    <ul className="divide-y divide-line">
      {bulletins.map((bulletin) => {
        const className = classes.find((one) => one.id === bulletin.classMenu)?.name
        const unread = bulletin.isRead === 0
        return (
          <li key={bulletin.id}>
            <Link to={target(bulletin)} className="flex items-center gap-4 px-4 py-4 -outline-offset-2 hover:bg-hover md:px-6 md:py-5">
              <span className="min-w-0 flex-1">
                <span className="flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
                  {className !== undefined && <Chip>{className}</Chip>}
                  {bulletin.isTop === 1 && (
                    <span className="inline-flex items-center gap-1 text-theme-text">
                      <Icon as={Pin} size={12} />
                      {t('notices:onTop')}
                    </span>
                  )}
                  <time dateTime={new Date(bulletin.releaseTime).toISOString()}>
                    {mounted ? formatDay(bulletin.releaseTime) : '\u00a0'}
                  </time>
                </span>
                <span className="mt-1.5 flex items-center gap-2">
                  <h2 className="text-[16px] leading-6 font-semibold">{bulletin.title}</h2>
                  {unread && <span role="img" aria-label={t('notices:unread')} className="size-2 shrink-0 rounded-full bg-theme" />}
                </span>
                <span className="mt-0.5 block text-base text-muted">{bulletin.summary}</span>
              </span>
              <Icon as={ChevronRight} size={16} directional className="shrink-0 text-muted" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
