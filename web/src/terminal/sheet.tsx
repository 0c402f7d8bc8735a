/** A sheet that rises from the foot of a phone's screen: modal, closed by Escape, by its button or by touching what is behind it. */
import type { ReactNode } from 'react'
import { useModal } from '../ui/use-modal.ts'

interface SheetProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Sheet({ label, onClose, children }: SheetProps) {
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      aria-label={label}
      className="mx-0 mt-auto mb-0 max-h-[calc(100dvh-var(--header)-8px)] w-full max-w-none overflow-y-auto rounded-t-sheet border-t border-line2 bg-panel p-0 text-fg shadow-float backdrop:bg-scrim"
      data-sheet
    >
      <div className="px-4 pt-2 pb-[calc(20px+env(safe-area-inset-bottom))]">
        <span aria-hidden="true" className="mx-auto mb-3 block h-1 w-9 rounded-full bg-line2" />
        {children}
      </div>
    </dialog>
  )
}
