import { expect, it } from 'vitest'
import { readPairs, readSources } from './settings.ts'

const TENANTS = ['agio', 'nova']
const THREE = ['simulated-1', 'simulated-2', 'simulated-3']

it('the demo and the test profile have simulated sources, production has none until somebody names them', () => {
  for (const profile of ['demo', 'test'] as const)
    expect([...readSources(undefined, TENANTS, profile)]).toEqual([
      ['agio', THREE],
      ['nova', THREE],
    ])
  expect(readSources(undefined, TENANTS, 'production').get('agio')).toEqual([])
  expect(() => readSources('simulated', TENANTS, 'production')).toThrow('simulated-1 is no source for the production profile')
})

it('sources are the same for all tenants, or each tenant has its own', () => {
  expect(readSources('binance, okx', TENANTS, 'production').get('nova')).toEqual(['binance', 'okx'])
  const own = readSources('agio=binance kraken ccxt-gate;nova=', TENANTS, 'production')
  expect([...own]).toEqual([
    ['agio', ['binance', 'kraken', 'ccxt-gate']],
    ['nova', []],
  ])
  for (const [list, fault] of [
    ['mtgox', 'mtgox is no source'],
    ['okx okx', 'okx stands there twice'],
    ['else=okx', 'else=okx names no tenant'],
    ['agio=okx;agio=kraken', 'or one twice'],
    ['simulated binance okx coinbase kraken bitstamp ccxt-gate', 'more than 8'],
  ] as const)
    expect(() => readSources(list, TENANTS, 'test')).toThrow(fault)
})

it('names the pairs of a source that are not called like the coin', () => {
  const pairs = readPairs('kraken.POL=MATICUSDT, kraken.AGIO=,ccxt-gate.BTC=BTC/USD')
  expect([...(pairs.get('kraken') ?? [])]).toEqual([
    ['POL', 'MATICUSDT'],
    ['AGIO', null],
  ])
  expect(pairs.get('ccxt-gate')?.get('BTC')).toBe('BTC/USD')
  for (const wrong of ['BTC=x', 'kraken.btc=x', 'mtgox.BTC=x', 'kraken.BTC=../x?', 'simulated-1.BTC=x'])
    expect(() => readPairs(wrong)).toThrow('is no pair of a source')
})
