import { RANGE_DAYS_MAX } from '@agio/wire/fields.ts'
import { describe, expect, it, test } from 'vitest'
import { isFiltered, lineFilter, nextToEnd, orderFilter, readAddress, renewableUntil, timeLeft, writeAddress } from './earn-address.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 27)
const at = (text: string) => readAddress(new URLSearchParams(text))

describe('filters of earn orders', () => {
  test('ORD-001 ORD-002 [part] begin with what is held, stand in the address and leave nothing behind when unset', () => {
    expect(at('')).toMatchObject({ view: 'holding', coin: undefined, failed: false })
    for (const text of ['coin=USDT&type=1', 'tab=ended&status=0&from=2026-07-01&to=2026-07-31', 'tab=lines&coin=BTC&kind=3'])
      expect(writeAddress(at(text)).toString()).toBe(text)
    expect(writeAddress(at('tab=nowhere&coin=a%2Fb&type=7&kind=9&from=2026-02-31')).toString()).toBe('')
    // A filter that the view has not is not carried along.
    expect(writeAddress(at('kind=3&status=0')).toString()).toBe('')
    expect(['', 'tab=lines', 'tab=lines&kind=3', 'tab=ended&status=0', 'kind=3', 'type=1'].map((text) => isFiltered(at(text)))).toEqual([
      false,
      false,
      true,
      true,
      false,
      true,
    ])
  })

  test('EARN-021 [part] holding, ended well and failed are the statuses 1, 2 and 0', () => {
    expect(['', 'tab=ended', 'tab=ended&status=0'].map((text) => orderFilter(at(text), undefined, NOW).status)).toEqual([1, 2, 0])
    expect(orderFilter(at('type=2'), '5', NOW)).toEqual({ status: 1, type: 2, coinId: '5' })
    expect(lineFilter(at('tab=lines&kind=3'), undefined)).toEqual({ type: 3 })
  })
})

describe('how far back ended orders go', () => {
  const starts = (text: string, now: number) => orderFilter(at(text), undefined, now).startTime ?? 0

  test('EARN-020 [part] without days as far as the server allows at any moment, and the same all day', () => {
    for (let hour = 0; hour < 48; hour += 1) {
      const now = NOW + hour * 3_600_000 + 1
      const back = now - starts('tab=ended', now)
      expect(back).toBeGreaterThan((RANGE_DAYS_MAX - 1) * DAY - 3_600_000)
      // An hour on the way is still within what is allowed.
      expect(back + 3_600_000).toBeLessThanOrEqual(RANGE_DAYS_MAX * DAY)
    }
    expect(new Set([0, 60_000, 22 * 3_600_000].map((later) => starts('tab=ended', NOW + later))).size).toBe(1)
  })

  test('EARN-020 [part] as far before a last day that is named; a first day that is named holds, and held orders have no bound', () => {
    const { startTime = 0, endTime = 0 } = orderFilter(at('tab=ended&to=2026-07-31'), undefined, NOW)
    expect(endTime - startTime).toBe(RANGE_DAYS_MAX * DAY)
    expect(new Date(starts('tab=ended&from=2026-07-01', NOW)).getDate()).toBe(1)
    expect(orderFilter(at(''), undefined, NOW)).toEqual({ status: 1 })
    expect(orderFilter(at('to=2026-07-31'), undefined, NOW)).not.toHaveProperty('startTime')
  })
})

describe('the end of an order', () => {
  it('comes first of those that have one and are not past', () => {
    const orders = [{ expireTime: null }, { expireTime: 50 }, { expireTime: 300 }, { expireTime: 200 }]
    expect(nextToEnd(orders, 100)).toEqual({ expireTime: 200 })
    expect(nextToEnd([{ expireTime: null }], 100)).toBeUndefined()
  })

  test('EARN-019 [part] can be chosen until an hour before it', () => {
    expect([renewableUntil({ expireTime: 10_000_000 }), renewableUntil({ expireTime: null })]).toEqual([6_400_000, undefined])
  })

  it('is counted down in days and hours, and never goes below zero', () => {
    expect(timeLeft(8 * 3_600_000 - 1000)).toEqual({ days: 0, clock: '07:59:59' })
    expect(timeLeft(2 * 86_400_000 + 1)).toEqual({ days: 2, clock: '00:00:01' })
    expect(timeLeft(-5)).toEqual({ days: 0, clock: '00:00:00' })
  })
})
