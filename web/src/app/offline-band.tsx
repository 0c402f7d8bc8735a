/** A band under the header while the browser is offline: what is shown is old, and nothing can be sent. */
import { Unplug } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'

function onConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineBand() {
  const t = useT()
  const online = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
  if (online) return null
  return (
    // A terminal's own banner says the same with the age of its data; one banner is enough.
    <div
      role="status"
      className="flex min-h-12 items-center gap-2 bg-warning-tint px-4 text-dense text-warning-text [body:has([data-stale])_&]:hidden"
      data-offline-band
    >
      <Icon as={Unplug} size={16} />
      {t('shell:offline')}
    </div>
  )
}
