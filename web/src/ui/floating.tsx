/** The floating half of menu and panel buttons: react-aria keeps focus, Escape, arrows in reading direction and screen readers right. */
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { intlTag, wireLocale } from '../i18n/locale.ts'
import { useNavigate } from './navigation.tsx'

export interface FloatingMenuItem {
  readonly key: string
  readonly content: ReactNode
  /** Plain words for type-ahead. */
  readonly text: string
  /** In-app path; without it `onAction` is told. */
  readonly to?: string
  /** A hairline above. */
  readonly separated?: boolean
}

interface FloatingProps {
  readonly name: string
  readonly trigger: RefObject<HTMLElement | null>
  readonly top?: number | undefined
  readonly onClose: () => void
}

/** Distance between button and panel that puts the panel's top edge at `top` px of the viewport. */
function useOffset(trigger: RefObject<HTMLElement | null>, top: number | undefined): number {
  const [offset, setOffset] = useState(6)
  useLayoutEffect(() => {
    if (top !== undefined && trigger.current !== null) setOffset(top - trigger.current.getBoundingClientRect().bottom)
  }, [trigger, top])
  return offset
}

const FRAME =
  'overflow-auto rounded-card border border-line2 bg-raised text-fg shadow-float outline-none entering:animate-[float-in_var(--slow)_var(--ease)]'

function Frame({
  trigger,
  top,
  onClose,
  children,
  width,
}: Omit<FloatingProps, 'name'> & { readonly children: ReactNode; readonly width?: number }) {
  const offset = useOffset(trigger, top)
  return (
    <I18nProvider locale={intlTag(wireLocale())}>
      <Popover
        triggerRef={trigger}
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        placement="bottom end"
        offset={offset}
        shouldFlip={top === undefined}
        containerPadding={8}
        style={width === undefined ? {} : { inlineSize: `min(${width}px, calc(100vw - 16px))` }}
        className={FRAME}
        // While a part of the page fills the screen nothing else is seen.
        {...(document.fullscreenElement !== null && { UNSTABLE_portalContainer: document.fullscreenElement })}
      >
        {children}
      </Popover>
    </I18nProvider>
  )
}

export function FloatingMenu({
  items,
  onAction,
  name,
  ...rest
}: FloatingProps & { readonly items: readonly FloatingMenuItem[]; readonly onAction?: ((key: string) => void) | undefined }) {
  const navigate = useNavigate()
  const act = (key: string) => {
    rest.onClose()
    const target = items.find((item) => item.key === key)?.to
    if (target !== undefined) {
      navigate(target)
      return
    }
    // The item goes with its menu: what opens next has to find the focus on the button, where it is to come back to. Not before the key or
    // finger that chose it has done with the page, which would press the button.
    requestAnimationFrame(() => {
      rest.trigger.current?.focus()
      onAction?.(key)
    })
  }
  return (
    <Frame {...rest}>
      <Menu aria-label={name} autoFocus="first" onAction={(key) => act(String(key))} className="min-w-44 p-1.5 outline-none">
        {items.map((item) => (
          <MenuItem
            key={item.key}
            id={item.key}
            textValue={item.text}
            className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-chip px-3 text-base font-medium outline-none focus:bg-press focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-fg pointer-coarse:min-h-11 ${item.separated === true ? 'mt-1.5 shadow-[0_-4px_0_-3px_var(--line)]' : ''}`}
          >
            {item.content}
          </MenuItem>
        ))}
      </Menu>
    </Frame>
  )
}

export function FloatingPanel({
  children,
  width,
  name,
  ...rest
}: FloatingProps & { readonly width: number; readonly children: ReactNode }) {
  return (
    <Frame {...rest} width={width}>
      <Dialog aria-label={name} className="outline-none">
        {children}
      </Dialog>
    </Frame>
  )
}
