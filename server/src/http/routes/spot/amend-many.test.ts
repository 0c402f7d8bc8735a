/** Several orders of a pair changed by one call: each by itself, in the order given, counted as so many. */
import { ERRORS } from '@agio/wire/codes.ts'
import { amendOrders } from '@agio/wire/spot/spot.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLimits, LIMIT_SIZES } from '../../../limits/rate-limit.ts'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'
import { ordersIn } from '../../calls/call-weight.ts'

const ORDER = '/api/user-web/v1/order'
let market: MarketApp
beforeEach(async () => {
  market = await marketApp({ referencePrice: 6_000_000 })
  market.fund(market.ann, market.usdt, '100000')
  market.fund(market.bob, market.btc, '10')
})
afterEach(() => market.close())

const place = async (price: string, clientOrderId: string, user = market.ann) => {
  const direction = user === market.ann ? 'BUY' : 'SELL'
  const { data } = await market.post(
    `${ORDER}/createOrder`,
    { symbol: 'BTC/USDT', direction, type: 'LIMIT', price, amount: '0.5', clientOrderId },
    user,
  )
  return String(data.orderId)
}
const amend = (orders: readonly object[], beside: object = {}) =>
  market.post(`${ORDER}/updateOrders`, { symbol: 'BTC/USDT', orders, ...beside }, market.ann)

it('SPOT-051 [part] rows are changed by order id and by client id; a row that is refused says why, and the others are changed all the same', async () => {
  const [a, b, c] = [await place('59000', 'a'), await place('58000', 'b'), await place('57000', 'c')]
  const bobs = await place('61000', 'd', market.bob)
  const { data } = await amend(
    [
      { orderId: a, price: '59500' },
      { clientOrderId: 'b', amount: '0.2' },
      { orderId: c, price: '57000' },
      { orderId: bobs, price: '60000' },
    ].slice(0, 4),
  )
  expect(data.list.map(({ result, code }) => [result, code])).toEqual([
    [1, '0'],
    [1, '0'],
    [0, ERRORS.AMEND_NO_CHANGE.code],
    [0, ERRORS.ORDER_NOT_FOUND.code],
  ])
  expect(data.list[0]).toMatchObject({
    clientOrderId: 'a',
    price: '59500',
    amount: '0.5',
    priorityKept: 0,
    replacedOrderId: a,
    status: 'NEW',
  })
  expect(data.list[1]).toMatchObject({
    orderId: b,
    clientOrderId: 'b',
    price: '58000',
    amount: '0.2',
    priorityKept: 1,
    replacedOrderId: null,
  })
  expect(data.list[2]).toMatchObject({ orderId: c, status: 'NEW', price: null })
  expect(data.list[3]).toMatchObject({ orderId: null, status: null })
})

it('SPOT-051 [part] a figure off its step refuses its row alone; no rows, too many and the same order twice refuse the call', async () => {
  const [a, b] = [await place('59000', 'a'), await place('58000', 'b')]
  const { data } = await amend([
    { orderId: a, price: '59500.001' },
    { orderId: b, price: '58500' },
  ])
  expect(data.list.map(({ result, code }) => [result, code])).toEqual([
    [0, ERRORS.PRICE_TICK.code],
    [1, '0'],
  ])
  const wrong = [
    [],
    Array.from({ length: 21 }, (_, at) => ({ orderId: String(at + 1), price: '1' })),
    [
      { orderId: a, price: '1' },
      { orderId: a, price: '2' },
    ],
  ]
  for (const orders of wrong) expect((await amend(orders)).failure.name).toBe('VALIDATION_FAILED')
})

it('API-021 SPOT-051 [part] a call counts as so many amendments as it has rows', () => {
  const rows = Array.from({ length: 20 }, () => ({}))
  const counts = [rows, rows.slice(0, 1), [], Array(30), 'text'].map((orders) => ordersIn(amendOrders, { body: { orders } }))
  expect(counts).toEqual([20, 1, 1, 20, 1])
  const limits = createLimits({ ...LIMIT_SIZES, orders: { size: 50, windowMs: 10_000 } }, { now: () => 1000 })
  const take = () => limits.takeUser(market.ann, 1, 'order', 20)
  take()
  take()
  expect(take).toThrow('RATE_LIMIT_ORDERS')
})
