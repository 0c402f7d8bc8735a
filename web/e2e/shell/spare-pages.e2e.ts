/** A tab that is given on is as good as new, and one on which something stays is not given on. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

test('the tab of a test that is over comes without its storage, cookies and size; one that listens for a test is not given on', async () => {
  const first = await harness.open('/login', { lang: 'ar_SA', mode: 'night', width: 500 })
  await first.evaluate(() => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
  })
  await harness.reset()
  const second = await harness.open('/login')
  expect(second).toBe(first)
  const found = () => [
    document.documentElement.lang,
    localStorage.getItem('left'),
    localStorage.getItem('isDayMode'),
    sessionStorage.length,
    innerWidth,
  ]
  expect(await second.evaluate(found)).toEqual(['en-US', null, null, 0, 1440])
  expect((await second.context().cookies()).filter(({ name, value }) => name === 'language' && value !== 'en_US')).toEqual([])
  second.on('request', () => undefined)
  await harness.reset()
  expect(await harness.open('/login')).not.toBe(first)
})
