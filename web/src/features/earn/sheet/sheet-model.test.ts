import type { Product } from '@agio/wire/earn/types.ts'
import { describe, expect, it, test } from 'vitest'
import { tiersOf } from '../../../data/earn/interest.ts'
import { readAmount } from '../../../data/typed-amount.ts'
import { rateOn, recount, yesterdayOf } from '../rule/rule-model.ts'
import {
  amountAt,
  type Bounds,
  backAfter,
  faultOf,
  firstPayout,
  mostAllowed,
  mostPayable,
  placeOf,
  project,
  renewableUntil,
  weeksOf,
} from './sheet-model.ts'

const DAY = 86_400_000
const bounds: Bounds = { min: '100', max: '10000', step: '100', userQuotaLeft: '8050', leftQuota: '1900000', balance: '2550.5' }
const fault = (amount: string, change: Partial<Bounds> = {}) => faultOf(readAmount(amount, 6), amount, { ...bounds, ...change })

const fixed: Product = {
  ...{
    id: '2',
    name: 'Fixed',
    coinId: '2',
    coinName: 'USDT',
    iconUrl: null,
    type: 1,
    rateType: 1,
    termDays: 30,
    annualRate: '0.05',
    tiers: [],
  },
  ...{ sevenDayRate: null, totalQuota: '1', soldQuota: '0', leftQuota: '1', userMin: '100', userMax: '0', step: '1', userQuotaLeft: null },
  ...{ startTime: 0, endTime: null, interestStart: 0, payoutMode: 2, earlyRedeem: 1, redeemPoolLeft: null, autoPurchase: 1, isRealname: 0 },
  ...{ requiredKycLevel: 0, status: 1, agreementUrl: null, sort: 1 },
}
const START = Date.UTC(2026, 6, 15)
const END = START + 30 * DAY + DAY / 3

describe('bounds of a purchase', () => {
  test('EARN-008 [part] each bound has its own reason', () => {
    expect(['', '0', 'x', '50', '150', '10100', '9000', '2600', '2500'].map((amount) => fault(amount))).toEqual([
      ...['empty', 'tooLittle', 'notANumber', 'tooLittle', 'step', 'tooMuch', 'userQuota', 'balance', undefined],
    ])
    expect(fault('500', { leftQuota: '400' })).toBe('quota')
    expect(fault('100.0000001')).toBe('tooFine')
  })

  it('the most is on a step, and what the account has decides last', () => {
    expect([mostAllowed(bounds), mostPayable(bounds)]).toEqual(['8000', '2500'])
    expect(mostAllowed({ ...bounds, max: '0', userQuotaLeft: '50' })).toBe('0')
  })

  it('the slider goes from the least to what can be paid in steps, and finds a typed amount again', () => {
    expect([0, 1, 500, 1000].map((place) => amountAt(place, bounds))).toEqual(['100', '100', '1300', '2500'])
    expect([placeOf('100', bounds), placeOf('2500', bounds), placeOf('99999', bounds)]).toEqual([0, 1000, 1000])
  })

  it('the slider ends at the quota where the account has more, or nothing at all', () => {
    expect([amountAt(1000, { ...bounds, balance: '20000' }), amountAt(1000, { ...bounds, balance: '0' })]).toEqual(['8000', '8000'])
  })
})

describe('projection', () => {
  const projection = project(fixed, '1000', 8, START, END)

  test('EARN-009 EARN-017 [part] ends with the exact payout, and brings no interest before', () => {
    expect(projection.earned.at(-1)).toBe('4.10958904')
    expect(backAfter(fixed, '1000', 12, projection)).toBe('1000')
    expect(backAfter(fixed, '1000', 30, projection)).toBe('1004.10958904')
    const flexible = { ...fixed, termDays: 0, payoutMode: 1 } as const
    expect(backAfter(flexible, '1000', 2, project(flexible, '1000', 8, START, null))).toBe('1000.2739726')
  })

  test('EARN-019 [part] what happens at the end can be changed until an hour before it', () => {
    expect(renewableUntil(END)).toBe(END - 3_600_000)
    expect([firstPayout(fixed, START, END), firstPayout({ ...fixed, payoutMode: 1 }, START, END)]).toEqual([END, START + DAY])
  })

  it('marks the days that earn and the day on which the money is back, Monday first', () => {
    const marks = (month: number) =>
      weeksOf(month, fixed, projection)
        .flat()
        .flatMap((day) => (day?.mark === undefined ? [] : [`${day.date} ${day.mark}`]))
    expect(marks(Date.UTC(2026, 6, 1))).toHaveLength(17)
    const august = marks(Date.UTC(2026, 7, 1))
    expect([august.length, august.at(-1)]).toEqual([14, '14 back'])
    const [first] = weeksOf(Date.UTC(2026, 7, 1), fixed, projection)
    expect(first?.map((day) => day?.date)).toEqual([undefined, undefined, undefined, undefined, undefined, 1, 2])
  })
})

describe('a line counted again', () => {
  const tiered = (annualRate: string) => [
    { upTo: '500', annualRate: '0.1' },
    { upTo: null, annualRate },
  ]
  const history = [
    { day: '2026-07-10', annualRate: '0.1', tiers: tiered('0.02') },
    { day: '2026-07-12', annualRate: '0.1', tiers: tiered('0.03') },
  ]

  test('EARN-013 [part] with the rate of that day, step by step', () => {
    const flat = { day: '2026-07-12', annualRate: '0.0545', tiers: [{ upTo: null, annualRate: '0.0545' }] }
    expect(recount('1000', tiersOf(flat, 8), 8)).toEqual({
      portions: [{ part: '1000', rate: '0.0545', product: '54.5' }],
      year: '54.5',
      interest: '0.14931506',
    })
    expect(yesterdayOf(Date.UTC(2026, 6, 15, 0, 0, 1))).toBe('2026-07-14')
  })

  test('EARN-013 EARN-014 [part] with the brackets of that day, and not those of another', () => {
    const counted = (day: string) => {
      const rate = rateOn(history, day)
      return rate && recount('1500', tiersOf(rate, 8), 8)
    }
    expect(counted('2026-07-11')?.portions.map(({ part, product }) => `${part} ${product}`)).toEqual(['500 50', '1000 20'])
    expect(['2026-07-10', '2026-07-11', '2026-07-12'].map((day) => counted(day)?.interest)).toEqual([
      ...['0.19178082', '0.19178082'],
      '0.21917808',
    ])
  })

  it('on a day before the first rate there is none to count with', () => {
    expect(rateOn(history, '2026-07-09')).toBeUndefined()
    expect(rateOn([], '2026-07-12')).toBeUndefined()
  })
})
