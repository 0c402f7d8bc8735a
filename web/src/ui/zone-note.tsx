/** Says that times are in UTC where the browser names no time zone of its own; nothing otherwise. */
import { useMounted } from '../data/mounted.ts'
import { useT } from '../i18n/i18n.ts'
import { deviceZone } from '../i18n/zone.ts'

export function ZoneNote({ className }: { readonly className: string }) {
  const t = useT()
  if (!useMounted() || deviceZone().known) return null
  return (
    <p className={`text-small text-muted ${className}`} data-zone-unknown>
      {t('ui:zoneUnknown')}
    </p>
  )
}
