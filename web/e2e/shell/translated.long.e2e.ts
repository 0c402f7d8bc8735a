/** A page that the browser translates is used as any other: logged in, traded at, filtered. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SessionClient } from '../../../sim/src/client/session-client.ts'
import { PAGES } from '../../src/pages.ts'
import { alive } from '../alive.ts'
import { moveMarket, PAIR, TERMINAL, until } from '../terminal/desk.ts'
import { base, terminalStage } from '../terminal/stage.ts'
import { translated } from './translated.ts'

const PASSWORD = 'tern-Harbour-41'
const NEXT_PASSWORD = 'violet-Quay-77'
const PLACE = '/api/user-web/v1/order/createOrder'
const stage = terminalStage()

async function openTranslated(path: string, stored: Readonly<Record<string, string>> = {}) {
  const page = await (await stage.harness.context({ lang: 'en_US', mode: 'day', stored }, base)).newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(base + path)
  await alive(page)
  return { page, faults: await translated(page) }
}

const notTorn = async (page: Page, faults: readonly string[]): Promise<void> => {
  expect(faults.filter((fault) => /NotFoundError|not a child|page failed|panel crashed/.test(fault))).toEqual([])
  expect(await page.getByRole('alert').filter({ hasText: 'failed' }).count()).toBe(0)
}

async function sendCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(/^Send again in/).waitFor()
}

describe.skipIf(base === '')('a translated page', () => {
  test('registers, logs in and resets the password', async () => {
    const email = `font-${randomUUID().slice(0, 12)}@example.com`
    const inbox = new SessionClient(base)
    const { page, faults } = await openTranslated('/register')
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
    await sendCode(page)
    await page.getByLabel('Code from the e-mail').fill(await inbox.code(email))
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${base}/`)
    await notTorn(page, faults)

    const second = await openTranslated('/login?returnUrl=%2FuserCenter')
    const login = async (password: string) => {
      await second.page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
      await second.page.getByLabel('Password', { exact: true }).fill(password)
      await second.page.getByRole('button', { name: 'Continue' }).click()
    }
    for (const kind of ['Phone', 'E-mail']) await second.page.getByRole('radio', { name: kind }).check({ force: true })
    await login('not-the-Password-1')
    await second.page.getByLabel('Password', { exact: true }).and(second.page.locator('[aria-invalid]')).waitFor()
    await login(PASSWORD)
    await sendCode(second.page)
    await second.page.locator('[name=email]').fill('000000')
    await second.page.locator('[name=email][aria-invalid]').waitFor()
    await second.page.locator('[name=email]').fill(await inbox.code(email))
    await second.page.waitForURL('**/userCenter')
    await notTorn(second.page, second.faults)

    const third = await openTranslated('/resetPassword')
    await third.page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
    await third.page.keyboard.press('Enter')
    await third.page.getByLabel(/^Code from the e-mail to/).waitFor()
    await third.page.getByLabel(/^Code from the e-mail to/).fill(await inbox.code(email))
    await third.page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD)
    await third.page.getByLabel('The same again').fill(NEXT_PASSWORD)
    await third.page.keyboard.press('Enter')
    await third.page.getByRole('heading', { level: 1, name: 'Password changed' }).waitFor()
    await notTorn(third.page, third.faults)
  }, 120_000)

  test('places, changes and cancels at the terminal, and its numbers go on', async () => {
    const { page, faults } = await openTranslated(TERMINAL, stage.customer.stored)
    const price = page.locator('[data-price]').first()
    const before = await price.textContent()
    await until(async () => {
      await moveMarket(stage.customer)
      return (await price.textContent()) !== before
    })
    const wanted = (Number(/[\d,]+\.\d+/.exec((await price.textContent()) ?? '')?.[0].replaceAll(',', '')) * 0.97).toFixed(2)
    for (const type of ['Market', 'Limit']) await page.getByRole('button', { name: type, exact: true }).click()
    await page.locator('[data-ticket] input[name=price]').fill('1')
    await page.locator('[data-ticket] input[name=price]').fill(wanted)
    await page.locator('[data-ticket] input[name=quantity]').fill('9'.repeat(12))
    await page.locator('[data-ticket] input[name=quantity]').fill('0.002')
    await page.locator('[data-submit]').click()
    await page.locator('[data-order] [data-edit-open]').click()
    await page.locator('input[name=edit-price]').fill((Number(wanted) * 0.99).toFixed(1))
    await page.locator('[data-save]').click()
    await until(async () => (await page.locator('[data-edit]').count()) === 0)
    for (const tab of ['Conditional', 'Order history', 'Trade history', 'Open orders'])
      await page.locator('[data-panel=orders]').getByRole('tab', { name: tab }).click()
    await page.locator('[data-order] [data-cancel]').click()
    await until(async () => (await page.locator('[data-order]').count()) === 0)
    await notTorn(page, faults)
  })

  test('filters and cancels in the list of orders', async () => {
    const last = await (await stage.keep()).last()
    const body = { symbol: PAIR, direction: 'BUY', type: 'LIMIT', timeInForce: 'GTC', amount: '0.002' }
    await stage.customer.client.must(PLACE, { ...body, price: (last * 0.97).toFixed(2) })
    const { page, faults } = await openTranslated('/spotOrder', stage.customer.stored)
    await page.locator('[data-order]').first().waitFor()
    await page.getByLabel('Side').selectOption('sell')
    await until(async () => (await page.locator('[data-order]').count()) === 0)
    await page.locator('[data-reset]').click()
    await page.locator('[data-order] [data-cancel]').first().click()
    await until(async () => (await page.locator('[data-order]').count()) === 0)
    // The address says which view is shown, a moment after the click.
    for (const view of ['Trades', 'History', 'Open']) {
      const choice = page.getByRole('radio', { name: view })
      await choice.click()
      await until(() => choice.isChecked())
    }
    await notTorn(page, faults)
  })

  test('every page can be left for the next and come back to', async () => {
    const paths = PAGES.map((page) => page.path).filter((path) => !/[:*]|login|register|resetPassword/.test(path))
    const { page, faults } = await openTranslated('/', stage.customer.stored)
    for (const path of paths) {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
      }, path)
      await page.locator('h1').first().waitFor()
      await page
        .getByRole('button', { name: /night|day/i })
        .first()
        .click()
      // Some pages ask again and again.
      await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
    }
    await notTorn(page, faults)
  }, 180_000)
})
