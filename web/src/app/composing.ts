/**
 * Input methods take keys for themselves: Enter takes the word that is offered, Escape drops it, arrows choose another. Such a key is no
 * command to the page. No handler sees it, so none has to ask; what the browser does with it stays.
 */

/** What a browser says in place of the code of a key that an input method took. */
const TAKEN = 229

/** WebKit ends the composition first and tells of the key that ended it afterwards: then the code alone tells. */
function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === TAKEN
}

/** To be called before anything else listens to keys. */
export function keepComposedKeys(page: EventTarget): void {
  const keep = (event: Event): void => {
    if (!isComposing(event as KeyboardEvent)) return
    event.stopImmediatePropagation()
    // Some engines close a dialog by it all the same.
    if ((event as KeyboardEvent).key === 'Escape') event.preventDefault()
  }
  for (const kind of ['keydown', 'keyup']) page.addEventListener(kind, keep, { capture: true })
}
