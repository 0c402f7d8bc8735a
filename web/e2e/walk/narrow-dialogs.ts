/** Opens every dialog, sheet, drawer and menu of a page on a narrow phone, and looks at each in all languages without opening it again. */
import type { Page } from 'playwright-core'
import type { Harness, Visit } from '../harness.ts'
import { speak } from './in-place.ts'
import { closeAll, faultsAt, LANGUAGES, narrowVisit, OVER, setWidth, WIDTHS } from './narrow.ts'

/** From the page to what opens, in English. */
export type Steps = (page: Page) => Promise<unknown>

export interface Room {
  readonly path: string
  /** What the invented exchange answers there. */
  readonly answers?: () => Readonly<Record<string, unknown>>
  readonly prepare?: (harness: Harness) => void
  /** Over the page, by name. */
  readonly opens: Readonly<Record<string, Steps>>
  /** Inside the page, by name. */
  readonly unfolds?: Readonly<Record<string, Steps>>
}

/** After a press the exchange is asked, and what opens moves to its place. */
const SETTLE_MS = 250
const PATIENCE_MS = 15_000

/** Everything that is too wide or cut, of what opens on a page. */
export async function narrowRoom(page: Page, { path, opens, unfolds = {} }: Room): Promise<readonly string[]> {
  const faults: string[] = []
  const look = async (name: string): Promise<void> => {
    await page.waitForTimeout(SETTLE_MS)
    for (const width of WIDTHS) {
      await setWidth(page, width)
      for (const lang of LANGUAGES) {
        await speak(page, lang)
        faults.push(...(await faultsAt(page, width, `${path} ${name} ${lang}`)))
      }
    }
    await speak(page, 'en_US')
  }
  for (const [name, open] of Object.entries(opens)) {
    await open(page)
    await page.locator(OVER).first().waitFor()
    await look(name)
    await closeAll(page)
  }
  for (const [name, unfold] of Object.entries(unfolds)) {
    await unfold(page)
    await look(name)
  }
  return faults
}

/** The page of a room, for somebody who is logged in. @param base the exchange that is asked; the invented one unless told */
export async function openRoom(harness: Harness, room: Room, visit: Visit, base?: string): Promise<Page> {
  room.prepare?.(harness)
  Object.assign(harness.fake.behaviour.answers, room.answers?.())
  const page = await harness.open(room.path, { ...narrowVisit('en_US'), ...visit }, base)
  page.setDefaultTimeout(PATIENCE_MS)
  return page
}
