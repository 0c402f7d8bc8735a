import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pauseToast, resumeToast, shownToasts, TOAST_MS, toast } from './toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
})

test('SHELL-042 [part] a message goes after 3000 ms; three together are all there', () => {
  for (const title of ['one', 'two', 'three']) toast({ kind: 'info', title })
  expect(shownToasts().map((message) => message.title)).toEqual(['one', 'two', 'three'])
  vi.advanceTimersByTime(TOAST_MS - 1)
  expect(shownToasts()).toHaveLength(3)
  vi.advanceTimersByTime(1)
  expect(shownToasts()).toHaveLength(0)
})

test('SHELL-043 [part] the clock stands while a message is pointed at', () => {
  const id = toast({ kind: 'error', title: 'held' })
  vi.advanceTimersByTime(2000)
  pauseToast(id)
  vi.advanceTimersByTime(10_000)
  expect(shownToasts()).toHaveLength(1)
  resumeToast(id)
  // A page's clock has fractions, which a timer cuts off: what was left may be a millisecond less.
  vi.advanceTimersByTime(998)
  expect(shownToasts()).toHaveLength(1)
  vi.advanceTimersByTime(2)
  expect(shownToasts()).toHaveLength(0)
})
