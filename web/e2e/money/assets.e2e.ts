/** `/assets/spot` against an invented wallet: the way to the transfer dialog, what it sends, and what it says of a refusal. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { assetsAnswers } from '../fakes/assets.ts'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

beforeEach(() => {
  Object.assign(harness.fake.behaviour.answers, assetsAnswers())
  harness.fake.behaviour.switches = { ...harness.fake.behaviour.switches, financialSwitch: 1 }
})

const sent = () =>
  harness.fake.behaviour.calls
    .filter(({ call }) => call.endsWith('/transfer/all'))
    .map(({ body }) => body as Readonly<Record<string, unknown>>)

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'More for USDT' }).click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer' })
  await dialog.getByText(/12,480\.52\sUSDT.? free/).waitFor()
  return dialog
}

test('WAL-035 WAL-036 [part] a transfer says what it leaves, keeps its key over a refusal in doubt, and ends where it began', async () => {
  const { answers } = harness.fake.behaviour
  answers['transfer/all'] = { fail: { code: '1', message: 'Busy. Try again.', name: 'ENGINE_BUSY' } }
  const page = await harness.open('/assets/spot', { loggedIn: true })
  const dialog = await openDialog(page)
  const amount = dialog.getByLabel('Amount')
  expect(await amount.evaluate((element) => element === document.activeElement)).toBe(true)
  const target = dialog.getByLabel('To', { exact: true })
  await expect.poll(() => target.locator('option').allTextContents()).toEqual(['Spot account', 'Earn account', 'Contract account (closed)'])
  expect(await target.locator('option:disabled').count()).toBe(1)

  await amount.fill('0.0000001')
  await dialog.getByText('USDT has at most 6 decimals.').waitFor()
  await amount.fill('12480.53')
  await dialog.getByText(/At most .*12,480.52\sUSDT.* can be moved/).waitFor()
  await dialog.locator('button[type=submit]').click()
  expect(sent()).toEqual([])

  await amount.fill('2500')
  await expect.poll(() => dialog.locator('[data-after]').allTextContents()).toEqual(['9,980.52 USDT', '14,980.52 USDT'])
  expect(await axeFaults(page)).toEqual([])
  const send = dialog.getByRole('button', { name: /Transfer .*2,500\sUSDT.* to Earn/ })
  await send.dblclick()
  await dialog.getByRole('alert').getByText('it is the same transfer, and nothing moves twice').waitFor()
  answers['transfer/all'] = {
    ...{ id: '9', coinId: '2', coinName: 'USDT', amount: '2500', fromAccount: 1, toAccount: 3, status: 1, createTime: 1 },
  }
  await send.click()
  await page.getByText(/2,500\sUSDT.* moved to your earn account/).waitFor()
  await dialog.waitFor({ state: 'detached' })
  const [first] = sent()
  expect(first).toMatchObject({ coinId: '2', amount: '2500', fromAccount: 1, toAccount: 3, clientId: expect.stringMatching(/^web-/) })
  expect(sent().every((one) => one.clientId === first?.clientId)).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More for USDT')
})

test('API-024 [part] a transfer whose answer was lost is found by itself, and stays the same one when its dialog is opened again', async () => {
  const { answers } = harness.fake.behaviour
  answers['transfer/all'] = {
    ...{ id: '9', coinId: '2', coinName: 'USDT', amount: '2500', fromAccount: 1, toAccount: 3, status: 1, createTime: 1 },
  }
  const page = await harness.open('/assets/spot', { loggedIn: true })
  let lost = 2
  // The exchange has moved the coins; nobody hears what it answered.
  await page.route('**/transfer/all', async (route) => {
    const answer = await route.fetch()
    lost -= 1
    if (lost >= 0) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  const press = async () => {
    const dialog = await openDialog(page)
    await dialog.getByLabel('Amount').fill('2500')
    await dialog.getByRole('button', { name: /Transfer .*2,500\sUSDT.* to Earn/ }).click()
    return dialog
  }
  const dialog = await press()
  await dialog.getByRole('alert').getByText('it is the same transfer, and nothing moves twice').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await press()
  await page.getByText(/2,500\sUSDT.* moved to your earn account/).waitFor()
  expect([sent().length, new Set(sent().map(({ clientId }) => clientId)).size]).toEqual([3, 1])

  lost = 1
  await press()
  await page
    .getByText(/2,500\sUSDT.* moved to your earn account/)
    .last()
    .waitFor()
  await expect.poll(() => sent().length).toBe(5)
  expect(new Set(sent().map(({ clientId }) => clientId)).size).toBe(2)
})

test('I18N-005 [part] every line of the transfer runs as its words do', async () => {
  const page = await harness.open('/assets/spot', { loggedIn: true, lang: 'ar_SA' })
  await page.locator('[data-transfer-open]').first().click()
  const dialog = page.locator('[data-transfer]')
  await dialog.getByText('12,480.52').first().waitFor()
  const against = () =>
    dialog.evaluate((form) =>
      [...form.querySelectorAll('*')]
        .filter((element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && /\p{Script=Arabic}/u.test(node.textContent ?? '')),
        )
        .filter((element) => getComputedStyle(element).direction !== 'rtl')
        .map((element) => element.textContent),
    )
  expect(await against()).toEqual([])
})

test('WAL-001 [part] a total that did not load is not shown as none, and comes by Retry', async () => {
  const { answers } = harness.fake.behaviour
  const good = answers['user-wallet/overview']
  answers['user-wallet/overview'] = { fail: { code: '10001', message: 'Broken', name: 'INTERNAL' } }
  const page = await harness.open('/assets/spot', { loggedIn: true })
  const alert = page.getByRole('alert').filter({ hasText: 'The total did not load' })
  await alert.waitFor()
  expect(await page.getByText('today', { exact: true }).count()).toBe(0)
  answers['user-wallet/overview'] = good
  await alert.getByRole('button', { name: 'Retry' }).click()
  await page.locator('[data-total-value="49027.27"]').waitFor()
  await page.getByText('today', { exact: true }).waitFor()
})

test('WAL-003 I18N-005 [part] the course runs from left to right in Arabic, too, and so do the days below it', async () => {
  const page = await harness.open('/assets/spot', { loggedIn: true, lang: 'ar_SA' })
  await page.locator('[data-day-chart]').waitFor()
  const [first, last] = await page
    .locator('[data-day-chart] + p > *')
    .evaluateAll((days) => days.map((day) => [day.getBoundingClientRect().left, day.textContent ?? ''] as const))
  expect(first?.[1]).toContain('13')
  expect(last?.[1]).toContain('14')
  expect(first?.[0]).toBeLessThan(last?.[0] ?? 0)
})
