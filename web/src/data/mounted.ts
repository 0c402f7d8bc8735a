/** What only the browser knows (who is logged in, the window, what was stored) is drawn after the server's markup was taken over. */
import { startTransition, useEffect, useState } from 'react'

let mounted = false

/** False while the server draws and while its markup is taken over, then true for the rest of the visit. */
export function useMounted(): boolean {
  const [known, setKnown] = useState(mounted)
  useEffect(() => {
    mounted = true
    delete document.documentElement.dataset.session
    // Not urgent: what already stands on the screen stays usable meanwhile.
    startTransition(() => setKnown(true))
  }, [])
  return known
}
