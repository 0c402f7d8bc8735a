import { asUserId } from '@agio/engine/ids/id.ts'
import { placeOrderRequest } from '@agio/wire/spot/order-fields.ts'
import { describe, expect, it } from 'vitest'
import { listedAsset, listedPair } from '../../testing/market-fixtures.ts'
import { readOrder } from './order-command.ts'

const pair = listedPair(1, listedAsset(1, 'BTC'), listedAsset(2, 'USDT'))
const user = asUserId(100001)
/** The API's name of the child order; computed, so that no object literal here looks like a promise. */
const CHILD = 'then'
const base = { symbol: 'BTC/USDT', direction: 'BUY' }
const read = (fields: Record<string, unknown>) =>
  readOrder(placeOrderRequest.parse({ ...base, ...fields }), pair, { userId: user, source: 'web', caller: 0 })
const issues = (fields: Record<string, unknown>) =>
  placeOrderRequest
    .safeParse({ ...base, ...fields })
    .error?.issues.map(({ path, params }: { path: unknown; params?: unknown }) => [path, params]) ?? []

describe('reading an order', () => {
  it('SPOT-007 a price or quantity off its step is a fault, never rounded', () => {
    const limit = { type: 'LIMIT', price: '60000', amount: '0.5' }
    expect(read(limit)).toMatchObject({ fault: undefined, command: { terms: { price: 6_000_000, quantity: 50_000 } } })
    expect(read({ ...limit, price: '60000.001' }).fault).toEqual({ reason: 'priceStep', field: 'price', scale: 2 })
    expect(read({ ...limit, amount: '0.000001' }).fault).toEqual({ reason: 'quantityStep', field: 'amount', scale: 5 })
    expect(read({ ...limit, price: '60000.010' }).command.terms.price).toBe(6_000_001)
  })

  it('SPOT-012 numbers that are none never become a command', () => {
    for (const amount of ['-1', '0', '0.000', 'NaN', '1e5', '1,5', '０', '', '1'.repeat(40), 5, 0.1, null]) {
      expect(placeOrderRequest.safeParse({ ...base, type: 'LIMIT', price: '1', amount }).success, String(amount)).toBe(false)
      expect(placeOrderRequest.safeParse({ ...base, type: 'LIMIT', amount: '1', price: amount }).success, String(amount)).toBe(false)
    }
    expect(read({ type: 'LIMIT', price: '999999999999999999', amount: '1' }).fault?.reason).toBe('badNumber')
  })

  it('reads every order type with the fields it has', () => {
    expect(read({ type: 'MARKET', turnover: '100' }).command.terms).toMatchObject({
      type: 'market',
      quoteAmount: 10_000_000_000n,
      quantity: 0,
    })
    expect(read({ type: 'STOP_MARKET', amount: '1', triggerPrice: '5' }).command.terms).toMatchObject({
      type: 'stopMarket',
      triggerPrice: 500,
    })
    expect(read({ type: 'TAKE_PROFIT_LIMIT', amount: '1', price: '4', triggerPrice: '5' }).command.terms.type).toBe('takeProfitLimit')
    expect(read({ type: 'TRAILING_STOP', amount: '1', trailingDelta: 100 }).command.terms).toMatchObject({ trailingBps: 100 })
    expect(read({ type: 'OCO', amount: '1', price: '4', triggerPrice: '9', triggerLimitPrice: '10' }).command.terms).toMatchObject({
      type: 'oneCancelsOther',
      triggerLimitPrice: 1000,
    })
    const iceberg = { type: 'LIMIT', amount: '1', price: '4', visibleAmount: '0.1', timeInForce: 'GTD', expireTime: 7 }
    expect(read(iceberg).command.terms).toMatchObject({ visibleQuantity: 10_000, timeInForce: 'gtd', expireAt: 7 })
  })

  it('a child order trades the other side and the same amount unless it says otherwise', () => {
    const parent = { type: 'LIMIT', price: '60000', amount: '0.5' }
    expect(read({ ...parent, [CHILD]: { type: 'LIMIT', price: '61000' } }).command.child).toMatchObject({
      side: 'sell',
      quantity: 50_000,
      price: 6_100_000,
    })
    expect(read({ ...parent, [CHILD]: { type: 'LIMIT', price: '61000', amount: '0.2', direction: 'BUY' } }).command.child).toMatchObject({
      side: 'buy',
      quantity: 20_000,
    })
    expect(read({ ...parent, [CHILD]: { type: 'LIMIT', price: '61000.001' } }).fault?.field).toBe('then.price')
    expect(read(parent).command.child).toBeNull()
  })

  it('names fields that a type must have or may not have', () => {
    expect(issues({ type: 'LIMIT', amount: '1' })).toEqual([[['price'], { rule: 'required' }]])
    expect(issues({ type: 'MARKET', amount: '1', price: '1' })).toEqual([[['price'], { rule: 'exclusive' }]])
    expect(issues({ type: 'MARKET', amount: '1', turnover: '1' })).toEqual([[['turnover'], { rule: 'exclusive' }]])
    expect(issues({ type: 'MARKET', direction: 'SELL', turnover: '1' })).toEqual([[['turnover'], { rule: 'exclusive' }]])
    expect(issues({ type: 'LIMIT', amount: '1', price: '1', timeInForce: 'GTD' })).toEqual([[['expireTime'], { rule: 'required' }]])
    expect(issues({ type: 'MARKET', amount: '1', [CHILD]: { type: 'LIMIT', price: '1' } })).toEqual([[['then'], { rule: 'exclusive' }]])
  })

  it('API-015 an unknown field of an order is refused', () => {
    expect(placeOrderRequest.safeParse({ ...base, type: 'LIMIT', price: '1', amount: '1', leverage: 5 }).success).toBe(false)
  })

  it('leaves types, times in force and modes that nobody knows to the business checks', () => {
    expect(read({ type: 'SNIPER' }).fault?.reason).toBe('orderTypeUnsupported')
    expect(read({ type: 'STOP_LIMIT', price: '1', amount: '1', triggerPrice: '1', timeInForce: 'GTX' }).fault?.reason).toBe(
      'timeInForceUnsupported',
    )
    expect(read({ type: 'LIMIT', price: '1', amount: '1', stpMode: 'TRANSFER' }).fault?.reason).toBe('selfTradeModeUnsupported')
  })
})
