import type { Product } from '@agio/wire/earn/types.ts'
import { describe, expect, it, test } from 'vitest'
import { topRate } from '../../data/earn/top-rate.ts'
import {
  cardsOf,
  type EarnAddress,
  firstShown,
  hindranceOf,
  isEarnOpen,
  isFiltered,
  NO_FILTER,
  needsNames,
  nextPayout,
  readAddress,
  sampleOf,
  takenPercent,
  writeAddress,
} from './earn-model.ts'

const DAY = 86_400_000

test('TEN-006 the switch of the site holds until savings answer, whose word then wins', () => {
  const site = (financialSwitch: number) => ({ financialSwitch, flashConvertSwitch: 0, contractSwitch: false, inviteSwitch: 0 })
  expect([isEarnOpen(site(1), undefined), isEarnOpen(site(2), undefined)]).toEqual([true, false])
  expect([isEarnOpen(site(1), { financialSwitch: 2 }), isEarnOpen(site(2), { financialSwitch: 1 })]).toEqual([false, true])
  expect(isEarnOpen(site(1), { financialSwitch: 0 })).toBe(false)
})

const product = (id: string, change: Partial<Product> = {}): Product => ({
  ...{
    id,
    name: `Product ${id}`,
    coinId: '2',
    coinName: 'USDT',
    iconUrl: null,
    type: 2,
    rateType: 2,
    termDays: 0,
    annualRate: '0.05',
    tiers: [],
  },
  ...{
    sevenDayRate: null,
    totalQuota: '1000',
    soldQuota: '810',
    leftQuota: '190',
    userMin: '10',
    userMax: '0',
    step: '1',
    userQuotaLeft: null,
  },
  ...{ startTime: 0, endTime: null, interestStart: 0, payoutMode: 1, earlyRedeem: 1, redeemPoolLeft: null, autoPurchase: 0, isRealname: 0 },
  ...{ requiredKycLevel: 0, status: 1, agreementUrl: null, sort: 1 },
  ...change,
})

const group = (coinId: string, coinName: string, ...products: Product[]) => ({
  ...{ coinId, coinName, iconUrl: null, maxAnnualRate: '0.1', minAnnualRate: '0.01' },
  products: products.map((one) => ({ ...one, coinId, coinName })),
})

const GROUPS = [
  group('2', 'USDT', product('1'), product('2', { type: 1, rateType: 1, termDays: 30, annualRate: '0.074', payoutMode: 2 })),
  group('1', 'BTC', product('4', { annualRate: '0.018' })),
  group(
    '4',
    'SOL',
    product('7', {
      tiers: [
        { upTo: '500', annualRate: '0.1' },
        { upTo: null, annualRate: '0.02' },
      ],
    }),
  ),
]

const shown = (change: Partial<EarnAddress>, held: readonly string[] = []) =>
  cardsOf(GROUPS, { ...NO_FILTER, ...change }, new Set(held)).map(
    ({ coinName, products }) => `${coinName} ${products.map(({ id }) => id).join()}`,
  )

describe('filters of products', () => {
  test('EARN-001 [part] stand in the address, and nothing is left of what is unset', () => {
    const text = 'type=1&coin=2&term=30&rate=1&payout=2&held=1&sort=coin&q=us&product=2&rule=7'
    expect(writeAddress(readAddress(new URLSearchParams(text))).toString()).toBe(text)
    expect(writeAddress(NO_FILTER).toString()).toBe('')
    expect(readAddress(new URLSearchParams('type=9&coin=x&term=-1&sort=up&product=../x'))).toEqual(NO_FILTER)
    expect([
      isFiltered(NO_FILTER),
      isFiltered({ ...NO_FILTER, sort: 'coin', buying: '1' }),
      isFiltered({ ...NO_FILTER, termDays: 0 }),
    ]).toEqual([false, false, true])
  })

  it('sort by the rate that the card shows, and what cannot be bought now comes last', () => {
    const order = (...groups: Parameters<typeof cardsOf>[0]) => cardsOf(groups, NO_FILTER, new Set()).map(({ coinName }) => coinName)
    const soon = product('8', { annualRate: '0.2', status: 2 })
    expect(order(group('5', 'ARB', soon), group('6', 'LINK', product('9', { annualRate: '0.3', status: 5 })), ...GROUPS)).toEqual([
      ...['SOL', 'USDT', 'BTC'],
      ...['LINK', 'ARB'],
    ])
    // A coin of which something can be bought stands where that would stand.
    expect(order(group('5', 'ARB', soon, product('9', { annualRate: '0.06' })), ...GROUPS)).toEqual(['SOL', 'USDT', 'ARB', 'BTC'])
  })

  it('leave one card a coin with the products that fit, the best rate first', () => {
    expect(shown({})).toEqual(['SOL 7', 'USDT 1,2', 'BTC 4'])
    expect(shown({ sort: 'coin' })).toEqual(['BTC 4', 'SOL 7', 'USDT 1,2'])
    expect(shown({ type: 1 })).toEqual(['USDT 2'])
    expect(shown({ termDays: 0, coinId: '2' })).toEqual(['USDT 1'])
    expect(shown({ rateType: 1 })).toEqual(['USDT 2'])
    expect(shown({ payout: 2 })).toEqual(['USDT 2'])
    expect(shown({ query: 'sol' })).toEqual(['SOL 7'])
    expect(shown({ query: 'product 4' })).toEqual(['BTC 4'])
    expect(shown({ onlyHeld: true }, ['4'])).toEqual(['BTC 4'])
  })
})

describe('a card', () => {
  it('begins with the best rate that can be bought', () => {
    const products = [product('1'), product('2', { annualRate: '0.09', status: 5 })] as const
    expect(firstShown({ coinId: '2', coinName: 'USDT', iconUrl: null, products }).id).toBe('1')
    expect(topRate(GROUPS[2]?.products[0] ?? product('x'))).toBe('0.1')
  })

  test('EARN-003 EARN-004 [part] every status but 1 has its reason', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((status) => hindranceOf(product('1', { status })))).toEqual([
      'notReleased',
      undefined,
      'waiting',
      'suspended',
      'offShelf',
      'soldOut',
      'ended',
    ])
  })

  it('counts with an amount that one person may hold', () => {
    expect(sampleOf(product('1'))).toBe('1000')
    expect(sampleOf(product('1', { userMin: '100', userMax: '5000' }))).toBe('1000')
    expect(sampleOf(product('1', { userMin: '100', userMax: '500' }))).toBe('100')
    expect(takenPercent(product('1'))).toBe(81)
  })

  it('names products where terms do not tell them apart', () => {
    expect(needsNames([product('1'), product('2', { termDays: 30 })])).toBe(false)
    expect(needsNames([product('1'), product('2')])).toBe(true)
  })

  it('knows when money comes next: interest at midnight, the rest at the end', () => {
    const now = 10 * DAY + 5
    const order = { interestStart: 2 * DAY, payoutMode: 2, expireTime: 15 * DAY + DAY / 3, termDays: 13 } as const
    expect(nextPayout([order], now)).toBe(15 * DAY + DAY / 3)
    expect(nextPayout([order, { ...order, payoutMode: 1, termDays: 0, expireTime: null }], now)).toBe(11 * DAY)
    expect(nextPayout([{ ...order, payoutMode: 1, termDays: 0, expireTime: null, interestStart: 11 * DAY }], now)).toBe(12 * DAY)
    expect(nextPayout([], now)).toBeUndefined()
  })
})
