/** What a preview decides by the clock and not by the engine's time, and that it leaves no trace. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import type { Side } from './command.ts'
import { contentHash } from './content.ts'
import { asAssetId, asInstrumentId, type UserId } from './ids/id.ts'
import { PLAIN_TERMS } from './plain-terms.ts'
import { previewOrder } from './preview.ts'
import type { CommandByKind } from './schema/commands.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'

test('SPOT-028 [part] a preview bounds the life of a dated order as placing it would, from now on', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const ann = exchange.join('ann', { [asAssetId(2)]: 10n ** 12n })
  const preview = (expireAt: number, now: number) =>
    previewOrder(
      exchange.state,
      {
        kind: 'placeOrder',
        userId: ann,
        instrumentId: asInstrumentId(1),
        terms: { ...PLAIN_TERMS, side: 'buy', price: 100, quantity: 1000, timeInForce: 'gtd', expireAt },
        selfTrade: 'none',
        source: 'web',
        child: null,
      },
      now,
    ).reason
  const at = exchange.now
  const day = 86_400_000
  expect([59_999, 60_000, 90 * day, 90 * day + 1].map((life) => preview(at + life, at))).toEqual(['badExpiry', 'none', 'none', 'badExpiry'])
  // Nothing happened for a while: the engine's time is behind the clock.
  expect([63_999, 64_000].map((life) => preview(at + life, at + 4_000))).toEqual(['badExpiry', 'none'])
})

const place = (userId: UserId, side: Side): CommandByKind['placeOrder'] => ({
  kind: 'placeOrder',
  userId,
  instrumentId: asInstrumentId(1),
  terms: { ...PLAIN_TERMS, side, price: 11_000, quantity: 100_000, timeInForce: 'gtc' },
  selfTrade: 'none',
  source: 'web',
  child: null,
})

/** A pair without an index where two customers just traded above its reference. */
function tradedAbove() {
  const exchange = new ExchangeDriver()
  exchange.open({ referencePrice: 10_000, priceBandE8: 20_000_000 })
  const [pair] = exchange.state.instruments
  if (pair === undefined) throw new Error('no pair')
  const coins = { [asAssetId(1)]: 10n ** 14n, [asAssetId(2)]: 10n ** 14n }
  const [ann, bob] = [exchange.join('ann', coins), exchange.join('bob', coins)]
  exchange.must(place(ann, 'sell'))
  exchange.must(place(bob, 'buy'))
  return { exchange, pair, ann, before: pair.referencePrice() }
}

test('REL-006 [part] whoever only looks, minutes behind the last trade of a pair without an index, changes nothing', () => {
  const { exchange, pair, ann, before } = tradedAbove()
  exchange.now += 300_000
  exchange.must({ kind: 'tick' })
  const hash = contentHash(exchange.state)
  // the reference has moved by some steps, and nobody took them yet
  expect(pair.referencePrice()).toBeGreaterThan(before)
  expect(previewOrder(exchange.state, place(ann, 'buy'), exchange.now).reason).toBe('none')
  expect(contentHash(exchange.state)).toBe(hash)
})

test('REL-006 [part] a snapshot that is taken hours behind the last trade takes the steps of the reference that are still to come with it', () => {
  const { exchange, pair, before } = tradedAbove()
  exchange.now += 3 * 3_600_000
  exchange.must({ kind: 'tick' })
  const moved = pair.referencePrice()
  expect(moved).toBeGreaterThan(before)
  const [again] = decodeSnapshot(encodeSnapshot(exchange.state)).instruments
  expect(again?.referencePrice()).toBe(moved)
})
