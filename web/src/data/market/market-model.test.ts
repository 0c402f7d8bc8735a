import { describe, expect, test } from 'vitest'
import {
  changePercent,
  compareDecimals,
  holdOrder,
  type MarketPair,
  type MarketRow,
  matchesSearch,
  mergeMarket,
  nearest,
  type Quote,
  sortMarket,
} from './market-model.ts'

const pair = (symbol: string): MarketPair => {
  const [base = '', quote = ''] = symbol.split('/')
  return {
    pairId: symbol,
    symbol,
    base,
    quote,
    priceScale: 2,
    quantityScale: 5,
    takerFee: '0.001',
    makerFee: '0.001',
    favorite: false,
    classLabel: null,
    groupShown: true,
    tradable: true,
  }
}
const quote = (symbol: string, price: string, change: string, turnover: string): Quote => ({
  symbol,
  price,
  previousClose: '1',
  high: price,
  low: price,
  turnover,
  changePercent: change,
  usdtPrice: price,
  moved: 'flat',
})
const row = (symbol: string, price: string, change: string, turnover: string): MarketRow => ({
  ...pair(symbol),
  quoted: quote(symbol, price, change, turnover),
})
const rows = [
  row('BTC/USDT', '67412.38', '0.61', '100'),
  row('ETH/USDT', '3518.42', '-2.31', '900'),
  row('DOGE/USDT', '0.13784', '12.5', '20'),
]
const symbols = (list: readonly MarketRow[]) => list.map((one) => one.symbol)
const one = () => '1'

describe('market lists', () => {
  test('MKT-004 the change against the previous close', () => {
    expect(changePercent('110', '100')).toBe('10')
    expect(changePercent('99.995', '100')).toBe('-0.01')
    for (const missing of [undefined, '0', '-1', 'x']) expect(changePercent('110', missing)).toBe('0')
  })

  test('MKT-002 a pair without a price is listed without a quote; a switched-off group is not listed', () => {
    const merged = mergeMarket(
      [pair('BTC/USDT'), pair('NEW/USDT'), { ...pair('OFF/USDT'), groupShown: false }],
      new Map([['BTC/USDT', quote('BTC/USDT', '1', '0', '0')]]),
    )
    expect(symbols(merged)).toEqual(['BTC/USDT', 'NEW/USDT'])
    expect(merged[1]?.quoted).toBeUndefined()
  })

  test('MKT-011 search by any way of writing a pair', () => {
    for (const query of ['bt', 'BTC', 'btc/usdt', 'btcusdt', 'BTC USDT', '']) expect(matchesSearch('BTC/USDT', query)).toBe(true)
    expect(matchesSearch('BTC/USDT', 'btcx')).toBe(false)
    expect(nearest(['BTC/USDT', 'ETH/USDT'], 'btcx')).toEqual(['BTC/USDT'])
    expect(nearest(['BTC/USDT'], 'zzz')).toEqual([])
  })

  test('MKT-012 sorting is exact, both ways, and rows can be held', () => {
    expect(symbols(sortMarket(rows, 'price', false, one))).toEqual(['BTC/USDT', 'ETH/USDT', 'DOGE/USDT'])
    expect(symbols(sortMarket(rows, 'change', false, one))).toEqual(['DOGE/USDT', 'BTC/USDT', 'ETH/USDT'])
    expect(symbols(sortMarket(rows, 'change', true, one))).toEqual(['ETH/USDT', 'BTC/USDT', 'DOGE/USDT'])
    expect(symbols(sortMarket(rows, 'turnover', false, one))).toEqual(['ETH/USDT', 'BTC/USDT', 'DOGE/USDT'])
    expect(symbols(holdOrder(sortMarket(rows, 'change', false, one), ['BTC/USDT', 'ETH/USDT', 'DOGE/USDT']))).toEqual([
      'BTC/USDT',
      'ETH/USDT',
      'DOGE/USDT',
    ])
    expect(compareDecimals('10', '9')).toBe(1)
    expect(compareDecimals('-2', '1')).toBe(-1)
  })
})
