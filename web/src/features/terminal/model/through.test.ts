import { describe, expect, it } from 'vitest'
import { readOrder } from '../../../data/spot/order.ts'
import { ticksOf } from '../../../terminal/market.ts'
import { context, draft } from '../../../testing-terminal/ticket-context.ts'
import { readTicket } from './resolve.ts'
import { amendThrough, ticketThrough } from './through.ts'

const through = (change: Parameters<typeof draft>[0], setting = context()) =>
  ticketThrough(readTicket(draft({ quantity: '0.001', ...change }), setting), setting)

describe('a limit far through the market', () => {
  it('is asked about when it lies more than five percent through, on either side', () => {
    // Best ask 60,000.00, best bid 59,999.00.
    expect(through({ price: '63000' })).toBeUndefined()
    expect(through({ price: '63000.01' })).toEqual({ side: 'buy', price: 6_300_001, from: 6_000_000, of: 'market', percentE1: 50 })
    expect(through({ side: 'sell', price: '56999.05' })).toBeUndefined()
    expect(through({ side: 'sell', price: '55000' })).toMatchObject({ from: 5_999_900, of: 'market', percentE1: 83 })
    // A price on its own side of the market is a wish, however far.
    expect(through({ price: '100' })).toBeUndefined()
    expect(through({ side: 'sell', price: '900000' })).toBeUndefined()
    expect(through({ type: 'market' })).toBeUndefined()
    // An empty book leaves the last price.
    expect(through({ price: '64000' }, context({ asks: [] }))).toMatchObject({ from: 6_000_000 })
    expect(through({ price: '64000' }, context({ asks: [], last: 0 }))).toBeUndefined()
  })

  it('of an order that waits is measured from its trigger', () => {
    expect(through({ type: 'stopLimit', trigger: '70000', price: '73500' })).toBeUndefined()
    expect(through({ type: 'stopLimit', trigger: '70000', price: '73501' })).toMatchObject({ from: 7_000_000, of: 'trigger' })
    expect(through({ type: 'oneCancelsOther', side: 'sell', price: '70000', trigger: '50000', triggerLimit: '40000' })).toMatchObject({
      of: 'trigger',
      percentE1: 200,
    })
  })

  it('is asked about in an amendment, too', () => {
    const order = (fields: object) =>
      readOrder({ symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', status: 'NEW', price: '59000', ...fields })
    const ticks = (price: string | null | undefined) => ticksOf(price, 2)
    expect(amendThrough(order({}), { price: '63000.01' }, ticks, 6_000_000)).toMatchObject({ of: 'market', percentE1: 50 })
    expect(amendThrough(order({}), { price: '63000' }, ticks, 6_000_000)).toBeUndefined()
    expect(amendThrough(order({ price: '70000' }), { quantity: '2' }, ticks, 6_000_000)).toBeUndefined()
    const waiting = order({ type: 'STOP_LIMIT', status: 'PENDING_TRIGGER', triggerPrice: '70000', price: '71000' })
    expect(amendThrough(waiting, { price: '74000' }, ticks, 0)).toMatchObject({ of: 'trigger', percentE1: 57 })
    expect(amendThrough(waiting, { trigger: '65000' }, ticks, 0)).toMatchObject({ from: 6_500_000, percentE1: 92 })
    expect(amendThrough(waiting, { quantity: '2' }, ticks, 0)).toBeUndefined()
  })
})
