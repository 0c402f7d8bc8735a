/** Flips day and night. */
import { Moon, Sun } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { toggleDayMode, useIsDay } from '../../theme/day-mode.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'

export function ThemeButton({ className = '' }: { readonly className?: string }) {
  const t = useT()
  const day = useIsDay()
  return (
    <IconButton label={t(day ? 'shell:theme.toNight' : 'shell:theme.toDay')} className={className} onClick={toggleDayMode}>
      <Icon as={day ? Moon : Sun} size={20} />
    </IconButton>
  )
}
