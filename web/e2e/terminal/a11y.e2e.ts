/** Accessibility of the terminal with real data: axe on a desktop by day and on an Arabic phone, no raw key, nothing too wide. */
import { describe, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { base, readersStage, readsWell } from './a11y.ts'
import { TERMINAL } from './desk.ts'

const openPath = readersStage()

describe.skipIf(base === '')('the terminal', () => {
  test.each([
    { mode: 'day', lang: 'en_US', width: 1440 },
    { mode: 'day', lang: 'ar_SA', width: 390, height: 844, touch: true },
  ] as const)('A11Y-001 I18N-006 [part] axe finds nothing, $mode $lang $width', async (look) => {
    await readsWell(await openPath(TERMINAL, look))
  })
})

describe.skipIf(base === '')('states of the terminal', () => {
  test('A11Y-001 A11Y-008 [part] axe finds nothing in the phone ticket, with a fault in it', async () => {
    const page = await openPath(TERMINAL, { mode: 'night', lang: 'en_US', width: 390, height: 844, touch: true })
    await page.getByRole('button', { name: 'Buy', exact: true }).tap()
    await page.locator('[data-sheet] input[name=price]').fill('1.005')
    await page.locator('[data-sheet] input[name=quantity]').fill('1')
    expect(await axeFaults(page)).toEqual([])
  })

  test('A11Y-001 [part] axe finds nothing while the connection is broken', async () => {
    const page = await openPath(TERMINAL, { mode: 'day', lang: 'en_US', width: 1440 })
    await page.context().setOffline(true)
    await page.locator('[data-stale]').waitFor()
    expect(await axeFaults(page)).toEqual([])
  })
})
