/** One order that rests, one that waits and a pair of them, by keyboard alone and by touch on a phone; every type: terminal-hands.long.e2e.ts. */
import { describe, expect, test } from 'vitest'
import { byKeyboard, byTouch, CASES } from './hands.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()
const named = (...types: readonly string[]) => CASES.filter(({ type }) => types.includes(type))

describe.skipIf(base === '')('order types by keyboard', () => {
  test.each(named('Limit', 'OCO'))('A11Y-002 SPOT-002 SPOT-003 [part] $type by keyboard alone', (one) => byKeyboard(stage, one))
})

describe.skipIf(base === '')('order types by touch', () => {
  test.each(named('Limit', 'Stop limit'))('SPOT-002 SPOT-003 [part] $type by touch on a phone', (one) => byTouch(stage, one))

  test('A11Y-003 [part] what fingers press in the phone terminal and its sheet is at least 44 px, and nothing scrolls sideways at 320', async () => {
    const desk = await stage.open({ width: 320, height: 640, touch: true })
    const { page } = desk
    await desk.last()
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(await tooWide()).toBe(false)
    await page.getByRole('button', { name: 'Buy', exact: true }).tap()
    await page.locator('[data-sheet] [data-submit]').waitFor()
    expect(await tooWide()).toBe(false)
    const small = await page
      .locator('[data-sheet] :is(button, select, a, input[type=text], input[type=range], input[type=radio])')
      .evaluateAll((all) =>
        all.flatMap((element) => {
          const box = element.getBoundingClientRect()
          const grown = Number.parseFloat(getComputedStyle(element, '::after').blockSize) || 0
          const height = Math.max(box.height, grown)
          return box.width === 0 || height >= 43.5
            ? []
            : [`${element.getAttribute('aria-label') ?? element.textContent}: ${Math.round(height)}`]
        }),
      )
    expect(small).toEqual([])
  })
})
