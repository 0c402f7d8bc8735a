/** For a form that takes the place of the button which opened it: when it goes, the focus goes back instead of to nowhere. */
import { useEffect, useState } from 'react'

/** Where the focus was when the form was first drawn gets it back, unless somebody has gone elsewhere meanwhile. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
}
