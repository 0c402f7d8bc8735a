/** Savings against an invented house: who sees what, the way from the list to a subscription by keyboard, and the way out again. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { plus } from '../../src/data/amounts.ts'
import { axeFaults } from '../axe.ts'
import { awayFromMidnight } from '../boundaries.ts'
import { CONFIGURATION, earnAnswers, ORDERS, order, PRODUCTS, product, terms, today } from '../fakes/earn.ts'
import { pushText } from '../frames.ts'
import { type Harness, startHarness } from '../harness.ts'

const DAY_MS = 86_400_000
let harness: Harness
let publicKey: string
beforeAll(async () => {
  harness = await startHarness()
  const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
  const pair = await suite.kem.generateKeyPair()
  publicKey = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString('base64url')
})
beforeEach(async () => {
  await awayFromMidnight()
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
  await sheet.getByText('it is the same order, and nothing is done twice').waitFor()
  answers().purchaseProject = order('40', '2')
  await page.keyboard.press('Enter')
  await sheet.locator('[data-bought="40"]').waitFor()
  // The first press asks twice by itself.
  expect(sent('purchaseProject')).toHaveLength(3)
  const [first, ...later] = sent('purchaseProject')
  expect(first).toMatchObject({
    productId: '2',
    amount: '2000',
    autoPurchase: 0,
    payAccount: 1,
    agree: 1,
    data: expect.stringMatching(/^k1\./),
  })
  expect(later.map(({ clientId }) => clientId)).toEqual([first?.clientId, first?.clientId])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

test('EARN-006 KYC-007 who is not verified is told so, and led there', async () => {
  answers().purchaseDisplay = { ...terms(PRODUCTS[6] ?? product('7', '4')), kycOk: 0 }
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
    ...{ orderNo: '31', redeemed: '2000', interest: '0', forfeited: '4.46027397', receive: '2000', arrivalTime: today() },
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
  const figures = { free: '310', principal: '3100', total: '3410', worth: '3410' }
  expect(await row.evaluate((element) => ({ ...(element as HTMLElement).dataset }))).toMatchObject(figures)
  expect(await textOf(row)).toMatch(/USDT3,410\.00000000\$3,408\.98310\.00000000/)
  const worths = await page.locator('[data-earn-asset]').evaluateAll((rows) => rows.map((one) => (one as HTMLElement).dataset.worth ?? ''))
  expect(worths).toEqual(['3410', '67.41238'])
  // The page's total is the sum of the rows.
  expect(await page.locator('[data-total-value]').getAttribute('data-total-value')).toBe(plus(...worths))
  await expect.poll(() => page.locator('[data-day-chart]').getAttribute('data-last')).toBe('3475.5')
  expect(await row.getByRole('link', { name: 'Redeem' }).first().getAttribute('href')).toBe('/financialOrder?coin=USDT')
  await row.locator('[data-transfer-coin]:visible').click()
  await page.getByRole('dialog', { name: 'Transfer' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await axeFaults(page)).toEqual([])
})

test('WAL-001 WAL-004 [part] the account of savings says what did not load and brings it by Retry; what it could not read again stands dimmed', async () => {
  const good = earnAnswers()
  const parts = ['user-wallet/overview', 'holdAssets', 'financialAssets'] as const
  const spoil = () => {
    for (const name of parts) answers()[name] = { fail: { code: '10001', message: 'Broken', name: 'INTERNAL' } }
  }
  spoil()
  const context = await harness.context({ loggedIn: true })
  const sockets: WebSocketRoute[] = []
  await context.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((text) => {
      socket.send(text)
      if (/"sub".*"earn"/.test(String(text))) sockets.push(socket)
    })
    socket.onMessage((text) => server.send(text))
  })
  const page = await context.newPage()
  await page.goto(`${harness.fake.base}/assets/financial`)
  for (const [at, title] of ['The total did not load', 'What you hold did not load', 'The earn account did not load'].entries()) {
    const alert = page.getByRole('alert').filter({ hasText: title })
    await alert.waitFor()
    const name = parts[at] ?? 'holdAssets'
    answers()[name] = good[name]
    await alert.getByRole('button', { name: 'Retry' }).click()
    await alert.waitFor({ state: 'detached' })
  }
  await page.locator('[data-total-value="3477.41238"]').waitFor()
  await page.locator('[data-earned="3102.44"]').waitFor()
  await page.locator('[data-earn-asset=USDT]').waitFor()

  await expect.poll(() => sockets.length, { timeout: 20_000 }).toBeGreaterThan(0)
  let seq = 0
  const change = () => {
    seq += 1
    for (const socket of sockets)
      socket.send(pushText('earn', { type: 'event', seq, prevSeq: seq - 1, time: Date.now(), data: order('31', '2') }))
  }
  spoil()
  change()
  await expect.poll(() => page.locator('[data-stale]').count()).toBe(3)
  expect(await page.locator('[data-age]').count()).toBe(3)
  expect(await textOf(page.locator('[data-total-value]'))).toBe('$3,476.37')
  expect(await axeFaults(page)).toEqual([])
  Object.assign(answers(), good)
  change()
  await expect.poll(() => page.locator('[data-stale]').count()).toBe(0)
})

test('EARN-020 ORD-001 [part] orders that ended are asked for as far back as the server goes, those that are held without a bound', async () => {
  const page = await harness.open('/financialOrder?tab=ended', { loggedIn: true })
  await page.locator('[data-earn-order]').first().waitFor()
  const asked = (status: number) => sent('financialOrderList').filter((one) => one.status === status)
  const back = Date.now() - Number(asked(2)[0]?.startTime)
  expect([back > 364 * DAY_MS, back <= 366 * DAY_MS]).toEqual([true, true])
  await expect.poll(() => asked(1).length).toBeGreaterThan(0)
  expect(asked(1).every((one) => one.startTime === undefined && one.endTime === undefined)).toBe(true)
})

test('EARN-013 [part] a line of interest is counted again by its rule, with the rate of that day', async () => {
  const page = await harness.open('/financial?rule=1')
  await page.locator('[data-recount="0.14931506"]').waitFor()
  await page.getByLabel('Principal').fill('2000')
  await page.locator('[data-recount="0.29863013"]').waitFor()
  await expect.poll(() => page.locator('[data-rates] tbody tr').count()).toBe(31)
  const from = sent('rateHistory')[0]?.startTime
  expect(Number(from)).toBe(today() - 30 * DAY_MS)
  expect(await axeFaults(page)).toEqual([])
})

test('EARN-013 EARN-014 [part] yesterday is counted with yesterday’s brackets, and never with another rate while they load or did not', async () => {
  const day = (back: number) => new Date(today() - back * DAY_MS).toISOString().slice(0, 10)
  const tiers = (annualRate: string) => [
    { upTo: '500', annualRate: '0.1' },
    { upTo: null, annualRate },
  ]
  const rates = [
    { day: day(1), annualRate: '0.1', tiers: tiers('0.03') },
    { day: day(0), annualRate: '0.1', tiers: tiers('0.02') },
  ]
  const broken = { fail: { code: '10001', message: 'Broken', name: 'INTERNAL' } }
  Object.assign(answers(), { rateHistory: broken, 'user-project/tenantCurrencyCoinList': broken })
  const page = await harness.open('/financial?rule=7')
  const card = page.getByRole('region', { name: /^Yesterday, counted again/ })
  const retry = async (title: string, good: object) => {
    await card.getByRole('alert').filter({ hasText: title }).waitFor()
    expect(await page.locator('[data-recount]').count()).toBe(0)
    Object.assign(answers(), good)
    await card.getByRole('button', { name: 'Retry' }).click()
  }
  await retry('The rates did not load', { rateHistory: rates })
  await retry('The product did not load', { ...earnAnswers(), rateHistory: rates })
  await card.getByLabel('Principal').fill('1500')
  await page.locator('[data-recount="0.21917808"]').waitFor()
  expect(await textOf(page.locator('[data-rates]'))).toMatch(/10\.00% · 2\.00%.*10\.00% · 3\.00%/)

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const slow = await (await harness.context()).newPage()
  await slow.route('**/rateHistory*', async (route) => {
    await held
    await route.continue()
  })
  await slow.goto(`${harness.fake.base}/financial?rule=7`)
  await slow
    .getByRole('region', { name: /^Yesterday, counted again/ })
    .getByRole('status', { name: 'Loading' })
    .waitFor()
  expect(await slow.locator('[data-recount]').count()).toBe(0)
  release()
  await slow.locator('[data-recount]').waitFor()
  // Of a product that began today no day is over.
  answers().rateHistory = rates.slice(1)
  await slow.reload()
  await slow.getByText('Yesterday this product had no rate yet, so there is no line to count again.').waitFor()
})

test('EARN-013 [part] whoever holds an order of a product that ended reads its rule; a visitor, to whom no list shows it, is told that there is none', async () => {
  const ended = product('9', '2', { annualRate: '0.0545', status: 6 })
  const coin = earnAnswers()['user-project/tenantCurrencyCoinList'].find(({ coinId }) => coinId === '2')
  Object.assign(answers(), {
    purchaseDisplay: terms(ended),
    'currency-coin/tenantCurrencyCoin': coin,
    financialOrderList: { list: [order('41', '9', { productName: ended.name })], total: 1, pageNo: 1, pageSize: 50, asOf: 1 },
  })
  const page = await harness.open('/financialOrder', { loggedIn: true })
  await page.getByRole('button', { name: /^Order 41:/ }).click()
  await page.getByRole('link', { name: 'How interest is counted' }).click()
  await page.locator('[data-recount="0.14931506"]').waitFor()
  await page.getByRole('heading', { level: 1, name: /USDT.*, flexible/ }).waitFor()
  await page.getByText('Ended', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'To the product' }).count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  answers().purchaseDisplay = { fail: { code: '60001', message: 'None', name: 'PRODUCT_NOT_FOUND' } }
  await page.reload()
  await page.getByText('There is no such product').waitFor()

  const visitor = await harness.open('/financial?rule=9')
  await visitor.getByText('There is no such product').waitFor()
  expect(sent('purchaseDisplay').length).toBe(2)
})

test('HOME-004 a visitor’s first page shows every section, and nothing that it or a form asks for carries a token; none of savings while they are closed', async () => {
  const page = await harness.open('/')
  for (const name of ['Hot', 'Gainers', 'Losers']) await page.getByRole('region', { name }).getByRole('listitem').first().waitFor()
  await page.mouse.wheel(0, 4000)
  const teaser = page.locator('[data-teaser=earn-teaser]')
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
