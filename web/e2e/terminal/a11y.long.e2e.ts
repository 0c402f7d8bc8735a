/** Accessibility of the trading pages in the other looks: lists by day and at night, the terminal mirrored and on a tablet. */
import { describe, expect, test } from 'vitest'
import { base, LISTS, readersStage, readsWell } from './a11y.ts'
import { TERMINAL } from './desk.ts'

const openPath = readersStage()

const DAY = { mode: 'day', lang: 'en_US', width: 1440 } as const
const NIGHT = { mode: 'night', lang: 'ar_SA', width: 1440 } as const
const TABLET = { mode: 'night', lang: 'zh_CN', width: 834, height: 1112 } as const
/** The lists in two looks that are each other's opposite; the walk turns them through the others. */
const CASES = [
  ...LISTS.map((path) => ({ path, look: DAY })),
  ...[TERMINAL, ...LISTS].map((path) => ({ path, look: NIGHT })),
  { path: TERMINAL, look: TABLET },
]

describe.skipIf(base === '')('trading pages', () => {
  test.each(CASES)('A11Y-001 I18N-006 [part] axe finds nothing on $path, $look.mode $look.lang $look.width', async ({ path, look }) => {
    await readsWell(await openPath(path, look))
  })

  test('A11Y-003 [part] the pages around the terminal do not scroll sideways at 320 px', async () => {
    for (const path of ['/spotOrder?tab=history', '/assets/spot', '/billDetails?coin=USDT', '/spotOrder?tab=trades']) {
      const page = await openPath(path, { mode: 'day', lang: 'en_US', width: 320, height: 640, touch: true })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0)
      await page.context().close()
    }
  })
})
