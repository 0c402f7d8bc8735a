/** Payments of some networks rest, because an operator halted them. */
import { CirclePause } from 'lucide-react'
import { useSite } from '../../data/site.ts'
import { isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Band } from './band.tsx'

export function PausedBand() {
  const t = useT()
  const { paused } = useSite()
  if (paused.length === 0) return null
  return (
    <Band icon={CirclePause} name="paused">
      <span>{t('shell:paused', { networks: isolated(paused.join(', ')) })}</span>
    </Band>
  )
}
