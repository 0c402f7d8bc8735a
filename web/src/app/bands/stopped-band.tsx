/** An operator stopped something for everybody: orders and conversions, or opening accounts. */
import { CirclePause } from 'lucide-react'
import { useLoggedIn } from '../../data/session.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { Band } from './band.tsx'

export function StoppedBand() {
  const t = useT()
  const isMember = useLoggedIn()
  // Who has an account needs none.
  const told = useSite().stopped.filter((part) => part !== 'registration' || !isMember)
  if (told.length === 0) return null
  return (
    <Band icon={CirclePause} name="stopped">
      {told.map((part) => (
        <span key={part}>{t(`shell:stopped.${part}`)}</span>
      ))}
    </Band>
  )
}
