/** Orders to which the customer gave no name: amendments put others in their place, and they answer to the id of the first. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { OrderTerms } from '../command.ts'
import type { Outcome } from '../event.ts'
import { stateHash } from '../hash.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, type OrderId } from '../ids/id.ts'
import { PLAIN_TERMS } from '../plain-terms.ts'
import { openOrdersOf, orderByOrigin } from '../read.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'

const PAIR = asInstrumentId(1)
const NONE = asOrderId(0)

function market() {
  const exchange = new ExchangeDriver()
  exchange.open({ referencePrice: 10_000 })
  const ann = exchange.join('ann', { [asAssetId(1)]: 10n ** 12n, [asAssetId(2)]: 10n ** 15n })
  const place = (terms: Partial<OrderTerms>, key = '') => {
    const placed = { ...PLAIN_TERMS, quantity: 5, price: 10_000, ...terms }
    return exchange.run(
      { kind: 'placeOrder', userId: ann, instrumentId: PAIR, terms: placed, selfTrade: 'none', source: 'api', child: null },
      key,
    )
  }
  const amend = (originOrderId: OrderId, price: number, key = '', clientOrderId = ''): Outcome =>
    exchange.run({ kind: 'amendOrder', userId: ann, orderId: NONE, clientOrderId, originOrderId, price, quantity: 0, triggerPrice: 0 }, key)
  const cancel = (originOrderId: OrderId): Outcome =>
    exchange.run({ kind: 'cancelOrder', userId: ann, orderId: NONE, clientOrderId: '', originOrderId, orderListId: asOrderListId(0) })
  return { exchange, ann, place, amend, cancel }
}

const idOf = (outcome: Outcome, leg = 0): OrderId => outcome.orders[leg]?.orderId ?? NONE

test('SPOT-039 [part] after any number of amendments an order without a client order id answers to the id of the first', () => {
  const { exchange, ann, place, amend, cancel } = market()
  const first = idOf(place({}))
  expect(openOrdersOf(exchange.state, ann)).toMatchObject([{ orderId: first, originOrderId: 0 }])
  const ids = [9_900, 9_800, 9_700].map((price) => {
    const outcome = amend(first, price)
    expect(outcome).toMatchObject({ reason: 'none', orders: [{ clientOrderId: '', originOrderId: first }] })
    return idOf(outcome)
  })
  expect(new Set([first, ...ids]).size).toBe(4)
  expect(orderByOrigin(exchange.state, ann, first)).toMatchObject({ orderId: ids[2], price: 9_700, replacedOrderId: ids[1] })
  // Those between have no name of their own.
  expect(ids.map((id) => orderByOrigin(exchange.state, ann, id))).toEqual([undefined, undefined, undefined])
  expect(amend(ids[2] ?? NONE, 9_600).reason).toBe('orderNotFound')
  expect([...exchange.orders.values()].map(({ originOrderId }) => originOrderId)).toEqual([0, first, first, first])
  expect(cancel(first)).toMatchObject({ reason: 'none', orders: [{ orderId: ids[2], originOrderId: first, clientOrderId: '' }] })
  expect(cancel(first).reason).toBe('orderClosed')
})

test('SPOT-039 REL-008 [part] each leg of a list keeps its own name, and a repeat by that name is the same request', () => {
  const { exchange, ann, place, amend } = market()
  const placed = place({ type: 'oneCancelsOther', side: 'sell', price: 10_500, triggerPrice: 9_500, triggerLimitPrice: 9_400 })
  const [limit, stop] = [idOf(placed), idOf(placed, 1)]
  const outcome = amend(stop, 9_300, 'k')
  expect(outcome.orders.map(({ originOrderId }) => originOrderId)).toEqual([limit, stop])
  expect(orderByOrigin(exchange.state, ann, stop)).toMatchObject({ type: 'stopLimit', price: 9_300, orderId: idOf(outcome, 1) })
  expect(amend(stop, 9_300, 'k')).toMatchObject({ reason: 'none', replayed: true, orders: outcome.orders })
  const again = amend(limit, 10_600)
  expect(again.orders.map(({ originOrderId }) => originOrderId)).toEqual([limit, stop])
  expect(amend(stop, 9_300, 'k')).toMatchObject({ reason: 'none', replayed: true, orders: outcome.orders })
})

test('SPOT-044 [part] a name that the customer gave is the name, also one that reads like a made one', () => {
  const { exchange, ann, place, amend } = market()
  const named = idOf(place({}, 'mine'))
  expect(orderByOrigin(exchange.state, ann, named)).toBeUndefined()
  expect(amend(named, 9_900).reason).toBe('orderNotFound')
  const plain = idOf(place({}))
  const odd = idOf(place({}, 'o-1'))
  // Both are asked for: the text first.
  expect(amend(plain, 9_900, '', 'o-1').orders).toMatchObject([{ clientOrderId: 'o-1', originOrderId: 0, replacedOrderId: odd }])
  expect(amend(plain, 9_900, '', 'o-2').orders).toMatchObject([{ clientOrderId: '', originOrderId: plain, replacedOrderId: plain }])
})

test('REL-003 [part] names go through a snapshot', () => {
  const { exchange, ann, place, amend } = market()
  const first = idOf(place({}))
  const second = idOf(amend(first, 9_900))
  for (const state of [exchange.state, decodeSnapshot(encodeSnapshot(exchange.state))]) {
    expect(stateHash(state)).toBe(stateHash(exchange.state))
    expect(orderByOrigin(state, ann, first)?.orderId).toBe(second)
    expect(openOrdersOf(state, ann)[0]?.originOrderId).toBe(first)
  }
})

test('an order is named once', () => {
  const { exchange, ann } = market()
  const twice = { orderId: asOrderId(8), originOrderId: asOrderId(8), clientOrderId: '', orderListId: asOrderListId(0) }
  expect(() => exchange.run({ kind: 'cancelOrder', userId: ann, ...twice })).toThrow(RangeError)
})
