/**
 * Pages and what opens on them, on screens of 320 and 360 px as a phone lays them out. A page that is too wide is shown smaller there, and the
 * window says that it is as wide as the page: its width is compared with that of the screen.
 */
import type { Locator, Page } from 'playwright-core'
import { lostInside } from './lost-inside.ts'

export const WIDTHS = [320, 360] as const
export const LANGUAGES = [
  ...(['en_US', 'zh_CN', 'zh_TW', 'ja_JP', 'ko_KR', 'es_ES', 'pt_BR', 'ru_RU', 'tr_TR'] as const),
  ...(['ar_SA', 'fa_IR', 'he_IL'] as const),
]
const HEIGHT = 740

export const narrowVisit = (lang: string) => ({ lang, width: WIDTHS[0], height: HEIGHT, touch: true, phone: true, mode: 'day' as const })

/** Runs in the page: what reaches beyond the screen, the innermost of it; what is laid over the screen follows from the rest. */
function beyond(width: number): string[] {
  const reaches = (element: Element): boolean => {
    const { left, right, height } = element.getBoundingClientRect()
    return height > 0 && (right > width + 1 || left < -1) && getComputedStyle(element).visibility !== 'hidden'
  }
  const isApart = (element: Element): boolean => {
    for (let around: Element | null = element; around !== null && around !== document.body; around = around.parentElement) {
      const { overflowX, position } = getComputedStyle(around)
      if (position === 'fixed' || (overflowX !== 'visible' && around !== element)) return true
    }
    return false
  }
  const wide = [...document.querySelectorAll('body *')].filter((element) => reaches(element) && !isApart(element))
  const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
  return innermost.slice(0, 3).map((element) => `${element.tagName.toLowerCase()} ${element.textContent?.slice(0, 40)}`)
}

/** Buttons at the foot of the screen, and of a dialog, that nobody can reach. */
function outOfReach(width: number): string[] {
  const buttons = [...document.querySelectorAll('dialog[open] button, [data-action-bar] button')]
  return buttons
    .filter((button) => {
      const { left, right, height } = button.getBoundingClientRect()
      return height > 0 && (left < -1 || right > width + 1) && button.closest('[class*=overflow-x]') === null
    })
    .map((button) => button.textContent?.slice(0, 40) ?? '')
}

/** What opens over a page. */
export const OVER = 'dialog[open], [role=dialog], [role=menu], [role=listbox]'

/** Closes all that is open over a page. */
export async function closeAll(page: Page): Promise<void> {
  for (let tries = 0; tries < 4 && (await page.locator(OVER).count()) > 0; tries += 1) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(120)
  }
}

/** Pressed by script: where a page is too wide a finger would meet something else. */
export async function press(target: Locator): Promise<void> {
  await target.first().waitFor({ state: 'attached' })
  await target.first().evaluate((element) => (element as HTMLElement).click())
}

export const setWidth = (page: Page, width: number): Promise<void> => page.setViewportSize({ width, height: HEIGHT })

/** What is wider than a screen that is so wide, and what is cut over the page. @param what is looked at */
export async function faultsAt(page: Page, width: number, what: string): Promise<readonly string[]> {
  const faults: string[] = []
  // The page is laid out anew for the next picture.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const over = (await page.evaluate('document.documentElement.scrollWidth')) as number
  if (over > width) faults.push(`${over} px (${(await page.evaluate(beyond, width)).join(' | ')})`)
  const lost = await page.evaluate(outOfReach, width)
  if (lost.length > 0) faults.push(`out of reach: ${lost.join(' | ')}`)
  faults.push(...(await page.evaluate(lostInside, [OVER, width] as const)))
  return faults.map((fault) => `${what} ${width}: ${fault}`)
}

/** The same at each of the widths; nothing where all of it fits. */
export async function tooWide(page: Page, what: string): Promise<readonly string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await setWidth(page, width)
    faults.push(...(await faultsAt(page, width, what)))
  }
  return faults
}
