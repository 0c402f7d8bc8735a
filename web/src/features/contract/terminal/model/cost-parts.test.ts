import fc from 'fast-check'
import { expect, it } from 'vitest'
import { costParts } from './cost-parts.ts'

it('PERP-011 [part] what is set aside for slippage is no loss: margin and fees are, and all parts add up to the cost', () => {
  const market = { cost: '1191.9', initialMargin: '150.3', openFee: '5.2', closeFee: '4.9', returnAmount: '1031.5' }
  expect(costParts(market)).toEqual({
    ...{ margin: '150.30', openFee: '5.20', closeFee: '4.90', loss: '0.00' },
    ...{ worst: '160.40', returned: '1031.50', total: '1191.90' },
  })
  // What a limit loses at once stands beside its margin.
  expect(costParts({ ...market, cost: '170.4', returnAmount: '0' })).toMatchObject({ loss: '10.00', worst: '170.40', total: '170.40' })
  // What only closes sets nothing aside, and pays its fee.
  expect(costParts({ cost: '0', initialMargin: '0', openFee: '3', closeFee: '0', returnAmount: '0' })).toMatchObject({ total: '3.00' })
  expect(costParts({ ...market, cost: '' })).toBeUndefined()
})

const cents = (text: string): bigint => BigInt(text.replace('.', ''))

it('PERP-011 [part] the rows that are shown add up to the total that is shown, however each is rounded', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 14n })
  const text = (minor: bigint): string => `${minor / 100_000_000n}.${(minor % 100_000_000n).toString().padStart(8, '0')}`
  fc.assert(
    fc.property(amount, amount, amount, amount, amount, (margin, openFee, closeFee, loss, returned) => {
      const cost = margin + openFee + closeFee + loss + returned
      const told = { cost, initialMargin: margin, openFee, closeFee, returnAmount: returned }
      const parts = costParts(Object.fromEntries(Object.entries(told).map(([name, minor]) => [name, text(minor)])) as never)
      if (parts === undefined) throw new Error('nothing was told')
      const worst = [parts.margin, parts.openFee, parts.closeFee, parts.loss].map(cents).reduce((sum, one) => sum + one, 0n)
      expect(cents(parts.worst)).toBe(worst)
      expect(cents(parts.total)).toBe(worst + cents(parts.returned))
      expect(cents(parts.total)).toBe((cost * 100n + 50_000_000n) / 100_000_000n)
    }),
  )
})
