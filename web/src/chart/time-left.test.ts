import { describe, expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

describe('time left in a candle', () => {
  const at = Date.UTC(2026, 1, 1)
  test('is minutes and seconds, then hours, then days', () => {
    expect(timeLeft(at, '15m', at + 1000)).toBe('14:59')
    expect(timeLeft(at, '4h', at + 500)).toBe('04:00:00')
    expect(timeLeft(at, '1w', at)).toBe('7d 00h')
    expect(timeLeft(at, '1m', at + 90_000)).toBe('00:00')
  })
  test('a month ends with the month of UTC', () => {
    expect(timeLeft(at, '1M', at)).toBe('28d 00h')
  })
})
