import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../query-client.ts'
import { termsQuery } from './pair-terms.ts'

const { loadPairRows } = vi.hoisted(() => ({ loadPairRows: vi.fn() }))
vi.mock('./term-calls.ts', () => ({ loadPairRows }))

const row = (symbol: string, state: string) => {
  const bounds = { minVolume: '0', maxVolume: '0', minBaseVolume: '0', maxBaseVolume: '0', maxCurrentPrice: '0', maxMarketPrice: '0' }
  const depth = { depthOne: '0', depthTwo: '0', depthThree: '0', depthFour: '0', priceOffset: '0' }
  const fees = { buyFee: '0', sellFee: '0', enable: 1, enableBuy: 1, enableSell: 1 }
  return { id: '1', symbol, coinSymbol: 'A', baseSymbol: 'B', baseCoinScale: 2, coinScale: 2, state, ...bounds, ...depth, ...fees }
}

beforeEach(() => {
  vi.useFakeTimers()
  // On a server nothing is read again and again.
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  queryClient.clear()
  environmentManager.setIsServer(() => typeof window === 'undefined')
  vi.useRealTimers()
})

test('SPOT-047 [part] a page that was opened during a halt learns that trading goes on; one that is about another pair does not ask', async () => {
  loadPairRows.mockResolvedValue([row('A/B', 'HALT'), row('C/B', 'TRADING')])
  const other = new QueryObserver(queryClient, termsQuery('C/B'))
  const stopOther = other.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loadPairRows).toHaveBeenCalledTimes(1)
  const observer = new QueryObserver(queryClient, termsQuery('A/B'))
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  expect(observer.getCurrentResult().data?.get('A/B')?.state).toBe('halt')
  loadPairRows.mockResolvedValue([row('A/B', 'TRADING'), row('C/B', 'TRADING')])
  await vi.advanceTimersByTimeAsync(5000)
  expect(observer.getCurrentResult().data?.get('A/B')?.state).toBe('trading')
  const asked = loadPairRows.mock.calls.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(loadPairRows).toHaveBeenCalledTimes(asked)
  stop()
  stopOther()
})
