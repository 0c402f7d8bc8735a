import { expect, it } from 'vitest'
import { inCalls, type Movable, movedBy } from './move-all.ts'

const STEPS = { scale: 2, tick: 5 }
const order = (orderId: string, side: 'buy' | 'sell', price: string): Movable => ({ orderId, side, price })

it('SPOT-051 [part] every price moves by the same distance, and by a multiple of the tick alone', () => {
  const orders = [order('1', 'buy', '99.95'), order('2', 'sell', '100')]
  expect(movedBy(orders, 'up', '0.10', STEPS)?.map(({ to }) => to)).toEqual(['100.05', '100.1'])
  expect(movedBy(orders, 'down', '0.05', STEPS)?.map(({ to }) => to)).toEqual(['99.9', '99.95'])
  for (const distance of ['', '0', '0.01', '0.001', 'x', '-1'])
    expect([distance, movedBy(orders, 'up', distance, STEPS)]).toEqual([distance, undefined])
})

it('SPOT-051 [part] no price comes to zero or below', () => {
  const orders = [order('1', 'buy', '100'), order('2', 'buy', '0.1')]
  expect(movedBy(orders, 'down', '0.05', STEPS)?.map(({ to }) => to)).toEqual(['99.95', '0.05'])
  expect(movedBy(orders, 'down', '0.1', STEPS)).toBeUndefined()
})

it('SPOT-051 [part] calls take 20 rows, and what moves away from the other side goes first', () => {
  const moved =
    movedBy([...Array.from({ length: 21 }, (_, at) => order(`b${at}`, 'buy', '50')), order('s', 'sell', '60')], 'up', '1', STEPS) ?? []
  const calls = inCalls(moved, 'up')
  expect(calls.map((rows) => rows.length)).toEqual([20, 2])
  expect(calls[0]?.[0]?.orderId).toBe('s')
  expect(inCalls(moved, 'down')[1]?.at(-1)?.orderId).toBe('s')
})
