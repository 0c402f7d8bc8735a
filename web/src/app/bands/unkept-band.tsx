/** A session that the browser does not keep is over with this page: said as long as there is one. */
import { SaveOff } from 'lucide-react'
import { useSessionUnkept } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { Band } from './band.tsx'

export function UnkeptBand() {
  const t = useT()
  if (!useSessionUnkept()) return null
  return (
    <Band icon={SaveOff} name="unkept">
      <span>{t('shell:unkept')}</span>
    </Band>
  )
}
