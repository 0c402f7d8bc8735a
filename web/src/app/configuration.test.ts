import { afterEach, expect, test, vi } from 'vitest'
import { site } from '../data/site.ts'
import { configOf, configValue, forbiddenPaths, takeConfiguration } from './configuration.ts'

afterEach(() => vi.unstubAllGlobals())

test('TEN-003 a configured string is kept only when it means something or is 0', () => {
  expect(configValue('0')).toBe(0)
  for (const empty of ['', 'null', 'false', ' ', null, false]) expect(configValue(empty)).toBeUndefined()
  expect(configValue('1')).toBe(1)
  expect(configValue('text')).toBe('text')
  expect(configValue('{"amountLimit":"5000"}')).toEqual({ amountLimit: '5000' })
  expect(configOf({ a: '', b: '0', theme: '#4b5bff' })).toEqual({ b: 0, theme: { color: '#4B5BFF' } })
})

test('ROUTE-014 [part] without the invite switch its path is forbidden', () => {
  const switches = { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: false, inviteSwitch: 0 }
  expect(forbiddenPaths(switches)).toEqual(['/invite'])
  expect(forbiddenPaths({ ...switches, inviteSwitch: 1 })).toEqual([])
})

test('WAL-027 [part] a configuration that became empty leaves nothing of the one before', () => {
  const style = { getPropertyValue: () => '', setProperty: () => undefined }
  vi.stubGlobal('document', { documentElement: { style } })
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage, sessionStorage: localStorage })
  const limit = { amountLimit: '999', coin: 'USDT', time: 24 }
  takeConfiguration({ ...site(), version: '1', kv: { out_money: limit } })
  expect(site().config).toMatchObject({ out_money: limit })
  takeConfiguration({ ...site(), version: '2', kv: {} })
  expect(site().config).not.toHaveProperty('out_money')
  expect(kept.has('outMoney')).toBe(false)
})
