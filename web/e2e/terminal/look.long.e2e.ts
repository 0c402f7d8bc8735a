/** What the terminal shows around an order: the sweep beside the book, presets, candles, drawings, marks on the chart. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { DepthRow } from '../../../wire/src/market/depth-checksum.ts'
import { alive } from '../alive.ts'
import { TERMINAL, until } from './desk.ts'
import { showBook } from './made-book.ts'
import { base, terminalStage } from './stage.ts'

const stage = terminalStage()

/** Each candle is a pixel of one of two colours: an empty chart has neither. */
const candlesOf = (page: Page): Promise<number> =>
  page.locator('[data-panel=chart] canvas').evaluateAll((all) => {
    const style = getComputedStyle(document.documentElement)
    const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const wanted = ['--up', '--down'].map((name) => {
      if (probe === null) return ''
      probe.fillStyle = style.getPropertyValue(name)
      probe.fillRect(0, 0, 1, 1)
      return [...probe.getImageData(0, 0, 1, 1).data.slice(0, 3)].join()
    })
    let count = 0
    for (const canvas of all as HTMLCanvasElement[]) {
      const data =
        canvas.width > 100 && canvas.height > 0 ? canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data : undefined
      for (let at = 0; at < (data?.length ?? 0); at += 4)
        if (wanted.includes([data?.[at], data?.[at + 1], data?.[at + 2]].join())) count += 1
    }
    return count
  })

/** The texts that the edge of their line cuts through: runs in the page. */
function cutParts(): string[] {
  const parts = [...document.querySelectorAll('[data-panel=pair] dl > div, [data-panel=chart] fieldset button')]
  if (parts.length < 8) return [`only ${parts.length} parts`]
  return parts.flatMap((part) => {
    const line = part.parentElement?.getBoundingClientRect()
    const box = part.getBoundingClientRect()
    if (line === undefined || box.width === 0 || box.top >= line.bottom) return []
    return box.left >= line.left - 1 && box.right <= line.right + 1 ? [] : [part.textContent]
  })
}

describe.skipIf(base === '')('around an order', () => {
  test('a sweep tells its average beside the book, inside the window', async () => {
    const { page } = await stage.keep()
    await page.locator('tr[data-book-row=asks]').nth(2).hover()
    const tip = page.locator('[data-sweep-tip]')
    await tip.waitFor()
    const [box, book] = [await tip.boundingBox(), await page.locator('[data-panel=book]').boundingBox()]
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(book?.x ?? 0)
    expect(box?.x).toBeGreaterThanOrEqual(0)
    // Nothing cuts it off: what lies uppermost at its corner is the tip itself, once it takes the pointer.
    const seen = await tip.evaluate((element: HTMLElement) => {
      element.style.pointerEvents = 'auto'
      const { left, top } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 20, top + 20)?.closest('[data-sweep-tip]') !== null
    })
    expect(seen).toBe(true)
    expect(await tip.textContent()).toMatch(/Average price[\d,.]+ USDT/)
  })

  test('presets move the panels, are in the address and survive a reload; the lists are pulled by keys', async () => {
    const { page } = await stage.open({}, `${TERMINAL}&layout=left`)
    const left = async (place: string) => (await page.locator(`[data-place=${place}]`).boundingBox())?.x ?? -1
    expect(await left('ticket')).toBeLessThan(await left('chart'))
    await page.getByLabel('Arrangement of the panels').selectOption('focus')
    expect(await page.locator('[data-place=book]').count()).toBe(0)
    const height = async () => (await page.locator('[data-place=bottom]').boundingBox())?.height ?? 0
    const before = await height()
    await page.locator('[data-grip]').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    const grown = async () => Math.round((await height()) - before)
    await expect.poll(grown).toBe(40)
    await page.goto(base + TERMINAL)
    await page.locator('[data-preset=focus]').waitFor()
    await expect.poll(grown).toBe(40)
  })

  test('candles are drawn, on a phone too, and after another interval was chosen', async () => {
    for (const width of [1440, 390]) {
      const { page } = await stage.open({ width })
      const candles = () => candlesOf(page)
      await until(async () => (await candles()) > 500)
      const before = await candles()
      const answer = page.waitForResponse(/klines\?.*interval=1h/)
      await page.getByRole('button', { name: '1h', exact: true }).click()
      await answer
      await until(async () => (await candles()) > 500 && (await candles()) !== before)
      // Whoever looked at the depth finds the chart again.
      if (width === 1440) {
        const drawn = await candles()
        for (const view of ['Depth', 'Info', 'Chart']) await page.getByRole('button', { name: view, exact: true }).click()
        await until(async () => (await candles()) > drawn / 2)
      }
      // Another arrangement makes another chart, with bars of that moment.
      const anew = page.waitForResponse(/klines\?.*interval=1h/)
      await page.setViewportSize({ width: width === 390 ? 900 : 1200, height: 800 })
      await anew
      await until(async () => (await candles()) > 500)
    }
  })

  test('with every indicator there are candles left, and all of them without; clocks go on', async () => {
    const { page } = await stage.open({ width: 1366, height: 768 })
    await until(async () => (await candlesOf(page)) > 500)
    const clock = page.locator('[data-panel=status] bdi').last()
    const time = await clock.textContent()
    const height = () =>
      page.evaluate(() =>
        Math.max(...[...document.querySelectorAll<HTMLCanvasElement>('[data-panel=chart] canvas')].map((one) => one.clientHeight)),
      )
    const before = await height()
    await page.getByRole('button', { name: /^Indicators/ }).click()
    const choose = async (on: boolean) => {
      for (const box of await page.getByRole('dialog').locator('button[aria-pressed]').all())
        if (((await box.getAttribute('aria-pressed')) === 'true') !== on) await box.click()
      await page.waitForTimeout(600)
    }
    await choose(true)
    await expect.poll(height).toBeGreaterThan(80)
    await expect.poll(() => candlesOf(page)).toBeGreaterThan(200)
    await choose(false)
    await expect.poll(height).toBeGreaterThan(before)
    await expect.poll(() => candlesOf(page)).toBeGreaterThan(500)
    await expect.poll(() => clock.textContent()).not.toBe(time)
  })

  test('a view of one side of the book knows the other', async () => {
    const context = await stage.harness.context({ lang: 'en_US', mode: 'night', stored: stage.customer.stored }, base)
    // Sixty prices a side, more than are shown, and thrice as much asked for as bid at each.
    const side = (cents: number, step: 1 | -1, amount: string): DepthRow[] =>
      Array.from({ length: 60 }, (_, level) => [String((cents + step * level) / 100), amount])
    await showBook(context, 'BTC/USDT', side(6_000_000, -1, '1'), side(6_000_100, 1, '3'))
    const page = await context.newPage()
    await page.goto(base + TERMINAL)
    await alive(page)
    const rows = (kind: string) => page.locator(`tr[data-book-row=${kind}]`)
    for (const [view, bids, asks] of [
      ['Bids only', true, false],
      ['Asks only', false, true],
      ['Bids and asks', true, true],
    ] as const) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await expect.poll(async () => [(await rows('bids').count()) > 5, (await rows('asks').count()) > 5]).toEqual([bids, asks])
      await page.waitForTimeout(300)
      // 97 and 9 were told where one side was not looked at.
      expect(await page.getByText(/^Buyers \d+%$/).textContent(), view).toBe('Buyers 25%')
    }
  })

  test('in full screen a menu opens inside', async () => {
    const { page } = await stage.keep()
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.waitForFunction(() => document.fullscreenElement !== null)
    await page.getByRole('button', { name: /^Indicators/ }).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.evaluate("document.fullscreenElement.querySelector('[role=dialog]') !== null")).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.waitForFunction(() => document.fullscreenElement === null)
  })

  test('I18N-006 [part] what does not fit beside the pair and above the chart is left out whole', async () => {
    for (const lang of ['ar_SA', 'es_ES'] as const) {
      const { page } = await stage.open({ lang, width: 1440 })
      const height = page.viewportSize()?.height ?? 900
      for (const width of [1280, 1024, 768]) {
        await page.setViewportSize({ width, height })
        await page.locator('[data-panel=pair] dl').waitFor()
        await page.waitForTimeout(300)
        await expect.poll(() => page.evaluate(cutParts), { message: `${lang} ${width}` }).toEqual([])
      }
    }
  })

  test('drawings stay with their pair: after a reload, removed by a key, brought back', async () => {
    const { page } = await stage.keep()
    const tools = page.getByRole('toolbar', { name: 'Drawing tools' })
    const tool = (name: string) => tools.getByRole('button', { name, exact: true })
    await tools.waitFor()
    const box = await page.locator('[data-panel=chart] [dir=ltr]').first().boundingBox()
    if (box === null) throw new Error('the chart has no box')
    const press = async (x: number, y: number) => {
      await page.mouse.move(box.x + box.width * x - 3, box.y + box.height * y)
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
      await page.mouse.down()
      await page.mouse.up()
      // The library takes two presses within half a second for one double press.
      await page.waitForTimeout(600)
    }
    const kept = () =>
      page.evaluate(() => {
        const all = JSON.parse(localStorage.getItem('agio.drawings') ?? '{}') as Record<string, { tool: string; text?: string }[]>
        return Object.entries(all).map(([symbol, list]) => [symbol, ...list.map(({ tool: one, text }) => text ?? one)].join(' '))
      })
    await tool('Line').click()
    expect(await tool('Line').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await tool('Line').getAttribute('aria-pressed')).toBe('false')
    await tool('Line').click()
    await press(0.2, 0.4)
    await press(0.5, 0.25)
    await tool('Note').click()
    await press(0.7, 0.4)
    await page.getByRole('textbox', { name: 'Words' }).waitFor()
    await page.keyboard.type('sell here')
    await page.keyboard.press('Enter')
    await until(async () => (await kept())[0] === 'BTC/USDT segment sell here')
    // A note without words is none.
    await tool('Note').click()
    await press(0.3, 0.6)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.reload()
    await tool('Remove all drawings').waitFor()
    await until(async () => (await tool('Remove all drawings').getAttribute('aria-disabled')) === null)
    await page.waitForTimeout(500)
    // Where the line is now: with the market the chart's scale may have moved a little under it.
    for (const off of [0, -0.01, 0.01, -0.02, 0.02, -0.03, 0.03, -0.04, 0.04]) {
      await press(0.35, 0.325 + off)
      if ((await tool('Remove this drawing').count()) > 0) break
    }
    await tool('Remove this drawing').waitFor()
    await page.keyboard.press('Delete')
    await until(async () => (await kept())[0] === 'BTC/USDT sell here')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await kept())[0] === 'BTC/USDT sell here segment')
    await page.goto(`${base}${TERMINAL.replace('BTC', 'ETH')}`)
    await tools.waitFor()
    await page.waitForTimeout(500)
    await expect.poll(() => tool('Remove all drawings').getAttribute('aria-disabled')).toBe('true')
    expect(await kept()).toEqual(['BTC/USDT sell here segment'])
  })

  test('own trades are marked on the chart', async () => {
    const desk = await stage.open()
    await desk.type('Market')
    await desk.fill({ quantity: '0.001' })
    await desk.send()
    await until(async () => Number(await desk.page.locator('[data-marks]').getAttribute('data-marks')) > 0)
    const drawn = () =>
      desk.page.locator('[data-marks] canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        // Left of the depth beside the axis there is nothing but the triangles.
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, width - 60, height) ?? { data: [] }
        return data.some((value, index) => index % 4 === 3 && value > 0)
      })
    await until(drawn)
  })
})
