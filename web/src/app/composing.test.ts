import { expect, it } from 'vitest'
import { keepComposedKeys } from './composing.ts'

function press(page: EventTarget, key: string, keyCode: number, isComposing = false): Event {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, keyCode })
  Object.defineProperty(event, 'isComposing', { value: isComposing })
  page.dispatchEvent(event)
  return event
}

it('A11Y-002 [part] no handler sees a key that an input method took, in the words of every engine', () => {
  const page = new EventTarget()
  const seen: string[] = []
  keepComposedKeys(page)
  page.addEventListener('keydown', (event) => seen.push((event as KeyboardEvent).key), { capture: true })
  press(page, 'Enter', 13, true)
  press(page, 'Process', 229, true)
  // WebKit: the composition has ended already.
  press(page, 'Enter', 229)
  expect(press(page, 'Escape', 229).defaultPrevented).toBe(true)
  expect(seen).toEqual([])
  press(page, 'Enter', 13)
  expect(press(page, 'Escape', 27).defaultPrevented).toBe(false)
  expect(seen).toEqual(['Enter', 'Escape'])
})
