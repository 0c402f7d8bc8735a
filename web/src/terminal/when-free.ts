/** Keys that act while nothing is being typed. */

/** Runs `action` unless the person is typing or a dialog is open. */
export function whenFree(action: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target
    const typing = target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
    const range = target instanceof HTMLInputElement && /^(range|radio|checkbox)$/.test(target.type)
    if ((typing && !range) || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    action()
  }
}
