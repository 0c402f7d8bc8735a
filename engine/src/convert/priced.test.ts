/** What the kernel says of quotes, against the arithmetic of whole numbers without an end. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { asAssetId } from '../ids/id.ts'
import { priceOf, receivedFor, sentFor, valueAtMid } from './quote.ts'

const SCALES = [0, 2, 6, 8]
const MOST = 2n ** 60n

/** From one digit to as many as fit. */
const amount = fc.tuple(fc.bigInt({ min: 1n, max: MOST - 1n }), fc.nat(59)).map(([value, shift]) => (value >> BigInt(shift)) + 1n)
const scale = fc.nat(SCALES.length - 1)
const off = fc.constantFrom(0n, 0n, 0n, 1n, -1n)
const quotes = fc.record({
  given: amount,
  sendIndex: amount,
  receiveIndex: amount,
  spread: fc.oneof(fc.constantFrom(0n, 50_000n, 99_999_999n), fc.bigInt({ min: 0n, max: 99_999_999n })),
  send: scale,
  receive: scale,
  side: fc.constantFrom('send', 'receive'),
  offs: fc.tuple(off, off, off),
})

test('CONV-005 CONV-006 [part] a quote is refused where an amount or its value is not what its indexes and spread make of it', () => {
  const exchange = new ExchangeDriver()
  for (const [place, decimals] of [...SCALES, ...SCALES].entries())
    exchange.must({ kind: 'defineAsset', symbol: `C${place}`, scale: decimals, document: {} })
  const userId = exchange.join('ann', {})
  let taken = 0
  fc.assert(
    fc.property(quotes, ({ given, sendIndex, receiveIndex, spread, send, receive, side, offs }) => {
      const scales = { send: SCALES[send] ?? 0, receive: SCALES[receive] ?? 0 }
      const price = priceOf(sendIndex, receiveIndex, spread)
      const isSend = side === 'send' || price === 0n
      const sendAmount = (isSend ? given : sentFor(given, price, scales)) + offs[0]
      const receiveAmount = (isSend ? receivedFor(given, price, scales) : given) + offs[1]
      const value = valueAtMid(sendAmount, sendIndex, scales.send) + offs[2]
      if ([sendAmount, receiveAmount, value].some((figure) => figure < 0n || figure >= MOST)) return
      const isRight =
        (receiveAmount === receivedFor(sendAmount, price, scales) ||
          (price > 0n && sendAmount === sentFor(receiveAmount, price, scales))) &&
        value === valueAtMid(sendAmount, sendIndex, scales.send)
      const { reason } = exchange.run({
        kind: 'acceptQuote',
        userId,
        ...{
          quoteId: 1,
          validUntil: exchange.now,
          sendAssetId: asAssetId(send + 1),
          receiveAssetId: asAssetId(SCALES.length + receive + 1),
        },
        ...{ sendAmount, receiveAmount, sendIndex, receiveIndex, spread, value },
      })
      const isSomething = sendAmount > 0n && receiveAmount > 0n
      if (isRight && isSomething) taken += 1
      expect(reason !== 'badParameter').toBe(isRight && isSomething)
    }),
    { numRuns: 3000 },
  )
  expect(taken).toBeGreaterThan(100)
  for (const spread of [-1n, 100_000_000n]) {
    const figures = { sendAmount: 1n, receiveAmount: 1n, sendIndex: 1n, receiveIndex: 1n, value: 0n, spread }
    const assets = { sendAssetId: asAssetId(1), receiveAssetId: asAssetId(2) }
    expect(exchange.run({ kind: 'acceptQuote', userId, quoteId: 1, validUntil: exchange.now, ...assets, ...figures }).reason).toBe(
      'badParameter',
    )
  }
})
