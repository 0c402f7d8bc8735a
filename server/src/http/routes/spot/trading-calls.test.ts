/** Every spot, market and assets call against requests that nobody should send. */
import * as assets from '@agio/wire/assets/assets.ts'
import * as market from '@agio/wire/market/market.ts'
import * as spot from '@agio/wire/spot/spot.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: string
  readonly response: { safeParse(value: unknown): { success: boolean } }
}
const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'path' in value
const calls = [spot, market, assets].flatMap((module) => Object.values(module).filter(isCall))

let app: MarketApp
beforeAll(async () => {
  app = await marketApp({ referencePrice: 6_000_000 })
  app.fund(app.ann, app.usdt, '1000')
})
afterAll(() => app.close())

const STRANGE: readonly unknown[] = [
  {},
  { symbol: 'BTC/USDT' },
  { symbol: '../../etc', limit: '9'.repeat(30), coinId: '99999999999999999999', coinName: '__proto__' },
  { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '999999999999999999', amount: '999999999999999999' },
  { symbol: 'BTC/USDT', direction: 'BUY', type: 'MARKET', turnover: '999999999999999999.999999999999999999' },
  { symbol: 'BTC/USDT', direction: 'BUY', type: 'TRAILING_STOP', amount: '1', trailingDelta: -5 },
  { symbol: 'BTC/USDT', direction: 'SELL', type: 'OCO', amount: '1', price: '1', triggerPrice: '2' },
  { orderId: '9007199254740993', amount: '1' },
  { orderIds: ['1', 'x', '99999999999999999'] },
  { clientOrderId: 'o-99999999999999999', price: '1' },
  { all: 1, symbol: 'NO/PAIR' },
  { startTime: 9_007_199_254_740_991, endTime: 0, pageNo: 1e9, fromTradeId: 'x', refId: 'x', beforeId: 'x' },
  { types: [1], statuses: [null], coinSymbol: 'x'.repeat(500), timezone: 'No/Where', kind: 'spotOrder' },
  { keys: { deep: [[[[]]]] }, accountType: 9, category: ['x'], hideZero: '1', days: '99999' },
]

it('API-012 every call answers the envelope to an empty and to a strange request, never with a server error [part]', async () => {
  expect(calls).toHaveLength(43)
  for (const call of calls) {
    for (const fields of STRANGE) {
      const query = Object.entries(fields as object).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
      const url = `${call.path}?${query.join('&')}`
      const answer = call.method === 'GET' ? await app.get(url, app.ann) : await app.post(url, fields, app.ann)
      const name = `${call.method} ${url} ${answer.text.slice(0, 300)}`
      expect(answer.status, name).toBeLessThan(500)
      if (answer.code === '0') expect(call.response.safeParse(answer.data).success, name).toBe(true)
      else if (answer.code !== '') expect(typeof answer.failure.name, name).toBe('string')
    }
  }
})

it('API-012 calls for users answer LOGIN_REQUIRED to visitors, open calls do not [part]', async () => {
  for (const call of calls) {
    const answer = call.method === 'GET' ? await app.get(call.path) : await app.post(call.path, {})
    expect(answer.code === '10001', `${call.path} ${answer.text}`).toBe(call.access === 'user')
  }
})
