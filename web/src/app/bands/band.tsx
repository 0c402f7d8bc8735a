/** One sentence under the header about the whole site, as long as it is so. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'

interface BandProps {
  readonly icon: LucideIcon
  readonly name: string
  readonly children: ReactNode
  readonly className?: string
}

export function Band({ icon, name, children, className = '' }: BandProps) {
  return (
    <div
      role="status"
      className={`flex min-h-12 items-center gap-2 bg-warning-tint px-4 py-2 text-dense text-warning-text max-md:items-start ${className}`}
      data-band={name}
    >
      <Icon as={icon} size={16} className="max-md:mt-0.5" />
      <div className="flex min-w-0 flex-wrap gap-x-2">{children}</div>
    </div>
  )
}
