/** Answers of an invented conversion desk: the price of the picture, which holds for ten seconds, and whatever a test wants otherwise. */
import type { Bill } from '../../../wire/src/assets/types.ts'
import type { ConvertConfig, ConvertRecord, Quote } from '../../../wire/src/convert/types.ts'
import type { Harness } from '../harness.ts'

const coin = (coinId: string, coinName: string, fullName: string, scale: number) => ({
  ...{ coinId, coinName, fullName, scale, iconUrl: null, isStable: 0, show: 1, sort: Number(coinId), usdtPrice: '1', protocolTypes: [] },
  ...{ depositStatus: 2, withdrawStatus: 2, transferStatus: 2 },
})
const own = (coinId: string, coinName: string, scale: number, balance: string) => ({ coinId, coinName, iconUrl: null, scale, balance })

const COINS = [
  own('1', 'BTC', 8, '0.542137'),
  own('2', 'USDT', 6, '12480.52'),
  own('3', 'SOL', 9, '4.5'),
  own('4', 'ETH', 8, '0'),
  own('5', 'DOGE', 8, '0'),
]

export const CONFIG: ConvertConfig = {
  flashConvertSwitch: 1,
  minTradeU: '10',
  maxTradeU: '50000',
  quoteSeconds: 10,
  dailyLimitU: '200000',
  usedTodayU: '52000',
  sendCoins: COINS,
  receiveCoins: COINS,
  pairs: [{ send: 'USDT', receive: 'DOGE', status: 2 }],
}

/** @param seconds that it holds from now on */
export function quote(seconds: number, change: Partial<Quote> = {}): Quote {
  const createTime = Date.now()
  return {
    quoteId: '70041',
    sendCoin: 'USDT',
    receiveCoin: 'BTC',
    side: 'send',
    sendAmount: '1000',
    receiveAmount: '0.01481925',
    price: '0.000014819252696657',
    inversePrice: '67479.79',
    midPrice: '0.000014834070538735',
    spread: '0.001',
    valueU: '1000',
    minAmount: '10',
    maxAmount: '50000',
    balance: '12480.52',
    createTime,
    validTimestamp: createTime + seconds * 1000,
    ...change,
  }
}

const at = Date.UTC(2026, 6, 14, 15, 58)

export function record(id: string, change: Partial<ConvertRecord> = {}): ConvertRecord {
  return {
    ...{ id, quoteId: '70041', sendCoin: 'USDT', sendAmount: '1000', receiveCoin: 'BTC', receiveAmount: '0.01481925' },
    ...{ price: '0.000014819252696657', fee: '0', feeCoin: 'USDT', status: 1, reason: null, createTime: at, finishTime: at },
    ...change,
  }
}

export const RECORDS: readonly ConvertRecord[] = [
  record('904', { sendAmount: '500', receiveCoin: 'ETH', receiveAmount: '0.14205', price: '0.0002841' }),
  record('903', {
    sendCoin: 'BTC',
    sendAmount: '0.01',
    receiveCoin: 'USDT',
    receiveAmount: '672.8',
    price: '67280',
    createTime: at - 67_000_000,
  }),
  record('902', { sendAmount: '250', receiveCoin: 'SOL', receiveAmount: '1.4438', price: '0.0057752', createTime: at - 270_000_000 }),
  record('901', {
    sendAmount: '2000',
    receiveAmount: '0',
    status: 0,
    reason: 'QUOTE_EXPIRED',
    createTime: at - 420_000_000,
    finishTime: null,
  }),
]

const bill = (id: string, coinName: string, amount: string, balanceAfter: string): Bill => ({
  ...{ id, category: 'convert', accountType: 1, coinId: '1', coinName, amount, balanceAfter, fee: '0' },
  ...{ refId: '904', refType: 'convert', remark: null, createTime: at },
})
export const BILLS: readonly Bill[] = [bill('51', 'USDT', '-500', '11980.52'), bill('52', 'ETH', '0.14205', '0.14205')]

const listOf = (list: readonly unknown[]) => ({ list, total: list.length, pageNo: 1, pageSize: 50, asOf: 1 })

/** Three sources that speak and one that was silent for too long; their capped mean is the index. */
function sources() {
  const now = Date.now()
  const word = (price: string, ago: number) => ({ time: now - ago, at: now - ago, price, state: 'live' as const })
  const said = (source: string, price: string, ago: number) => ({ source, weight: 1, prices: [word(price, ago)] })
  return {
    coinName: 'BTC',
    minute: now - (now % 60_000),
    cap: '0.01',
    freshMs: 30_000,
    index: [{ time: now - 1000, price: '67412.38', live: 3 }],
    sources: [
      said('binance', '67412.1', 1400),
      said('okx', '67411.9', 2100),
      said('kraken', '67413.14', 1000),
      said('bitstamp', '67390', 48_000),
    ],
    before: [],
  }
}

/** Opens the desk with all its answers. */
export function openDesk({ fake }: Harness): void {
  const { behaviour } = fake
  behaviour.switches = { ...behaviour.switches, flashConvertSwitch: 1 }
  Object.assign(behaviour.answers, {
    tenantCurrencyCoinAll: [
      ...[coin('1', 'BTC', 'Bitcoin', 8), coin('2', 'USDT', 'Tether USD', 6), coin('3', 'SOL', 'Solana', 9)],
      ...[coin('4', 'ETH', 'Ethereum', 8), coin('5', 'DOGE', 'Dogecoin', 8)],
    ],
    getUsdtPriceWithStables: [
      ...[
        { coinName: 'BTC', price: '67412.38', isStable: 0 },
        { coinName: 'USDT', price: '1', isStable: 1 },
      ],
      ...[
        { coinName: 'SOL', price: '172.86', isStable: 0 },
        { coinName: 'ETH', price: '3518.42', isStable: 0 },
      ],
    ],
    'trade_convert/config': CONFIG,
    'pre_trade/USDT/BTC': quote(10),
    'price/USDT/BTC': { sendCoin: 'USDT', receiveCoin: 'BTC', price: '0.00001475', inversePrice: '67796.6', time: Date.now() },
    'trade_convert/records': listOf(RECORDS),
    'bill/queryByCategory': listOf(BILLS),
    'index/sources': sources(),
  })
}
