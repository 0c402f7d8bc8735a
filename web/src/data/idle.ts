/** Work that can wait until the first drawing is over: live prices, small lines, everything below the first screen. */
import { useSyncExternalStore } from 'react'

/** ms after which the wait ends even on a machine that never rests. */
const LONGEST_WAIT = 2500

let idle = false
let asked = false
const listeners = new Set<() => void>()

function rest(): void {
  idle = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!asked) {
    asked = true
    // Two frames: the first may still be on its way to the screen when the effect of the first drawing runs.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        'requestIdleCallback' in window ? window.requestIdleCallback(rest, { timeout: LONGEST_WAIT }) : setTimeout(rest, 200),
      ),
    )
  }
  return () => listeners.delete(listener)
}

/** False until the first page was drawn and the browser had a quiet moment, then true for the rest of the visit. */
export function useIdle(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => idle,
    () => false,
  )
}
