import { expect, it } from 'vitest'
import type { LiveCandle } from '../../../data/live/candles.ts'
import { createLiveStore } from '../../../data/live/live-store.ts'
import { followCandles } from './use-bars.ts'

const candle = (at: number, close: string): LiveCandle => ({ at, open: '1', high: '1', low: '1', close, quantity: '0' })

it('a candle that ended gets its last figures before the next one begins, also when it ended before anyone could draw it', () => {
  let candles: readonly LiveCandle[] = [candle(60, '2'), candle(120, '3')]
  const store = createLiveStore(() => candles)
  const told: string[] = []
  const note = (what: string) => (one: LiveCandle) => void told.push(`${what} ${one.at} ${one.close}`)
  // The last bar that was loaded began at 60, and has ended since.
  const leave = followCandles({ store, subscribe: store.subscribe }, 60, { ended: note('ended'), growing: note('growing') })
  expect(told.splice(0)).toEqual(['ended 60 2', 'growing 120 3'])
  candles = [candle(120, '5'), candle(180, '4')]
  store.publish()
  expect(told.splice(0)).toEqual(['ended 120 5', 'growing 180 4'])
  // What is older than the last one told is no news.
  candles = [candle(120, '5'), candle(180, '6')]
  store.publish()
  expect(told.splice(0)).toEqual(['growing 180 6'])
  leave()
  candles = [candle(240, '7')]
  store.publish()
  expect(told).toEqual([])
})
