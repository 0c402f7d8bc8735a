import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('feeds the chart at most four times a second and never loses the newest value', () => {
  const seen: number[] = []
  const feed = throttle<number>(250, (value) => seen.push(value))
  for (let message = 0; message < 60; message += 1) {
    feed.push(message)
    vi.advanceTimersByTime(1000 / 60)
  }
  vi.advanceTimersByTime(300)
  expect(seen.length).toBeLessThanOrEqual(5)
  expect(seen.at(-1)).toBe(59)
})

it('lets the picture of a key pass, and does not wait for ever', () => {
  const page = new EventTarget()
  vi.stubGlobal('document', page)
  const seen: number[] = []
  const feed = throttle<number>(250, () => seen.push(performance.now() - start))
  const start = performance.now()
  feed.push(0)
  vi.advanceTimersByTime(1)
  feed.push(1)
  vi.advanceTimersByTime(229)
  const press = (): void => {
    const event = new Event('keydown')
    Object.defineProperty(event, 'timeStamp', { value: performance.now() })
    page.dispatchEvent(event)
  }
  press()
  vi.advanceTimersByTime(100)
  expect(seen).toEqual([0, 280])
  for (let key = 0; key < 20; key += 1) {
    feed.push(2)
    press()
    vi.advanceTimersByTime(40)
  }
  expect(seen.length).toBeGreaterThanOrEqual(4)
  feed.stop()
  vi.unstubAllGlobals()
})
