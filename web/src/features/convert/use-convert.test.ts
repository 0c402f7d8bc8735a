import { convertQuote, convertTrade } from '@agio/wire/convert/convert.ts'
import { leavesOf } from '@agio/wire/leaves.ts'
import { expect, it } from 'vitest'
import { moreThan } from './model/quote-model.ts'
import { refusalOf, waitOf } from './model/refusals.ts'
import { searchCoins } from './picker/coin-search.ts'
import { coinsOf } from './use-coins.ts'
import { choosing, swapped } from './use-convert.ts'

const chosen = { send: 'USDT', receive: 'BTC', side: 'send', text: '1000' } as const

it('coins that change places take what was typed for them along; the same coin on both sides is a change of places', () => {
  expect(swapped(chosen)).toEqual({ send: 'BTC', receive: 'USDT', side: 'receive', text: '1000' })
  expect(choosing(chosen, 'receive', 'USDT')).toEqual(swapped(chosen))
  expect(choosing(chosen, 'receive', 'ETH')).toEqual({ ...chosen, receive: 'ETH' })
})

const coin = (symbol: string, name: string) => ({ coin: symbol, name, iconUrl: null, scale: 8, balance: undefined })
const COINS = [coin('BTC', 'Bitcoin'), coin('BCH', 'Bitcoin Cash'), coin('WBTC', 'Wrapped Bitcoin'), coin('ETH', 'Ethereum')]

it('a coin is found by symbol first, then by name, in the letters of any keyboard', () => {
  const found = (query: string) => searchCoins(COINS, query).map((one) => one.coin)
  expect(found('btc')).toEqual(['BTC', 'WBTC'])
  expect(found('bitcoin')).toEqual(['BTC', 'BCH', 'WBTC'])
  expect(found('ＥＴＨ')).toEqual(['ETH'])
  expect([found('zz'), found(' ')]).toEqual([[], COINS.map((one) => one.coin)])
})

it('CONV-012 [part] a pair that the operator closed is closed one way; a coin that is in neither list cannot be chosen', () => {
  const own = { coinId: '1', coinName: 'BTC', iconUrl: null, scale: 8, balance: '1' }
  const coins = coinsOf(
    {
      ...{ flashConvertSwitch: 1, minTradeU: '0', maxTradeU: '0', quoteSeconds: 10, dailyLimitU: '0', usedTodayU: '0' },
      sendCoins: [own, { ...own, coinName: 'USDT', scale: 6 }],
      receiveCoins: [own],
      pairs: [
        { send: 'USDT', receive: 'BTC', status: 2 },
        { send: 'BTC', receive: 'USDT', status: 1 },
      ],
    },
    new Map(),
    {},
  )
  expect([coins.isClosed('USDT', 'BTC'), coins.isClosed('BTC', 'USDT')]).toEqual([true, false])
  expect(coins.receive.map((one) => one.coin)).toEqual(['BTC'])
  expect(coins.first).toEqual({ send: 'USDT', receive: 'BTC' })
})

it('ROUTE-010 [part] a visitor chooses among the coins that have a public price', () => {
  const asset = (symbol: string) => ({ assetId: '1', symbol, fullName: symbol, iconUrl: null, scale: 8, deposits: true, withdrawals: true })
  const assets = new Map(['BTC', 'USDT', 'NEW'].map((symbol) => [symbol, asset(symbol)]))
  expect(coinsOf(undefined, assets, { BTC: '60000', USDT: '1' }).send.map((one) => one.coin)).toEqual(['BTC', 'USDT'])
  expect(coinsOf(undefined, new Map(), {}).isReady).toBe(false)
})

it('of the refusals of a conversion only an exchange that is too busy leaves doubt, and each bound of the stock has words', () => {
  expect(convertTrade.errors.filter((name) => leavesOf(name) === 'doubt')).toEqual(['ENGINE_BUSY'])
  const bounds = convertQuote.errors.filter((name) => name.startsWith('CONVERT_'))
  expect(bounds.filter((name) => refusalOf(name) === undefined)).toEqual([])
})

it('what is refused for a moment is asked for again after it, and nothing else is', () => {
  expect(waitOf('CONVERT_PAUSED', { coinName: 'BTC', retryAfter: 3 })).toBe(3)
  expect(waitOf('CONVERT_QUOTES_OPEN', { most: 3, retryAfter: 9 })).toBe(9)
  expect([waitOf('CONVERT_PAUSED', {}), waitOf('CONVERT_STOCK_KEPT', { retryAfter: 3 })]).toEqual([0, 0])
})

it('what a price gave beyond what it showed is told exactly, and nothing where it gave what it showed', () => {
  expect(moreThan('0.00166583', '0.00166833')).toBe('0.0000025')
  expect([moreThan('1', '1'), moreThan('1', '0.9')]).toEqual(['', ''])
})

it('every refusal of a conversion has words of its own', () => {
  expect(['QUOTE_MOVED', 'CONVERT_INVENTORY', 'BALANCE_INSUFFICIENT', 'CONVERT_DAILY_LIMIT', 'INDEX_UNAVAILABLE'].map(refusalOf)).toEqual([
    'moved',
    'stock',
    'balance',
    'day',
    'index',
  ])
})
