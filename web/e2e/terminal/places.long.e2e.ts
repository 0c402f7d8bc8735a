/** Where things stand in the terminal, in every engine: bars in their rows, messages beside the ticket; and what the first click into a box does. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Desk, until } from './desk.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()
const PHONE = { width: 390, height: 844, touch: true } as const

/** Per row of a ladder: whether a part of the table is a frame, and how much of the row is filled, counted from the end of the line. */
const bars = (page: Page, ladder: string) =>
  page.locator(`${ladder} tr[data-book-row]`).evaluateAll((rows) =>
    rows.map((row) => {
      const cells = [...row.querySelectorAll('td')]
      const filled = cells.map((cell) => (Number.parseFloat(getComputedStyle(cell).backgroundSize) / 100) * cell.clientWidth)
      // A cell is filled only when those nearer to the end are full.
      const joined = cells.every((cell, at) => at === 0 || filled[at - 1] === 0 || Math.abs((filled[at] ?? 0) - cell.clientWidth) < 1)
      const share = filled.reduce((sum, one) => sum + one, 0) / row.clientWidth
      return { position: getComputedStyle(row).position, joined, share }
    }),
  )

async function wantBars(page: Page, ladder: string): Promise<void> {
  await page.locator(`${ladder} tr[data-book-row]`).first().waitFor()
  const found = await bars(page, ladder)
  expect(found.length).toBeGreaterThan(6)
  expect(found.filter(({ position, joined }) => position !== 'static' || !joined)).toEqual([])
  // Totals grow away from the middle, and the longest bar is the whole row.
  expect(Math.max(...found.map(({ share }) => share))).toBeCloseTo(1, 1)
  expect(new Set(found.map(({ share }) => Math.round(share * 100))).size).toBeGreaterThan(3)
}

/** What a message that comes says of its place: where it ends on the right, px, and over which of the elements it lies. */
interface Told {
  readonly right: number
  readonly covered: readonly string[]
}

/** Runs in the page, which knows when a message is there: it stays for three seconds, and who looks from outside may be late. */
async function whenTold(wanted: string): Promise<Told> {
  const cards = () => [...document.querySelectorAll('[popover=manual]:popover-open li:has([role=status])')]
  while (cards().length === 0) await new Promise((resolve) => requestAnimationFrame(resolve))
  const boxes = cards().map((card) => card.getBoundingClientRect())
  const covered = [...document.querySelectorAll(wanted)].filter((element) => {
    const box = element.getBoundingClientRect()
    return boxes.some((card) => card.left < box.right && card.right > box.left && card.top < box.bottom && card.bottom > box.top)
  })
  return { right: Math.max(...boxes.map(({ right }) => right)), covered: covered.map((element) => element.textContent ?? '') }
}

/** Places a limit order far from the market. @returns the message about it, and which of the elements it lies over */
async function raiseMessage(desk: Desk, ticket: string, selector = 'none'): Promise<Told> {
  const price = ((await desk.last()) * 0.97).toFixed(2)
  for (const [name, text] of [
    ['price', price],
    ['quantity', '0.002'],
  ] as const)
    await desk.page.locator(`${ticket} input[name=${name}]`).fill(text)
  const told = desk.page.evaluate(whenTold, selector)
  await desk.page.locator(`${ticket} [data-submit]`).click()
  return told
}

describe.skipIf(base === '')('places of the terminal', () => {
  test('SPOT-001 [part] the bars of the book are backgrounds of their rows, and no row is a frame', async () => {
    const desk = await stage.open()
    await wantBars(desk.page, '[data-panel=book]')
    const phone = await stage.open(PHONE)
    await phone.page.getByRole('button', { name: 'Buy', exact: true }).tap()
    await wantBars(phone.page, '[data-sheet]')
  })

  test.each([{}, PHONE])('SHELL-042 no message lies over the ticket, the order tabs or the two buttons, %o', async (visit) => {
    for (const lang of ['en_US', 'ar_SA']) {
      const desk = await stage.open({ ...visit, lang })
      const phone = 'touch' in visit
      if (phone)
        await desk.page
          .locator('button', { hasText: lang === 'en_US' ? 'Buy' : 'شراء' })
          .last()
          .tap()
      const ticket = phone ? '[data-sheet] [data-ticket]' : '[data-ticket]'
      const { right, covered } = await raiseMessage(desk, ticket, '[data-ticket], [role=tablist], .fixed.bottom-0 button')
      expect(Math.round(right)).toBe((phone ? PHONE.width : 1440) - 16)
      expect(covered).toEqual([])
    }
  })

  test('the first click into a box keeps its whole value chosen, a second one places the caret', async () => {
    const desk = await stage.open()
    const { page } = desk
    await desk.last()
    await page.evaluate(() => {
      window.addEventListener('mouseup', (event) => document.body.setAttribute('data-kept', String(event.defaultPrevented)))
    })
    const kept = () => page.locator('body').getAttribute('data-kept')
    const price = page.locator('[data-ticket] input[name=price]')
    await until(async () => (await price.inputValue()) !== '')
    await price.click()
    // WebKit undoes the choice where the button comes up, unless it is told not to.
    expect(await kept()).toBe('true')
    await page.keyboard.type('66000')
    expect(await price.inputValue()).toBe('66000')
    await price.click()
    expect(await kept()).toBe('false')
    await raiseMessage(desk, '[data-ticket]')
    await (await desk.rows('Open orders')).first().locator('[data-edit-open]').click()
    for (const field of ['edit-quantity', 'edit-price']) {
      await page.locator(`input[name=${field}]`).click()
      expect([field, await kept()]).toEqual([field, 'true'])
    }
  })
})
