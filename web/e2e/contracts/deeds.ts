/** What is done about positions, against the real server whose market moves meanwhile. What has come of it, the server is asked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alive } from '../alive.ts'
import { type Harness, startHarness, type Visit } from '../harness.ts'
import { tabTo } from '../terminal/hands.ts'
import { pressQuickly, pressTwice } from '../terminal/in-page.ts'
import { base } from '../terminal/stage.ts'
import { Trader } from './trader.ts'

const BTC = 'E-BTC-USDT'
const ETH = 'E-ETH-USDT'
/** Contracts of a thousandth of a Bitcoin. */
const VOLUME = 40
/** Between the two halves of a double press. */
const DOUBLE_MS = 60
const TRIES = 5

export const WAYS = ['mouse', 'keyboard', 'phone'] as const
export type Way = (typeof WAYS)[number]
type Look = Pick<Visit, 'lang' | 'mode'>

const CHANGES = /\/fe-co-api\/(order\/(order_create|order_update|order_cancel|order_tpsl|reverse|close_all|light_close)|position\/change)/

/** Words of the terminal in a language. */
function wordsIn(lang: string): (key: string) => string {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, `../../src/i18n/locales/${lang}/contract.json`), 'utf8'))
  return (key) => String(texts[key])
}

/** The terminal of a customer with a position in Bitcoin, and the hands that work it. */
class Scene {
  readonly way: Way
  readonly trader: Trader
  readonly page: Page
  readonly words: (key: string) => string
  /** Calls that ask for a change, by the last part of their path. */
  asked: string[] = []

  constructor(way: Way, trader: Trader, page: Page, words: (key: string) => string) {
    this.way = way
    this.trader = trader
    this.page = page
    this.words = words
    page.on('request', (request) => {
      if (CHANGES.test(request.url())) this.asked.push(request.url().split('/').at(-1) ?? '')
    })
  }

  static async open(harness: Harness, way: Way, look: Look): Promise<Scene> {
    const trader = await Trader.join(base)
    const visit: Visit = way === 'phone' ? { width: 390, height: 844, touch: true } : {}
    const context = await harness.context({ ...look, ...visit, stored: trader.stored }, base)
    harness.keep(context)
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(`${base}/trade`)
    await alive(page)
    await page.locator('[data-price]').first().waitFor()
    return new Scene(way, trader, page, wordsIn(look.lang ?? 'en_US'))
  }

  /** A new position, as the page shows it. */
  async begin(contractName = BTC, volume = VOLUME): Promise<Locator> {
    const { id } = await this.trader.buy(contractName, volume)
    const row = this.page.locator(`[data-position="${id}"]`)
    await row.waitFor()
    this.asked = []
    return row
  }

  /** Chooses a deed of a position from its menu, or from its card. */
  async choose(row: Locator, deed: 'margin' | 'reverse' | 'protect'): Promise<void> {
    const { page, way } = this
    if (way === 'phone') return row.locator(`[data-deed=${deed}]`).tap()
    const item = page.getByRole('menuitem', { name: this.words(`deed.${deed}`) })
    if (way === 'mouse') {
      await row.locator('[aria-haspopup=menu]').click()
      return item.click()
    }
    await tabTo(page, '[data-position] [aria-haspopup=menu]')
    await page.keyboard.press('ArrowDown')
    await item.waitFor()
    await this.arrowTo(item)
    await page.keyboard.press('Enter')
  }

  async arrowTo(item: Locator): Promise<void> {
    for (let times = 0; times < 9; times += 1) {
      if (await item.evaluate((element) => document.activeElement === element)) return
      await this.page.keyboard.press('ArrowDown')
    }
    throw new Error('the arrows do not reach it')
  }

  /** As the way has it: with the mouse twice as quickly as people do by mistake. */
  async press(selector: string): Promise<void> {
    const button = this.page.locator(selector)
    if (this.way === 'phone') await button.tap()
    else if (this.way === 'mouse') await pressTwice(button, DOUBLE_MS)
    else {
      await tabTo(this.page, selector)
      await this.page.keyboard.press('Enter')
    }
  }

  /** Chooses the second of two things that stand side by side. */
  async second(selector: string): Promise<void> {
    const radios = this.page.locator(`${selector} input[type=radio]`)
    if (this.way === 'phone') return radios.nth(1).tap()
    if (this.way === 'mouse') return radios.nth(1).click()
    await tabTo(this.page, `${selector} input[type=radio]`)
    await this.page.keyboard.press('ArrowRight')
  }

  async type(selector: string, text: string): Promise<void> {
    if (this.way !== 'keyboard') return this.page.locator(selector).fill(text)
    await tabTo(this.page, selector)
    await this.page.keyboard.type(text)
  }

  /** Waits until the mark that the page shows is another one. */
  async untilItMoved(): Promise<void> {
    const mark = () => this.page.locator('[data-panel=pair] dd').first().textContent()
    const before = await mark()
    expect(before).toMatch(/\d/)
    // The price of the demo may stand for a while.
    await expect.poll(mark, { timeout: 35_000 }).not.toBe(before)
  }
}

/** Call it inside a `describe`: the tests of one way, in a terminal that stays open. */
export function deedTests(way: Way, look: Look): void {
  let harness: Harness
  let scene: Scene
  beforeAll(async () => {
    harness = await startHarness()
    scene = await Scene.open(harness, way, look)
  })
  beforeEach(() => scene.trader.closeAll())
  afterEach(() => harness.reset())
  afterAll(() => harness.stop())

  test('PERP-023 [part] its stop-loss line is moved on the chart, and stands where it was let go; the take profit stays', () =>
    moveStopLoss(scene))
  test('PERP-023 [part] a take profit for half of it is set, beside the pair of the whole', () => protectHalf(scene))
  test('PERP-025 [part] it is reversed at market by one call, however often that is pressed', () => reverse(scene))
  test('PERP-025 [part] all are closed after one question, each by an order of exactly its volume that only closes', () => closeAll(scene))
  test('PERP-021 [part] margin is added, and it would be liquidated at a lower price at once', () => addMargin(scene))
}

async function moveStopLoss(scene: Scene): Promise<void> {
  await scene.begin()
  const { page, trader } = scene
  await trader.protect(await trader.position(BTC), 0.008)
  const line = page.getByRole('slider', { name: /^SL / })
  await line.waitFor()
  const leg = async (type: number) => (await trader.position(BTC)).tpslList.filter(({ triggerType }) => triggerType === type)
  const takeProfit = (await leg(2)).map(({ triggerPrice }) => triggerPrice)
  const before = Number(await line.getAttribute('aria-valuenow'))
  const stopLoss = async () => Number((await leg(1))[0]?.triggerPrice ?? before)
  await moveDown(scene, line)
  if (scene.way !== 'keyboard')
    // The line goes with the market, and may have left the place where it was to be taken hold of.
    for (let tries = 1; tries < TRIES && scene.asked.length === 0; tries += 1) {
      await sleep(2000)
      if (scene.asked.length === 0) await moveDown(scene, line)
    }
  await expect.poll(stopLoss).toBeLessThan(before)
  if (scene.way === 'keyboard') expect(await stopLoss()).toBeCloseTo(before - 30, 1)
  await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBe(await stopLoss())
  expect((await leg(1)).length).toBe(1)
  expect((await leg(2)).map(({ triggerPrice }) => triggerPrice)).toEqual(takeProfit)
  await scene.untilItMoved()
}

async function protectHalf(scene: Scene): Promise<void> {
  const row = await scene.begin()
  const { page, trader } = scene
  const position = await trader.position(BTC)
  await trader.protect(position, 0.008)
  await scene.choose(row, 'protect')
  await scene.second('dialog[open] fieldset')
  await page.locator('[data-protect-part]').waitFor()
  const price = (Number(position.indexPrice) * 1.02).toFixed(1)
  await scene.type('input[name=protect-takeProfit]', price)
  await scene.press('[data-protect-add]')
  const legs = async () => (await trader.position(BTC)).tpslList
  const parts = async () => (await legs()).filter(({ volume }) => volume === String(VOLUME / 2))
  await expect
    .poll(async () => (await parts()).map(({ triggerType, triggerPrice }) => [triggerType, Number(triggerPrice)]))
    .toEqual([[2, Number(price)]])
  expect((await legs()).length).toBe(3)
  await page.locator(`[data-part="${(await parts())[0]?.id}"]`).waitFor()
  expect(scene.asked).toEqual(['order_tpsl_create'])
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

async function reverse(scene: Scene): Promise<void> {
  const row = await scene.begin()
  await scene.untilItMoved()
  await scene.choose(row, 'reverse')
  await scene.press('[data-reverse-now]')
  await expect.poll(async () => (await scene.trader.positions()).map(({ orderSide }) => orderSide)).toEqual(['SELL'])
  const position = await scene.trader.position(BTC)
  expect(position.positionVolume).toBe(String(VOLUME))
  await expect.poll(() => scene.page.locator(`[data-position="${position.id}"]`).textContent()).toContain(scene.words('position.short'))
  expect(scene.asked).toEqual(['reverse_position'])
  expect(await scene.page.locator('[data-reverse-form]').count()).toBe(0)
}

async function closeAll(scene: Scene): Promise<void> {
  await scene.begin()
  await scene.begin(ETH, 30)
  await scene.untilItMoved()
  const button = scene.page.locator('[data-close-all]')
  const asks = async () => (await button.textContent()) !== scene.words('closeAll')
  for (let tries = 0; tries < TRIES && scene.asked.length === 0; tries += 1) {
    // The question stands for four seconds: a machine that is busy may be late with the answer, and is asked again.
    await expect.poll(asks).toBe(false)
    await scene.press('[data-close-all]')
    await expect.poll(asks).toBe(true)
    expect(scene.asked).toEqual([])
    // What comes sooner is the other half of a double press.
    await sleep(400)
    await scene.press('[data-close-all]')
    await sleep(1000)
  }
  await scene.page.getByText(scene.words('position.none')).waitFor()
  expect(scene.asked).toEqual(['close_all_position'])
  expect(await scene.trader.positions()).toEqual([])
  for (const [name, volume] of [
    [BTC, String(VOLUME)],
    [ETH, '30'],
  ] as const)
    await expect
      .poll(async () => (await scene.trader.past(name)).slice(0, 1).map(({ open, side, dealVolume }) => [open, side, dealVolume]))
      .toEqual([['CLOSE', 'SELL', volume]])
}

async function addMargin(scene: Scene): Promise<void> {
  const row = await scene.begin()
  const before = await scene.trader.position(BTC)
  await scene.choose(row, 'margin')
  await scene.type('input[name=margin]', '65')
  await scene.press('[data-margin-save]')
  await expect.poll(async () => Number((await scene.trader.position(BTC)).holdAmount)).toBeCloseTo(Number(before.holdAmount) + 65, 6)
  const after = await scene.trader.position(BTC)
  expect(Number(after.reducePrice)).toBeLessThan(Number(before.reducePrice) - 1000)
  const shown = Number(after.reducePrice).toLocaleString('en-US', { minimumFractionDigits: 1 })
  await expect.poll(() => row.textContent()).toContain(shown)
  expect(scene.asked).toEqual(['change_position_margin'])
  await scene.untilItMoved()
}

/** Moves the handle of a line to a lower price. */
async function moveDown({ way, page }: Scene, line: Locator): Promise<void> {
  if (way === 'keyboard') {
    await tabTo(page, '[role=slider][aria-label^="SL "]')
    return pressQuickly(line, 'ArrowDown', 3, true)
  }
  const { x, y } = await placeOf(line)
  if (way === 'phone') return swipe(page, x, y, 12)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 15, { steps: 5 })
  await page.mouse.up()
}

/** The middle of something once it has come to rest: a line moves with the market. */
async function placeOf(thing: Locator): Promise<{ readonly x: number; readonly y: number }> {
  await thing.scrollIntoViewIfNeeded()
  const box = await thing.boundingBox()
  if (box === null) throw new Error('it is not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A finger that goes down, as touch events of the browser's own. */
async function swipe(page: Page, x: number, y: number, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: at }] })
  await touch('touchStart', y)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', y + by * part)
  await touch('touchEnd', y + by)
}
