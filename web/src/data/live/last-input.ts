/** When somebody last pressed a key or the pointer: what it changes is drawn before what moves on its own. */

/** How long drawing the answer to an input may take, ms. */
export const ANSWER_MS = 50

/** Keys that an input method takes are told by what it makes of them. */
const KINDS = ['keydown', 'compositionupdate', 'pointerdown'] as const

let last = Number.NEGATIVE_INFINITY
let watched: Document | undefined

/** Time of the newest key or pointer that went down, on the clock of `performance.now()`; watched from the first call on. */
export function lastInput(): number {
  if (typeof document !== 'undefined' && watched !== document) {
    watched = document
    const note = ({ timeStamp }: Event): void => {
      last = timeStamp
    }
    for (const kind of KINDS) document.addEventListener(kind, note, { capture: true, passive: true })
  }
  return last
}
