/** `/billDetails` against an invented account: its filters stand in the address, and the file has what the list has. */
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { BILLS, openDesk } from '../fakes/convert.ts'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const asked = () =>
  harness.fake.behaviour.calls
    .filter(({ call }) => call.endsWith('/bill/queryByCategory'))
    .map(({ body }) => body as Readonly<Record<string, unknown>>)

test('ORD-002 ORD-007 [part] days narrow the bills and their file, stand in the address, and Back and a reload keep them', async () => {
  openDesk(harness)
  const page = await harness.open('/billDetails?coin=USDT&from=2026-07-07', { loggedIn: true })
  await page.locator('tr[data-bill]').first().waitFor()
  const days = await page.evaluate(() => [new Date(2026, 6, 7), new Date(2026, 6, 15)].map((day) => day.getTime()))
  const [startTime = 0, after = 0] = days
  const range = { startTime, endTime: after - 1 }
  await expect.poll(() => asked().at(-1)).toMatchObject({ coinId: '2', accountType: 1, startTime })
  expect(asked().at(-1)).not.toHaveProperty('endTime')

  await page.getByLabel(/^To/).fill('2026-07-14')
  await expect.poll(() => asked().at(-1)).toMatchObject(range)
  expect(new URL(page.url()).search).toBe('?coin=USDT&from=2026-07-07&to=2026-07-14')
  expect(await axeFaults(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.locator('[data-csv]').click()
  const file = await download
  expect(asked().find(({ pageSize }) => pageSize === 100)).toMatchObject({ ...range, coinId: '2' })
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(1 + BILLS.length)

  await page.reload()
  await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('2026-07-07')
  await page.locator('[data-reset]').click()
  await expect.poll(() => asked().at(-1)).not.toHaveProperty('startTime')
  expect(new URL(page.url()).search).toBe('')
  await page.goBack()
  await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toBe('2026-07-14')
})

test('ORD-001 ORD-002 [part] a list that tells the last 90 days says so, one that tells all there is says that', async () => {
  openDesk(harness)
  const page = await harness.open('/billDetails', { loggedIn: true })
  const unset = page.locator('[data-filters] [data-unset]')
  await expect.poll(() => unset.allTextContents()).toEqual(['Last 90 days', 'Today'])
  await page.goto(new URL('/spotOrder', page.url()).href)
  await expect.poll(() => unset.allTextContents()).toEqual(['All', 'All'])
  await page.goto(new URL('/spotOrder?tab=history', page.url()).href)
  await expect.poll(() => unset.allTextContents()).toEqual(['Last 90 days', 'Today'])
})
