/** Browsers that say nothing usable of themselves (no language, no time zone, no name) or keep nothing. They are browsers all the same. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SessionClient } from '../../../sim/src/client/session-client.ts'
import { alive } from '../alive.ts'
import { type Harness, startHarness } from '../harness.ts'

const COUNTRIES = [{ id: 'DE', countryCode: 'DE', areaCode: '49', name: 'Germany', nameEn: 'Germany', iconUrl: null, supported: 1 }]
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

interface Odd {
  readonly languages?: readonly string[]
  readonly userAgent?: string
  readonly zone?: string
  /** Throws at whoever wants to keep something. */
  readonly blocks?: true
}

/** Makes the browser say of itself what it is told, and throw where a browser that does not know its own zone throws. */
function pretend({ languages, userAgent, zone, blocks }: Odd): void {
  if (blocks === true) {
    const refused = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: refused })
    Object.defineProperty(Document.prototype, 'cookie', { get: refused, set: refused })
  }
  const says = (name: string, value: unknown) => Object.defineProperty(Navigator.prototype, name, { get: () => value })
  if (languages !== undefined) {
    says('languages', languages)
    says('language', languages[0])
  }
  if (userAgent !== undefined) says('userAgent', userAgent)
  if (zone === undefined) return
  const { DateTimeFormat } = Intl
  const { resolvedOptions } = DateTimeFormat.prototype
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(target, [tag, options]) {
      if (options?.timeZone === zone) throw new RangeError(`Invalid time zone specified: ${zone}`)
      return new target(tag, options)
    },
  })
  DateTimeFormat.prototype.resolvedOptions = function own() {
    return { ...resolvedOptions.call(this), timeZone: zone }
  }
}

async function visit(path: string, odd: Odd, base = harness.fake.base, stored: Readonly<Record<string, string>> = {}): Promise<Page> {
  const page = await (await harness.context({ stored }, base)).newPage()
  page.setDefaultTimeout(15_000)
  await page.addInitScript(pretend, odd)
  await page.goto(base + path)
  await alive(page)
  return page
}

describe('a browser that names no language', () => {
  test.each([['C'], [''], ['POSIX!'], []])('logs in, registers and reads when its language is “%s”', async (...languages) => {
    harness.fake.behaviour.answers.selectHomeCountryList = COUNTRIES
    const login = await visit('/login', { languages })
    await login.getByRole('textbox', { name: 'E-mail', exact: true }).fill('al@mail.com')
    await login.getByRole('radio', { name: 'Phone' }).check()
    await login.getByLabel('Country code').waitFor({ state: 'attached' })
    await login.getByRole('option', { name: 'Germany +49' }).waitFor({ state: 'attached' })
    const register = await visit('/register', { languages })
    await register.getByRole('button', { name: 'Create account' }).waitFor()
  })

  test.each(['"C"', '""', '"POSIX!"', '"a b"'])('and one whose storage names the language %s reads English', async (language) => {
    const page = await visit('/marketData', {}, harness.fake.base, { language })
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor()
    await page
      .getByText(/^[\d,]+\.\d\d$/)
      .first()
      .waitFor()
  })
})

describe.skipIf(process.env.AGIO_E2E_BASE === undefined)('at the real exchange', () => {
  test.each(['Etc/Unknown', ''])(
    'a browser that knows no time zone draws the chart in UTC and says so when its zone is “%s”',
    async (zone) => {
      const page = await visit('/trade?type=spot&symbol=BTC_USDT', { zone }, harness.realBase)
      await page
        .locator('[data-chart-summary]')
        .filter({ hasText: /candles/ })
        .waitFor({ state: 'attached' })
      await page.locator('[data-panel=chart]').getByText('Times are in UTC').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    },
  )

  test('a browser that has no name logs in', async () => {
    const page = await visit('/login', { userAgent: '' }, harness.realBase)
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('al@mail.com')
    await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7')
    const [call] = await Promise.all([page.waitForRequest('**/open/login'), page.getByRole('button', { name: 'Continue' }).click()])
    expect(call.method()).toBe('POST')
  })
  test('AUTH-013 [part] one that blocks storage is logged in for this page, which says so, and stays so at the terminal', async () => {
    const base = harness.realBase ?? ''
    const email = `odd-${randomUUID().slice(0, 12)}@example.com`
    const inbox = new SessionClient(base)
    await inbox.register(email, 'tern-Harbour-41')
    const page = await visit('/login?returnUrl=%2FmarketData', { blocks: true }, base)
    const failures: Error[] = []
    page.on('pageerror', (error) => failures.push(error))
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('tern-Harbour-41')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText(/^Send again in/).waitFor()
    await page.getByLabel(/^Code from the e-mail/).fill(await inbox.code(email))
    await page.waitForURL('**/marketData')
    const band = page.locator('[data-band=unkept]')
    await band.filter({ hasText: 'You are logged in on this page only' }).waitFor()
    await page.locator('a[href^="/spotTrade"]').first().click()
    await page.locator('[data-terminal]').waitFor()
    expect([new URL(page.url()).pathname, await band.isVisible()]).toEqual(['/spotTrade', true])
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/login')
    await band.waitFor({ state: 'detached' })
    expect(failures).toEqual([])
  })
})
