/** A button that opens a menu or a small panel. The floating part (react-aria) is loaded when someone points at or opens it. */
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { FloatingMenuItem } from './floating.tsx'
import { part } from './part.tsx'

const floating = () => import('./floating.tsx')
const FloatingMenu = part(async () => (await floating()).FloatingMenu)
const FloatingPanel = part(async () => (await floating()).FloatingPanel)

interface OpenerProps {
  /** Spoken name where the content is only an icon. */
  readonly label?: string
  readonly content: ReactNode
  readonly className?: string
  /** Top edge in px from the viewport top; without it the panel stands 6 px below its button. */
  readonly top?: number
}

function useOpener() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return { open, setOpen, button }
}

type Opener = ReturnType<typeof useOpener>

function OpenerButton({
  opener,
  label,
  content,
  className,
  popup,
}: OpenerProps & { readonly opener: Opener; readonly popup: 'menu' | 'dialog' }) {
  return (
    <button
      ref={opener.button}
      type="button"
      aria-haspopup={popup}
      aria-expanded={opener.open}
      aria-label={label}
      onPointerEnter={() => void floating()}
      onFocus={() => void floating()}
      onClick={() => opener.setOpen(!opener.open)}
      onKeyDown={(event) => {
        if (popup === 'menu' && event.key === 'ArrowDown') {
          event.preventDefault()
          opener.setOpen(true)
        }
      }}
      className={className}
    >
      {content}
    </button>
  )
}

export function MenuButton({
  items,
  onAction,
  name,
  ...rest
}: OpenerProps & { readonly name: string; readonly items: readonly FloatingMenuItem[]; readonly onAction?: (key: string) => void }) {
  const opener = useOpener()
  return (
    <>
      <OpenerButton {...rest} opener={opener} popup="menu" />
      {opener.open && (
        <Suspense>
          <FloatingMenu
            name={name}
            items={items}
            trigger={opener.button}
            top={rest.top}
            onClose={() => opener.setOpen(false)}
            onAction={onAction}
          />
        </Suspense>
      )}
    </>
  )
}

/** `children` gets the way to close the panel. */
export function PanelButton({
  name,
  width,
  children,
  ...rest
}: OpenerProps & { readonly name: string; readonly width: number; readonly children: (close: () => void) => ReactNode }) {
  const opener = useOpener()
  const close = () => opener.setOpen(false)
  return (
    <>
      <OpenerButton {...rest} opener={opener} popup="dialog" />
      {opener.open && (
        <Suspense>
          <FloatingPanel name={name} width={width} trigger={opener.button} top={rest.top} onClose={close}>
            {children(close)}
          </FloatingPanel>
        </Suspense>
      )}
    </>
  )
}
