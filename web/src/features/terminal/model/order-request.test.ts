/** The body of an order, and what makes it the same order. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TransportError } from '../../../data/call-error.ts'
import { sendDeed } from '../../../data/deed.ts'
import { context, draft } from '../../../testing-terminal/ticket-context.ts'
import { type OrderBody, orderBody, sameOrder } from './order-request.ts'
import { readTicket } from './resolve.ts'

const HOUR_MS = 3_600_000
const setting = context({})
const ticket = (price: string) => readTicket(draft({ price, quantity: '0.02', timeInForce: 'gtd', lifetime: 24 }), setting)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('API-024 [part] an order whose answer was lost goes again unchanged, though the clock went on', async () => {
  const sent: OrderBody[] = []
  let isAway = true
  const press = async (price: string, now: number): Promise<OrderBody | undefined> => {
    const pressed = sendDeed({
      kind: 'order',
      about: sameOrder(ticket(price), setting),
      body: orderBody(ticket(price), setting, '', now),
      async send(body, clientOrderId) {
        sent.push({ ...body, clientOrderId })
        if (isAway) throw new TransportError('the network did not answer')
        return true
      },
    })
    await vi.advanceTimersByTimeAsync(1500)
    await pressed
    return sent.at(-1)
  }
  const first = await press('60000', 1000)
  expect(first?.expireTime).toBe(1000 + 24 * HOUR_MS)
  expect(await press('60000', 9000)).toEqual(first)
  const changed = await press('60001', 9000)
  expect(changed?.clientOrderId).not.toBe(first?.clientOrderId)
  expect(changed?.expireTime).toBe(9000 + 24 * HOUR_MS)
  isAway = false
  expect(await press('60001', 9500)).toEqual(changed)
  const next = await press('60001', 9900)
  expect(next?.clientOrderId).not.toBe(changed?.clientOrderId)
  expect(next?.expireTime).toBe(9900 + 24 * HOUR_MS)
})
