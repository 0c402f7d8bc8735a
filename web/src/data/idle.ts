/**
 * Work that can wait until the first drawing is over: live prices, small lines, everything below the first screen. It comes in steps, a
 * quiet moment between two, so that a touch or a key never waits for all of it.
 */
import { startTransition, useEffect, useState } from 'react'

/** ms after which a wait ends even on a machine that never rests. */
const LONGEST_WAIT = 2500
/** The first step is what the first screen lacks, the last what stands at the foot of a page. */
export type Step = 1 | 2 | 3
const LAST: Step = 3

let reached = 0
let asked = false
const listeners = new Set<() => void>()

function rest(): void {
  reached += 1
  for (const listener of listeners) listener()
  if (reached < LAST) whenQuiet(rest)
}

/** Calls once, in a moment in which the browser has nothing else to do. */
export function whenQuiet(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: LONGEST_WAIT })
  else setTimeout(work, 200)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!asked) {
    asked = true
    // Two frames: the first may still be on its way to the screen when the effect of the first drawing runs.
    requestAnimationFrame(() => requestAnimationFrame(() => whenQuiet(rest)))
  }
  return () => listeners.delete(listener)
}

/** False until the first page was drawn and the browser had `step` quiet moments, then true for the rest of the visit. */
export function useIdle(step: Step = 1): boolean {
  const [known, setKnown] = useState(reached >= step)
  useEffect(() => {
    const look = () => {
      if (reached >= step) startTransition(() => setKnown(true))
    }
    look()
    return subscribe(look)
  }, [step])
  return known
}
