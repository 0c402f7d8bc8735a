import { expect, test } from 'vitest'
import { CallError } from '../../../data/call-error.ts'
import { context, draft } from '../../../testing-terminal/ticket-context.ts'
import { isNothingHeld, isRefused, LostOrder } from './lost-order.ts'
import { readTicket } from './resolve.ts'

const HOUR_MS = 3_600_000
const setting = context({})
const ticket = (price: string) => readTicket(draft({ price, quantity: '0.02', timeInForce: 'gtd', lifetime: 24 }), setting)

test('API-024 [part] an order whose answer was lost goes again unchanged, though the clock went on', () => {
  const lost = new LostOrder()
  const first = lost.bodyOf(ticket('60000'), setting, 1000)
  expect(first.expireTime).toBe(1000 + 24 * HOUR_MS)
  expect(lost.bodyOf(ticket('60000'), setting, 9000)).toEqual(first)
  const changed = lost.bodyOf(ticket('60001'), setting, 9000)
  expect(changed.clientOrderId).not.toBe(first.clientOrderId)
  expect(changed.expireTime).toBe(9000 + 24 * HOUR_MS)
  lost.settled()
  expect(lost.bodyOf(ticket('60001'), setting, 9000).clientOrderId).not.toBe(changed.clientOrderId)
})

test('API-024 [part] an order whose answer was lost has arrived once it was heard of, and only then the same order is another one', () => {
  const lost = new LostOrder()
  const heard = new Set<string>()
  const arrived = (price: string) => lost.arrived((id) => heard.has(id), ticket(price), setting)
  const first = lost.bodyOf(ticket('60000'), setting, 1000)
  heard.add(first.clientOrderId)
  // It is told of before its answer comes: nothing is lost yet.
  expect(arrived('60000')).toBeUndefined()
  heard.clear()
  lost.doubted()
  expect(arrived('60000')).toBeUndefined()
  expect(lost.bodyOf(ticket('60000'), setting, 2000)).toEqual(first)
  lost.doubted()
  heard.add(first.clientOrderId)
  expect([arrived('60000'), arrived('60001')]).toEqual(['same', 'other'])
  lost.settled()
  expect(arrived('60000')).toBeUndefined()
  expect(lost.bodyOf(ticket('60000'), setting, 3000).clientOrderId).not.toBe(first.clientOrderId)
})

test('API-024 [part] after a lost answer, and while the first press still runs, nobody is told that nothing came of it', () => {
  const refusal = (name: string) => new CallError({ code: '1', errorName: name, message: name, params: {}, requestId: '', status: 200 })
  expect([new TypeError('fetch'), refusal('ENGINE_BUSY'), refusal('IDEMPOTENCY_IN_PROGRESS')].map(isRefused)).toEqual([false, false, false])
  const conflict = refusal('IDEMPOTENCY_CONFLICT')
  const short = refusal('BALANCE_INSUFFICIENT')
  expect([conflict, short].map(isRefused)).toEqual([true, true])
  expect([conflict, short].map(isNothingHeld)).toEqual([false, true])
})
