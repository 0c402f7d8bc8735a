import { pairs, pairsOpen } from '@agio/wire/spot/spot.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadPairs, loadQuotes } from './market-calls.ts'
import { loadUsdtPrices } from './usdt-prices-call.ts'

const { send, loggedIn } = vi.hoisted(() => ({ send: vi.fn(), loggedIn: vi.fn() }))
vi.mock('../http-client.ts', () => ({ send }))
vi.mock('../session.ts', () => ({ isLoggedIn: loggedIn }))

beforeEach(() => {
  send.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('MKT-009 the own list with a token, the public one when that fails, and a log line when both do', async () => {
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

test('MKT-009 a list that fails to load again stays as it was', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  loggedIn.mockReturnValue(false)
  const query = { queryKey: ['pairs', false], queryFn: loadPairs }
  send.mockResolvedValueOnce([])
  const before = await client.fetchQuery(query)
  send.mockRejectedValue(new Error('down'))
  await expect(client.fetchQuery(query)).rejects.toThrow('down')
  expect(client.getQueryData(query.queryKey)).toBe(before)
  client.clear()
})

test('AUTH-028 [part] a failed load of prices is logged', async () => {
  send.mockRejectedValue(new Error('prices'))
  await expect(loadQuotes()).rejects.toThrow('prices')
  expect(console.error).toHaveBeenCalledWith('Failed to load pair prices', expect.any(Error))
})

test('MKT-010 a failed load of USDT prices is logged by its name', async () => {
  send.mockRejectedValue(new Error('prices'))
  await expect(loadUsdtPrices()).rejects.toThrow('prices')
  expect(console.error).toHaveBeenCalledWith('Failed to load UsdtPrice', expect.any(Error))
})
