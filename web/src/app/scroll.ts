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

/** Keeps the present position for the entry of the history with this key. */
export function rememberScroll(key: string | undefined): void {
  if (key === undefined) return
  try {
    window.sessionStorage.setItem(STORE, JSON.stringify({ ...positions(), [key]: window.scrollY }))
  } catch {
    // Blocked storage only costs the position.
  }
}

/** From now on the browser leaves positions to us, until the tab goes elsewhere. */
export function takeOverScroll(presentKey: () => string | undefined): void {
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', () => {
    rememberScroll(presentKey())
    window.history.scrollRestoration = 'auto'
  })
  window.addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual'
  })
}

/** Called when a place has been drawn. */
export function placeScroll(location: Location, action: `${NavigationType}`): void {
  const kept = action === 'POP' ? positions()[location.key] : undefined
  const anchor = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (kept !== undefined) window.scrollTo(0, kept)
  else if (anchor !== null) anchor.scrollIntoView()
  else if (action !== 'POP') window.scrollTo(0, 0)
}
