/** How far a deposit or withdrawal is: a ring around what it is. The words beside it say the same. */
import { ArrowDown, ArrowUp, Check, type LucideIcon, X } from 'lucide-react'
import type { TxKind } from '../../../data/wallet/transactions.ts'
import { Icon } from '../../../ui/icons.tsx'
import { toneOf } from '../model/tx-model.ts'

/** A circle of this length, so that percent are lengths. */
const RADIUS = 15.9155

function drawing(kind: TxKind, status: number): LucideIcon {
  if (toneOf(status) === 'down') return X
  if (status === 6 || status === 23) return Check
  return kind === 'deposit' ? ArrowDown : ArrowUp
}

export function Ring({ share, kind, status }: { readonly share: number; readonly kind: TxKind; readonly status: number }) {
  const tone = toneOf(status)
  const whole = tone === 'up' || tone === 'down'
  const colour = tone === 'up' ? 'stroke-up' : tone === 'down' ? 'stroke-down' : 'stroke-theme'
  return (
    <span className="relative inline-flex size-14 items-center justify-center">
      <svg viewBox="0 0 36 36" aria-hidden="true" className="absolute inset-0 size-full -rotate-90 fill-none rtl:-scale-y-100">
        <circle cx="18" cy="18" r={RADIUS} strokeWidth="2.5" className="stroke-press" />
        <circle cx="18" cy="18" r={RADIUS} strokeWidth="2.5" strokeDasharray={`${whole ? 100 : share} 100`} className={colour} />
      </svg>
      <Icon as={drawing(kind, status)} size={20} />
    </span>
  )
}
