import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depositState } from './deposit-state.ts'
import { gasPaid, nextBaseFee } from './gas.ts'
import { LONG_LOCK_MS, lockAfter, lockedUntil, SHORT_LOCK_MS } from './security-lock.ts'
import { ratioFee, serviceFee } from './withdraw-fee.ts'
import { leftOfLimit, limitText, limitValue, usedInWindow } from './withdraw-limit.ts'

const HOUR = 3_600_000
const USDT = 10n ** 8n

test('WAL-010 [part] a deposit is detected, confirms, can be traded at n and withdrawn at N, and never without a block', () => {
  const terms = { creditAt: 3, unlockAt: 6 }
  const states = [0, 1, 2, 3, 5, 6, 600].map((confirmations) => depositState(confirmations, terms, false))
  expect(states).toEqual(['detected', 'confirming', 'confirming', 'credited', 'credited', 'unlocked', 'unlocked'])
  expect(depositState(9, terms, true)).toBe('reorged')
  expect(depositState(0, { creditAt: 0, unlockAt: 0 }, false)).toBe('detected')
})

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

test('WAL-028 [part] at 4,999 used of 5,000 one worth 1 passes and 1.01 does not; the hours roll and know no midnight', () => {
  const now = Date.UTC(2026, 0, 15, 0, 30)
  const used = usedInWindow(
    [
      { at: now - 24 * HOUR, value: 70n * USDT },
      { at: now - 24 * HOUR + 1, value: 4_000n * USDT },
      { at: now - HOUR, value: 999n * USDT },
    ],
    now,
    24,
  )
  expect(used).toBe(4_999n * USDT)
  const left = leftOfLimit(5_000n * USDT, used)
  expect([limitValue(USDT, 10n ** 12n, 8) <= left, limitValue((101n * USDT) / 100n, 10n ** 12n, 8) <= left]).toEqual([true, false])
  expect(leftOfLimit(USDT, 2n * USDT)).toBe(0n)
})

test('many small withdrawals use no less of the limit than one large one', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 20n), (one, other, index) => {
      expect(limitValue(one, index, 8) + limitValue(other, index, 8)).toBeGreaterThanOrEqual(limitValue(one + other, index, 8))
      expect(limitValue(one, index, 8) * 10n ** 12n).toBeGreaterThanOrEqual(one * index)
    }),
  )
})

test('WAL-027 [part] a limit is written with K above 1000, exactly, and not at all when it says nothing', () => {
  const written = (amountLimit: string): string | null => limitText({ amountLimit, coin: 'USDT', time: 24 })
  expect(['5000', '1500', '1000', '999', '1000.5', '50000.00', '0'].map(written)).toEqual([
    ...['5K USDT 24h', '1.5K USDT 24h', '1000 USDT 24h', '999 USDT 24h', '1.0005K USDT 24h', '50K USDT 24h', '0 USDT 24h'],
  ])
  const wrong = [written(''), written('-1'), written('1e3'), written('a'), limitText({ amountLimit: '1', coin: '', time: 24 })]
  expect([...wrong, limitText({ amountLimit: '1', coin: 'USDT', time: 0 })]).toEqual(wrong.concat(null).map(() => null))
})

test('a fee is a share rounded up at the decimals of the network, and never below the smallest', () => {
  expect(ratioFee(123_456_789n, 100_000n, 0n, 8, 4)).toBe(130_000n)
  expect(ratioFee(123_456_789n, 100_000n, 0n, 8, 8)).toBe(123_457n)
  expect(ratioFee(1n, 100_000n, 50_000n, 8, 8)).toBe(50_000n)
  expect([serviceFee(7n * USDT, 20_000_000n, USDT), serviceFee(USDT / 2n, 20_000_000n, USDT)]).toEqual([(84n * USDT) / 10n, USDT])
  expect(serviceFee(1n, 1n, 0n)).toBe(2n)
})

test('a base fee moves by an eighth at most and by a wei at least, and what is paid is at most the ceiling', () => {
  expect(nextBaseFee(1n, 20n, 20n)).toBe(2n)
  expect(nextBaseFee(7n, 0n, 20n)).toBe(7n)
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 30_000_000n), (base, used) => {
      const next = nextBaseFee(base, used, 30_000_000n)
      const most = base / 8n > 1n ? base / 8n : 1n
      expect(next).toBeGreaterThanOrEqual(base - base / 8n)
      expect(next).toBeLessThanOrEqual(base + most)
    }),
  )
  expect(gasPaid(100n, 21_000n, 150n, 10n)).toEqual({ gasPrice: 110n, fee: 2_310_000n, burned: 2_100_000n })
  expect(gasPaid(100n, 2n, 105n, 10n)).toEqual({ gasPrice: 105n, fee: 210n, burned: 200n })
  expect(() => gasPaid(100n, 2n, 99n, 10n)).toThrow(RangeError)
})
