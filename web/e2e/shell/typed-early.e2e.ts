/** What is typed into the markup that the server drew, before a script has run: every field that a page shows first. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { alive } from '../alive.ts'
import { COINS } from '../fakes/wallet.ts'
import { type Harness, startHarness } from '../harness.ts'

/** What the bundle of the server gives; the source itself belongs to another compilation. */
interface FirstPicture {
  draw(address: { readonly pathname: string; readonly search: string }, facts: unknown): string
}

let harness: Harness
let picture: FirstPicture
beforeAll(async () => {
  harness = await startHarness()
  const file = join(import.meta.dirname, '../../dist/prerender/prerender.js')
  const bundle = (await import(pathToFileURL(file).href)) as { open(): Promise<FirstPicture> }
  picture = await bundle.open()
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

/** The document as the exchange sends it: with the first picture inside. */
async function draw(page: Page): Promise<void> {
  await page.route(
    (url) => !url.pathname.includes('.') && !/^\/(api|fe-co-api)\//.test(url.pathname),
    async (route) => {
      const html = await (await route.fetch()).text()
      const [, facts = ''] = /window\.__BOOT__=(.*?)<\/script>/s.exec(html) ?? []
      const { pathname, search } = new URL(route.request().url())
      // The exchange knows its coins; without them nothing can be converted, and no amount is asked for.
      const whole = JSON.parse(facts) as { readonly first: object }
      const told = { ...whole, first: { ...whole.first, coins: COINS } }
      const drawn = picture.draw({ pathname, search }, told)
      const body = html.replace(facts, () => JSON.stringify(told).replaceAll('<', '\\u003c')).replace('<!--agio:page-->', () => drawn)
      await route.fulfill({ contentType: 'text/html', body })
    },
  )
}

/** Opens a page whose scripts wait. @returns what lets them come */
async function still(path: string): Promise<{ readonly page: Page; readonly start: () => void }> {
  harness.fake.behaviour.switches = { financialSwitch: 1, flashConvertSwitch: 1, contractSwitch: true, inviteSwitch: 0 }
  const page = await (await harness.context({ lang: 'en_US' })).newPage()
  await draw(page)
  let start = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    start = resolve
  })
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await gate
    await route.continue().catch(() => undefined)
  })
  await page.goto(harness.fake.base + path, { waitUntil: 'commit' })
  await page.locator('h1').first().waitFor()
  return { page, start }
}

const FIELDS = ':is(input[type=search], input[type=text], input[type=email], input:not([type]), textarea):not([readonly])'

/** And how many fields each shows at least. Terminals draw their tickets when they are live. */
const PAGES = [
  ['/', 1],
  ['/Notice', 1],
  ['/helpCenter', 1],
  ['/marketData', 1],
  ['/financial', 1],
  ['/exchange', 2],
] as const
const TYPED: Readonly<Record<string, string>> = { email: 'ann@mail.com', search: 'bit' }

test.each(PAGES)('what is typed before the scripts are live is kept on %s, and the page knows of it', async (path, least) => {
  const { page, start } = await still(path)
  const fields = page.locator(FIELDS).filter({ visible: true })
  const count = await fields.count()
  expect(count).toBeGreaterThanOrEqual(least)
  for (let index = 0; index < count; index += 1) {
    // One at a time: of two amounts the one that was typed last counts.
    const { page: own, start: go } = index === 0 ? { page, start } : await still(path)
    const field = own.locator(FIELDS).filter({ visible: true }).nth(index)
    const text = TYPED[(await field.getAttribute('type')) ?? ''] ?? '1.5'
    await field.pressSequentially(text)
    const handle = await field.elementHandle()
    go()
    await alive(own)
    await own.waitForTimeout(1500)
    const name = `${path} field ${index}`
    expect(await handle?.evaluate((one) => [one.isConnected, (one as HTMLInputElement).value]), name).toEqual([true, text])
    // What the page does not know it would write over with its next drawing.
    await own.setViewportSize({ width: 800, height: 900 })
    await own.waitForTimeout(300)
    expect(await handle?.inputValue(), name).toBe(text)
    if (path === '/financial') expect(new URL(own.url()).search).toContain('bit')
    if (path === '/exchange' && index === 1) await own.locator('[data-box=send] input[data-answer]').waitFor()
  }
})
