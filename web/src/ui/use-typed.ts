/** A box whose text is put into the signs that the product reads while it is typed: the caret stays where it was. */
import { type ChangeEvent, type CompositionEvent, useState } from 'react'

interface Typed {
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void
}

/** Writes what the text means into the box itself, so that React finds nothing to change there and leaves the caret alone. */
function retype(input: HTMLInputElement, read: (text: string) => string): string {
  const typed = input.value
  const text = read(typed)
  if (text === typed) return text
  // Boxes for e-mail addresses have no caret that a page may see.
  const caret = input.selectionStart
  input.value = text
  if (caret !== null) {
    const place = read(typed.slice(0, caret)).length
    input.setSelectionRange(place, place)
  }
  return text
}

/**
 * @param read what a typed text means; of a beginning of the text it must give the beginning of its answer
 * @returns what the input takes. An input method keeps its own text in the box until it is done: a page that writes there ends it.
 */
export function useTyped(value: string, read: (text: string) => string, onChange: (text: string) => void): Typed {
  const [composed, setComposed] = useState<string>()
  const take = (input: HTMLInputElement): void => {
    setComposed(undefined)
    onChange(retype(input, read))
  }
  return {
    value: composed ?? value,
    onChange: (event) => {
      const { nativeEvent, currentTarget } = event
      if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) return take(currentTarget)
      setComposed(currentTarget.value)
      onChange(read(currentTarget.value))
    },
    onCompositionEnd: (event) => take(event.currentTarget),
  }
}
