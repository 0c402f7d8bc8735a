/** How old something is that used to move: the one place that says so. While it moves, its age; once it stands still, since when. */
import { serverNow } from '../data/clock.ts'
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
