/** An invented house with savings, for tests that need none behind them. Times are UTC days from today on. */
import type { EarnOrder, Product } from '../../../wire/src/earn/types.ts'

const DAY_MS = 86_400_000
/** Asked each time: what a process loads once may be used on the next day. */
export const today = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS
const HOUR_MS = 3_600_000

const NAMES: Readonly<Record<string, readonly [string, string, number, string]>> = {
  '1': ['BTC', 'Bitcoin', 8, '67412.38'],
  '2': ['USDT', 'Tether USD', 8, '1'],
  '3': ['ETH', 'Ethereum', 8, '3517.3'],
  '4': ['SOL', 'Solana', 8, '172.9'],
}

const quotas = (total: string, sold: string, left: string) => ({ totalQuota: total, soldQuota: sold, leftQuota: left })

export function product(id: string, coinId: string, change: Partial<Product> = {}): Product {
  const coinName = NAMES[coinId]?.[0] ?? ''
  return {
    ...{
      id,
      name: `${coinName} savings ${id}`,
      coinId,
      coinName,
      iconUrl: null,
      type: 2,
      rateType: 2,
      termDays: 0,
      annualRate: '0.05',
      tiers: [],
    },
    ...{ sevenDayRate: null, ...quotas('10000000', '8100000', '1900000'), userMin: '10', userMax: '0', step: '1', userQuotaLeft: null },
    ...{
      startTime: today() - 30 * DAY_MS,
      endTime: null,
      interestStart: today() + DAY_MS,
      payoutMode: 1,
      earlyRedeem: 1,
      redeemPoolLeft: null,
    },
    ...{ autoPurchase: 0, isRealname: 0, requiredKycLevel: 0, status: 1, agreementUrl: null, sort: Number(id) },
    ...change,
  }
}

const fixed = (id: string, coinId: string, termDays: number, annualRate: string, change: Partial<Product> = {}) =>
  product(id, coinId, { type: 1, rateType: 1, termDays, annualRate, payoutMode: 2, autoPurchase: 1, ...change })

const small = { ...quotas('10', '5.5', '4.5'), userMin: '0.001', step: '0.001' }

export const PRODUCTS: readonly Product[] = [
  product('1', '2', { annualRate: '0.0545' }),
  fixed('2', '2', 30, '0.074', { userMin: '100', step: '100', userMax: '10000' }),
  fixed('3', '2', 90, '0.081', { earlyRedeem: 0 }),
  product('4', '1', { annualRate: '0.018', ...small }),
  fixed('5', '1', 30, '0.0285', { ...small, payoutMode: 1 }),
  fixed('6', '3', 60, '0.039', { ...small, ...quotas('100', '100', '0'), earlyRedeem: 0, status: 5 }),
  product('7', '4', {
    ...{ annualRate: '0.1', ...quotas('5000', '1350', '3650'), userMin: '0.1', step: '0.1', isRealname: 1, requiredKycLevel: 1 },
    tiers: [
      { upTo: '500', annualRate: '0.1' },
      { upTo: null, annualRate: '0.02' },
    ],
  }),
  fixed('8', '4', 45, '0.0605', { status: 2, startTime: today() + 3 * DAY_MS + 8 * HOUR_MS, userMin: '1', ...quotas('5000', '0', '5000') }),
]

const COINS = Object.entries(NAMES).map(([coinId, [coinName, fullName, scale, usdtPrice]]) => ({
  ...{ coinId, coinName, fullName, scale, usdtPrice, iconUrl: null, isStable: coinName === 'USDT' ? 1 : 0, show: 1, sort: Number(coinId) },
  ...{ protocolTypes: [], depositStatus: 2, withdrawStatus: 2, transferStatus: 2 },
}))

const groups = (products: readonly Product[]) =>
  ['2', '1', '3', '4'].map((coinId) => {
    const own = products.filter((one) => one.coinId === coinId)
    return { coinId, coinName: own[0]?.coinName ?? '', iconUrl: null, maxAnnualRate: '0.1', minAnnualRate: '0.018', products: own }
  })

export function order(orderNo: string, productId: string, change: Partial<EarnOrder> = {}): EarnOrder {
  const from = PRODUCTS.find(({ id }) => id === productId) ?? product(productId, '2')
  const startTime = today() - 12 * DAY_MS + 9 * HOUR_MS
  const interestStart = today() - 11 * DAY_MS
  return {
    ...{
      orderNo,
      productId,
      productName: from.name,
      coinId: from.coinId,
      coinName: from.coinName,
      type: from.type,
      rateType: from.rateType,
    },
    ...{
      annualRate: from.annualRate,
      principal: '2000',
      accruedInterest: '4.46027397',
      paidInterest: '0',
      termDays: from.termDays,
      startTime,
    },
    ...{ interestStart, expireTime: from.termDays === 0 ? null : interestStart + from.termDays * DAY_MS + 8 * HOUR_MS, redeemTime: null },
    ...{ payoutMode: from.payoutMode, autoPurchase: 0, status: 1, redeemType: null, createTime: startTime },
    ...change,
  }
}

export const ORDERS: readonly EarnOrder[] = [
  order('31', '2'),
  order('30', '2', { expireTime: today() + DAY_MS + 8 * HOUR_MS, principal: '300', accruedInterest: '1.76383561' }),
  order('29', '1', { principal: '800', accruedInterest: '0', paidInterest: '1.31' }),
]

const listed = <Row>(list: readonly Row[]) => ({ list, total: list.length, pageNo: 1, pageSize: 100, asOf: 1 })

/** Rates of 30 days that end today. */
const rates = () =>
  Array.from({ length: 31 }, (_, at) => {
    const annualRate = at < 20 ? '0.05' : '0.0545'
    return { day: new Date(today() - (30 - at) * DAY_MS).toISOString().slice(0, 10), annualRate, tiers: [{ upTo: null, annualRate }] }
  })

export const CONFIGURATION = { financialSwitch: 1, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 0 }

export const terms = (product: Product) => ({
  product: { ...product, userQuotaLeft: '10000' },
  ...{
    balance: '12480.52',
    financialBalance: '310',
    min: product.userMin,
    max: product.userMax,
    step: product.step,
    userQuotaLeft: '10000',
  },
  ...{ kycLevel: 0, kycOk: 1, interestStart: product.interestStart, agreementUrl: null },
  expireTime: product.termDays === 0 ? null : product.interestStart + product.termDays * DAY_MS + 8 * HOUR_MS,
})

/** What everybody is answered. */
const openAnswers = () => ({
  getFunctionalConfiguration: CONFIGURATION,
  getBackgroundImageConfiguration: { dayUrl: null, nightUrl: null, mobileDayUrl: null, mobileNightUrl: null },
  groupedProductList: groups(PRODUCTS),
  getProductFilterOptions: {
    coins: COINS.map(({ coinId, coinName }) => ({ coinId, coinName })),
    ...{ types: [1, 2], rateTypes: [1, 2], terms: [0, 30, 45, 60, 90], statuses: [1, 2, 5] },
  },
  'user-project/tenantCurrencyCoinList': COINS,
  rateHistory: rates(),
})

/** What the user holds. */
const heldAnswers = () => ({
  holdAssets: { totalU: '3102.44', yesterdayU: '0.42', cumulativeU: '61.08', fixedU: '2300', flexibleU: '800', accruedU: '6.22' },
  financialOrderList: listed(ORDERS),
  financialAssets: listed([
    {
      ...{
        coinId: '2',
        coinName: 'USDT',
        principal: '3100',
        flexible: '800',
        fixed: '2300',
        available: '310',
        accruedInterest: '6.22410958',
      },
      ...{ paidInterest: '61.08', yesterdayInterest: '0.42', valueU: '3100' },
    },
    {
      ...{ coinId: '1', coinName: 'BTC', principal: '0', flexible: '0', fixed: '0', available: '0.001', accruedInterest: '0' },
      ...{ paidInterest: '0', yesterdayInterest: '0', valueU: '0' },
    },
  ]),
  accountBillDetailList: listed([
    {
      id: '903',
      type: 3,
      coinId: '2',
      coinName: 'USDT',
      amount: '0.11945205',
      orderNo: '29',
      productName: 'USDT savings 1',
      createTime: today(),
    },
    {
      id: '902',
      type: 2,
      coinId: '2',
      coinName: 'USDT',
      amount: '200',
      orderNo: '29',
      productName: 'USDT savings 1',
      createTime: today() - DAY_MS,
    },
    {
      id: '901',
      type: 1,
      coinId: '2',
      coinName: 'USDT',
      amount: '-1000',
      orderNo: '29',
      productName: 'USDT savings 1',
      createTime: today() - 12 * DAY_MS,
    },
  ]),
})

/** Of the account of savings: what is free, what products hold, both, and their worth. */
const balance = (coinId: string, free: string, frozenBalance: string, total: string, valueU: string) => ({
  ...{ coinId, coinName: NAMES[coinId]?.[0] ?? '', iconUrl: null, balance: free, frozenBalance, withdrawPending: '0', lockedDeposit: '0' },
  ...{ debt: '0', total, usdtPrice: NAMES[coinId]?.[3] ?? '0', valueU },
})

/** What comes before a purchase and a redemption, and the accounts around. */
const otherAnswers = () => ({
  purchaseDisplay: terms(PRODUCTS[1] ?? product('2', '2')),
  estimatedInterest: {
    ...{ perDay: '0.40547945', total: '12.16438356', annualRate: '0.074', estimated: 0 },
    schedule: [{ time: today() + 31 * DAY_MS + 8 * HOUR_MS, interest: '12.16438356' }],
  },
  tenantCurrencyCoinAll: COINS,
  'user-wallet/overview': {
    ...{ totalU: '14000', spotU: '10522.58762', contractU: '0', financialU: '3477.41238' },
    ...{ todayPnlU: '0.42', todayPnlPercent: '0.01' },
  },
  getUserBalanceByDay: Array.from({ length: 30 }, (_, at) => ({
    day: new Date(today() - (29 - at) * DAY_MS).toISOString().slice(0, 10),
    totalU: String(3200 + at * 9.5),
    pnlU: '0',
  })),
  userBalanceAll: {
    ...{ totalU: '3477.41238', availableU: '377.41238', frozenU: '3100' },
    list: [balance('2', '310', '3100', '3410', '3410'), balance('1', '0.001', '0', '0.001', '67.41238')],
  },
  redeemDisplay: {
    ...{ orderNo: '29', principal: '800', max: '800', accruedInterest: '0.11945205', forfeited: '0', receive: '800.11945205' },
    ...{ arrivalTime: today(), poolLeft: null },
  },
  regularRedeemDisplay: {
    ...{ orderNo: '31', principal: '2000', accruedInterest: '4.46027397', paidInterest: '0', forfeited: '4.46027397', receive: '2000' },
    ...{ arrivalTime: today(), early: 1, allowed: 1, expireTime: today() + 19 * DAY_MS + 8 * HOUR_MS },
  },
  'demo/faucet': { fail: { code: '404', message: 'None', name: 'PATH_NOT_FOUND' } },
})

/** Answers of every call of savings, by the last part of its path. */
export const earnAnswers = () => ({ ...openAnswers(), ...heldAnswers(), ...otherAnswers() })
