/** Cards of the user centre and the rows inside them: what it is, how it stands, what can be done. */
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Icon } from '../ui/icons.tsx'

interface CardProps {
  readonly title: string
  /** Small facts or actions at the end of the head. */
  readonly end?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

export function Card({ title, end, children, className = '' }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`card min-w-0 ${className}`}>
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-2 max-md:px-4">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  )
}

interface RowProps {
  readonly icon?: LucideIcon
  readonly title: ReactNode
  readonly chip?: ReactNode
  readonly text?: ReactNode
  readonly children?: ReactNode
}

/** 72 high; on phones the actions stand below the text. */
export function Row({ icon, title, chip, text, children }: RowProps) {
  return (
    <div className="flex min-h-18 items-center gap-4 border-b border-grid px-5 py-3 last:border-0 max-md:flex-wrap max-md:items-start max-md:px-4">
      {icon !== undefined && (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-card bg-field">
          <Icon as={icon} size={18} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
          <span>{title}</span>
          {chip}
        </p>
        {text !== undefined && <div className="text-dense text-muted">{text}</div>}
      </div>
      {children !== undefined && (
        <div
          className={`flex shrink-0 flex-wrap items-center justify-end gap-2 max-md:w-full max-md:justify-start max-md:has-[[role=switch]]:w-auto max-md:[&>fieldset]:w-full pointer-coarse:[&>button]:h-11 ${icon === undefined ? '' : 'max-md:ps-14 max-md:has-[[role=switch]]:ps-0'}`}
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** A note inside a form or above a list; one warning at most in a view. */
export function Note({
  icon,
  tone = 'plain',
  children,
}: {
  readonly icon: LucideIcon
  readonly tone?: 'plain' | 'warning'
  readonly children: ReactNode
}) {
  return (
    <div
      className={`flex gap-3 rounded-control p-4 text-dense ${tone === 'warning' ? 'bg-warning-tint' : 'border border-line bg-field text-muted'}`}
    >
      <Icon as={icon} size={16} className={`mt-px ${tone === 'warning' ? 'text-warning-text' : ''}`} />
      <div className="min-w-0 [&_strong]:font-semibold [&_strong]:text-fg">{children}</div>
    </div>
  )
}
