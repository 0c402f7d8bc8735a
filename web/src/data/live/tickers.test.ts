import { depthChecksum } from '@agio/wire/market/depth-checksum.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const BIDS: readonly (readonly [string, string])[] = [['59999', '1']]
interface Opened {
  onopen?: () => void
  onmessage?: (event: { readonly data: string }) => void
}
const sockets = vi.hoisted(() => [] as Opened[])
const say = (message: object) => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) })
const push = (ch: string, data: object) => say({ ch, type: 'snapshot', seq: 1, prevSeq: null, time: 1, data })

beforeEach(() => {
  // The connection of this test is nobody else's: files share their modules.
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor() {
        sockets.push(this as Opened)
      }
      send = () => undefined
      close = () => undefined
    },
  )
  // A socket of its own.
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { protocol: 'https:', host: 'here' } }))
  vi.stubGlobal('requestAnimationFrame', () => 0)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

test('who comes back to a pair later is told nothing until its price and book are told again', async () => {
  const [{ tickerTopic }, { depthTopic }] = await Promise.all([import('./tickers.ts'), import('./depth.ts')])
  const [ticker, depth] = [tickerTopic('A/B'), depthTopic('A/B', { priceScale: 2, quantityScale: 2 })]
  const stops = [ticker.subscribe(() => undefined), depth.subscribe(() => undefined)]
  sockets.at(-1)?.onopen?.()
  push('ticker:A/B', { symbol: 'A/B', price: '60000', time: 1 })
  push('depth:A/B', { symbol: 'A/B', bids: BIDS, asks: [], checksum: depthChecksum(BIDS, []) })
  expect([ticker.store.get()?.price, depth.store.get().ready]).toEqual(['60000', true])
  for (const stop of stops) stop()
  // A change of page is no reason to forget.
  vi.advanceTimersByTime(1000)
  expect(ticker.store.get()?.price).toBe('60000')
  vi.advanceTimersByTime(2000)
  expect([ticker.store.get(), depth.store.get().ready, depth.store.get().bids]).toEqual([undefined, false, []])
})
