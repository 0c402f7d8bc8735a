/** The page of reserves, with invented answers: totals beside what is owed, and addresses with what they signed. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { type Harness, startHarness } from '../harness.ts'

const AT = Date.UTC(2026, 6, 14, 9)
const COLD = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const row = (coinName: string, address: string, balance: string) => ({
  ...{ coinName, chain: coinName === 'BTC' ? 'BTC' : 'ETH', address, balance, blockHeight: '840000', time: AT },
  ...{ message: `Agio holds ${address}. Bitcoin block 840000`, signature: 'AkcwRAIg' },
})

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

test('TRUST-004 reserves, liabilities and their ratio stand beside each other with the date, and each address with what it signed', async () => {
  const { answers } = harness.fake.behaviour
  const hot = `0x${'ab'.repeat(20)}`
  answers['liabilities/reserves'] = [row('BTC', COLD, '12.5'), row('ETH', hot, '4.000000000000000007'), row('USDT', hot, '1000')]
  answers['liabilities/totals'] = {
    ...{ time: AT, ledgerHeight: '81234' },
    assets: [
      { coinName: 'BTC', reserves: '12.5', liabilities: '10', ratio: '125' },
      { coinName: 'USDT', reserves: '1000', liabilities: '0', ratio: null },
    ],
  }
  const page = await harness.open('/proofOfReserves')
  await page.getByRole('heading', { level: 1, name: 'Proof of reserves' }).waitFor()
  const totals = page.locator('[data-totals]')
  await totals
    .getByText(/14.*after entry .?81234/)
    .first()
    .waitFor()
  expect(await totals.locator('[data-coin="BTC"] td').allTextContents()).toEqual(['12.5', '10', '125.00%'])
  expect(await totals.locator('[data-coin="USDT"] td').allTextContents()).toEqual(['1,000', '0', '–'])
  expect(await page.locator('[data-address]').evaluateAll((all) => all.map((each) => each.getAttribute('data-address')))).toEqual([
    COLD,
    hot,
  ])
  const own = page.locator(`[data-address="${hot}"]`)
  await own.getByText('4.000000000000000007 ETH').waitFor()
  await own.getByText('1,000 USDT').waitFor()
  await own.getByText('840000', { exact: true }).waitFor()
  await own.getByText('Signed text').click()
  expect(await own.locator('[data-field]').allTextContents()).toEqual([`Agio holds ${hot}. Bitcoin block 840000`, 'AkcwRAIg'])
  expect(await axeFaults(page)).toEqual([])
})

test('TRUST-004 [part] before anything is published the page says so', async () => {
  const { answers } = harness.fake.behaviour
  const nothing = { fail: { code: '20011', message: 'nothing', name: 'PROOF_NOT_FOUND' } }
  answers['liabilities/reserves'] = nothing
  answers['liabilities/totals'] = nothing
  const page = await harness.open('/proofOfReserves')
  await page.getByText('Nothing is published yet').waitFor()
})
