/** Withdrawals of some coins rest: the books of the exchange and a chain differ, and an operator looks at it. */
import { Scale } from 'lucide-react'
import { useSite } from '../../data/site.ts'
import { isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Band } from './band.tsx'

export function HaltedBand() {
  const t = useT()
  const { halted } = useSite()
  if (halted.length === 0) return null
  return (
    <Band icon={Scale} name="halted">
      <span>{t('shell:halted', { coins: isolated(halted.join(', ')) })}</span>
    </Band>
  )
}
