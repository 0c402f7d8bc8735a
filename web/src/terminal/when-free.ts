/** Keys that act while nothing is being typed. */
import { tinykeys } from 'tinykeys'

/** Inputs that letters are not typed into. */
const UNTYPED = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/
const FIELD = /^(INPUT|TEXTAREA|SELECT)$/

/** Whether a key that goes to this element may be meant for it. */
function takesLetters(target: EventTarget | null): boolean {
  const { tagName = '', type = '', isContentEditable = false } = (target ?? {}) as Partial<HTMLInputElement>
  return isContentEditable || (FIELD.test(tagName) && !(tagName === 'INPUT' && UNTYPED.test(type)))
}

/** Runs `action` unless the person is typing or a dialog is open. */
export function whenFree(action: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (takesLetters(event.target) || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    action()
  }
}

/**
 * Binds keys of the whole page. Of its own the library passes over every input, also over a slider or a choice that has the focus because
 * it was just clicked.
 * @returns the way to stop
 */
export function bindKeys(actions: Readonly<Record<string, () => void>>, page: Window = window): () => void {
  const bindings = Object.fromEntries(Object.entries(actions).map(([key, action]) => [key, whenFree(action)]))
  return tinykeys(page, bindings, { ignore: (event) => event.repeat || event.isComposing || takesLetters(event.target) })
}
