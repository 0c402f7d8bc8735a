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
