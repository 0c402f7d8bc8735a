/** Savings against an invented house: who sees what, the way from the list to a subscription by keyboard, and the way out again. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from './axe.ts'
import { CONFIGURATION, earnAnswers, ORDERS, order, PRODUCTS, TODAY, terms } from './fake-earn.ts'
import { type Harness, startHarness } from './harness.ts'

const DAY_MS = 86_400_000
let harness: Harness
let publicKey: string
beforeAll(async () => {
  harness = await startHarness()
  const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
  const pair = await suite.kem.generateKeyPair()
  publicKey = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString('base64url')
})
beforeEach(() => {
  Object.assign(answers(), earnAnswers(), {
    'security/publicKey': { keyId: 'k1', publicKey, kem: 32, kdf: 1, aead: 2, notAfter: Date.now() + 3_600_000 },
  })
  harness.fake.behaviour.switches = { ...harness.fake.behaviour.switches, financialSwitch: 1 }
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const answers = () => harness.fake.behaviour.answers
const sent = (name: string) =>
  harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(`/${name}`)).map(({ body }) => body as Readonly<Record<string, unknown>>)
const card = (page: Page, coin: string) => page.locator('[data-product]').filter({ has: page.getByRole('heading', { name: coin }) })
/** Without the marks that keep numbers in their direction and on one line. */
const textOf = async (place: Locator) => ((await place.textContent()) ?? '').replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')
const coins = (page: Page) => page.locator('[data-product] h2 > span:first-child').allTextContents()

test('EARN-001 EARN-003 EARN-004 [part] a visitor sees every product without a token, and why one cannot be bought', async () => {
  const page = await harness.open('/financial')
  await expect.poll(() => coins(page)).toEqual(['SOL', 'USDT', 'BTC', 'ETH'])
  const own = harness.fake.behaviour.calls.filter(({ call }) => call.includes('user-project'))
  expect(own.map(({ headers }) => headers.authorization).filter(Boolean)).toEqual([])
  expect(own.every(({ call }) => call.includes('/open/user-project/'))).toBe(true)
  expect(await textOf(card(page, 'SOL'))).toMatch(/Up to 500 SOL10\.00%Above 500 SOL2\.00%/)
  await card(page, 'USDT').getByRole('radio', { name: '30 days' }).check()
  expect(await textOf(card(page, 'USDT'))).toMatch(/7\.40%a year, fixed.*60\.8219178 USDT/)
  const soldOut = card(page, 'ETH').getByRole('button', { name: 'Sold out, may reopen' })
  expect(await soldOut.getAttribute('aria-disabled')).toBe('true')
  await card(page, 'SOL').getByRole('radio', { name: '45 days' }).check()
  await card(page, 'SOL')
    .getByRole('button', { name: /Starts .* UTC/ })
    .waitFor()
  expect(await card(page, 'BTC').getByRole('link', { name: 'Log in to subscribe' }).getAttribute('href')).toMatch(/^\/login\?returnUrl=/)

  await page.getByLabel('Term').selectOption('30')
  await page.getByRole('button', { name: 'Fixed', exact: true }).click()
  await expect.poll(() => coins(page)).toEqual(['USDT', 'BTC'])
  await page.reload()
  await expect.poll(() => coins(page)).toEqual(['USDT', 'BTC'])
  expect(new URL(page.url()).search).toBe('?type=1&term=30')
  expect(await axeFaults(page)).toEqual([])
})

test('EARN-002 EARN-022 each switch of the configuration decides about its part alone', async () => {
  answers().getFunctionalConfiguration = { ...CONFIGURATION, isDisplayAssets: 0, isDisplayBackground: 1, isRealname: 1 }
  answers().getBackgroundImageConfiguration = { dayUrl: '/favicon.svg', nightUrl: null, mobileDayUrl: null, mobileNightUrl: null }
  const page = await harness.open('/financial', { loggedIn: true })
  await page.locator('[data-background] img').waitFor({ state: 'attached' })
  await page.getByText('Subscribing needs a verified identity.').waitFor()
  await card(page, 'BTC').waitFor()
  expect(await page.locator('[data-summary]').count()).toBe(0)
  expect(sent('holdAssets')).toEqual([])

  answers().getFunctionalConfiguration = CONFIGURATION
  const shown = await harness.open('/financial', { loggedIn: true })
  await shown.locator('[data-summary="3102.44"]').waitFor()
  expect(await shown.locator('[data-background]').count()).toBe(0)

  answers().getFunctionalConfiguration = { ...CONFIGURATION, financialSwitch: 2 }
  const closed = await harness.open('/financial')
  await closed.getByText('Earn is closed in this installation').waitFor()
  expect(await closed.locator('[data-product]').count()).toBe(0)
})

test('EARN-006 EARN-007 A11Y [part] from the list to a subscription by keyboard: sealed, with a key, once', async () => {
  const page = await harness.open('/financial?coin=2&term=30', { loggedIn: true })
  await page.locator('[data-buy="2"]').focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /USDT.*, fixed 30 days/ })
  await sheet.locator('[data-terms]').waitFor()
  expect(await textOf(sheet.locator('[data-terms]'))).toMatch(
    /Least amount100 USDTIn steps of100 USDTInterest starts.*00:00 UTCFirst payout.*08:00 UTC.*Your quota left10K USDTQuota left/,
  )
  const amount = sheet.getByLabel('Amount', { exact: true })
  expect(await amount.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('2050')
  await sheet.getByText(/Amounts go in steps of .*100\sUSDT/).waitFor()
  await amount.fill('')
  await page.keyboard.type('2000')
  await sheet.getByText(/2,012\.16438356\sUSDT/).waitFor()
  expect(await axeFaults(page)).toEqual([])
  answers().purchaseProject = { fail: { code: '1', message: 'Busy. Try again.', name: 'ENGINE_BUSY' } }
  await page.keyboard.press('Enter')
  await sheet.getByText('Accept the terms to go on.').waitFor()
  expect(await sheet.locator('[name=agree]').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await sheet.getByText('Busy. Try again.').waitFor()
  answers().purchaseProject = order('40', '2')
  await page.keyboard.press('Enter')
  await sheet.locator('[data-bought="40"]').waitFor()
  expect(sent('purchaseProject')).toHaveLength(2)
  const [first, second] = sent('purchaseProject')
  expect(first).toMatchObject({
    productId: '2',
    amount: '2000',
    autoPurchase: 0,
    payAccount: 1,
    agree: 1,
    data: expect.stringMatching(/^k1\./),
  })
  expect(second?.clientId).toBe(first?.clientId)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

test('EARN-006 KYC-007 who is not verified is told so, and led there', async () => {
  const product = { ...(PRODUCTS[6] ?? PRODUCTS[0]) } as (typeof PRODUCTS)[number]
  answers().purchaseDisplay = { ...terms(product), kycOk: 0 }
  const page = await harness.open('/financial?product=7', { loggedIn: true })
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('link', { name: 'Verify identity' }).waitFor()
  const subscribe = sheet.locator('[data-subscribe]')
  expect(await subscribe.getAttribute('aria-disabled')).toBe('true')
  await sheet.getByText('Your identity is not verified for this product.').waitFor()
})

test('EARN-016 EARN-019 EARN-022 orders: lines, what happens at the end, and the way out, also where savings are closed', async () => {
  harness.fake.behaviour.switches = { ...harness.fake.behaviour.switches, financialSwitch: 2 }
  answers().adjustAutoPurchase = { ...ORDERS[0], autoPurchase: 2 }
  answers().redeem = {
    ...{ orderNo: '31', redeemed: '2000', interest: '0', forfeited: '4.46027397', receive: '2000', arrivalTime: TODAY },
    order: order('31', '2', { status: 2, redeemType: 'early' }),
  }
  const soon = { ...order('30', '2'), expireTime: Date.now() + 1_800_000 }
  answers().financialOrderList = { list: [...ORDERS.slice(0, 1), soon], total: 2, pageNo: 1, pageSize: 50, asOf: 1 }
  const page = await harness.open('/financialOrder', { loggedIn: true })
  await page.locator('[data-next="30"]').waitFor()
  expect(await textOf(page.locator('[data-left]'))).toMatch(/^in .*\d\d:\d\d:\d\d/)
  await page.getByRole('button', { name: /^Order 31:/ }).click()
  await expect
    .poll(() => page.locator('[data-earn-line]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-type'))))
    .toEqual(['3', '2', '1'])
  expect(await textOf(page.locator('[data-earn-lines]'))).toMatch(/Interest.*Redemption.*Purchase/)
  await page.getByLabel('At the end').selectOption('2')
  await expect.poll(() => sent('adjustAutoPurchase')).toEqual([{ orderNo: '31', autoPurchase: 2 }])

  await page.getByRole('button', { name: /^Order 30:/ }).click()
  await page.getByText('Within the last hour before the end nothing can be changed.').waitFor()
  expect(await page.getByLabel('At the end').isDisabled()).toBe(true)

  await page.locator('[data-redeem-open="31"]').click()
  const dialog = page.getByRole('dialog', { name: /Redeem/ })
  await dialog.locator('[data-receive="2000"]').waitFor()
  expect(await textOf(dialog)).toMatch(/Forfeited 4\.46027397 USDT.*pays no interest.*Forfeited−4\.46027397 USDT.*You receive2,000 USDT/)
  expect(await axeFaults(page)).toEqual([])
  await dialog.locator('[data-redeem-send]').dblclick()
  await dialog.waitFor({ state: 'detached' })
  expect(sent('redeem')).toHaveLength(1)
  expect(sent('redeem')[0]).toMatchObject({
    orderNo: '31',
    toAccount: 1,
    clientId: expect.stringMatching(/^web-/),
    data: expect.any(String),
  })
})

test('WAL-001 WAL-002 WAL-003 [part] the account of savings tells its total, its coins, and what can be done with each', async () => {
  const page = await harness.open('/assets/financial', { loggedIn: true })
  const row = page.locator('[data-earn-asset=USDT]')
  await row.waitFor()
  expect(await row.evaluate((element) => ({ ...(element as HTMLElement).dataset }))).toMatchObject({ free: '310', principal: '3100' })
  expect(await page.locator('[data-total-value]').getAttribute('data-total-value')).toBe('3477.41')
  await expect.poll(() => page.locator('[data-day-chart]').getAttribute('data-last')).toBe('3475.5')
  expect(await row.getByRole('link', { name: 'Redeem' }).first().getAttribute('href')).toBe('/financialOrder?coin=USDT')
  await row.locator('[data-transfer-coin]:visible').click()
  await page.getByRole('dialog', { name: 'Transfer' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await axeFaults(page)).toEqual([])
})

test('EARN-013 [part] a line of interest is counted again by its rule, with the rate of that day', async () => {
  const page = await harness.open('/financial?rule=1')
  await page.locator('[data-recount="0.14931506"]').waitFor()
  await page.getByLabel('Principal').fill('2000')
  await page.locator('[data-recount="0.29863013"]').waitFor()
  expect(await page.locator('[data-rates] tbody tr').count()).toBe(31)
  const from = sent('rateHistory')[0]?.startTime
  expect(Number(from)).toBe(TODAY - 30 * DAY_MS)
  expect(await axeFaults(page)).toEqual([])
})

test('HOME-004 a visitor’s first page shows every section, and nothing that it or a form asks for carries a token; none of savings while they are closed', async () => {
  const page = await harness.open('/')
  for (const name of ['Hot', 'Gainers', 'Losers']) await page.getByRole('region', { name }).getByRole('listitem').first().waitFor()
  await page.mouse.wheel(0, 4000)
  const teaser = page.locator('[data-earn-teaser]')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 400)
      return teaser.count()
    })
    .toBe(1)
  expect(await teaser.getByRole('listitem').count()).toBe(3)
  await page.goto(`${harness.fake.base}/register`)
  for (const tail of [
    ...['carouselImageList', 'hotMarketSymbol/list', 'trade_raking/3', 'trade_raking/4', 'open/announcement/list'],
    ...['groupedProductList', 'selectHomeCountryList'],
  ])
    await expect
      .poll(() => harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(tail)).length, { message: tail })
      .toBeGreaterThan(0)
  const told = harness.fake.behaviour.calls.filter(({ headers }) => headers.authorization !== undefined || headers.token !== undefined)
  expect(told.map(({ call }) => call)).toEqual([])
  harness.fake.behaviour.switches = { ...harness.fake.behaviour.switches, financialSwitch: 2 }
  harness.fake.behaviour.calls = []
  const closed = await harness.open('/')
  await closed.locator('#trust').scrollIntoViewIfNeeded()
  expect(harness.fake.behaviour.calls.filter(({ call }) => call.includes('user-project'))).toEqual([])
})
