import type { Order } from '@agio/engine/event.ts'
import { asInstrumentId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { expect, test } from 'vitest'
import { boundPassed } from './order-bounds.ts'

const instrumentId = asInstrumentId(1)
const pair = { instrumentId, terms: pairTerms({ maxOpenOrders: 3, maxTriggerOrders: 2, maxOrderLists: 1 }) }
const live = (over: Partial<Order>): Order => ({ instrumentId, type: 'limit', timeInForce: 'gtc', status: 'new', ...over }) as Order
const stop = live({ type: 'stopMarket', status: 'pendingTrigger' })

test('SPOT-046 [part] who has as many orders as a customer may have in all is told that bound, and no pair’s', () => {
  const all = Array.from({ length: 4993 }, () => live({ instrumentId: asInstrumentId(2) }))
  const limit = orderTerms({ quantity: 1, price: 1 })
  const stopOrder = orderTerms({ type: 'stopMarket', timeInForce: 'ioc', triggerPrice: 1 })
  expect(boundPassed(all, pair, { terms: limit, child: null })).toEqual({ max: 5000, kind: 'open' })
  expect(boundPassed(all, pair, { terms: stopOrder, child: null })).toEqual({ max: 5000, kind: 'trigger' })
})

test('SPOT-046 [part] a refusal names the bound that was passed, also where a child passes it', () => {
  const waiting = live({ type: 'stopMarket', status: 'pendingNew' })
  const limit = orderTerms({ quantity: 1, price: 1 })
  const child = orderTerms({ type: 'stopMarket', timeInForce: 'ioc', triggerPrice: 1 })
  const oco = orderTerms({ type: 'oneCancelsOther' })
  expect(boundPassed([live({}), live({}), live({})], pair, { terms: limit, child: null })).toEqual({ max: 3, kind: 'open' })
  expect(boundPassed([live({}), stop, waiting], pair, { terms: limit, child })).toEqual({ max: 2, kind: 'trigger' })
  expect(boundPassed([live({}), stop, stop], pair, { terms: oco, child: null })).toEqual({ max: 2, kind: 'trigger' })
  expect(boundPassed([live({}), stop], pair, { terms: oco, child: null })).toEqual({ max: 1, kind: 'trigger' })
  expect(boundPassed([live({}), live({}), live({ status: 'pendingNew' })], pair, { terms: oco, child: null })).toEqual({
    max: 3,
    kind: 'open',
  })
  const elsewhere = live({ instrumentId: asInstrumentId(2) })
  expect(boundPassed([elsewhere, elsewhere, elsewhere, stop, stop], pair, { terms: oco, child: null })).toEqual({ max: 2, kind: 'trigger' })
})
