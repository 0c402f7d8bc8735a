/** Pages of contracts against an invented futures host: account, orders, top-up, a receipt that is computed again, and what anybody may check. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { assets, contractAnswers, FUND, order, signedReceipt } from '../fakes/contract-pages.ts'
import { type Harness, startHarness } from '../harness.ts'
import { countTenths } from '../terminal/in-page.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const coin = (coinId: string, coinName: string, depositStatus: 1 | 2) => ({
  ...{ coinId, coinName, fullName: coinName, scale: 8, iconUrl: null, isStable: 0, show: 1, sort: 1, usdtPrice: '1', protocolTypes: [] },
  ...{ depositStatus, withdrawStatus: 2, transferStatus: 1 },
})
const balance = (free: string) => ({
  ...{ coinId: '2', coinName: 'USDT', iconUrl: null, balance: free, frozenBalance: '0', withdrawPending: '0', lockedDeposit: '0' },
  ...{ debt: '0', total: free, usdtPrice: '1', valueU: free },
})
const balances = (free: string) => ({ totalU: free, availableU: free, frozenU: '0', list: [balance(free)] })

beforeEach(() => {
  const { behaviour } = harness.fake
  Object.assign(behaviour.answers, contractAnswers(), {
    tenantCurrencyCoinAll: [coin('2', 'USDT', 1)],
    userBalanceAll: balances('12480.52'),
    'user-wallet/overview': {
      ...{ totalU: '66255.12', spotU: '59153.86', contractU: '4204.18', financialU: '2897.08' },
      ...{ todayPnlU: '277.11', todayPnlPercent: '0.42' },
    },
    getUserBalanceByDay: [
      { day: '2026-07-13', totalU: '4100', pnlU: '0' },
      { day: '2026-07-14', totalU: '4204.18', pnlU: '104.18' },
    ],
    'transfer/available': { available: '12480.52' },
  })
  behaviour.switches = { ...behaviour.switches, contractSwitch: true, financialSwitch: 1 }
})

const asked = (tail: string) =>
  harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(tail)).map(({ body }) => body as Readonly<Record<string, unknown>>)

const user = { loggedIn: true } as const

test('SHELL-012 SHELL-013 ROUTE-013 [part] the switch opens the account and the orders of contracts, and closes them with words', async () => {
  const page = await harness.open('/assets/contract', user)
  await page.locator('[data-contract-accounts="1"]').waitFor()
  await page.getByRole('navigation', { name: 'Accounts' }).getByRole('link', { name: 'Contracts' }).waitFor()
  harness.fake.behaviour.switches = { ...harness.fake.behaviour.switches, contractSwitch: false }
  for (const path of ['/assets/contract', '/contractOrder', '/assets/contract/topUp', '/contractData']) {
    const closed = await harness.open(path, user)
    await closed.getByText('Contract trading is closed in this installation').waitFor()
    expect(await closed.getByRole('link', { name: 'Contract account' }).count()).toBe(0)
  }
})

test('HOME-004 [part] contracts stand on a visitor’s first page and are asked for without a token, and neither where they are closed', async () => {
  const scroll = async (opened: Page) => {
    await opened.mouse.wheel(0, 400)
    return opened.locator('#trust').isVisible()
  }
  const page = await harness.open('/')
  const teaser = page.locator('[data-teaser=contract-teaser]')
  await expect
    .poll(async () => {
      await scroll(page)
      return teaser.count()
    })
    .toBe(1)
  expect(await teaser.getByRole('listitem').first().textContent()).toBe('BTCUSDTUp to ⁦125×⁩')
  expect(await teaser.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    ...['/contractData', '/trade?contract=E-BTC-USDT', '/trade?contract=E-ETH-USDT'],
  ])
  const told = harness.fake.behaviour.calls.filter(({ call }) => call.includes('public_info'))
  expect(told.map(({ headers }) => headers['exchange-token'])).toEqual([undefined])
  harness.fake.behaviour.switches = { ...harness.fake.behaviour.switches, contractSwitch: false }
  harness.fake.behaviour.calls = []
  const closed = await harness.open('/')
  await expect.poll(() => scroll(closed)).toBe(true)
  await closed.locator('#trust').scrollIntoViewIfNeeded()
  expect(asked('public_info')).toEqual([])
  expect(await closed.locator('[data-teaser=contract-teaser]').count()).toBe(0)
})

test('WAL-001 PERP-020 PERP-044 [part] the contract account by coin, its positions with their five steps, and a card without amounts', async () => {
  const page = await harness.open('/assets/contract', user)
  // The balance, as the overview and the course by day count it; what positions would bring is told apart, and the sum of both below.
  await expect.poll(() => page.locator('[data-total-value]').getAttribute('data-total-value')).toBe('21143.1')
  // In the chosen currency, at 0.9997 a USDT, as on the pages of the other accounts.
  await expect.poll(() => page.locator('[data-total-value]').textContent()).toBe('$21,136.76')
  // What positions would bring takes the cent that the rounding of the other two leaves: the parts add up as they are shown.
  await expect.poll(() => page.locator('[data-bound=balance] dd').textContent()).toBe('$21,136.76')
  await expect.poll(() => page.locator('[data-bound=unrealised] dd').textContent()).toBe('+$143.14')
  await expect.poll(() => page.locator('[data-bound=equity] dd').textContent()).toBe('$21,279.90')
  await page.locator('[data-positions="2"]').waitFor()
  const call = harness.fake.behaviour.calls.find(({ call }) => call.endsWith('get_assets_list'))
  expect(call?.query).toBe('?pageSource=coAccount')
  await page.getByTitle('Step 4 of 5 in the queue of those that are reduced first').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.locator('[data-share="11"]').click()
  const card = page.getByRole('dialog').locator('[data-card]')
  const text = await card.textContent()
  expect(text).toContain('+16.77%')
  for (const amount of ['650', '2,172', '364.33', '43,811']) expect(text).not.toContain(amount)
  const download = page.waitForEvent('download')
  await page.locator('[data-save-card]').click()
  expect((await download).suggestedFilename()).toBe('BTC-USDT.png')
})

test('PERP-004 [part] without an account the page offers to open one, and asks for it sealed', async () => {
  harness.fake.behaviour.answers['position/get_assets_list'] = assets(false)
  const page = await harness.open('/assets/contract', user)
  await page.locator('[data-open-account]').waitFor()
  expect(await page.locator('[data-positions]').count()).toBe(0)
})

test('WAL-015 the top-up moves from spot, and offers a deposit on a chain when spot has nothing', async () => {
  const page = await harness.open('/assets/contract/topUp', user)
  await page.locator('[data-top-up-transfer]').click()
  // The tab of the account stays marked below it.
  expect(await page.getByRole('navigation', { name: 'Accounts' }).locator('[aria-current]').textContent()).toBe('Contracts')
  const dialog = page.getByRole('dialog', { name: 'Transfer' })
  expect(await dialog.locator('[name=from]').inputValue()).toBe('spot')
  expect(await dialog.locator('[name=to]').inputValue()).toBe('contract')
  await dialog.locator('[name=amount]').fill('100')
  harness.fake.behaviour.answers['transfer/all'] = {
    ...{ id: '1', coinId: '2', coinName: 'USDT', amount: '100', fromAccount: 1, toAccount: 2, status: 1, createTime: 1 },
  }
  await dialog.locator('button[type=submit]').click()
  await expect.poll(() => asked('/transfer/all')[0]).toMatchObject({ coinId: '2', amount: '100', fromAccount: 1, toAccount: 2 })
  harness.fake.behaviour.answers.userBalanceAll = balances('0')
  const empty = await harness.open('/assets/contract/topUp?coin=USDT', user)
  expect(await empty.locator('[data-top-up-deposit]').getAttribute('href')).toBe('/assets/spot/topUp?coin=USDT')
  expect(await empty.locator('[data-top-up-transfer]').count()).toBe(0)
  expect(await axeFaults(empty)).toEqual([])
})

test('PERP-005 ORD-002 [part] each list has its own rows, filters stand in the address, and an order is cancelled as what it is', async () => {
  const page = await harness.open('/contractOrder', user)
  await page.locator('[data-contract-orders="2"]').waitFor()
  await page.locator('[data-cancel="21"]').click()
  await expect.poll(() => asked('order/order_cancel')[0]).toEqual({ contractId: '101', orderId: '21', isConditionOrder: false })
  await page.getByRole('tab', { name: 'Waiting' }).click()
  await page.getByText('≤ 66,200 mark').waitFor()
  await page.locator('[data-cancel="31"]').click()
  await expect.poll(() => asked('order/order_cancel')[1]).toEqual({ contractId: '101', orderId: '31', isConditionOrder: true })
  await page.getByRole('tab', { name: 'History' }).click()
  await page.locator('td').getByText('Partly filled, then ended').waitFor()
  await page.getByLabel('Status').selectOption('7')
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=history&status=7')
  await expect.poll(() => asked('history_order_list').at(-1)?.status).toBe(7)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('tab', { name: 'Transactions' }).click()
  await page.locator('[data-contract-transactions="2"]').waitFor()
  const download = page.waitForEvent('download')
  await page.locator('[data-csv]').click()
  expect((await download).suggestedFilename()).toMatch(/^contracts-transactions-\d{4}-\d{2}-\d{2}\.csv$/)
})

/** One customer's side of a trade of the order 41. */
const ownFill = (id: string, price: string, volume: string, fee: string, role: 'maker' | 'taker') => ({
  ...{ id, orderId: '41', clientOrderId: 'web-41', contractId: '101', contractName: 'E-BTC-USDT', symbol: 'BTC-USDT' },
  ...{ contractOtherName: 'BTCUSDT', side: 'BUY', open: 'OPEN', feeCoin: 'USDT', realizedAmount: '0', ctime: order('41').ctime },
  ...{ price, volume, fee, role },
})
const FILLS = {
  count: 2,
  amendments: [],
  tradeHisList: [ownFill('1', '65998', '50', '1.64995', 'taker'), ownFill('2', '65999', '150', '4.94992', 'maker')],
}

test('ORD-004 a row of a contract order opens its fills with price, contracts, fee and role, and they add up to the row', async () => {
  harness.fake.behaviour.answers['order/get_trade_info'] = FILLS
  for (const size of [{}, { width: 320, height: 700, touch: true, lang: 'ar_SA' }]) {
    const page = await harness.open('/contractOrder?tab=history', { ...user, ...size })
    await page.locator('[data-contract-orders="2"] button[aria-expanded]').first().click()
    await page.locator('[data-fills]').waitFor()
    expect(asked('get_trade_info').at(-1)).toEqual({ contractId: '101', orderId: '41' })
    const cells = (part: string) => page.locator(`[data-fills] ${part}`).allTextContents()
    const roles = size.touch === true ? ['آخذ', 'صانع'] : ['Taker', 'Maker']
    expect(await page.locator('[data-fills] [data-role]:visible').allTextContents()).toEqual(roles)
    expect(await cells('tbody tr td:nth-child(2)')).toEqual(['65,998', '65,999'])
    expect(await cells('tbody tr td:nth-child(3)')).toEqual(['50', '150'])
    // The average is in ticks, as the row has it: of 65,998.75 the nearest.
    expect((await cells('tfoot td')).slice(1, 4)).toEqual(['65,998.8', '200', expect.stringContaining('6.59987')])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(await axeFaults(page)).toEqual([])
  }
})

test('ORD-004 [part] fills that did not load are told as such, and come by Retry', async () => {
  const { answers } = harness.fake.behaviour
  answers['order/get_trade_info'] = { fail: { code: '10010', message: 'Try again.', name: 'SERVER_BUSY' } }
  const page = await harness.open('/contractOrder', user)
  await page.getByRole('button', { name: 'Order 22: fills and details' }).click()
  await page.getByText('The fills did not load').waitFor()
  answers['order/get_trade_info'] = FILLS
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.locator('[data-fills]').waitFor()
  // Once more, and the row is closed.
  await page.getByRole('button', { name: 'Order 22: fills and details' }).click()
  await page.locator('[data-fills]').waitFor({ state: 'detached' })
})

test('SHELL-051 [part] transactions of contracts tell no balance while balances are hidden', async () => {
  const page = await harness.open('/assets/contract', user)
  await page.locator('[data-hide]').click()
  await page.locator('main').getByRole('link', { name: 'Contract orders' }).click()
  await page.getByRole('tab', { name: 'Transactions' }).click()
  const rows = page.locator('[data-contract-transactions="2"] tbody tr')
  await rows.first().waitFor()
  expect(await rows.locator('td:last-child').allTextContents()).toEqual(['****', '****'])
  expect(await rows.first().textContent()).not.toContain('0.6')
})

test('PERP-023 [part] what is attached to an order is told with it, while it is open, while it waits, after it, and on a phone', async () => {
  const leg = (triggerType: 1 | 2, triggerPrice: string) => ({ triggerType, triggerPrice, triggerPxType: 2, type: 2 }) as const
  const otoOrder = { takeProfit: leg(2, '68000'), stopLoss: leg(1, '64000') }
  const { answers } = harness.fake.behaviour
  answers['order/current_order_list'] = {
    count: 2,
    orderList: [order('21', { otoOrder }), order('22', { otoOrder: { stopLoss: leg(1, '64000') } })],
  }
  const waiting = {
    ...{ otoOrder, isConditionOrder: true, price: '0', type: 2 },
    ...{ triggerPrice: '66200', triggerType: 3, triggerPxType: 2 },
  }
  answers['order/trigger_order_list'] = { count: 1, orderList: [order('31', waiting)] }
  answers['order/history_order_list'] = { count: 1, orderList: [order('41', { otoOrder, status: 4, memo: 1 })] }
  // A line breaks between the two alone.
  const both = 'TP\u00a068,000.0 · SL\u00a064,000.0'
  const rows = (page: Page) => page.locator('[data-contract-orders] tbody tr').allInnerTexts()
  for (const size of [{}, { width: 390, height: 844, touch: true }]) {
    const page = await harness.open('/contractOrder', { ...user, ...size })
    await page.locator('[data-contract-orders="2"]').waitFor()
    const [first, second] = await rows(page)
    // Once: not in both of the places that it has.
    expect(first?.split(both).length).toBe(2)
    expect([second?.includes('SL\u00a064,000.0'), second?.includes('TP')]).toEqual([true, false])
    await page.getByRole('tab', { name: 'Waiting' }).click()
    await page.getByText('≥ 66,200 mark').waitFor()
    expect((await rows(page))[0]?.split(both).length).toBe(2)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.locator('[data-contract-orders="1"] td').getByText('Cancelled').waitFor()
    expect((await rows(page))[0]?.split(both).length).toBe(2)
    expect(await page.evaluate("[...document.querySelectorAll('main .card')].map((card) => card.scrollWidth - card.clientWidth)")).toEqual([
      0,
    ])
  }
})

test('WAL-004 [part] what the line of contracts tells is on the page before it would be asked for again', async () => {
  const page = await harness.open('/contractOrder', user)
  await page.locator('[data-contract-orders="2"]').waitFor()
  harness.fake.behaviour.answers['order/current_order_list'] = { count: 0, orderList: [] }
  const lists = () => asked('current_order_list').length
  const before = lists()
  // Just after the list was asked for by the clock: the next time is five seconds away.
  await expect.poll(lists).toBeGreaterThan(before)
  harness.fake.behaviour.answers['order/current_order_list'] = { count: 1, orderList: [order('23')] }
  // Half of the time until then, as the page counts it.
  const tenths = await countTenths(page, { from: 'now', selector: '[data-contract-orders="1"]', until: 'there' })
  const placed = { contractId: '101', side: 'BUY', open: 'OPEN', type: 1, price: '66000', volume: '10', clientOrderId: 'x-1' }
  await fetch(`${harness.fake.base}/fe-co-api/order/order_create`, { method: 'POST', body: JSON.stringify(placed) })
  expect(await tenths()).toBeLessThanOrEqual(30)
})

test('PERP-043 PERP-046 a liquidated position leads to its receipt, which the page computes again and whose signature it checks', async () => {
  const { receipt, receiptKeys } = await signedReceipt()
  Object.assign(harness.fake.behaviour.answers, contractAnswers(receiptKeys), { liquidation_receipt: receipt })
  const page = await harness.open('/contractOrder?tab=positions', user)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.locator('[data-receipt="9"][data-whole]').waitFor()
  const verdicts = () =>
    page
      .locator('[data-check]')
      .evaluateAll((rows) => rows.map((row) => `${row.getAttribute('data-check')} ${row.getAttribute('data-verdict')}`))
  expect(await verdicts()).toEqual(
    ['signature', 'index', 'maintenance', 'ratio', 'due', 'fills', 'fee', 'insurance'].map((check) => `${check} good`),
  )
  expect(await axeFaults(page)).toEqual([])
  harness.fake.behaviour.answers.liquidation_receipt = { ...receipt, insuranceChange: '-50' }
  const changed = await harness.open('/contractOrder?receipt=9', user)
  await changed.locator('[data-check=insurance][data-verdict=bad]').waitFor()
  await changed.locator('[data-check=signature][data-verdict=bad]').waitFor()
  expect(await changed.locator('[data-whole]').count()).toBe(0)
})

test('TRUST-007 TRUST-008 [part] a visitor reads settled funding and the fund’s ledger, and sees index and mark made again', async () => {
  const page = await harness.open('/contractData')
  await page.locator('[data-bars="30"]').waitFor()
  await page.getByRole('tab', { name: 'Insurance fund' }).click()
  await page.locator('[data-fund="100002"][data-fits=true]').waitFor()
  await page.getByRole('tab', { name: 'Index and mark' }).click()
  await page.locator('[data-index-again] [data-made="67398"][data-holds=true]').waitFor()
  await page.locator('[data-mark-again] [data-made="67403"][data-holds=true]').waitFor()
  expect(new URL(page.url()).search).toBe('?view=prices')
  await page.locator('[data-marks="3"]').getByRole('button').last().click()
  await page.locator('[data-mark-again] [data-made="67405.3"][data-holds=true]').waitFor()
  // The field says which minute is shown, before one is chosen.
  expect(await page.locator('[data-minute]').inputValue()).toBe('2026-07-14T16:31')
  await page.locator('[data-minute]').fill('2026-07-14T16:30')
  await expect.poll(() => asked('common/tag_price_parts').at(-1)?.minute).toBe(Date.UTC(2026, 6, 14, 16, 30))
  expect(new URL(page.url()).searchParams.get('at')).toBe('2026-07-14T16:30')
  expect(await axeFaults(page)).toEqual([])
  expect(harness.fake.behaviour.calls.filter(({ headers }) => headers['exchange-token'] !== undefined)).toEqual([])
})

test('PERP-043 ORD-002 [part] a receipt that is not there is told as such, and a list that did not load does not say how many it has', async () => {
  const { answers } = harness.fake.behaviour
  answers.liquidation_receipt = { fail: { code: '50031', message: 'This receipt does not exist.', name: 'RECEIPT_NOT_FOUND' } }
  const none = await harness.open('/contractOrder?receipt=77', user)
  await none.getByText('There is no such receipt in your account').waitFor()
  expect(await none.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  answers['order/history_order_list'] = { fail: { code: '10010', message: 'Try again.', name: 'SERVER_BUSY' } }
  const page = await harness.open('/contractOrder?tab=history', user)
  await page.getByText('The list did not load').waitFor()
  expect(await page.locator('[data-csv]').textContent()).toBe('CSV')
  expect(await page.getByText('Rows: 0').count()).toBe(0)
  // A page that has just come reads its lists anew once by itself: the button must not go away under the press.
  await page.waitForTimeout(1500)
  await page.getByText('The list did not load').waitFor()
  answers['order/history_order_list'] = { count: 0, orderList: [] }
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Rows: 0', { exact: true }).waitFor()
})

test('TRUST-008 [part] a fund that changed between its two answers is read again, and nobody is told that it does not add up', async () => {
  let asked = 0
  // The line came after the first look at the fund.
  const behind = { marginCoin: 'USDT', balance: '100000' }
  Object.defineProperty(harness.fake.behaviour.answers, 'common/get_risk_account', {
    configurable: true,
    enumerable: true,
    get: () => (++asked === 1 ? behind : { ...behind, balance: '100002' }),
  })
  const page = await harness.open('/contractData?view=insurance')
  await page.locator('[data-fund]').waitFor()
  expect(await page.locator('[data-fund]').getAttribute('data-fund')).toBe('100002')
  expect(await page.locator('[data-fund]').getAttribute('data-fits')).toBe('true')
  // One that stays so is told.
  Object.defineProperty(harness.fake.behaviour.answers, 'common/get_risk_account', { value: behind, enumerable: true })
  const torn = await harness.open('/contractData?view=insurance')
  await torn.locator('[data-fits=false]').waitFor()
})

/** Words of the buttons that a finger has less than 44 px of height for, with the invisible part around them. */
const lowerThanFinger = (buttons: Element[]): string[] =>
  buttons
    .filter((button) => {
      const around = Number.parseFloat(getComputedStyle(button, '::after').blockSize) || 0
      const { height } = button.getBoundingClientRect()
      return height > 0 && Math.max(height, around) < 44
    })
    .map((button) => button.textContent ?? '')

test('A11Y-004 I18N-005 [part] on a phone, in Arabic and at night nothing is wider than the screen, nor a button lower than a finger', async () => {
  const { receipt, receiptKeys } = await signedReceipt()
  Object.assign(harness.fake.behaviour.answers, contractAnswers(receiptKeys), { liquidation_receipt: receipt })
  // A fund of a million: as wide as it comes.
  harness.fake.behaviour.answers['common/get_risk_account'] = { marginCoin: 'USDT', balance: '1005338.17907028' }
  harness.fake.behaviour.answers['common/risk_balance_list'] = {
    ...{ count: 1 },
    riskBalanceList: [{ ...FUND[0], balance: '1005338.17907028', change: '-69.42163201' }],
  }
  const account = await harness.open('/assets/contract', { ...user, lang: 'ar_SA' })
  // A leverage runs from left to right among Arabic words: `5×`.
  await account.locator('[data-positions="2"]').waitFor()
  expect(await account.locator('[data-positions]').textContent()).toMatch(/\u2066\d+×\u2069/)
  const paths = ['/assets/contract', '/assets/contract/topUp', '/contractOrder', '/contractOrder?receipt=9']
  for (const path of [...paths, '/contractData', '/contractData?view=insurance', '/contractData?view=prices']) {
    const page = await harness.open(path, { ...user, lang: 'ar_SA', mode: 'night', width: 320, height: 700, touch: true })
    await page.locator('main .card').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(320)
    // Nor wider than its card, where a part of it would have to be looked for. In one question: cards come with their answers.
    expect(
      await page.evaluate("[...document.querySelectorAll('main .card')].filter((card) => card.scrollWidth > card.clientWidth).length"),
      path,
    ).toBe(0)
    expect(await page.locator('main .card button').evaluateAll(lowerThanFinger), path).toEqual([])
  }
})
