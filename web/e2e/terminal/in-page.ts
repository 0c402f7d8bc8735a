/**
 * What is about time is done and measured inside the page, by its own timers: a busy machine delays them as much as what they are compared
 * with, and what carries a press from outside may take longer than the gap that is meant.
 */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Two presses so far apart, once the element can be pressed: in one place, where on the second one something else may lie, or of the element
 * itself, which may have moved.
 */
export async function pressTwice(target: Locator, gapMs: number, of: 'place' | 'element' = 'place'): Promise<void> {
  await target.click({ trial: true })
  await target.evaluate(
    (element, { ms, followed }) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const press = (): void => {
        const there = followed ? element : document.elementFromPoint(left + width / 2, top + height / 2)
        there?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      }
      press()
      return new Promise<void>((resolve) => {
        setTimeout(() => resolve(press()), ms)
      })
    },
    { ms: gapMs, followed: of === 'element' },
  )
}

/** A key so many times, as quickly as the page takes it. */
export const pressQuickly = (target: Locator, key: string, times: number, altKey = false): Promise<void> =>
  target.evaluate(
    async (element, press) => {
      for (let done = 0; done < press.times; done += 1) {
        element.dispatchEvent(new KeyboardEvent('keydown', { key: press.key, altKey: press.altKey, bubbles: true, cancelable: true }))
        await new Promise((resolve) => setTimeout(resolve))
      }
    },
    { key, times, altKey },
  )

/** What a slider says before and after each of some keys, which come as quickly as the page takes them. */
export const valuesOver = (slider: Locator, keys: readonly string[]): Promise<(string | null)[]> =>
  slider.evaluate(async (element, pressed) => {
    const seen = [element.getAttribute('aria-valuenow')]
    for (const key of pressed) {
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve))
      seen.push(element.getAttribute('aria-valuenow'))
    }
    return seen
  }, keys)

/** Keeps answers back, so that what stands meanwhile can be seen. @returns a function that lets them come */
export async function holdAnswers(page: Page, path: RegExp): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const going: Promise<void>[] = []
  await page.route(path, (route) => {
    going.push(held.then(() => route.continue()))
  })
  return async () => {
    release()
    // Those that are held go on by themselves: taking the route away would send them a second time.
    await Promise.all(going)
    await page.unroute(path)
  }
}

interface Watched {
  /** Counted from here on, or from the next such event of the window. */
  readonly from: 'now' | 'click' | 'offline'
  readonly selector: string
  /** Until something of it is there, nothing of it any more, or its text is another than now. */
  readonly until: 'there' | 'gone' | 'changed'
}

/** Runs in the page. */
function count({ from, selector, until }: Watched): void {
  const text = () => document.querySelector(selector)?.textContent
  const before = text()
  const come = { there: () => text() !== undefined, gone: () => text() === undefined, changed: () => text() !== before }[until]
  const counted: { tenths: number; done: boolean } = { tenths: 0, done: false }
  Object.assign(window, { counted })
  const begin = (): void => {
    const timer = setInterval(() => {
      if (!come()) counted.tenths += 1
      else {
        clearInterval(timer)
        counted.done = true
      }
    }, 100)
  }
  if (from === 'now') begin()
  else addEventListener(from, begin, { once: true, capture: true })
}

/** Counts tenths of a second in the page. @returns a function that waits until it is over, and answers how many they were */
export async function countTenths(page: Page, watched: Watched): Promise<() => Promise<number>> {
  await page.evaluate(count, watched)
  return async () => {
    await expect.poll(() => page.evaluate('counted.done'), { timeout: 40_000 }).toBe(true)
    return Number(await page.evaluate('counted.tenths'))
  }
}
