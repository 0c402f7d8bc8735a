/** What every modal of the page has in common: it stands open while it is drawn, and closes as people expect. */
import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

export interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>
  onCancel(event: SyntheticEvent): void
  onClick(event: MouseEvent): void
}

/**
 * For a `<dialog>` element. Escape and a click outside close it; the focus goes where `data-focus` asks for it (the browser would take the
 * first button), and back to where it came from at the end.
 * @param onClose asked for; drawing it no more is what closes it
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = ref.current
    const opener = document.activeElement
    // A ring around a button that nobody has gone to says nothing; the first key brings it.
    const pointed = opener?.matches(':focus-visible') !== true
    element?.toggleAttribute('data-pointed', pointed)
    element?.addEventListener('keydown', () => element.removeAttribute('data-pointed'), { once: true, capture: true })
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return {
    ref,
    onCancel: (event) => {
      event.preventDefault()
      onClose()
    },
    onClick: (event) => {
      if (event.target === ref.current) onClose()
    },
  }
}
