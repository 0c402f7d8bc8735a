/** When the live connection is gone: how old the data is, when the next try comes, and that orders are locked. */
import { EyeOff } from 'lucide-react'
import { liveClient, useConnection } from '../../../data/live/live.ts'
import { formatTime } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useNow } from '../use-now.ts'

export function StaleBanner() {
  const t = useT()
  const connection = useConnection()
  if (connection.state === 'live' || connection.state === 'connecting') return null
  return (
    <div
      role="alert"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 bg-warning-tint px-4 py-1 text-dense text-warning-text"
      data-stale
    >
      <Icon as={EyeOff} size={16} />
      <span className="font-medium">{t('terminal:stale.title')}</span>
      <Ages heardAt={connection.heardAt} retryAt={connection.retryAt} />
      <span className="ms-auto">
        <Button size={24} onClick={() => liveClient().retryNow()}>
          {t('terminal:stale.retry')}
        </Button>
      </span>
    </div>
  )
}

/** Counts on its own, outside what is announced. */
function Ages({ heardAt, retryAt }: { readonly heardAt: number; readonly retryAt: number }) {
  const t = useT()
  const now = useNow(1000)
  const age = Math.max(0, Math.round((now - heardAt) / 1000))
  const wait = Math.max(0, Math.ceil((retryAt - now) / 1000))
  return (
    <span aria-live="off" className="max-md:order-last max-md:basis-full max-md:text-small">
      <span data-age={age}>
        {heardAt === 0 ? t('terminal:stale.never') : t('terminal:stale.age', { seconds: age, time: formatTime(heardAt) })}
      </span>{' '}
      {retryAt > 0 && t('terminal:stale.next', { seconds: wait })}
    </span>
  )
}
