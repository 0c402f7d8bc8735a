/** A modal sheet from the end side of the window; on phones it rises from the foot. */
import type { ReactNode } from 'react'
import { useModal } from './use-modal.ts'

interface SideSheetProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Drawn while open; unmounting closes it. */
export function SideSheet({ label, onClose, children }: SideSheetProps) {
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      aria-label={label}
      className="ms-auto me-0 my-0 h-dvh max-h-none w-[480px] max-w-full overflow-x-hidden overflow-y-auto overscroll-contain border-s border-line2 bg-raised p-0 text-fg shadow-float backdrop:bg-scrim max-md:ms-0 max-md:mt-auto max-md:mb-0 max-md:h-auto max-md:max-h-[calc(100dvh-48px)] max-md:w-full max-md:max-w-none max-md:rounded-t-sheet max-md:border-s-0 max-md:border-t"
      data-side-sheet
    >
      <div className="p-6 max-md:px-4 max-md:pt-2 max-md:pb-[calc(20px+env(safe-area-inset-bottom))]">
        <span aria-hidden="true" className="mx-auto mb-4 hidden h-1 w-9 rounded-full bg-line2 max-md:block" />
        {children}
      </div>
    </dialog>
  )
}
