/** What a preview decides by the clock and not by the engine's time. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import { asAssetId, asInstrumentId } from './ids/id.ts'
import { PLAIN_TERMS } from './plain-terms.ts'
import { previewOrder } from './preview.ts'

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
