/** How old something is that used to move: the one place that says so. While it moves, its age; once it stands still, since when. */
import { deviceNow, pageTime, serverNow } from '../data/clock.ts'
import { formatTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { useNow } from './use-now.ts'

interface DataAgeProps {
  /** When it was last known to be true, page time; 0 = never. */
  readonly at: number
  readonly stale: boolean
}

/** Counts on its own, outside what is announced. */
export function DataAge({ at, stale }: DataAgeProps) {
  const t = useT()
  const now = useNow(1000)
  const age = Math.max(0, now - at)
  if (!stale) return <span>{at === 0 ? '' : t('ui:age.fresh', { seconds: (age / 1000).toFixed(1) })}</span>
  const seconds = Math.round(age / 1000)
  return (
    <span aria-live="off" data-age={at === 0 ? undefined : seconds}>
      {at === 0 ? t('ui:age.never') : t('ui:age.stale', { seconds, time: formatTime(serverNow(at)) })}
    </span>
  )
}

/** Stands by what a query has shown since, when its last reading failed. @param readAt as the query stamps its answers, device's clock */
export function StaleNote({ readAt }: { readonly readAt: number }) {
  return (
    <p className="text-small text-warning-text" role="status">
      <DataAge at={pageTime() - Math.max(0, deviceNow() - readAt)} stale />
    </p>
  )
}
