/** Login, logout and the way back, against an invented exchange that opens the sealed reports. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonicalReport, deviceReportSchema, HPKE_INFO_PREFIX, payloadBinding } from '../../../wire/src/security.ts'
import { SESSION_OVER } from '../fakes/server.ts'
import { type Harness, startHarness, TEST_USER } from '../harness.ts'

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
let keys: Awaited<ReturnType<typeof suite.kem.generateKeyPair>>
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  keys = await suite.kem.generateKeyPair()
})
beforeEach(async () => {
  const raw = Buffer.from(await suite.kem.serializePublicKey(keys.publicKey))
  harness.fake.behaviour.answers['security/publicKey'] = {
    keyId: 'test-key',
    publicKey: raw.toString('base64url'),
    kem: 32,
    kdf: 1,
    aead: 2,
    notAfter: Date.now() + 3_600_000,
  }
  harness.fake.behaviour.answers['open/login'] = LOGIN_STEP()
  harness.fake.behaviour.answers['login/secondFactor'] = DONE
  harness.fake.behaviour.answers['open/register'] = DONE
  harness.fake.behaviour.answers.sendCode = { expireTime: Date.now() + 600_000, resendTime: Date.now() + 60_000 }
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const USER = { ...TEST_USER, registerType: 1, lang: 'en_US', kycLevel: 0, createTime: 1 }
const DONE = { stage: 'done', token: 'a-new-token', expireTime: 1, userInfo: USER }
const LOGIN_STEP = () => ({
  stage: 'secondFactor',
  ticket: 'ticket-1',
  expireTime: Date.now() + 300_000,
  loginMode: 0,
  methods: ['email'],
  masks: { email: 'al***er@mail.com' },
})
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const callsOf = (tail: string) => harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(tail))

async function logIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('alexander@mail.com')
  await page.getByLabel('Password', { exact: true }).fill('tern-Harbour-41')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(/^Code from the e-mail/).fill('381204')
}

/** Opens a sealed call with the private key, as the server does. */
async function unseal(body: Record<string, unknown>, call: string): Promise<Record<string, unknown>> {
  const [keyId, text = ''] = String(body.data).split('.')
  const bytes = Uint8Array.from(Buffer.from(text, 'base64url'))
  const encode = (value: string) => new TextEncoder().encode(value)
  const plain = await suite.open(
    { recipientKey: keys, enc: bytes.slice(0, 32).buffer, info: encode(HPKE_INFO_PREFIX + keyId).buffer },
    bytes.slice(32).buffer,
    encode(payloadBinding(Number(body.time), String(body.reqNo), call)).buffer,
  )
  return JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>
}

describe('login', () => {
  test('AUTH-013 AUTH-025 ROUTE-005 a login stores the token, tells everyone, loads the user and goes where it was headed', async () => {
    const context = await harness.context()
    const page = await context.newPage()
    await page.goto(`${harness.fake.base}/marketData`)
    await page.locator('h1').waitFor()
    await page.goto(`${harness.fake.base}/billDetails?x=1`)
    await page.waitForURL('**/login?returnUrl=%2FbillDetails%3Fx%3D1')
    await page.evaluate(() => window.addEventListener('loginStatusChanged', () => Object.assign(window, { told: true })))
    await logIn(page)
    await page.waitForURL('**/billDetails?x=1')
    expect(await stored(page, 'token')).toBe('"a-new-token"')
    expect(JSON.parse((await stored(page, 'userInfo')) ?? '')).toEqual(TEST_USER)
    expect(await page.evaluate(() => 'told' in window)).toBe(true)
    await expect.poll(() => callsOf('user/getLoginInfo').length).toBe(1)
    expect(callsOf('user/getLoginInfo')[0]?.headers).toMatchObject({
      authorization: 'Bearer a-new-token',
      'x-access-token': 'a-new-token',
      lang: 'en_US',
    })
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/login')
    expect(new URL(page.url()).pathname).toBe('/marketData')
  })

  test('API-006 [part] the sealed report opens with the private key, is bound to its call and holds exactly the fields of the API', async () => {
    const page = await harness.open('/login')
    await logIn(page)
    await expect.poll(() => callsOf('login/secondFactor').length).toBe(1)
    const [first] = callsOf('open/login')
    const report = await unseal(first?.body as Record<string, unknown>, 'POST /api/auth/v1/open/login')
    expect(deviceReportSchema.safeParse(report).success).toBe(true)
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalReport(report)))).toString('hex')
    expect(report.securityInfo).toBe(`2.0.6.${digest}`)
    expect((first?.body as Record<string, unknown> | undefined)?.securityInfo).toBe(report.securityInfo)
    await expect(unseal(first?.body as Record<string, unknown>, 'POST /api/auth/v1/open/register')).rejects.toThrow()
    const numbers = harness.fake.behaviour.calls
      .map(({ body }) => (body as Record<string, unknown> | undefined)?.reqNo)
      .filter((value) => value !== undefined)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('PERP-048 PERP-049 [part] the fingerprint is taken once somebody types, and neither silence nor a blocked source keeps a login', async () => {
    const context = await harness.context()
    // Sound never ends, plugins are refused, and nothing can be kept.
    await context.addInitScript(() => {
      OfflineAudioContext.prototype.startRendering = () => new Promise(() => undefined)
      Object.defineProperty(Navigator.prototype, 'plugins', {
        get: () => {
          throw new Error('refused')
        },
      })
      const set = Storage.prototype.setItem
      Storage.prototype.setItem = function (key, value) {
        if (key === 'deviceIdentity') throw new DOMException('refused', 'QuotaExceededError')
        set.call(this, key, value)
      }
    })
    const page = await context.newPage()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const taken = () => loaded.filter((path) => /\/fingerprint-/.test(path)).length
    await page.goto(`${harness.fake.base}/`)
    await page.locator('h1').first().waitFor()
    await page.goto(`${harness.fake.base}/login`)
    await page.locator('h1').first().waitFor()
    expect(taken()).toBe(0)
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('alexander@mail.com')
    await expect.poll(taken).toBe(1)
    await logIn(page)
    await expect.poll(() => callsOf('login/secondFactor').length).toBe(1)
    const [first] = callsOf('open/login')
    const report = await unseal(first?.body as Record<string, unknown>, 'POST /api/auth/v1/open/login')
    expect(report).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), plugins: [], localStorage: 1 })
    // Where nothing can be kept, the visitor id names the device.
    expect(report.identity).toBe(report.id)
    expect(taken()).toBe(1)
  })

  test('AUTH-001 [part] a wrong address is named before any request is sent', async () => {
    const page = await harness.open('/login')
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('a@b.c1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Enter an e-mail address, like name@mail.com.').waitFor()
    expect(await page.getByRole('textbox', { name: 'E-mail', exact: true }).evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    expect(callsOf('open/login')).toEqual([])
  })

  test('AUTH-014 AUTH-015 the header follows the token; a logout ends it here and there and opens the login', async () => {
    const page = await harness.open('/assets/spot', { loggedIn: true }).catch(() => harness.open('/marketData', { loggedIn: true }))
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/login')
    expect(await stored(page, 'token')).toBeNull()
    await expect.poll(() => callsOf('/logout')[0]?.headers.authorization).toBe('Bearer test-token')
    await page.evaluate(() => {
      localStorage.setItem('token', '"again"')
      window.dispatchEvent(new Event('loginStatusChanged'))
    })
    await page.locator('header').getByRole('button', { name: 'Wallet' }).waitFor()
  })

  test('AUTH-015 what the live connection says of a logout meanwhile is no news, here and in another tab', async () => {
    harness.fake.behaviour.endsSession = ['/logout']
    const page = await harness.open('/marketData', { loggedIn: true })
    const seen: string[] = []
    page.on('framenavigated', () => void seen.push(new URL(page.url()).pathname))
    const other = await page.context().newPage()
    await other.goto(`${harness.fake.base}/marketData`)
    await other.getByRole('button', { name: 'Wallet' }).waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => callsOf('/logout')[0]?.headers.authorization).toBe('Bearer test-token')
    await other.locator('header').getByRole('link', { name: 'Log in' }).waitFor()
    await page.waitForTimeout(500)
    expect(seen).toEqual(['/login'])
    expect(new URL(other.url()).pathname).toBe('/marketData')
    for (const tab of [page, other]) expect(await tab.getByText(SESSION_OVER).count()).toBe(0)
  })

  test('AUTH-014 another tab learns of a logout', async () => {
    const page = await harness.open('/marketData', { loggedIn: true })
    const other = await page.context().newPage()
    await other.goto(`${harness.fake.base}/`)
    await other.getByRole('button', { name: 'Wallet' }).waitFor()
    await page.evaluate(() => {
      localStorage.removeItem('token')
      window.dispatchEvent(new Event('loginStatusChanged'))
    })
    await other.locator('header').getByRole('link', { name: 'Log in' }).waitFor()
  })
})

describe('other ways in', () => {
  const COUNTRY = { id: 'DE', countryCode: 'DE', areaCode: '49', name: 'Germany', nameEn: 'Germany', iconUrl: null, supported: 1 }

  test('AUTH-002 AUTH-008 [part] a telephone with its country code, then every code that is asked for, each in its own field', async () => {
    const { answers } = harness.fake.behaviour
    answers.selectHomeCountryList = [COUNTRY]
    answers['open/login'] = { ...LOGIN_STEP(), loginMode: 1, methods: ['google', 'phone'], masks: { phone: '151***678' } }
    const wrong = {
      code: '10013',
      message: 'The code is wrong or was used already.',
      name: 'SECOND_FACTOR_INVALID',
      params: { method: 'phone' },
    }
    answers['login/secondFactor'] = { fail: wrong }
    const page = await harness.open('/login')
    await page.getByRole('radio', { name: 'Phone' }).check()
    const number = page.getByRole('textbox', { name: 'Phone number' })
    await number.fill('+49151')
    await page.getByLabel('Password', { exact: true }).fill('tern-Harbour-41')
    await page.keyboard.press('Enter')
    await page.getByText('Enter 4 to 15 digits, without plus sign or spaces.').waitFor()
    expect(callsOf('open/login')).toEqual([])
    await page.getByRole('combobox', { name: 'Country code' }).selectOption('DE')
    // Persian digits, as a Persian keyboard writes them: they mean what they say.
    await number.fill('۱۵۱ ۲۳۴۵۶۷۸')
    await page.keyboard.press('Enter')
    await page.getByLabel('Code from your authenticator').focus()
    await page.keyboard.type('۱۲۳۴۵۶')
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)).toBe('phone')
    await page.keyboard.type('654321')
    await page.getByText('The code is wrong or was used already.').waitFor()
    expect(await page.getByLabel('Code from your authenticator').inputValue()).toBe('123456')
    answers['login/secondFactor'] = DONE
    await page.keyboard.type('111222')
    await page.waitForURL(`${harness.fake.base}/`)
    expect(callsOf('open/login')[0]?.body).toMatchObject({ type: 2, account: '1512345678', areaCode: '49' })
    expect(callsOf('login/secondFactor').map(({ body }) => (body as { codes: unknown }).codes)).toEqual([
      { google: '123456', phone: '654321' },
      { google: '123456', phone: '111222' },
    ])
  })

  test('AUTH-023 [part] a link of a message freezes only when pressed, also for who is logged in', async () => {
    harness.fake.behaviour.answers['login/notMe'] = {}
    const page = await harness.open(`/login#notMe=${'a'.repeat(43)}`, { loggedIn: true })
    await page.getByRole('heading', { level: 1, name: 'Was this not you?' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(callsOf('login/notMe')).toEqual([])
    await page.getByRole('button', { name: 'Freeze my account' }).click()
    await page.getByText('Your account is frozen. Nobody can log in or withdraw.').waitFor()
    expect(callsOf('login/notMe')[0]?.body).toEqual({ token: 'a'.repeat(43) })
    expect(await stored(page, 'token')).toBeNull()
  })

  test('AUTH-022 [part] ROUTE-008 a reset shows neither header nor footer, and a wrong code leads back to its step', async () => {
    const { answers } = harness.fake.behaviour
    answers['open/resetPassword'] = { fail: { code: '10015', message: 'The code is wrong. Tries left: 4.', name: 'CODE_INVALID' } }
    const page = await harness.open('/resetPassword')
    expect(await page.locator('header, footer').count()).toBe(0)
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('alexander@mail.com')
    await page.keyboard.press('Enter')
    await page.getByLabel(/^Code from the e-mail to/).fill('111111')
    await page.getByLabel('New password', { exact: true }).fill('violet-Quay-77')
    await page.getByLabel('The same again').fill('violet-Quay-7')
    await page.keyboard.press('Enter')
    await page.getByText('The two passwords differ.').waitFor()
    expect(callsOf('open/resetPassword')).toEqual([])
    await page.getByLabel('The same again').fill('violet-Quay-77')
    await page.keyboard.press('Enter')
    await page.getByText('The code is wrong. Tries left: 4.').waitFor()
    answers['open/resetPassword'] = {}
    await page.keyboard.type('222222')
    await page.getByLabel('New password', { exact: true }).fill('violet-Quay-77')
    await page.getByLabel('The same again').fill('violet-Quay-77')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Password changed' }).waitFor()
  })
})

describe('sessions that the server ends', () => {
  // All six end it, which the test of the calls proves; what follows is the same for each.
  test.each(['10005', '10132'])('AUTH-016 AUTH-018 code %s: one message, no token, home', async (code) => {
    const fail = { fail: { code, message: `Your session ended (${code}).`, name: 'SESSION' } }
    harness.fake.behaviour.answers.exchangeCoinList = fail
    harness.fake.behaviour.answers['userExchangeCoinTypeList/1'] = fail
    const page = await harness.open('/marketData', { loggedIn: true })
    const told = page.getByText(`Your session ended (${code}).`)
    await told.waitFor()
    expect(await told.count()).toBe(1)
    await page.waitForURL(`${harness.fake.base}/`)
    // It may be over by now.
    expect(await told.count()).toBeLessThanOrEqual(1)
    expect(await stored(page, 'token')).toBeNull()
    await page.locator('header').getByRole('link', { name: 'Log in' }).waitFor()
  })

  test('AUTH-028 user, countries and prices that cannot be loaded are logged, and the page stays usable with what it had', async () => {
    const broken = { fail: { code: '50000', message: 'broken', name: 'INTERNAL_ERROR' } }
    for (const call of ['user/getLoginInfo', 'selectHomeCountryList', 'exchangeCoinAllPrice']) harness.fake.behaviour.answers[call] = broken
    const context = await harness.context()
    const page = await context.newPage()
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.goto(`${harness.fake.base}/login`)
    await page.getByRole('radio', { name: 'Phone' }).check()
    await expect.poll(() => logged.some((text) => text.includes('Failed to load country list')), { timeout: 15_000 }).toBe(true)
    await page.getByRole('radio', { name: 'E-mail' }).check()
    await logIn(page)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByText('IMUSER-100001', { exact: true }).waitFor()
    await expect.poll(() => logged.some((text) => text.includes('The user info did not load'))).toBe(true)
    await page.goto(`${harness.fake.base}/marketData`)
    await page.getByRole('link', { name: 'BTC/USDT' }).first().waitFor()
  })
})

describe('registration', () => {
  test('AUTH-003 AUTH-004 [part] each missing part is named beside its field and below the button', async () => {
    const page = await harness.open('/register')
    const send = page.getByRole('button', { name: 'Create account' })
    // Locked for assistive technology, yet pressing it leads to the first fault.
    await send.click({ force: true })
    for (const text of [
      'Enter the six digits of the code.',
      'Choose a password that meets all four rules.',
      'Accept the user agreement to continue.',
    ])
      await page.getByText(text).first().waitFor()
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('alexander@mail.com')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText(/^Send again in/).waitFor()
    await page.getByLabel('Code from the e-mail').fill('381 204')
    await page.getByLabel('Password', { exact: true }).fill('alexander-41')
    expect(await page.getByRole('listitem').filter({ hasText: 'Not your account name' }).textContent()).toContain('not met')
    await page.getByLabel('Password', { exact: true }).fill('tern-Harbour-41')
    await page.getByRole('checkbox').first().check()
    await page.getByText('Accept the privacy policy to continue.').first().waitFor()
    await page.getByRole('checkbox').last().check()
    await send.click()
    await page.waitForURL(`${harness.fake.base}/`)
    expect(callsOf('open/register')[0]?.body).toMatchObject({ type: 1, account: 'alexander@mail.com', code: '381204', agreeTerms: 1 })
  })

  test('A11Y-002 [part] registration goes with the keyboard alone', async () => {
    const page = await harness.open('/register?inviteCode=AGIO7KD2')
    await page.getByText('from your link').waitFor()
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).focus()
    await page.keyboard.type('alexander@mail.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type('381204')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(/^Send again in/).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('tern-Harbour-41')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${harness.fake.base}/`)
    expect(callsOf('open/register')[0]?.body).toMatchObject({ inviteCode: 'AGIO7KD2' })
  })

  test('INV-003 an invite code from a link is kept, survives a reload, and its refusal stands beside its field', async () => {
    const page = await harness.open('/register?inviteCode=AGIO7KD2')
    await page.getByText('from your link').waitFor()
    await page.goto(`${harness.fake.base}/register`)
    await page.reload()
    const field = page.getByRole('textbox', { name: 'Invite code' })
    await field.waitFor()
    expect(await field.inputValue()).toBe('AGIO7KD2')
    expect(JSON.parse((await stored(page, 'inviteInfo')) ?? '{}')).toEqual({ code: 'AGIO7KD2' })
    harness.fake.behaviour.answers['open/register'] = {
      fail: { code: '10022', message: 'This invite code is not known.', name: 'INVITE_CODE_INVALID' },
    }
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('alexander@mail.com')
    await page.getByLabel('Code from the e-mail').fill('381204')
    await page.getByLabel('Password', { exact: true }).fill('tern-Harbour-41')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.keyboard.press('Enter')
    await page.getByText('This invite code is not known.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  })
})
