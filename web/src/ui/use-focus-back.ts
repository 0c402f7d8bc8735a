/** Gives the focus back to where it came from. */
import { useEffect, useState } from 'react'

/**
 * For what takes the focus by itself while it is drawn. When it goes and the focus with it, whoever opened it has the focus again; who has
 * gone elsewhere meanwhile stays there.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
}
