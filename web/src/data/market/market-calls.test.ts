import { pairs, pairsOpen } from '@agio/wire/spot.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadPairs, loadUsdtPrices } from './market-calls.ts'

const { send, loggedIn } = vi.hoisted(() => ({ send: vi.fn(), loggedIn: vi.fn() }))
vi.mock('../http-client.ts', () => ({ send }))
vi.mock('../session.ts', () => ({ isLoggedIn: loggedIn }))

beforeEach(() => {
  send.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('MKT-009 [part] the own list with a token, the public one when that fails, and a log line when both do', async () => {
  loggedIn.mockReturnValue(true)
  send.mockRejectedValueOnce(new Error('own')).mockResolvedValueOnce([])
  expect(await loadPairs()).toEqual([])
  expect(send.mock.calls.map(([call]) => call)).toEqual([pairs, pairsOpen])
  send.mockRejectedValue(new Error('both'))
  await expect(loadPairs()).rejects.toThrow('both')
  expect(console.error).toHaveBeenCalledWith('Failed to load coin list', expect.any(Error))
  send.mockReset()
  send.mockResolvedValue([])
  loggedIn.mockReturnValue(false)
  await loadPairs()
  expect(send.mock.calls.map(([call]) => call)).toEqual([pairsOpen])
})

test('MKT-010 [part] a failed load of USDT prices is logged by its name', async () => {
  send.mockRejectedValue(new Error('prices'))
  await expect(loadUsdtPrices()).rejects.toThrow('prices')
  expect(console.error).toHaveBeenCalledWith('Failed to load UsdtPrice', expect.any(Error))
})
