/** Puts the application on the page. A script of its own runs this before the entry: the drawing library is made in its task, not in that of the start. */
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/** Not urgent: the work is done in slices, and what the server drew can be read and scrolled meanwhile. @param drawn whether the server drew this very place */
export function drawInto(root: Element, app: ReactNode, drawn: boolean): void {
  startTransition(() => {
    if (drawn) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
