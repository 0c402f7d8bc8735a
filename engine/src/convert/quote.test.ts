import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDecimal, parseDecimal, pow10 } from '../money/decimal.ts'
import { amountsWorth, inverseOf, priceOf, receivedFor, sentFor, valueAtMid } from './quote.ts'

const decimal = (text: string, scale: number): bigint => {
  const minor = parseDecimal(text, scale)
  if (typeof minor === 'string') throw new Error(`${text}: ${minor}`)
  return minor
}

const USDT = 10n ** 12n
const BTC = 60_000n * USDT
const SPREAD = 50_000n
const usdtToBtc = { send: 8, receive: 8 }

test('CONV-005 sending 100 USDT at mid 60 000 and 5 bps receives 0.00166583 BTC, rounded down', () => {
  const price = priceOf(USDT, BTC, SPREAD)
  expect(formatDecimal(price, 18)).toBe('0.000016658333333333')
  expect(formatDecimal(receivedFor(decimal('100', 8), price, usdtToBtc), 8)).toBe('0.00166583')
  expect(formatDecimal(inverseOf(price), 18)).toBe('60030.015007504953076838')
})

test('CONV-006 receiving 0.001 BTC costs 60.03001501 USDT, rounded up', () => {
  const price = priceOf(USDT, BTC, SPREAD)
  expect(formatDecimal(sentFor(decimal('0.001', 8), price, usdtToBtc), 8)).toBe('60.03001501')
})

test('a value and the amounts that are worth it are whole units, ends included', () => {
  expect(valueAtMid(decimal('0.00166583', 8), BTC, 8)).toBe(decimal('99.9498', 8))
  const bounds = amountsWorth(decimal('10', 8), decimal('1000', 8), BTC, 8)
  expect(bounds).toEqual({ least: decimal('0.00016667', 8), most: decimal('0.01666666', 8) })
})

const index = fc.bigInt({ min: 1n, max: 10n ** 18n })
const amount = fc.bigInt({ min: 1n, max: 2n ** 60n })
const spread = fc.bigInt({ min: 0n, max: 99_999_999n })
const scale = fc.integer({ min: 0, max: 12 })

test('no amount gives the customer more than the price, and what is charged is the least that buys what he wants', () => {
  fc.assert(
    fc.property(index, index, amount, spread, scale, scale, (sendIndex, receiveIndex, given, spreadE8, send, receive) => {
      const price = priceOf(sendIndex, receiveIndex, spreadE8)
      const scales = { send, receive }
      // at the exact middle price the house never loses, whatever was rounded
      const got = receivedFor(given, price, scales)
      expect(got * receiveIndex * pow10(send) <= given * sendIndex * pow10(receive)).toBe(true)
      if (price === 0n) return
      const paid = sentFor(given, price, scales)
      expect(receivedFor(paid, price, scales) >= given).toBe(true)
      expect(receivedFor(paid - 1n, price, scales) < given).toBe(true)
    }),
  )
})

test('the amounts at the ends of a range are worth what lies in it, and those next to them are not', () => {
  fc.assert(
    fc.property(index, scale, amount, amount, (price, decimals, one, other) => {
      const [least, most] = one < other ? [one, other] : [other, one]
      const ends = amountsWorth(least, most, price, decimals)
      expect(valueAtMid(ends.least, price, decimals) >= least).toBe(true)
      expect(valueAtMid(ends.least - 1n, price, decimals) < least).toBe(true)
      expect(valueAtMid(ends.most, price, decimals) <= most).toBe(true)
      expect(valueAtMid(ends.most + 1n, price, decimals) > most).toBe(true)
    }),
  )
})
