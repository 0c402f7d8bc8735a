/** The terminal of contracts with positions on a narrow phone: its tabs, its sheet, and every dialog that opens from it. */
import type { Page } from 'playwright-core'
import type { InventedTerminal } from '../contracts/invented.ts'
import { closeAll, narrowVisit, press, tooWide } from './narrow.ts'

/** What opens what: each is pressed on the page, and closed again. */
const OPENERS = [
  '[data-deed=close]',
  '[data-deed=margin]',
  '[data-deed=protect]',
  '[data-deed=reverse]',
  '[data-deed=share]',
  '[data-close-all]',
  '[data-panel=pair] button',
  'header button',
] as const

/** Presses everything of a kind that can be seen, and looks at the page with what opened. */
async function openEach(page: Page, selector: string): Promise<readonly string[]> {
  const faults: string[] = []
  const buttons = page.locator(`${selector}:visible`)
  for (let place = 0; place < (await buttons.count()); place += 1) {
    await press(buttons.nth(place))
    await page.waitForTimeout(250)
    faults.push(...(await tooWide(page, `${selector} ${place}`)))
    await closeAll(page)
  }
  return faults
}

/** Everything of the terminal in a language that is wider than the screen. */
export async function narrowTrade(invented: InventedTerminal, lang: string, all: boolean): Promise<readonly string[]> {
  invented.host().config.pcSecondConfirm = 1
  const page = await invented.withPositions(narrowVisit(lang))
  page.setDefaultTimeout(8000)
  const faults = [...(await tooWide(page, 'positions'))]
  invented.host().befall('901', 'warn', { marginRate: '0.91' })
  await page.waitForTimeout(300)
  faults.push(...(await tooWide(page, 'danger')))
  for (const tab of await page.locator('[role=tab]:visible').all()) {
    await press(tab)
    await page.waitForTimeout(150)
    faults.push(...(await tooWide(page, (await tab.textContent()) ?? 'tab')))
  }
  await press(page.locator('[role=tablist]').last().locator('[role=tab]').first())
  for (const selector of all ? OPENERS : OPENERS.slice(0, 4)) faults.push(...(await openEach(page, selector)))
  await openSheet(page)
  faults.push(...(await tooWide(page, 'ticket')))
  if (!all) return faults
  const kinds = page.locator('dialog[open] [data-ticket] select').first()
  for (const kind of await kinds.locator('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))) {
    await kinds.selectOption(kind)
    faults.push(...(await tooWide(page, `ticket ${kind}`)))
  }
  const settings = page.locator('dialog[open] [data-setting]')
  for (let place = 0; place < (await settings.count()); place += 1) {
    await press(settings.nth(place))
    await page.waitForTimeout(250)
    faults.push(...(await tooWide(page, `setting ${place}`)))
    await closeAll(page)
    await openSheet(page)
  }
  faults.push(...(await confirmation(page)))
  return faults
}

/** The last look at an order, for an account that wants one. */
async function confirmation(page: Page): Promise<readonly string[]> {
  await page.locator('dialog[open] [data-ticket] select').first().selectOption('limit')
  for (const [name, text] of [
    ['price', '67380'],
    ['size', '0.1'],
  ])
    await page.locator(`dialog[open] input[name=${name}]`).fill(text ?? '')
  await press(page.locator('dialog[open] [data-submit]:not([aria-disabled=true])'))
  await page.locator('dialog[open] [data-focus]').waitFor()
  return tooWide(page, 'confirmation')
}

async function openSheet(page: Page): Promise<void> {
  await press(page.locator('[data-action-bar] button').first())
  await page.locator('dialog[open] [data-submit]').waitFor()
}
