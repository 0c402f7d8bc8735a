/** Ids of orders are counted over all entries: no entry is bound in how many orders it makes, and what is refused takes none. */
import { expect, test } from 'vitest'
import { S_LAST_ORDER_ID } from '../../generated/layout.ts'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { OrderTerms } from '../command.ts'
import { stateHash } from '../hash.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId } from '../ids/id.ts'
import { orderTerms } from '../plain-terms.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'
import type { State } from '../state.ts'

const lastOf = ({ memory }: State): number => memory.getFloat64(S_LAST_ORDER_ID, true)

function market() {
  const exchange = new ExchangeDriver()
  exchange.open({ referencePrice: 10_000 })
  const userId = exchange.join('ann', { [asAssetId(1)]: 10n ** 12n, [asAssetId(2)]: 10n ** 15n })
  const place = (over: Partial<OrderTerms>, child: OrderTerms | null = null, key = '') => {
    const terms = orderTerms({ price: 9_000, quantity: 5, ...over })
    return exchange.run(
      { kind: 'placeOrder', userId, instrumentId: asInstrumentId(1), terms, selfTrade: 'none', source: 'api', child },
      key,
    )
  }
  return { exchange, userId, place }
}

const OCO = { side: 'sell', type: 'oneCancelsOther', price: 11_000, triggerPrice: 8_000 } as const

test('SPOT-038 [part] ids count from 1 without gaps: plain orders, the legs of lists and their children, and amendments', () => {
  const { exchange, userId, place } = market()
  const ids = (outcome: ReturnType<typeof place>): number[] => outcome.orders.map(({ orderId }) => orderId)
  expect(ids(place({}))).toEqual([1])
  exchange.run({ kind: 'tick' })
  expect(place({ price: -1 }).reason).toBe('badNumber')
  expect(ids(place({}, null, 'mine'))).toEqual([2])
  const list = place({ price: 9_100 }, orderTerms({ ...OCO, quantity: 5 }))
  expect(list.orders.map(({ orderId, orderListId }) => [orderId, orderListId])).toEqual([
    [3, 3],
    [4, 3],
    [5, 3],
  ])
  expect(ids(place(OCO))).toEqual([6, 7])
  const amend = { kind: 'amendOrder', userId, orderId: asOrderId(0), clientOrderId: 'mine', quantity: 0, triggerPrice: 0 } as const
  // its place is kept: it stays what it was
  expect(ids(exchange.run({ ...amend, price: 0, quantity: 4 }))).toEqual([2])
  expect(ids(exchange.run({ ...amend, price: 9_050 }))).toEqual([8])
  expect(exchange.run({ ...amend, price: 9_050 }).reason).toBe('amendNoChange')
  expect(ids(place({}))).toEqual([9])
  expect(exchange.faults()).toEqual([])
})

test('REL-008 [part] a repeated placing tells the id that it told first, also when an amendment put another order in its place', () => {
  const { exchange, userId, place } = market()
  place({})
  const [placed] = place({}, null, 'mine').orders
  exchange.run({
    ...{ kind: 'amendOrder', userId, orderId: asOrderId(0), clientOrderId: 'mine' },
    ...{ price: 9_050, quantity: 0, triggerPrice: 0 },
  })
  for (const told of [1, 2]) expect(place({}, null, 'mine'), `time ${told}`).toMatchObject({ replayed: true, orders: [placed] })
  const cancelled = exchange.run({
    kind: 'cancelOrder',
    userId,
    orderId: asOrderId(0),
    clientOrderId: 'mine',
    orderListId: asOrderListId(0),
  })
  expect(cancelled.orders).toMatchObject([{ orderId: 3, clientOrderId: 'mine' }])
  expect(exchange.faults()).toEqual([])
})

test('REL-006 [part] the counter goes through a snapshot, and the hash tells it', () => {
  const { exchange, place } = market()
  place({})
  place({}, orderTerms({ ...OCO, quantity: 5 }))
  const restored = decodeSnapshot(encodeSnapshot(exchange.state))
  expect([lastOf(exchange.state), lastOf(restored)]).toEqual([4, 4])
  const before = stateHash(restored)
  restored.memory.setFloat64(S_LAST_ORDER_ID, 5, true)
  expect(stateHash(restored)).not.toBe(before)
})
