import { expect, test } from 'vitest'
import { LONG_LOCK_MS, lockAfter, lockedUntil, SHORT_LOCK_MS } from './security-lock.ts'
import { limitText } from './withdraw-limit.ts'

const HOUR = 3_600_000

test('withdrawals rest 24 h or 6 h after a change, and any change while a long lock runs starts it again', () => {
  const after = (...changes: readonly (readonly [hour: number, isLong: boolean])[]): number =>
    (lockedUntil(changes.map(([hour, isLong]) => ({ at: hour * HOUR, isLong }))) ?? 0) / HOUR
  expect([after(), after([0, true]), after([0, false])]).toEqual([0, 24, 6])
  expect(after([0, true], [1, false]), 'a short one in a long one').toBe(25)
  expect(after([0, true], [23, false], [46, false])).toBe(70)
  expect(after([0, true], [24, false]), 'the long one is over').toBe(30)
  expect(after([0, false], [1, true])).toBe(25)
  expect(after([0, false], [5, false])).toBe(11)
  // a clock that went back shortens nothing
  expect(lockAfter({ until: 9 * HOUR, isLong: false }, 0, false).until).toBe(9 * HOUR)
  expect([SHORT_LOCK_MS, LONG_LOCK_MS]).toEqual([6 * HOUR, 24 * HOUR])
})

test('WAL-027 [part] a limit is written with K above 1000, exactly, and not at all when it says nothing', () => {
  const written = (amountLimit: string): string | null => limitText({ amountLimit, coin: 'USDT', time: 24 })
  expect(['5000', '1500', '1000', '999', '1000.5', '50000.00', '0'].map(written)).toEqual([
    ...['5K USDT 24h', '1.5K USDT 24h', '1000 USDT 24h', '999 USDT 24h', '1.0005K USDT 24h', '50K USDT 24h', '0 USDT 24h'],
  ])
  const wrong = [written(''), written('-1'), written('1e3'), written('a'), limitText({ amountLimit: '1', coin: '', time: 24 })]
  expect([...wrong, limitText({ amountLimit: '1', coin: 'USDT', time: 0 })]).toEqual(wrong.concat(null).map(() => null))
})
