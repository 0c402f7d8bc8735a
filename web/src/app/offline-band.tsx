/** A band under the header while the browser is offline or the live connection is gone: since when what is shown is old. */
import { Unplug } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { pageTime } from '../data/clock.ts'
import { usePresentConnection } from '../data/live/present.ts'
import { useT } from '../i18n/i18n.ts'
import { DataAge } from '../ui/data-age.tsx'
import { Icon } from '../ui/icons.tsx'

/** When the browser went offline, or was first seen to be, page time; 0 while it is online. */
let offlineAt = 0

function presentOfflineAt(): number {
  if (navigator.onLine) offlineAt = 0
  else if (offlineAt === 0) offlineAt = pageTime()
  return offlineAt
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineBand() {
  const t = useT()
  const offline = useSyncExternalStore(onNetwork, presentOfflineAt, () => 0)
  const connection = usePresentConnection()
  const heardAt = connection?.heardAt ?? 0
  // Where sockets never opened, pages live on what they ask for.
  const broken = heardAt > 0 && (connection?.state === 'offline' || connection?.state === 'ended')
  if (offline === 0 && !broken) return null
  return (
    // A terminal's own banner says the same with the age of its data; one banner is enough.
    <div
      role="status"
      className="flex min-h-12 flex-wrap items-center gap-x-2 bg-warning-tint px-4 text-dense text-warning-text [body:has([data-stale])_&]:hidden"
      data-offline-band
    >
      <Icon as={Unplug} size={16} />
      <span>{t(offline === 0 ? 'ui:age.broken' : 'shell:offline')}</span>
      <DataAge at={heardAt === 0 ? offline : heardAt} stale />
    </div>
  )
}
