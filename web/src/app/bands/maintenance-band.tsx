/** The exchange does not take everything: the disk is full, it starts or stops, or an operator has to decide something. */
import { Lock } from 'lucide-react'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { Band } from './band.tsx'

export function MaintenanceBand() {
  const t = useT()
  if (!useSite().maintenance) return null
  return (
    <Band icon={Lock} name="maintenance">
      <span>{t('shell:maintenance')}</span>
    </Band>
  )
}
