/** The life of an account in a real browser against the real server: registered, protected, entered by every door, reset. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SessionClient } from '../../../sim/src/client/session-client.ts'
import { type Harness, startHarness } from '../harness.ts'
import { newCustomer } from '../terminal/desk.ts'

const PASSWORD = 'tern-Harbour-41'
const NEXT_PASSWORD = 'violet-Quay-77'
const STEP_MS = 30_000
const MINUTE = 60_000
/** Of five minutes, as both login steps begin. */
const TIME_LEFT = /^This step stays open for (5:00|4:\d\d)\.$/
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

/** Bytes of a base32 secret. */
function secretBytes(text: string): Buffer {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an authenticator shows `ahead` steps from now. */
function appCode(secret: string, ahead = 0): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead))
  const mac = createHmac('sha1', secretBytes(secret)).update(message).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function register(page: Page, email: string, codeOf: () => Promise<string>): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(/^Send again in (60|[1-5]?\d) s$/).waitFor()
  await page.getByLabel('Code from the e-mail').fill(await codeOf())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function password(page: Page, email: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function recovery(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'I cannot use my authenticator' }).click()
  await page.getByLabel('Recovery code').fill(code)
}

describe.skipIf(process.env.AGIO_E2E_BASE === undefined)('an account', () => {
  test('AUTH-022 AUTH-023 USER-006 [part] register, bind an authenticator, log in with it, revoke another device, reset the password', async () => {
    const base = harness.realBase ?? ''
    const email = `life-${randomUUID().slice(0, 12)}@example.com`
    const inbox = new SessionClient(base)
    const codeOf = () => inbox.code(email)
    // What runs out runs out by the server's clock, whatever the devices think of the time.
    const page = await harness.open('/register', { lang: 'en_US', mode: 'day', clockOff: -12 * MINUTE }, base)
    await register(page, email, codeOf)
    await page.waitForURL(`${base}/`)

    await page.goto(`${base}/userCenter/safeCenter`)
    await page.getByRole('button', { name: 'Add authenticator' }).click()
    const secret = (await page.locator('[data-secret]').getAttribute('data-secret')) ?? ''
    await page.getByLabel('Code that the app shows').fill(appCode(secret))
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Show that it is you' })
    await question.getByRole('button', { name: 'Send code' }).click()
    await question.getByText(/^Send again in/).waitFor()
    await question.locator('[name=email]').fill(await codeOf())
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
    const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
    expect(codes.length).toBe(10)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: 'Close without keeping' }).click()
    await page.locator('[data-lock-until]').waitFor()

    await page.getByRole('navigation', { name: 'User centre' }).getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/login')
    await password(page, email, PASSWORD)
    await page.getByLabel('Code from your authenticator').fill(appCode(secret, 1))
    await page.waitForURL(`${base}/`)

    const other = await harness.open('/login?returnUrl=%2FuserCenter', { lang: 'en_US', mode: 'night', clockOff: 5 * MINUTE }, base)
    await password(other, email, PASSWORD)
    await other.getByText(TIME_LEFT).waitFor()
    await recovery(other, codes[0] ?? '')
    await other.keyboard.press('Enter')
    await other.getByRole('heading', { name: 'Confirm this device' }).waitFor()
    await other.getByText(TIME_LEFT).waitFor()
    await other.getByText(/^Send again in (60|[1-5]?\d) s$/).waitFor()
    await other.getByLabel('Code from the message').fill(await codeOf())
    await other.waitForURL('**/userCenter')
    await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

    await page.goto(`${base}/userCenter/safeCenter?view=devices`)
    await page
      .getByRole('button', { name: /^End session:/ })
      .first()
      .click()
    await page.getByText('1 session ended').waitFor()
    // Its next call ends it, whichever part of the page asks first.
    await other.reload()
    await other.locator('header').getByRole('link', { name: 'Log in' }).waitFor()
    expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull()

    await page.getByRole('navigation', { name: 'User centre' }).getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Forgot it?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
    expect(await page.locator('header, footer').count()).toBe(0)
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
    await page.keyboard.press('Enter')
    // Once it is asked for it was sent.
    const sent = page.getByLabel(/^Code from the e-mail to/)
    await sent.waitFor()
    await sent.fill(await codeOf())
    await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD)
    await page.getByLabel('The same again').fill(NEXT_PASSWORD)
    await page.keyboard.press('Enter')
    await recovery(page, codes[1] ?? '')
    await page.getByRole('button', { name: 'Save new password' }).click()
    await page.getByRole('heading', { level: 1, name: 'Password changed' }).waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()
    await password(page, email, NEXT_PASSWORD)
    await page.getByLabel('Code from your authenticator').waitFor()
  }, 120_000)

  test('AUTH-024 [part] a passkey is added in the security centre and logs in from the login page', async () => {
    const base = harness.realBase ?? ''
    const email = `key-${randomUUID().slice(0, 12)}@example.com`
    const inbox = new SessionClient(base)
    const page = await harness.open('/register', { lang: 'en_US', mode: 'day' }, base)
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('WebAuthn.enable')
    const traits = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
    await devTools.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', ...traits } })
    await register(page, email, () => inbox.code(email))
    await page.waitForURL(`${base}/`)
    await page.goto(`${base}/userCenter/safeCenter`)
    await page.getByRole('button', { name: 'Add: Passkeys' }).click()
    const dialog = page.getByRole('dialog', { name: 'Passkeys' })
    await dialog.getByLabel('Name for this device').fill('My laptop')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Show that it is you' })
    await question.getByRole('button', { name: 'Send code' }).click()
    await question.getByText(/^Send again in/).waitFor()
    await question.locator('[name=email]').fill(await inbox.code(email))
    await dialog.getByText('My laptop').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'User centre' }).getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(`${base}/`)
    await page.getByRole('button', { name: 'Your account' }).waitFor()
  })

  test('INV-001 [part] a customer of the demo finds a code, a link and a poster to invite with, and what it earns', async () => {
    const base = harness.realBase ?? ''
    const { stored } = await newCustomer(base)
    const page = await harness.open('/invite', { lang: 'en_US', mode: 'day', stored }, base)
    await page.getByRole('heading', { level: 1, name: 'Invite a friend' }).waitFor()
    await page.getByText(/20\W*%\W* of the fees they really pay/).waitFor()
    await page.getByText(/\/register\?inviteCode=[0-9A-Z]{8}$/).waitFor()
    await page.getByRole('button', { name: 'Save poster' }).waitFor()
  })
})
