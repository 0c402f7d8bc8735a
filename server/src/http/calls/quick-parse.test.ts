/** The quick reading of a request against the schema it is made from: whatever it accepts, the schema accepts, with the same result. */
import * as auth from '@agio/wire/account/auth.ts'
import * as user from '@agio/wire/account/user.ts'
import * as assets from '@agio/wire/assets/assets.ts'
import type { CallSpec } from '@agio/wire/call.ts'
import * as homeWeb from '@agio/wire/content/home-web.ts'
import * as convert from '@agio/wire/convert/convert.ts'
import * as earn from '@agio/wire/earn/earn.ts'
import * as futuresOrders from '@agio/wire/futures/orders.ts'
import * as futuresPosition from '@agio/wire/futures/position.ts'
import * as futures from '@agio/wire/futures/public.ts'
import * as futuresUser from '@agio/wire/futures/user.ts'
import * as market from '@agio/wire/market/market.ts'
import * as spot from '@agio/wire/spot/spot.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { quickParser, UNSURE } from './quick-parse.ts'

type Call = CallSpec<z.ZodMiniType, z.ZodMiniType>
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value
const CALLS = [homeWeb, market, auth, spot, user, assets, convert, earn, futures, futuresOrders, futuresPosition, futuresUser].flatMap(
  (file) => Object.values(file).filter(isCall),
)

const TYPES = ['LIMIT', 'MARKET', 'STOP_LIMIT', 'STOP_MARKET', 'TRAILING_STOP', 'OCO', 'constructor']
const VALUE: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>('BTC/USDT', 'BUY', 'SELL', '1', '0.5', ' 2 ', 'GTC', 'GTD', 'b-1', 'BTC', ...TYPES) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(null, 0, 1, 2, 50, -1, 1.5, 2 ** 53, '', ' ', '0', '00', '1e5', true, [], {}, [1], ['a', 'b']),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, Number.NaN, Number.POSITIVE_INFINITY, new Date(0), Object.create(null)) },
  { weight: 1, arbitrary: fc.jsonValue() },
)

function shapeOf(schema: z.ZodMiniType): readonly string[] {
  const { shape } = schema._zod.def as unknown as { readonly shape?: Readonly<Record<string, unknown>> }
  return Object.keys(shape ?? {})
}

/** The API's name of the child order makes linters think of promises. */
const withChild = (order: object, child: object): object => Object.assign({}, order, Object.fromEntries([['then', child]]))

const requests = (schema: z.ZodMiniType): fc.Arbitrary<unknown> => {
  const own = shapeOf(schema)
  const keys = own.length === 0 ? fc.constantFrom('a', 'b') : fc.constantFrom(...own, ...own, ...own, 'stranger', '__proto__', 'then')
  const flat = fc.uniqueArray(fc.tuple(keys, VALUE), { selector: ([key]) => key, maxLength: 9 }).map(Object.fromEntries)
  const child = fc.record({ type: fc.constantFrom(...TYPES), price: VALUE, triggerPrice: VALUE }, { requiredKeys: ['type'] })
  const nested = fc.tuple(flat, child).map(([outer, inner]) => (own.includes('then') ? withChild(outer, inner) : outer))
  return fc.oneof({ weight: 6, arbitrary: flat }, { weight: 2, arbitrary: nested }, { weight: 1, arbitrary: VALUE })
}

describe('quick reading', () => {
  it('API-012 [part] agrees with the schema of every call, or leaves the request to it', () => {
    for (const call of CALLS) {
      const quick = quickParser(call.request)
      fc.assert(
        fc.property(requests(call.request), (input) => {
          const read = quick(input)
          if (read === UNSURE) return
          const parsed = z.safeParse(call.request, input)
          expect(parsed.success, call.path).toBe(true)
          expect(read, call.path).toStrictEqual(parsed.data)
          expect(JSON.stringify(read), call.path).toBe(JSON.stringify(parsed.data))
        }),
        { numRuns: call === spot.placeOrder ? 4000 : 300 },
      )
    }
  })

  it('API-012 [part] reads the contract orders that customers send', () => {
    const quick = quickParser(futuresOrders.createOrder.request)
    const order = { contractId: '2', positionType: 1, open: 'OPEN', side: 'BUY', type: 1, leverageLevel: 20, price: '1', volume: ' 2 ' }
    expect(quick({ ...order, isConditionOrder: false })).toStrictEqual({ ...order, volume: '2', isConditionOrder: false })
    for (const fault of [
      { ...order, isConditionOrder: 0 },
      { ...order, more: 1 },
      { ...order, type: 2 },
    ])
      expect(quick(fault)).toBe(UNSURE)
  })

  it('API-012 [part] reads the orders that customers send, and leaves strangers, faults and inherited fields to the schema', () => {
    const quick = quickParser(spot.placeOrder.request)
    const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '67400', amount: ' 0.0001 ', clientOrderId: 'b1' }
    expect(quick(order)).toStrictEqual({ ...order, amount: '0.0001' })
    expect(quick(withChild(order, { type: 'MARKET' }))).toStrictEqual(
      z.parse(spot.placeOrder.request, withChild(order, { type: 'MARKET' })),
    )
    expect(quick(JSON.parse(`${JSON.stringify(order).slice(0, -1)},"__proto__":{}}`))).toBe(UNSURE)
    for (const fault of [
      { ...order, more: 1 },
      { ...order, price: '0' },
      { ...order, triggerPrice: '1' },
      Object.create(order),
      [order],
      null,
    ]) {
      expect(quick(fault)).toBe(UNSURE)
    }
    expect(quickParser(spot.cancelOrders.request)({ orderIds: ['1', '2'] })).toStrictEqual({ orderIds: ['1', '2'] })
  })

  it('API-012 [part] never judges a schema with a part it does not know', () => {
    expect(quickParser(z.object({ a: z.record(z.string(), z.string()) }))({ a: {} })).toBe(UNSURE)
    expect(quickParser(z.object({ a: z.string().check(z.email()) }))({ a: 'no address' })).toBe(UNSURE)
    expect(quickParser(z.object({ a: z._default(z.string(), 'x') }))({})).toBe(UNSURE)
    expect(quickParser(z.object({ a: z.string().check(z.regex(/a/g)) }))({ a: 'a' })).toStrictEqual({ a: 'a' })
  })
})
