import type { ConvertConfig } from '@agio/wire/convert/types.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStored, writeStored } from '../storage.ts'
import { flashBounds, loadFlashConfig } from './flash-config.ts'

const config: ConvertConfig = {
  ...{ flashConvertSwitch: 1, minTradeU: '10', maxTradeU: '1000', quoteSeconds: 10, dailyLimitU: '0', usedTodayU: '0' },
  ...{ sendCoins: [], receiveCoins: [], pairs: [] },
}

beforeEach(() => {
  const kept = new Map<string, string>()
  const area = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage: area, sessionStorage: area })
  writeStored('flashConfig', undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('CONV-001 the stored bounds are 0 and 0 before they load, then those of the configuration', async () => {
  expect(flashBounds()).toEqual({ minTradeU: '0', maxTradeU: '0' })
  const loaded = loadFlashConfig(async () => config)
  expect(readStored('flashConfig')).toEqual({ minTradeU: '0', maxTradeU: '0' })
  await loaded
  expect(flashBounds()).toEqual({ minTradeU: '10', maxTradeU: '1000' })
})

it('CONV-002 a failure is logged and leaves 0 and 0', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await loadFlashConfig(async () => config)
  await expect(loadFlashConfig(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(logged).toHaveBeenCalledWith('Failed to load flash config', expect.any(Error))
  expect(flashBounds()).toEqual({ minTradeU: '0', maxTradeU: '0' })
})
