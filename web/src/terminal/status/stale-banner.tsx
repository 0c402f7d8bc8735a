/** When the live connection is gone: how old the data is, when the next try comes, and that orders are locked. */
import { EyeOff } from 'lucide-react'
import { useLive } from '../../data/live/live-store.ts'
import { useT } from '../../i18n/i18n.ts'
import { brokenText } from '../../ui/broken-text.ts'
import { Button } from '../../ui/button.tsx'
import { DataAge } from '../../ui/data-age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useMarket } from '../market.ts'

export function StaleBanner() {
  const t = useT()
  const line = useMarket().line()
  const connection = useLive(line.facts.store)
  if (connection.state === 'live' || connection.state === 'connecting') return null
  return (
    <div
      role="alert"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 bg-warning-tint px-4 py-1 text-dense text-warning-text"
      data-stale
    >
      <Icon as={EyeOff} size={16} />
      <span className="font-medium">{t(brokenText(connection.crowd))}</span>
      <span className="max-md:order-last max-md:basis-full max-md:text-small">
        <DataAge at={connection.heardAt} stale /> <span>{t('terminal:stale.locked')}</span> <NextTry at={connection.retryAt} />
      </span>
      <span className="ms-auto">
        <Button size={24} onClick={() => line.retryNow()}>
          {t('terminal:stale.retry')}
        </Button>
      </span>
    </div>
  )
}

/** Counts on its own, outside what is announced. */
function NextTry({ at }: { readonly at: number }) {
  const t = useT()
  const now = useNow(1000)
  if (at === 0) return null
  return <span aria-live="off">{t('terminal:stale.next', { seconds: Math.max(0, Math.ceil((at - now) / 1000)) })}</span>
}
