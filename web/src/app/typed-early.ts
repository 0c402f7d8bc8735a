/**
 * Keeps what was typed and chosen in fields that the server drew before the scripts were live. React takes such markup over without a look at
 * what its fields hold, and writes over it with its next drawing.
 */
import { useEffect, useLayoutEffect, useRef } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Early {
  readonly field: Field
  readonly value: string
}

const drawnOption = ({ options }: HTMLSelectElement): number =>
  Math.max(
    0,
    [...options].findIndex((option) => option.defaultSelected),
  )

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== drawnOption(field)
  // Of radios the one that was chosen speaks for its group.
  if (isChoice(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
  return field.value !== field.defaultValue
}

/** What fields hold that the server did not draw. */
function touchedIn(root: ParentNode): readonly Early[] {
  return [...root.querySelectorAll<Field>('input, textarea, select')].filter(isTouched).map((field) => ({ field, value: field.value }))
}

/** Sets a value behind the back of React, which hears of it by the event that follows. */
function setSilently(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
}

function typeAgain(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // Somebody has typed on meanwhile, and was heard.
  if (field.value !== value && field.value !== field.defaultValue) return
  const { selectionStart, selectionEnd } = field
  field.value = field.defaultValue
  setSilently(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // Boxes for e-mail addresses have no caret that a page may set.
  if (document.activeElement === field && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
}

function touchAgain({ field, value }: Early): void {
  if (!field.isConnected || field.disabled) return
  if (field instanceof HTMLSelectElement) {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (isChoice(field)) {
    field.checked = field.defaultChecked
    field.click()
  } else typeAgain(field, value)
}

/** Does again what was done to the markup that this drawing takes over, as soon as somebody hears it. */
export function useTypedEarly(): void {
  const early = useRef<Early[]>([])
  useLayoutEffect(() => {
    const root = document.getElementById('root')
    early.current = root === null ? [] : [...touchedIn(root)]
  }, [])
  useEffect(() => {
    for (const one of early.current.splice(0)) touchAgain(one)
  }, [])
}
