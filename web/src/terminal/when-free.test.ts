import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bindKeys } from './when-free.ts'

let dialogs = 0
beforeEach(() => vi.stubGlobal('document', { querySelector: () => (dialogs > 0 ? {} : null) }))
afterEach(() => vi.unstubAllGlobals())

/** A window that only hears keys, and what pressing one on an element does. */
function keyboard(bind: (page: Window) => () => void) {
  const heard: ((event: unknown) => void)[] = []
  bind({
    addEventListener: (_: string, listener: (event: unknown) => void) => heard.push(listener),
    removeEventListener: () => undefined,
  } as unknown as Window)
  return (key: string, target: object, more: object = {}): void => {
    const element = {
      tagName: 'BODY',
      matches: (list: string) => list.toUpperCase().includes(String(Reflect.get(target, 'tagName'))),
      ...target,
    }
    const event = {
      key,
      code: 'KeyB',
      repeat: false,
      isComposing: false,
      getModifierState: () => false,
      preventDefault: () => undefined,
      target: element,
      ...more,
    }
    for (const listener of heard) listener(event)
  }
}

test('A11Y-002 [part] keys act while a radio, a checkbox or a slider has the focus, and never while something is typed', () => {
  let pressed = 0
  const press = keyboard((page) => bindKeys({ b: () => (pressed += 1) }, page))
  const acts = (target: object, more: object = {}): boolean => {
    const before = pressed
    press('b', target, more)
    return pressed > before
  }
  expect(acts({ tagName: 'BODY' })).toBe(true)
  expect(acts({ tagName: 'BUTTON' })).toBe(true)
  for (const type of ['radio', 'checkbox', 'range', 'button', 'submit']) expect(acts({ tagName: 'INPUT', type }), type).toBe(true)
  for (const type of ['text', 'search', 'email', 'password', 'number', 'tel', 'date'])
    expect(acts({ tagName: 'INPUT', type }), type).toBe(false)
  expect([acts({ tagName: 'TEXTAREA' }), acts({ tagName: 'SELECT' }), acts({ tagName: 'DIV', isContentEditable: true })]).toEqual([
    false,
    false,
    false,
  ])
  expect([acts({}, { repeat: true }), acts({}, { isComposing: true })]).toEqual([false, false])
  dialogs = 1
  expect(acts({})).toBe(false)
  dialogs = 0
})
