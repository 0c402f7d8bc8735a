/** Where a page stands in the window: a new page begins at its top or its anchor, an earlier one where it was left. */
import type { Location, NavigationType } from 'react-router'

const STORE = 'scroll'

function positions(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(STORE) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, number>) : {}
  } catch {
    return {}
  }
}

/** Whoever enters an address by hand gets an entry whose key is `default`, as the one before: the address tells them apart. */
const nameOf = ({ key, pathname, search }: Location): string => `${key} ${pathname}${search}`

/** Keeps the present position for the place's entry of the history. */
export function rememberScroll(place: Location | undefined): void {
  if (place === undefined) return
  try {
    window.sessionStorage.setItem(STORE, JSON.stringify({ ...positions(), [nameOf(place)]: window.scrollY }))
  } catch {
    // Blocked storage only costs the position.
  }
}

/** From now on the browser leaves positions to us, until the tab goes elsewhere. */
export function takeOverScroll(present: () => Location | undefined): void {
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', () => {
    rememberScroll(present())
    window.history.scrollRestoration = 'auto'
  })
  window.addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual'
  })
}

/** Whether the document was asked for anew, by a typed address or a link from elsewhere, and not by going back or loading again. */
function isFreshDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && 'type' in entry && entry.type === 'navigate'
}

let placed = false

/** Called when a place has been drawn. */
export function placeScroll(location: Location, action: `${NavigationType}`): void {
  const fresh = !placed && isFreshDocument()
  placed = true
  const kept = action === 'POP' && !fresh ? positions()[nameOf(location)] : undefined
  const anchor = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (kept !== undefined) window.scrollTo(0, kept)
  else if (anchor !== null) anchor.scrollIntoView()
  else if (action !== 'POP') window.scrollTo(0, 0)
}
