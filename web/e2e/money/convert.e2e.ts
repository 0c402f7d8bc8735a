/** `/exchange` and `/flashOrder` against an invented desk: a price that runs out asks, a conversion is done once, and all of it by keyboard. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { openDesk, quote, record } from '../fakes/convert.ts'
import { type Harness, startHarness } from '../harness.ts'

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
let publicKey = ''
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  publicKey = Buffer.from(await suite.kem.serializePublicKey((await suite.kem.generateKeyPair()).publicKey)).toString('base64url')
})
beforeEach(() => {
  openDesk(harness)
  const key = { keyId: 'test-key', publicKey, kem: 32, kdf: 1, aead: 2, notAfter: Date.now() + 3_600_000 }
  harness.fake.behaviour.answers['security/publicKey'] = key
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const callsTo = (tail: string) => harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(tail))
const trades = () => callsTo('/trade_convert/trade').map(({ body }) => body as Readonly<Record<string, unknown>>)
const offer = (seconds: number, change: Parameters<typeof quote>[1] = {}) => {
  harness.fake.behaviour.answers['pre_trade/USDT/BTC'] = quote(seconds, change)
}

async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
  for (let step = 0; step < 60 && !(await isThere()); step += 1) await page.keyboard.press('Tab')
  if (!(await isThere())) throw new Error(`no Tab leads to ${selector}`)
}

test('CONV-004 CONV-007 A11Y-002 [part] by keyboard alone: a coin is found, a price that ran out asks, the new one is taken once', async () => {
  const { answers } = harness.fake.behaviour
  answers['trade_convert/trade'] = record('905')
  const page = await harness.open('/exchange', { loggedIn: true })
  await page.getByText('If the market moves against this price by more than three times our spread', { exact: false }).waitFor()
  await page.locator('[data-convert] [data-all]:enabled').waitFor()
  await tabTo(page, '[data-pick=receive]')
  await page.keyboard.press('Enter')
  await page.locator('[role=combobox]:focus').waitFor()
  await page.keyboard.type('dog')
  expect(await page.getByRole('option', { name: /DOGE/ }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Enter')
  for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('bitc')
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-pick'))).toBe('receive')

  await page.keyboard.press('Shift+Tab')
  await tabTo(page, '[name=send]')
  offer(3)
  await page.keyboard.type('1000')
  await page.locator('[data-quote=expired]').waitFor()
  await page.getByText(/Nothing moved\. At the new price you get about .*BTC.* less/).waitFor()
  // Of the whole amount: on a busy machine a part of it may stand long enough to be asked about.
  expect(callsTo('/pre_trade/USDT/BTC').filter(({ query }) => query.includes('sendAmount=1000'))).toHaveLength(1)
  expect(trades()).toEqual([])

  offer(30, { quoteId: '70042' })
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-action'))).toBe('again')
  await page.keyboard.press('Enter')
  await page.locator('[data-quote=quoted]').waitFor()
  // The second half of a double press was meant for what stood there before.
  await page.keyboard.press('Enter')
  expect(await axeFaults(page)).toEqual([])
  await expect
    .poll(async () => {
      await page.keyboard.press('Enter')
      return trades().length
    })
    .toBe(1)
  expect(trades()[0]).toMatchObject({
    ...{ quoteId: '70042', sendCoin: 'USDT', receiveCoin: 'BTC', sendAmount: '1000' },
    ...{ clientId: expect.stringMatching(/^web-/), data: expect.stringMatching(/^test-key\./) },
  })
  await page.getByRole('heading', { name: 'Converted' }).waitFor()
  await page.getByText(/0\.01481925\sBTC.* is in your spot account/).waitFor()
  expect(await page.locator('[data-convert=done] a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/flashOrder?id=905',
    '/billDetails?kind=convert',
  ])
})

test('CONV-010 CONV-011 a refusal says what, why and what next; a lost answer is tried again as the same conversion', async () => {
  const { answers } = harness.fake.behaviour
  const refuse = (name: string, params: object = {}) => {
    answers['trade_convert/trade'] = { fail: { code: '70006', message: 'Refused', name, params } }
  }
  const page = await harness.open('/exchange', { loggedIn: true })
  const asked = page.waitForRequest(/pre_trade\/USDT\/BTC\?receiveAmount=0\.5$/)
  offer(60, { side: 'receive', sendAmount: '33739.9', receiveAmount: '0.5' })
  await page.locator('[name=receive]').fill('0.5')
  await asked
  const press = () => page.locator('[data-action]').click({ force: true })
  await page.getByText('You have less', { exact: false }).first().waitFor()
  await press()
  expect(trades()).toEqual([])

  offer(60)
  refuse('INTERNAL')
  await page.locator('[name=send]').fill('1000')
  await page.locator('[data-action=convert]', { hasText: '1,000' }).waitFor()
  // A press before its request is seen here is the next try of the same conversion: one key, as is looked at below.
  await expect
    .poll(async () => {
      if (trades().length === 0) await press()
      return trades().length
    })
    .toBeGreaterThan(0)
  await page.getByText('No answer came').first().waitFor()
  refuse('QUOTE_MOVED')
  await press()
  await page.getByText('The market moved too far').waitFor()
  await page.getByText(/Nothing moved\. Ask for a new price if you still want to convert/).waitFor()
  expect(new Set(trades().map(({ clientId }) => clientId)).size).toBe(1)

  answers['pre_trade/USDT/BTC'] = {
    fail: { code: '70008', message: 'Limit', name: 'CONVERT_DAILY_LIMIT', params: { limitU: '200000', usedU: '199500' } },
  }
  await press()
  await page.getByText(/You have used .*199,500\.00.* of .*200,000.* USDT\. Nothing moved/).waitFor()
  offer(60, { quoteId: '70043' })
  refuse('BALANCE_INSUFFICIENT')
  await press()
  await page.locator('[data-quote=quoted]').waitFor()
  await expect
    .poll(async () => {
      await press()
      return page.locator('[data-quote]').textContent()
    })
    .toMatch(/Not enough .*USDT.*Your spot account has less available/)
})

test('CONV-011 [part] a pause is counted down and asked again after, a bound has its sentence, and what the market gave is told', async () => {
  const { answers } = harness.fake.behaviour
  const fails = (name: string, message: string, params = {}) => ({ fail: { code: '70015', message, name, params } })
  answers['pre_trade/USDT/BTC'] = fails('CONVERT_PAUSED', 'Paused', { coinName: 'BTC', retryAfter: 3 })
  const page = await harness.open('/exchange', { loggedIn: true })
  await page.locator('[name=send]').fill('1000')
  await page.getByText(/BTC.* just moved fast/).waitFor()
  await page.getByText('We wait 1 s, then ask for a price again').waitFor()
  offer(60)
  await page.locator('[data-quote=quoted]').waitFor()

  answers['trade_convert/trade'] = fails('CONVERT_PERSON_LIMIT', 'You have taken as much as one person may.', { minutes: 10 })
  const press = () => page.locator('[data-action]').click({ force: true })
  await expect
    .poll(async () => {
      await press()
      return page.locator('[data-quote]').textContent()
    })
    .toMatch(/As much .*BTC.* as one person may take.*You have taken as much as one person may\./)

  const shown = quote(60, { quoteId: '70050' })
  answers['pre_trade/USDT/BTC'] = shown
  answers['trade_convert/trade'] = { ...record('906'), receiveCoin: 'BTC', receiveAmount: '1.5' }
  await expect
    .poll(async () => {
      if ((await page.locator('[data-action]').count()) > 0) await press()
      return page.locator('[data-more]').count()
    })
    .toBe(1)
  await page.getByText(/The market moved in your favour: .*BTC.* of it is more than the price showed/).waitFor()
})

test('ROUTE-010 CONV-002 a visitor sees what public prices come to and is asked to log in; nothing of a user is asked for', async () => {
  const page = await harness.open('/exchange', { lang: 'ar_SA', mode: 'night', width: 390, height: 844, touch: true })
  await page.locator('[name=send]').fill('1000')
  await expect.poll(() => page.locator('[name=receive]').inputValue()).toBe('0.01483407')
  expect(await page.locator('[data-action=login]').getAttribute('href')).toBe('/login?returnUrl=%2Fexchange')
  expect(await page.locator('button[type=submit]').count()).toBe(0)
  // What the price is made of stands below the card, and is fetched when somebody gets there.
  const asked = () => harness.fake.behaviour.calls.filter(({ call }) => call.includes('index/sources')).length
  expect(asked()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.locator('[data-remade=same]').waitFor()
  expect(asked()).toBeGreaterThan(0)
  await expect.poll(() => page.locator('[data-source=bitstamp]').getAttribute('data-out')).toBe('stale')
  expect(harness.fake.behaviour.calls.filter(({ call }) => call.includes('trade_convert'))).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await axeFaults(page)).toEqual([])
})

test('CONV-013 SHELL-013 ORD-002 conversions are listed with their filters in the address; a row opens its two bill lines', async () => {
  const page = await harness.open('/flashOrder?id=904', { loggedIn: true })
  await page.locator('[data-conversion-bills]').waitFor()
  expect(await page.locator('[data-conversion-bills] tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/USDT\s+−500\.00000000/),
    expect.stringMatching(/ETH\s+\+0\.14205000/),
  ])
  await expect.poll(() => page.locator('[data-conversion]').count()).toBe(4)
  await page.getByLabel('Status').selectOption('failed')
  await page.waitForURL('**/flashOrder?status=failed')
  await page.locator('[data-reset]').click()
  await page.waitForURL('**/flashOrder')
  await page.getByRole('button', { name: 'Orders', exact: true }).click()
  await page
    .getByRole('menuitem', { name: 'Convert orders' })
    .or(page.getByRole('menuitem', { name: /Convert/ }))
    .first()
    .waitFor()
})

test('CONV-014 closed, the page says so under its picture, and no menu or tab leads to it', async () => {
  const { behaviour } = harness.fake
  behaviour.switches = { ...behaviour.switches, flashConvertSwitch: 0 }
  behaviour.kv = { ...behaviour.kv, flash_img: '/coins/btc.svg' }
  const page = await harness.open('/exchange', { loggedIn: true })
  await page.getByText('Convert is closed in this installation').waitFor()
  expect(await page.locator('[data-banner]').getAttribute('src')).toBe('/coins/btc.svg')
  expect(await page.locator('form[data-convert]').count()).toBe(0)
  await page.getByRole('button', { name: 'Orders', exact: true }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem').allInnerTexts()).toHaveLength(2)
})
