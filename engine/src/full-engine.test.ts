import { expect, test } from 'vitest'
import { ORDERS_MOST } from '../generated/map.ts'
import { ANSWERS, faultsOfService, fillAll, notFull } from '../scenarios/check-full.ts'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import { FullExchange } from '../scenarios/full-exchange.ts'
import { contentHash } from './content.ts'
import { createState } from './create-state.ts'
import type { Outcome } from './event.ts'
import { asInstrumentId, asOrderId, asOrderListId, type UserId } from './ids/id.ts'
import { PLAIN_TERMS } from './plain-terms.ts'
import { balancesOf, openOrdersOf } from './read.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'

const PAIR = asInstrumentId(1)

function place(exchange: ExchangeDriver, userId: UserId, price: number, key = ''): Outcome {
  const terms = { ...PLAIN_TERMS, side: 'sell' as const, price, quantity: 1 }
  return exchange.run({ kind: 'placeOrder', userId, instrumentId: PAIR, terms, selfTrade: 'none', source: 'api', child: null }, key)
}

function openSmall(rows: number): { exchange: ExchangeDriver; seller: UserId } {
  const exchange = new ExchangeDriver(createState(rows / ORDERS_MOST))
  exchange.open()
  return { exchange, seller: exchange.join('seller', { 1: 10n ** 15n }) }
}

test('a full table refuses placements by name, changes nothing, and takes them again once there is room', () => {
  const { exchange, seller } = openSmall(60)
  let placed = 0
  while (place(exchange, seller, 100 + placed).reason === 'none') placed += 1
  expect(placed).toBeGreaterThan(30)
  const before = { balances: balancesOf(exchange.state, seller), orders: openOrdersOf(exchange.state, seller) }
  expect(place(exchange, seller, 99).reason).toBe('engineFull')
  expect({ balances: balancesOf(exchange.state, seller), orders: openOrdersOf(exchange.state, seller) }).toEqual(before)
  const orderId = before.orders[0]?.orderId ?? asOrderId(0)
  exchange.must({ kind: 'cancelOrder', userId: seller, orderId, clientOrderId: '', orderListId: asOrderListId(0) })
  expect(place(exchange, seller, 99).reason).toBe('none')
  expect(place(exchange, seller, 98).reason).toBe('engineFull')
})

test('when the table of keys is full the oldest keys are forgotten, never those of live orders', () => {
  const { exchange, seller } = openSmall(60)
  const live = place(exchange, seller, 100, 'live')
  for (let index = 0; index < 500; index += 1) {
    const placed = place(exchange, seller, 200, `key-${index}`)
    expect(placed.reason).toBe('none')
    const orderId = placed.orders[0]?.orderId ?? asOrderId(0)
    exchange.must({ kind: 'cancelOrder', userId: seller, orderId, clientOrderId: '', orderListId: asOrderListId(0) })
  }
  expect(place(exchange, seller, 100, 'live').orders[0]?.orderId).toBe(live.orders[0]?.orderId)
  expect(place(exchange, seller, 200, 'key-499').replayed).toBe(true)
  expect(place(exchange, seller, 200, 'key-0').replayed).toBe(false)
})

test('a full table of users refuses registrations, and money for accounts that cannot be opened', () => {
  const { exchange } = openSmall(40)
  const register = (index: number): Outcome =>
    exchange.run({ kind: 'registerUser', accountKey: `user-${index}`, document: {}, role: 'customer' })
  let index = 0
  while (register(index).reason === 'none') index += 1
  expect(register(index).reason).toBe('engineFull')
  expect(index).toBeGreaterThan(5)
})

test('with every table full at once each refuses by name and changes nothing, and cancels, fills and reads go on', () => {
  const full = new FullExchange(1 / 5000)
  expect(fillAll(full)).toEqual(ANSWERS)
  expect(notFull(full.state)).toEqual([])
  expect(faultsOfService(full)).toEqual([])
  expect(contentHash(decodeSnapshot(encodeSnapshot(full.state)))).toBe(contentHash(full.state))
})
