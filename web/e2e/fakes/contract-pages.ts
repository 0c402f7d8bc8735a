/** An invented futures host, for tests that need none behind them: answers by the last part of the path. */
import type { CoAccount, HistoryPosition, LiquidationReceipt, Position } from '../../../wire/src/futures/position-types.ts'
import type { ContractInfo, CoOrder } from '../../../wire/src/futures/types.ts'
import { canonicalJson } from '../../src/data/contract/canonical.ts'

export const AT = Date.UTC(2026, 6, 14, 16, 31, 2)
const HOUR_MS = 3_600_000

const contract = (id: string, base: string, change: Partial<ContractInfo> = {}): ContractInfo => ({
  ...{
    id,
    contractName: `E-${base}-USDT`,
    symbol: `${base}-USDT`,
    contractType: 'E',
    contractSide: 1,
    multiplier: '0.001',
    multiplierCoin: base,
  },
  ...{ marginCoin: 'USDT', originalCoin: 'USDT', marginRate: '1', base, quote: 'USDT', capitalStartTime: 0, capitalFrequency: 8 },
  ...{ settlementFrequency: 1, minLever: 1, maxLever: 125, openTakerFee: '0.0005', openMakerFee: '0.0002', closeTakerFee: '0.0005' },
  ...{ closeMakerFee: '0.0002', liqFee: '0.005', fundingCap: '0.00375', fundingFloor: '-0.00375', interestRate: '0.0001', priceBasis: 1 },
  ...{
    contractOtherName: `${base}USDT`,
    classification: 1,
    subSymbol: `${base}-USDT`,
    slippage: '0.005',
    markRange: '0.00175',
    fillRange: '0.0005',
    sort: Number(id),
    status: 'TRADING',
  },
  coinResultVo: {
    ...{
      symbolPricePrecision: 1,
      priceTick: '0.1',
      depth: ['0.1'],
      minOrderVolume: '1',
      maxMarketVolume: '10000',
      maxLimitVolume: '10000',
    },
    ...{
      minOrderMoney: '5',
      maxMarketMoney: '0',
      maxLimitMoney: '0',
      priceRange: '0.1',
      marginCoinPrecision: 8,
      fundsInStatus: 1,
      fundsOutStatus: 1,
    },
  },
  ...change,
})

export const CONTRACTS: readonly ContractInfo[] = [contract('101', 'BTC'), contract('102', 'ETH', { multiplier: '0.01' })]

export const publicInfo = (receiptKeys: Readonly<Record<string, string>> = {}) => ({
  ...{
    wsUrl: '',
    marginCoinList: ['USDT'],
    originalCoinList: ['USDT'],
    contractList: CONTRACTS,
    currentTimeMillis: AT,
    langList: ['en_US'],
  },
  contractProInfo: { receiptKeys },
})

export const ACCOUNT: CoAccount = {
  ...{
    symbol: 'USDT',
    originalCoin: 'USDT',
    accountBalance: '21143.1',
    canUseAmount: '8214.6',
    isolateMargin: '2172.37',
    lockAmount: '310.02',
  },
  ...{ unRealizedAmount: '143.19', realizedAmount: '812.4', totalAmount: '21286.29', totalMargin: '1042.1', totalMarginRate: '0.0623' },
  ...{ marginAmount: '10756.1', canTransferAmount: '8071.41', trialAmount: '0', openTime: AT - 30 * 24 * HOUR_MS },
}

const position = (id: string, change: Partial<Position>): Position => ({
  ...{ id, contractId: '101', contractName: 'E-BTC-USDT', symbol: 'BTC-USDT', marginCoin: 'USDT', orderSide: 'BUY', positionType: 2 },
  ...{
    leverageLevel: 20,
    positionVolume: '650',
    canCloseVolume: '650',
    openAvgPrice: '66842.3',
    indexPrice: '67402.8',
    reducePrice: '63819.3',
  },
  ...{ bankruptcyPrice: '63500.2', holdAmount: '2172.37', positionBalance: '43811.82', marginRate: '0.0864', keepRate: '0.005' },
  ...{ maxFeeRate: '0.0005', unRealizedAmount: '364.33', openRealizedAmount: '368.1', realizedAmount: '-21.7', returnRate: '0.16771243' },
  ...{ canUseAmount: '8214.6', canSubMarginAmount: '0', addedAmount: '0', tradeFee: '21.7', capitalFee: '-4.1' },
  ...{ closeProfit: '0', settleProfit: '0' },
  ...{ shareAmount: '0', historyRealizedAmount: '0', profitRealizedAmount: '0', adlLevel: 2, tpslList: [], ctime: AT, mtime: AT },
  ...change,
})

export const POSITIONS: readonly Position[] = [
  position('11', {}),
  position('12', {
    ...{
      contractId: '102',
      contractName: 'E-ETH-USDT',
      symbol: 'ETH-USDT',
      orderSide: 'SELL',
      positionType: 1,
      leverageLevel: 10,
      adlLevel: 4,
    },
    ...{ openAvgPrice: '3552.4', indexPrice: '3517.9', reducePrice: '0', unRealizedAmount: '-221.14', returnRate: '-0.0502' },
  }),
]

export const assets = (opened = true) => ({
  ...{ accountList: opened ? [ACCOUNT] : [], positionList: opened ? POSITIONS : [], totalBalance: opened ? '21286.29' : '0' },
  ...{ totalBalanceSymbol: 'USDT', marginAmountUsd: '12928.47', accountBalanceUsd: '21143.1', unRealizedAmountUsd: '143.19' },
})

export const order = (id: string, change: Partial<CoOrder> = {}): CoOrder => ({
  ...{ id, clientOrderId: `web-${id}`, contractId: '101', contractName: 'E-BTC-USDT', symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT' },
  ...{ pricePrecision: 1, side: 'BUY', open: 'OPEN', positionType: 2, leverageLevel: 20, type: 1, timeInForce: 'GTC', price: '66000' },
  ...{
    avgPrice: '0',
    volume: '200',
    isWholePosition: false,
    dealVolume: '0',
    orderBalance: '673.8',
    tradeFee: '0',
    realizedAmount: '0',
    isConditionOrder: false,
  },
  ...{ triggerPrice: null, triggerType: null, triggerPxType: null, callbackRate: null, callbackValue: null, expireTime: null },
  ...{ status: 1, memo: 0, source: 'web', liqPositionMsg: null, otoOrder: null, ctime: AT, mtime: AT },
  ...change,
})

export const OPEN: readonly CoOrder[] = [
  order('21'),
  order('22', { side: 'SELL', open: 'CLOSE', price: '69500', status: 3, dealVolume: '80', avgPrice: '69500' }),
]
export const WAITING: readonly CoOrder[] = [
  order('31', {
    side: 'SELL',
    open: 'CLOSE',
    type: 2,
    price: '0',
    isConditionOrder: true,
    triggerPrice: '66200',
    triggerType: 1,
    triggerPxType: 2,
  }),
]
export const ENDED: readonly CoOrder[] = [
  order('41', { status: 2, dealVolume: '200', avgPrice: '65998.7', tradeFee: '6.59987', realizedAmount: '0' }),
  order('42', { status: 7, memo: 7, source: 'liquidation', liqPositionMsg: '9', side: 'SELL', dealVolume: '60', realizedAmount: '-171' }),
]

export const HISTORY: readonly HistoryPosition[] = [
  {
    ...{ id: '8', contractId: '101', contractName: 'E-BTC-USDT', symbol: 'BTC-USDT', positionType: 2, side: 'BUY', leverageLevel: 20 },
    ...{
      openPrice: '60000',
      openEndPrice: '57000',
      volume: '100',
      closeProfit: '-300',
      tradeFee: '3',
      capitalFee: '-0.6',
      shareAmount: '0',
    },
    ...{ settleProfit: '0', historyRealizedAmount: '-303.6', endCause: 'liquidation', receiptId: '9', ctime: AT - HOUR_MS, mtime: AT },
  },
]

/** The long of 100 contracts at 60,000.0 with 300 USDT, taken over just below 57,286.5 and disposed of at a surplus of 2. */
const UNSIGNED = {
  ...{
    receiptId: '9',
    contractId: '101',
    positionId: '8',
    kind: 'full' as const,
    side: 'BUY' as const,
    volume: '100',
    positionVolume: '100',
    isMatched: 0 as const,
    tagPrice: '57286.4',
    indexPrice: '57290',
  },
  indexInputs: ['57280', '57290', '57300'].map((price, index) => ({
    source: ['binance', 'kraken', 'okx'][index] ?? '',
    price,
    weight: '1',
  })),
  ...{ tier: 1, keepRate: '0.005', deduction: '0', marginBefore: '300', marginRate: '1.00011173', bankruptcyPrice: '57000' },
  fills: [
    { price: '57100', volume: '60', ctime: AT },
    { price: '56900', volume: '40', ctime: AT + 800 },
  ],
  ...{ fee: '0', insuranceChange: '2', shareAmount: '0', disposed: 1 as const, remaining: '0', time: AT, keyId: 'k1' },
} as const

const base64url = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url')

/** A receipt that is signed as the exchange signs, and the key that checks it. */
export async function signedReceipt(): Promise<{ readonly receipt: LiquidationReceipt; readonly receiptKeys: Record<string, string> }> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(canonicalJson(UNSIGNED)))
  return {
    receipt: { ...UNSIGNED, indexInputs: [...UNSIGNED.indexInputs], fills: [...UNSIGNED.fills], signature: base64url(signature) },
    receiptKeys: { [UNSIGNED.keyId]: base64url(await crypto.subtle.exportKey('raw', pair.publicKey)) },
  }
}

export const market = () => ({
  ...{
    contractId: '101',
    tagPrice: '67401.1',
    indexPrice: '67398',
    lastPrice: '67408.6',
    currentFundRate: '0.000092',
    nextFundRate: '-0.00004',
  },
  ...{
    nextSettlementTime: AT + 4 * HOUR_MS,
    remaining: 14_400,
    openInterest: '21806400',
    high: '1',
    low: '1',
    vol: '1',
    amount: '1',
    rose: '0.0058',
  },
  time: AT,
})

export const funding = () =>
  Array.from({ length: 30 }, (_, index) => ({
    ...{
      contractId: '101',
      fundingRate: ((index % 7) * 0.00005 - 0.0001).toFixed(5),
      tagPrice: '67400.1',
      ctime: AT - index * 8 * HOUR_MS,
    },
  }))

export const FUND = [
  { marginCoin: 'USDT', balance: '100002', change: '2', cause: 'liquidation', ctime: AT },
  { marginCoin: 'USDT', balance: '100000', change: '100000', cause: 'deposit', ctime: AT - HOUR_MS },
] as const

const MINUTE = AT - (AT % 60_000)
const PRICES = ['67390', '67398', '67406']
const NAMES = ['binance', 'kraken', 'okx']

/** Two marks of the minute, one of each that can be the middle, and the one with which it began. */
const mark = (time: number, tagPrice: string, lastPrice: string) => ({
  ...{ time, tagPrice, lastPrice, indexPrice: '67398', basis: '7.25', drawn: lastPrice, range: '0.00175', fundRate: '0.0001' },
  ...{ fundLeft: 14_400_000, shut: 0 },
})
export const marks = () => ({
  ...{ contractId: '101', minute: MINUTE, before: mark(MINUTE - 5000, '67405.3', '67408.6') },
  marks: [mark(MINUTE + 100, '67401.4', '67400'), mark(AT, '67403', '67403')],
})
export const indexMinute = () => ({
  ...{ coinName: 'BTC', minute: MINUTE, cap: '0.01', freshMs: 30_000, index: [{ time: MINUTE - 1000, price: '67398', live: 3 }] },
  sources: NAMES.map((source) => ({ source, weight: 1, prices: [] })),
  before: NAMES.map((source, index) => ({ source, time: MINUTE - 1000, at: MINUTE - 1000, price: PRICES[index] ?? '', state: 'live' })),
})

const page = (name: string, rows: readonly unknown[]) => ({ count: rows.length, [name]: rows })

const transaction = (id: string, type: number, amount: string, balanceAfter: string) => ({
  ...{
    id,
    type,
    typeName: 'x',
    symbol: 'USDT',
    contractId: '101',
    contractName: 'E-BTC-USDT',
    amount,
    balanceAfter,
    fee: '0',
    refId: null,
  },
  ctime: AT,
})

/** Answers to everything that the pages ask of the host. */
export const contractAnswers = (receiptKeys: Readonly<Record<string, string>> = {}) => ({
  'common/public_info': publicInfo(receiptKeys),
  'common/public_market_info': market(),
  'common/funding_rate_list': page('fundingRateList', funding()),
  'common/tag_price_parts': marks(),
  'index/sources': indexMinute(),
  'common/get_risk_account': { marginCoin: 'USDT', balance: '100002' },
  'common/risk_balance_list': page('riskBalanceList', FUND),
  'position/get_assets_list': assets(),
  'order/current_order_list': page('orderList', OPEN),
  'order/trigger_order_list': page('orderList', WAITING),
  'order/history_order_list': page('orderList', ENDED),
  'order/his_trade_list': page('tradeHisList', []),
  'position/history_position_list': page('positionList', HISTORY),
  'record/get_transaction_list': page('transList', [transaction('2', 6, '-0.6', '21143.1'), transaction('1', 1, '21143.7', '21143.7')]),
  'order/order_cancel': { orderId: '21', status: 4 },
  'user/create_co_id': { coUid: '100001', openContract: 1 },
})
