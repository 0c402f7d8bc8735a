import { expect, it } from 'vitest'
import { isInDoubt, refusalOf } from './model/refusals.ts'
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

it('every refusal of a conversion has words of its own, and only a missing or unknown answer leaves doubt', () => {
  expect(['QUOTE_MOVED', 'CONVERT_INVENTORY', 'BALANCE_INSUFFICIENT', 'CONVERT_DAILY_LIMIT', 'INDEX_UNAVAILABLE'].map(refusalOf)).toEqual([
    'moved',
    'stock',
    'balance',
    'day',
    'index',
  ])
  expect(['', 'INTERNAL_ERROR', 'ACCOUNT_FROZEN', 'ENGINE_BUSY', 'QUOTE_USED'].map(isInDoubt)).toEqual([true, true, false, false, false])
})
