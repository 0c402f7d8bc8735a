/** Browsers that say nothing usable of themselves: no language, no time zone, no name. They are browsers all the same. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { alive } from './alive.ts'
import { type Harness, startHarness } from './harness.ts'

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
}

/** Makes the browser say of itself what it is told, and throw where a browser that does not know its own zone throws. */
function pretend({ languages, userAgent, zone }: Odd): void {
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
})
