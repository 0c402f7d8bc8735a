/** Icons on the 24 grid with a stroke that does not thicken at small sizes. Those that mean a direction flip with the page. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface IconProps {
  readonly as: LucideIcon
  /** Edge in px; 24 unless told. */
  readonly size?: number
  /** Arrows and the like: mirrored in right-to-left pages. */
  readonly directional?: boolean
  readonly className?: string
  /** Accessible name; an icon without one is decoration. */
  readonly label?: string
}

export function Icon({ as: Drawing, size = 24, directional, className = '', label }: IconProps) {
  return (
    <Drawing
      size={size}
      strokeWidth={1.5}
      absoluteStrokeWidth={size > 16}
      className={`shrink-0 ${directional === true ? 'rtl:-scale-x-100' : ''} ${className}`}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  )
}

/** A wrapper as large as its text (1em) for icons inside sentences. */
export function InlineIcon({ children, className = '' }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <span className={`inline-flex size-[1em] items-center justify-center align-[-0.125em] [&>svg]:size-full ${className}`}>{children}</span>
  )
}
