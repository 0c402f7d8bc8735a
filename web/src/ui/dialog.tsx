/** A modal dialog on the browser's own: focus is kept inside and given back, Escape closes, the page behind is inert. */
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '../i18n/i18n.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Width in px; 440 unless told. */
  readonly width?: number
  /** On phones it rises from the bottom as a sheet. */
  readonly sheet?: boolean
  /** Near the upper edge, for one whose height changes while somebody types. */
  readonly high?: boolean
}

/** Drawn while open; unmounting closes it. */
export function Dialog({ title, onClose, children, width = 440, sheet = false, high = false }: DialogProps) {
  const t = useT()
  const titleId = useId()
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      style={{ inlineSize: `min(${width}px, calc(100vw - 32px))` }}
      className={`${high ? 'mx-auto mt-[12dvh] mb-auto max-md:mt-4' : 'm-auto'} max-h-[calc(100dvh-32px)] overflow-auto rounded-card border border-line2 bg-raised p-0 text-fg shadow-float backdrop:bg-scrim ${sheet ? 'max-md:mx-0 max-md:mt-auto max-md:mb-0 max-md:!w-full max-md:max-w-none max-md:rounded-b-none max-md:rounded-t-sheet' : ''}`}
    >
      <div className="p-5">
        <div className="mb-4 flex items-center justify-between gap-4">
          <h2 id={titleId} className="text-strong">
            {title}
          </h2>
          <IconButton label={t('ui:close')} onClick={onClose} className="-me-1.5">
            <Icon as={X} size={20} />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  )
}
