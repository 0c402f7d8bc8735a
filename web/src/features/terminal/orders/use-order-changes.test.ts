import { beforeEach, expect, test, vi } from 'vitest'
import { boot, takeBoot } from '../../../data/boot.ts'
import { readOrder } from '../../../data/spot/order.ts'
import { bestAgainst, undoing } from './use-order-changes.ts'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../../data/http-client.ts', () => ({ send }))

const ticker = (symbol: string, price: string) => ({ symbol, price, bestBid: price, bestAsk: price })

beforeEach(() => {
  vi.stubGlobal('window', globalThis)
  // What the page came with, however long ago.
  takeBoot({ ...boot(), first: { tickers: [ticker('BTC/USDT', '60000'), ticker('ETH/USDT', '3000')] } })
  send.mockReset()
  send.mockResolvedValue([ticker('BTC/USDT', '75000')])
})

test('how far an order of another pair lies through the market is asked for, not remembered', async () => {
  expect(await bestAgainst({ symbol: 'BTC/USDT', side: 'sell' }, 'ETH/USDT')).toBe('75000')
  expect(send).toHaveBeenCalledTimes(1)
  expect(await bestAgainst({ symbol: 'ETH/USDT', side: 'buy' }, 'ETH/USDT')).toBe('3000')
  expect(send).toHaveBeenCalledTimes(1)
})

test('undoing a change never orders again what was traded before it', () => {
  // Of 10 three are traded.
  const order = readOrder({ orderId: '1', amount: '10', tradedAmount: '3', price: '60000' })
  // Raised to 12, nine of a new order wait: seven waited before.
  expect(undoing(order, { quantity: '12' }, { orderId: '2', quantity: '9' })).toEqual({ quantity: '7' })
  expect(undoing(order, { price: '61000', quantity: '8.5' }, { orderId: '2', quantity: '5.5' })).toEqual({ price: '60000', quantity: '7' })
  // Lowered it kept its place, and what was traded of it.
  expect(undoing(order, { quantity: '8' }, { orderId: '1', quantity: '8' })).toEqual({ quantity: '10' })
  expect(undoing(order, { price: '61000' }, { orderId: '2', quantity: '7' })).toEqual({ price: '60000' })
})
