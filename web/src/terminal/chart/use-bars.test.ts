import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveCandle } from '../../data/live/candles.ts'
import { createLiveStore } from '../../data/live/live-store.ts'
import { followCandles, wholeCandles } from './use-bars.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const candle = (at: number, close: string): LiveCandle => ({ at, open: '1', high: '1', low: '1', close, quantity: '0' })

it('a candle that ended gets its last figures before the next one begins, also when it ended before anyone could draw it', () => {
  let candles: readonly LiveCandle[] = [candle(60, '2'), candle(120, '3')]
  const store = createLiveStore(() => candles)
  const told: string[] = []
  const note = (what: string) => (one: LiveCandle) => void told.push(`${what} ${one.at} ${one.close}`)
  // The last bar that was loaded began at 60, and has ended since.
  const { leave } = followCandles({ store, subscribe: store.subscribe }, 60, {
    ended: note('ended'),
    growing: note('growing'),
    missed: () => Promise.reject(new Error('nothing was missed')),
    lost: () => undefined,
  })
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

it('a page that was away gets the candles between, and the one it left half-done with its last figures', async () => {
  let candles: readonly LiveCandle[] = [candle(60, '2')]
  const store = createLiveStore(() => candles)
  const told: string[] = []
  const asked: number[] = []
  let history: readonly LiveCandle[] | undefined
  let lost = 0
  const note = (what: string) => (one: LiveCandle) => void told.push(`${what} ${one.at} ${one.close}`)
  const { leave, catchUp } = followCandles({ store, subscribe: store.subscribe }, 60, {
    ended: note('ended'),
    growing: note('growing'),
    missed: async (from) => {
      asked.push(from)
      if (history === undefined) throw new Error('not reached')
      return history
    },
    lost: () => {
      lost += 1
    },
  })
  const settle = () => vi.advanceTimersByTimeAsync(2000)
  told.length = 0
  // Hidden for two and a half minutes: the topic kept its last two candles.
  candles = [candle(180, '5'), candle(240, '6')]
  store.publish()
  await Promise.resolve()
  // The first try finds no server; nothing is drawn over the gap meanwhile.
  expect([asked, told]).toEqual([[60], []])
  history = [candle(60, '9'), candle(120, '8'), candle(180, '4.9'), candle(240, '5.9')]
  await settle()
  expect(asked).toEqual([60, 60])
  // The topic brought nothing while history was read: history was asked later, and is told as it stands.
  expect(told.splice(0)).toEqual(['ended 60 9', 'ended 120 8', 'ended 180 4.9', 'growing 240 5.9'])
  // A return without a gap that can be seen reads the half-done candle again.
  history = [candle(240, '7')]
  catchUp()
  await settle()
  expect(asked).toEqual([60, 60, 240])
  // More than history gives at once: everything is loaded again.
  history = [candle(6000, '7')]
  candles = [candle(6000, '7'), candle(6060, '7')]
  store.publish()
  await settle()
  expect(lost).toBeGreaterThan(0)
  leave()
  told.length = 0
  store.publish()
  await settle()
  expect(told).toEqual([])
})

/** A topic that a test moves by hand, and a chart that draws what it is told. */
function charted(first: readonly LiveCandle[], history: () => Promise<readonly LiveCandle[]>) {
  let candles = first
  const store = createLiveStore(() => candles)
  const drawn = new Map<number, LiveCandle>()
  const draw = (one: LiveCandle) => void drawn.set(one.at, one)
  const following = followCandles({ store, subscribe: store.subscribe }, first.at(-1)?.at ?? 0, {
    ...{ ended: draw, growing: draw, missed: history, lost: () => undefined },
  })
  const push = (next: readonly LiveCandle[]): void => {
    candles = next
    store.publish()
  }
  return { ...following, push, shown: () => [...drawn.values()].map(({ at, close, quantity }) => `${at} ${close} ${quantity}`) }
}

const traded = (at: number, close: string, quantity: string): LiveCandle => ({ ...candle(at, close), quantity })

it.each([
  ['trades', ['10', '25', '7'] as const],
  ['the mark, of which nothing is traded', ['0', '0', '0'] as const],
])('after a sleep the minute in which the page went away has its last figures, with a silent socket: %s', async (_, quantities) => {
  const [half, whole, next] = quantities
  let history: readonly LiveCandle[] = []
  const chart = charted([traded(60, '2', half)], async () => history)
  // Nothing is pushed, before or after: the line sleeps like the page did.
  history = [traded(60, '9', whole), traded(120, '8', next)]
  chart.catchUp()
  await vi.advanceTimersByTimeAsync(2000)
  expect(chart.shown()).toEqual([`60 9 ${whole}`, `120 8 ${next}`])
  // Away for less than its minute: what the topic still holds of it never comes back over what history told.
  history = [traded(120, '8.5', next)]
  chart.catchUp()
  await vi.advanceTimersByTimeAsync(4000)
  chart.push([traded(60, '2', half), traded(120, '8.7', next)])
  expect(chart.shown()).toEqual([`60 9 ${whole}`, `120 8.7 ${next}`])
  chart.leave()
})

it('the half-done candle that is still growing takes the figures of history, and then those that are pushed', async () => {
  const stale = traded(60, '2', '10')
  const chart = charted([stale], async () => [traded(60, '3', '12')])
  chart.catchUp()
  await vi.advanceTimersByTimeAsync(2000)
  expect(chart.shown()).toEqual(['60 3 12'])
  chart.push([stale])
  expect(chart.shown()).toEqual(['60 3 12'])
  chart.push([traded(60, '4', '13')])
  expect(chart.shown()).toEqual(['60 4 13'])
  chart.leave()
})

it('history that lags behind the line takes nothing back', async () => {
  const chart = charted([traded(60, '5', '20')], async () => [traded(60, '4', '15')])
  chart.catchUp()
  await vi.advanceTimersByTimeAsync(2000)
  expect(chart.shown()).toEqual(['60 5 20'])
  // Pushed while history was read: later than it.
  const late = charted([traded(60, '5', '0')], async () => {
    late.push([traded(60, '6', '0')])
    return [traded(60, '5.5', '0')]
  })
  late.catchUp()
  await vi.advanceTimersByTimeAsync(4000)
  expect(late.shown()).toEqual(['60 6 0'])
  chart.leave()
  late.leave()
})

it('PERP-001 [part] a candle of the mark that was loaded half-grown keeps its open, high and low when the line goes on with it', () => {
  const of = (at: number, [open, high, low, close]: readonly [string, string, string, string]): LiveCandle => ({
    ...{ at, open, high, low, close, quantity: '0' },
  })
  const { whole, remember } = wholeCandles({ at: 60, open: 10, high: 14, low: 9, close: 12, quantity: 0 })
  // The page heard its first price at 12.5; the candle had begun at 10.
  expect(whole(of(60, ['12.5', '12.5', '12.5', '12.5']))).toEqual({ at: 60, open: 10, high: 14, low: 9, close: 12.5, quantity: 0 })
  expect(whole(of(60, ['12.5', '15', '12.5', '13']))).toMatchObject({ open: 10, high: 15, low: 9, close: 13 })
  // The next one begins with the page looking on.
  expect(whole(of(120, ['13', '13', '13', '13']))).toMatchObject({ at: 120, open: 13, high: 13, low: 13 })
  // History tells what happened while the page was away.
  remember([of(120, ['13', '18', '11', '12'])])
  expect(whole(of(120, ['13', '14', '13', '14']))).toMatchObject({ open: 13, high: 18, low: 11, close: 14 })
})
