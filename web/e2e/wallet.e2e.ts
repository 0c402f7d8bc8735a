/** The wallet's pages against an invented house: deposits, withdrawals, addresses. */
import { encode } from 'uqr'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from './axe.ts'
import { address, COINS, detail, listed, OWN_EVM_ADDRESS, TAG, tx, walletAnswers, XRP_NETWORKS } from './fake-wallet.ts'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(() => {
  Object.assign(harness.fake.behaviour.answers, walletAnswers())
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const answers = () => harness.fake.behaviour.answers
const sent = (name: string) =>
  harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(`/${name}`)).map(({ body }) => body as Readonly<Record<string, unknown>>)

/** What a code with exactly this text looks like. */
function codeOf(text: string): string {
  const { data } = encode(text, { border: 2, ecc: 'M' })
  return data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

test('WAL-005 WAL-008 WAL-009 [part] coin, network, address: its code says exactly what stands there, and what is closed shows none', async () => {
  const page = await harness.open('/assets/spot/topUp', { loggedIn: true })
  await page.getByRole('radio', { name: /ERC20/ }).waitFor()
  expect(await page.locator('select[name=coin] option').allTextContents()).toEqual(
    COINS.filter(({ depositStatus }) => depositStatus === 1).map(({ coinName, fullName }) => `${coinName} · ${fullName}`),
  )
  expect(await page.locator('[data-qr]').count()).toBe(0)
  await page.getByRole('radio', { name: /ERC20/ }).check()
  const code = page.locator(`[data-qr="${OWN_EVM_ADDRESS}"]`)
  await code.waitFor()
  expect(await code.locator('path').getAttribute('d')).toBe(codeOf(OWN_EVM_ADDRESS))
  await expect.poll(async () => (await page.locator('[data-address]').textContent())?.replace(/\s/g, '')).toBe(OWN_EVM_ADDRESS)
  expect(await page.locator('[data-fact=least]').textContent()).toContain('1\u00a0USDT')
  expect(await page.locator('[data-fact=tradable], [data-fact=withdrawable]').allTextContents()).toEqual(['12', '64'])
  await page.getByText('Only send USDT over Ethereum (ERC20) to this address.').waitFor()
  await page
    .locator('[data-arriving="994"]')
    .getByText(/9.? of .?12.? blocks/)
    .waitFor()
  const paused = page.locator('[data-network=SPL]')
  await paused.getByText('Deposits paused since 15:20 UTC').waitFor()
  expect(await paused.getByRole('radio').isDisabled()).toBe(true)
  expect(await axeFaults(page)).toEqual([])

  answers().coinExtList = XRP_NETWORKS
  answers()['address/query'] = []
  answers()['address/create'] = address({ blockchain: 'xrp', protocolType: 'XRP', address: '', status: 2 })
  await page.locator('[data-quick=XRP]').click()
  await page.getByText('Your address is being made').waitFor()
  expect(await page.locator('[data-qr], [data-copy]').count()).toBe(0)
  answers()['address/query'] = [address({ blockchain: 'xrp', protocolType: 'XRP', memo: TAG })]
  await page.locator(`[data-qr="${TAG}"]`).waitFor()
  await page.getByText('Both are needed: the address and the Destination tag.').waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [name, text] of [
    ['address', OWN_EVM_ADDRESS],
    ['memo', TAG],
  ]) {
    await page.locator(`[data-copy=${name}]`).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }

  const closed = await harness.open('/assets/spot/topUp?coin=SOL', { loggedIn: true })
  await closed.getByText('Deposits of SOL are closed').waitFor()
  expect(await closed.locator('[data-qr], [data-copy]').count()).toBe(0)
})

test('WAL-029 WAL-010 [part] the history filters by coin, state and day, and each deposit tells its states on a page of its own', async () => {
  answers()['detail/994'] = detail(tx('994', 1, 21), [20, 21])
  const page = await harness.open('/assets/spot/topUp', { loggedIn: true })
  const history = page.locator('[data-history=deposit]')
  await history.locator('[data-tx="994"]').waitFor()
  answers().withdrawDepositList = listed([tx('970', 1, 25)])
  await history.getByLabel('Status').selectOption('25')
  await expect.poll(() => history.locator('[data-tx]').count()).toBe(1)
  expect(sent('withdrawDepositList').at(-1)).toMatchObject({ type: 1, status: 25, pageNo: 1 })
  expect(new URL(page.url()).searchParams.get('status')).toBe('25')
  await history.getByText('Kept until what came to this address reaches').last().waitFor()

  await page.goto(`${harness.fake.base}/assets/spot/topUp?id=994`)
  await expect
    .poll(() => page.locator('[data-step]').evaluateAll((steps) => steps.map(({ dataset }) => `${dataset.step} ${dataset.place}`)))
    .toEqual(['20 passed', '21 present', '22 ahead', '23 ahead'])
  expect(await page.locator('[data-blocks]').getAttribute('data-blocks')).toBe('9/12')
  answers()['detail/994'] = detail(tx('994', 1, 23, { confirmations: 64 }), [20, 21, 22, 23])
  await expect.poll(() => page.locator('[data-tx-page]').getAttribute('data-status')).toBe('23')
  expect(await axeFaults(page)).toEqual([])
})
