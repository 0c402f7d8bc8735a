import type { LiquidationReceipt } from '@agio/wire/futures/position-types.ts'
import { describe, expect, test } from 'vitest'
import { checksOf } from './receipt-model.ts'

const TERMS = {
  multiplier: '0.001',
  liqFee: '0.005',
  quote: 'USDT',
  coinResultVo: { priceTick: '0.1', marginCoinPrecision: 8 } as never,
}

/** The long of PERP-035: 100 contracts at 60,000.0 with 300 USDT, maintenance 0.5 %, bankrupt at 57,000.0. */
const RECEIPT: LiquidationReceipt = {
  ...{
    receiptId: '9',
    contractId: '3',
    positionId: '8',
    kind: 'full',
    disposed: 1,
    remaining: '0',
    side: 'BUY',
    volume: '100',
    positionVolume: '100',
    isMatched: 0,
    tagPrice: '57286.4',
  },
  indexPrice: '57290',
  indexInputs: [
    { source: 'a', price: '57280', weight: '1' },
    { source: 'b', price: '57290', weight: '1' },
    { source: 'c', price: '57300', weight: '1' },
  ],
  ...{ tier: 1, keepRate: '0.005', deduction: '0', marginBefore: '300', marginRate: '1.00011173', bankruptcyPrice: '57000' },
  fills: [
    { price: '57100', volume: '60', ctime: 1 },
    { price: '56900', volume: '40', ctime: 2 },
  ],
  ...{ fee: '0', insuranceChange: '2', shareAmount: '0', time: 1, signature: '', keyId: 'k' },
}
const held = (receipt: LiquidationReceipt): readonly string[] => checksOf(receipt, TERMS).flatMap(({ key, holds }) => (holds ? [key] : []))
const madeOf = (receipt: LiquidationReceipt, key: string) => checksOf(receipt, TERMS).find((check) => check.key === key)?.made
const ALL = ['index', 'maintenance', 'ratio', 'due', 'fills', 'fee', 'insurance']
const without = (key: string): readonly string[] => ALL.filter((one) => one !== key)

describe('PERP-043 [part] a receipt is recomputed from its own fields', () => {
  test('maintenance, ratio, index and the surplus of a take-over come out as told', () => {
    expect(held(RECEIPT)).toEqual(ALL)
    expect([madeOf(RECEIPT, 'maintenance'), madeOf(RECEIPT, 'index'), madeOf(RECEIPT, 'insurance')]).toEqual(['28.6432', '57290', '2'])
  })

  test('what does not follow is found: a ratio, an index, a surplus, a fee', () => {
    expect(held({ ...RECEIPT, marginRate: '1.2' })).toEqual(without('ratio'))
    expect(held({ ...RECEIPT, indexPrice: '57291' })).toEqual(without('index'))
    expect(held({ ...RECEIPT, insuranceChange: '-20' })).toEqual(without('insurance'))
    expect(held({ ...RECEIPT, fee: '1' })).toEqual(without('fee'))
    expect(held({ ...RECEIPT, tagPrice: '58000' })).toEqual(without('ratio'))
  })

  test('a position below the line was not due', () => {
    expect(held({ ...RECEIPT, tagPrice: '58000', marginRate: '0.29' })).toEqual(without('due'))
  })

  test('a step that reduces a part is judged by the whole position', () => {
    const part: LiquidationReceipt = {
      ...RECEIPT,
      kind: 'partial',
      volume: '60',
      fills: [{ price: '57100', volume: '60', ctime: 1 }],
      insuranceChange: '0',
    }
    expect(held({ ...part, fee: '17.13' })).toEqual(without('insurance'))
    expect(madeOf(part, 'maintenance')).toBe('28.6432')
    expect(madeOf({ ...part, positionVolume: '60' }, 'maintenance')).toBe('17.18592')
  })

  test('a short of the same is bankrupt above, and a reduction pays a fee of its fills at most', () => {
    const short: LiquidationReceipt = {
      ...{ ...RECEIPT, kind: 'partial', side: 'SELL', tagPrice: '62686.6', bankruptcyPrice: '63000', marginRate: '1.00010529' },
      ...{ fills: [{ price: '62700', volume: '50', ctime: 1 }], fee: '15.675', insuranceChange: '0', indexInputs: [] },
    }
    expect(held(short)).toEqual(['maintenance', 'ratio', 'due', 'fills', 'fee'])
    expect(held({ ...short, fee: '15.6751' })).toEqual(['maintenance', 'ratio', 'due', 'fills'])
  })
})
