/** A number box is entered with its whole value chosen: the first key replaces it. */
import { type FocusEvent, type MouseEvent, useRef } from 'react'

interface SelectAll {
  readonly onMouseDown: (event: MouseEvent<HTMLInputElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLInputElement>) => void
  readonly onMouseUp: (event: MouseEvent<HTMLInputElement>) => void
}

/** @param before what must be in the box before it is chosen */
export function useSelectAll(before?: () => void): SelectAll {
  const entering = useRef(false)
  return {
    onMouseDown: (event) => {
      entering.current = document.activeElement !== event.currentTarget
    },
    onFocus: (event) => {
      before?.()
      event.currentTarget.select()
    },
    // WebKit puts the caret where the button comes up. A later click may do so, and a drag keeps what it chose.
    onMouseUp: (event) => {
      if (entering.current) event.preventDefault()
      entering.current = false
    },
  }
}
