/** Where a process of a few steps stands: done ink, present theme ring, later faint. */
import { Check } from 'lucide-react'
import { Icon } from '../../ui/icons.tsx'

export function ResetSteps({ names, at, label }: { readonly names: readonly string[]; readonly at: number; readonly label: string }) {
  return (
    <ol aria-label={label} className="flex items-center justify-center gap-3 max-sm:gap-2">
      {names.map((name, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined} className="flex items-center gap-2 text-dense">
          {index > 0 && <span aria-hidden="true" className="h-px w-8 bg-line2 max-sm:w-4" />}
          <span
            className={`num flex size-6 shrink-0 items-center justify-center rounded-full text-small font-semibold ${index < at ? 'bg-fg text-bg' : index === at ? 'border-2 border-theme' : 'border border-line2 text-muted'}`}
          >
            {index < at ? <Icon as={Check} size={14} /> : index + 1}
          </span>
          <span className={index === at ? 'font-semibold' : 'text-muted max-sm:visually-hidden'}>{name}</span>
        </li>
      ))}
    </ol>
  )
}
