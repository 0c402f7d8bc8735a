/** Nothing is wider than a phone of 320 or 360 px, in any language: every page of the exchange, and every dialog, sheet, drawer and menu that opens on one. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inventedTerminal } from '../contracts/invented.ts'
import { type Harness, startHarness } from '../harness.ts'
import { type Customer, lastPrice, newCustomer, PAIR } from '../terminal/desk.ts'
import { LANGUAGES, narrowVisit, tooWide } from './narrow.ts'
import { narrowRoom, openRoom } from './narrow-dialogs.ts'
import { narrowTrade } from './narrow-trade.ts'
import { ROOMS, SPOT } from './rooms.ts'
import { everyLanguage } from './visits.ts'

const ALL = LANGUAGES.map((lang) => [lang] as const)
/** Data that is asked for after the first paint. */
const SETTLE_MS = 500

describe('contracts', () => {
  const invented = inventedTerminal()

  test.each(ALL)('A11Y-004 [part] tabs, sheet and dialogs in %s', async (lang) => {
    expect(await narrowTrade(invented, lang, true)).toEqual([])
  })
})

describe('what opens on pages', () => {
  let harness: Harness
  let publicKey: string
  beforeAll(async () => {
    harness = await startHarness()
    const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
    publicKey = Buffer.from(await suite.kem.serializePublicKey((await suite.kem.generateKeyPair()).publicKey)).toString('base64url')
  })
  afterEach(() => harness.reset())
  afterAll(() => harness.stop())

  test.each(ROOMS.map((room) => [`${room.path}: ${Object.keys(room.opens).join(', ')}`, room] as const))(
    'A11Y-004 [part] %s',
    async (_name, room) => {
      const key = { keyId: 'k1', publicKey, kem: 32, kdf: 1, aead: 2, notAfter: Date.now() + 3_600_000 }
      harness.fake.behaviour.answers['security/publicKey'] = key
      expect(await narrowRoom(await openRoom(harness, room, { loggedIn: true }), room)).toEqual([])
    },
  )
})

const base = process.env.AGIO_E2E_BASE ?? ''

describe.skipIf(base === '')('the running exchange', () => {
  let harness: Harness
  let customer: Customer
  beforeAll(async () => {
    harness = await startHarness()
    customer = await newCustomer(base)
  })
  afterAll(() => harness.stop())

  test.each(ALL)('A11Y-004 [part] every page in %s', { timeout: 600_000 }, async (lang) => {
    const context = await harness.context({ ...narrowVisit(lang), stored: customer.stored }, base)
    const page = await context.newPage()
    const faults: string[] = []
    for (const { address } of everyLanguage().filter((visit) => visit.lang === lang)) {
      await page.goto(base + address)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.waitForTimeout(SETTLE_MS)
      faults.push(...(await tooWide(page, address)))
    }
    await context.close()
    expect(faults).toEqual([])
  })

  test('A11Y-004 [part] what opens on the spot terminal', { timeout: 600_000 }, async () => {
    const price = ((await lastPrice(customer)) * 0.96).toFixed(2)
    const order = { symbol: PAIR, direction: 'BUY', type: 'LIMIT', price, amount: '0.002' }
    await customer.client.must('/api/user-web/v1/order/createOrder', order)
    expect(await narrowRoom(await openRoom(harness, SPOT, { stored: customer.stored }, base), SPOT)).toEqual([])
  })
})
