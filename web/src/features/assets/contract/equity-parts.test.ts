import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, minus, plus, units } from '../../../data/amounts.ts'
import { formatFiat } from '../../../i18n/format.ts'
import { equityParts } from './equity-parts.ts'

test('WAL-001 [part] what positions would bring takes the cent that rounding leaves', () => {
  // Each by itself: 21,136.76 + 143.15 = 21,279.91, and the sum by itself is 21,279.90.
  expect(equityParts('21143.1', '21286.29', '0.9997')).toEqual({ balance: '21136.76', unrealised: '143.14', equity: '21279.90' })
  expect(equityParts('0', '0', '0.9997')).toEqual({ balance: '0.0000', unrealised: '0.0000', equity: '0.0000' })
  expect(equityParts('0.5', '-0.40004', '1')).toEqual({ balance: '0.5000', unrealised: '-0.9000', equity: '-0.4000' })
})

/** A text of the page as a decimal: the sign is a minus, thousands have commas. */
const read = (shown: string): string => shown.replace('$', '').replaceAll(',', '').replace('\u2212', '-')

test('WAL-001 [part] balance and what positions would bring are the equity as they are shown, in every currency', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((value) => decimalOf(value * 10n ** 10n))
  const change = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map((value) => decimalOf(value * 10n ** 10n))
  const rate = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((value) => decimalOf(value * 10n ** 10n))
  fc.assert(
    fc.property(amount, change, rate, (balance, unrealised, perUsdt) => {
      const parts = equityParts(balance, plus(balance, unrealised), perUsdt)
      const shown = (value: string) => read(formatFiat(value, '$'))
      expect(plus(shown(parts.balance), shown(parts.unrealised))).toBe(plus(shown(parts.equity)))
      // Less than a cent beside what it is, and never on the other side of nothing.
      const exact = (units(unrealised) * units(perUsdt)) / 10n ** 18n
      const off = units(parts.unrealised) - exact
      expect(off < units('0.01') && off > -units('0.01'), minus(parts.unrealised, decimalOf(exact))).toBe(true)
      expect(units(parts.unrealised) * exact >= 0n).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
