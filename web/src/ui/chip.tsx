/** A small label with a tint, 20 high. */
import type { ReactNode } from 'react'

export type ChipTone = 'neutral' | 'up' | 'down' | 'warning' | 'theme'

const TONES: Readonly<Record<ChipTone, string>> = {
  neutral: 'bg-press text-fg',
  up: 'bg-up-tint text-up-text',
  down: 'bg-down-tint text-down-text',
  warning: 'bg-warning-tint text-warning-text',
  theme: 'bg-theme-10 text-theme-text',
}

export function Chip({ tone = 'neutral', children }: { readonly tone?: ChipTone; readonly children: ReactNode }) {
  return (
    <span className={`inline-flex h-5 items-center gap-1 rounded-chip px-1.5 text-small font-medium whitespace-nowrap ${TONES[tone]}`}>
      {children}
    </span>
  )
}
