/** The kernel's arithmetic of prices against its definitions in unbounded integers. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { InstrumentTerms, OrderTerms } from '../command.ts'
import { asAssetId, asInstrumentId, type UserId } from '../ids/id.ts'
import { PLAIN_PAIR, PLAIN_TERMS } from '../plain-terms.ts'
import { instrumentOf } from '../read.ts'
import { instrumentAt } from '../state.ts'

const PAIR = asInstrumentId(1)
/** One tick times one lot is one minor unit: so prices and quantities may be as large as they can be anywhere. */
const FINE: Partial<InstrumentTerms> = { priceScale: 4, quantityScale: 4, limitPriceCap: 0, quantityMax: 0 }

function traders(terms: Partial<InstrumentTerms>) {
  const exchange = new ExchangeDriver()
  exchange.open(terms)
  const money = { [asAssetId(1)]: 2n ** 60n, [asAssetId(2)]: 2n ** 60n }
  const [seller, buyer] = [exchange.join('seller', money), exchange.join('buyer', money)]
  const place = (userId: UserId, order: Partial<OrderTerms>) => {
    const placed = { ...PLAIN_TERMS, ...order }
    return exchange.run({ kind: 'placeOrder', userId, instrumentId: PAIR, terms: placed, selfTrade: 'none', source: 'api', child: null })
  }
  const trade = (price: number, quantity: number) => {
    expect(place(seller, { side: 'sell', price, quantity }).orders[0]?.status).toBe('new')
    expect(place(buyer, { side: 'buy', price, quantity }).orders[0]?.status).toBe('filled')
    return exchange.events.findLast((event) => event.kind === 'traded')
  }
  const change = (changed: Partial<InstrumentTerms>): void => {
    const terms = { ...PLAIN_PAIR, ...FINE, ...changed }
    exchange.must({ kind: 'changeInstrument', instrumentId: PAIR, terms, actor: 'ops', why: '' })
  }
  return { exchange, seller, place, trade, change }
}

test('without an index the reference goes by less than a tenth in an hour, however far away others trade', () => {
  for (const [target, least, most] of [
    [100_000, 10_900, 11_000],
    [100, 9_000, 9_100],
  ] as const) {
    const { exchange, trade } = traders({ ...FINE, referencePrice: 10_000 })
    const reference = (): number => instrumentOf(exchange.state, PAIR)?.referencePrice ?? 0
    trade(target, 1)
    expect(reference()).toBe(10_000)
    for (let minute = 0; minute < 60; minute += 1) {
      exchange.now += 60_000
      trade(target, 1)
    }
    expect(reference()).toBeGreaterThanOrEqual(least)
    expect(reference()).toBeLessThanOrEqual(most)
  }
})

test('the width of a price band floors exactly, also where a quotient of floats would round up, and is a tick at least', () => {
  const { exchange, change } = traders(FINE)
  const expectBand = (referencePrice: number, priceBandE8: number): void => {
    change({ referencePrice, priceBandE8 })
    const floored = (BigInt(referencePrice) * BigInt(priceBandE8)) / 100_000_000n
    const width = floored === 0n ? 1n : floored
    const { high, low } = instrumentAt(exchange.state, PAIR)?.band() ?? { high: 0, low: 0 }
    expect([BigInt(high), BigInt(low)]).toEqual([BigInt(referencePrice) + width, BigInt(referencePrice) - width])
  }
  fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.integer({ min: 1, max: 100_000_000 }), expectBand), { numRuns: 1000 })
  // Products just below a multiple of 1e8, near the largest safe integer.
  for (let rate = 99_999_970; rate <= 100_000_000; rate += 1)
    for (let ticks = 90_071_000; ticks < 90_071_030; ticks += 1) expectBand(ticks, rate)
  change({ referencePrice: 100, priceBandE8: 100_000_001 })
  expect(instrumentAt(exchange.state, PAIR)?.band()).toEqual({ high: Infinity, low: 0 })
  change({ referencePrice: 0, priceBandE8: 1 })
  expect(instrumentAt(exchange.state, PAIR)?.band()).toEqual({ high: Infinity, low: 0 })
})

test('value and fees of a trade are exact up to the largest amounts: notional whole, fees rounded up', () => {
  const { exchange, trade, change } = traders(FINE)
  const rates = fc.integer({ min: 0, max: 100_000_000 })
  const ceil = (amount: bigint, rate: number): bigint => (amount * BigInt(rate) + 99_999_999n) / 100_000_000n
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 32 }),
      fc.integer({ min: 1, max: 2 ** 20 }),
      rates,
      rates,
      (price, quantity, makerFeeE8, takerFeeE8) => {
        change({ makerFeeE8, takerFeeE8 })
        const event = trade(price, quantity)
        if (event?.kind !== 'traded') throw new Error('no trade')
        const [notional, base] = [BigInt(price) * BigInt(quantity), BigInt(quantity) * 10_000n]
        const { makerFee, takerFee } = event
        expect([event.notional, makerFee, takerFee]).toEqual([notional, ceil(notional, makerFeeE8), ceil(base, takerFeeE8)])
      },
    ),
    { numRuns: 300 },
  )
  expect(exchange.faults()).toEqual([])
})

test('SPOT-009 [part] an order is worth less than 2^62 minor units of either coin', () => {
  const { seller, place } = traders(FINE)
  const sell = (price: number, quantity: number) => place(seller, { side: 'sell', price, quantity }).reason
  expect([sell(2 ** 31, 2 ** 31), sell(2 ** 31, 2 ** 31 - 1)]).toEqual(['valueTooLarge', 'none'])
  // A lot is 10^4 minor units of the base coin.
  expect([sell(1, 461_168_601_842_739), sell(1, 461_168_601_842_738)]).toEqual(['valueTooLarge', 'insufficientBalance'])
})

test('SPOT-047 a fall of a third within seconds, in steps of 3.5 %, halts where it leaves the reference behind, by whichever window is nearer', () => {
  /** Price, in per cent of the first, at which the pair stops. */
  const lowest = (terms: Partial<InstrumentTerms>): number => {
    const { exchange, trade } = traders({ referencePrice: 10_000, ...terms })
    for (let step = 0; ; step += 1) {
      const price = Math.round(10_000 * 0.965 ** step)
      trade(price, 1)
      exchange.now += 10
      if (instrumentOf(exchange.state, PAIR)?.status !== 'trading') return price / 100
    }
  }
  const long = { breakerLongMoveE8: 20_000_000, breakerLongWindowMs: 3_600_000 }
  expect(lowest({ breakerMoveE8: 10_000_000 })).toBe(89.86)
  expect(lowest({ breakerMoveE8: 10_000_000, ...long })).toBe(89.86)
  expect(lowest(long)).toBe(77.93)
})

test('SPOT-047 [part] a trade that is too far by both windows halts the pair once', () => {
  const both = { breakerMoveE8: 10_000_000, breakerLongMoveE8: 20_000_000, breakerLongWindowMs: 3_600_000 }
  const { exchange, trade } = traders({ referencePrice: 10_000, ...both })
  trade(7_000, 1)
  const halts = exchange.events.filter((event) => event.kind === 'instrumentStatusChanged')
  expect(halts).toMatchObject([{ status: 'halt' }])
})

test('a longer window is a share and whole minutes together, a day at most', () => {
  const { change } = traders(FINE)
  const wrong: readonly Partial<InstrumentTerms>[] = [
    { breakerLongMoveE8: 1 },
    { breakerLongWindowMs: 60_000 },
    { breakerLongMoveE8: 1, breakerLongWindowMs: 60_001 },
    { breakerLongMoveE8: 1, breakerLongWindowMs: 90_000 },
    { breakerLongMoveE8: 1, breakerLongWindowMs: 86_460_000 },
    { breakerLongMoveE8: -1, breakerLongWindowMs: 60_000 },
    { breakerLongMoveE8: 1, breakerLongWindowMs: 60_000, breakerHaltMs: 0 },
  ]
  for (const terms of wrong) expect(() => change(terms), JSON.stringify(terms)).toThrow('badParameter')
  for (const breakerLongWindowMs of [60_000, 86_400_000]) change({ breakerLongMoveE8: 1, breakerLongWindowMs })
})
