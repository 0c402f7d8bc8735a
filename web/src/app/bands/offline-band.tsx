/** A band under the header while the browser is offline or the live connection is gone: since when what is shown is old. */
import { Unplug } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { pageTime } from '../../data/clock.ts'
import { usePresentConnection } from '../../data/live/present.ts'
import { useT } from '../../i18n/i18n.ts'
import { brokenText } from '../../ui/broken-text.ts'
import { DataAge } from '../../ui/data-age.tsx'
import { Band } from './band.tsx'

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
  const crowd = connection?.crowd
  // Where sockets never opened, pages live on what they ask for; one that the server refused is told of.
  const broken = (heardAt > 0 || crowd !== undefined) && (connection?.state === 'offline' || connection?.state === 'ended')
  if (offline === 0 && !broken) return null
  return (
    // A terminal's own banner says the same with the age of its data; one banner is enough.
    <Band icon={Unplug} name="offline" className="[body:has([data-stale])_&]:hidden">
      <span>{t(offline === 0 ? brokenText(crowd) : 'shell:offline')}</span>
      <DataAge at={heardAt === 0 ? offline : heardAt} stale />
    </Band>
  )
}
