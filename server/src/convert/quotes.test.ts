import { asUserId } from '@agio/engine/ids/id.ts'
import { expect, test } from 'vitest'
import type { ListedAsset } from '../feeds/listings.ts'
import { Quotes } from './quotes.ts'

const ANN = asUserId(1)
const coin = {} as ListedAsset
const LIFE_MS = 10_000

const coinOf = (assetId: number): ListedAsset => ({ assetId }) as ListedAsset
const facts = (at: number, send: ListedAsset, receive: ListedAsset, userId = ANN) => ({
  ...{ userId, person: ANN, side: 'send' as const, send, receive, sendAmount: 1n, receiveAmount: 1n, sendIndex: 1n, receiveIndex: 1n },
  ...{ spread: 50_000n, value: 1n, createdAt: at, validUntil: at + LIFE_MS },
})
/** Each goes beside all others. */
const giving = (quotes: Quotes) => (at: number) =>
  quotes.keep(facts(at, coin, coin), quotes.beside({ ...facts(at, coinOf(7), coinOf(8)) }, 0, at))
const [USDT, BTC, ETH] = [1, 2, 3].map(coinOf) as [ListedAsset, ListedAsset, ListedAsset]

test('CONV-007 [part] asking again pushes out no quote that still holds', () => {
  const quotes = new Quotes(1_000)
  const give = giving(quotes)
  const first = give(1_000)
  for (let asked = 0; asked < 50; asked += 1) give(1_000 + asked)
  expect(quotes.find(ANN, String(first.quoteId))).toBe(first)
  expect(quotes.find(asUserId(2), String(first.quoteId))).toBeUndefined()
})

test('CONV-007 [part] one that expired is known for an hour, unless its owner asked for many since', () => {
  const quotes = new Quotes(1_000)
  const give = giving(quotes)
  const first = give(1_000)
  for (let asked = 0; asked < 19; asked += 1) give(3_000_000)
  expect(quotes.find(ANN, String(first.quoteId))).toBe(first)
  give(3_000_001)
  expect(quotes.find(ANN, String(first.quoteId))).toBeUndefined()
})

test('a person holds one quote a direction and coin, whichever account asks: a newer one takes the place of the older', () => {
  const quotes = new Quotes(1_000)
  const ask = (at: number, send: ListedAsset, receive: ListedAsset, userId = ANN) => {
    const given = facts(at, send, receive, userId)
    const beside = quotes.beside(given, USDT.assetId, at)
    return { beside: beside.length, quote: quotes.keep(given, beside) }
  }
  const buy = ask(1_000, USDT, BTC)
  const sell = ask(1_001, BTC, USDT)
  const other = ask(1_002, USDT, ETH)
  expect([buy.beside, sell.beside, other.beside]).toEqual([0, 1, 2])
  // from ETH into BTC stands for both: one that buys BTC, one that gives ETH
  const again = ask(1_003, ETH, BTC, asUserId(2))
  expect([again.beside, buy.quote.replacedAt, sell.quote.replacedAt, other.quote.replacedAt]).toEqual([2, 1_003, undefined, undefined])
  expect(quotes.find(ANN, String(buy.quote.quoteId))).toBe(buy.quote)
  // one that was executed is open no more, and neither is one that expired
  sell.quote.conversionId = 5
  expect(quotes.beside(facts(1_004, coinOf(8), coinOf(9)), USDT.assetId, 1_004)).toEqual([other.quote, again.quote])
  expect(quotes.beside(facts(11_003, coinOf(8), coinOf(9)), USDT.assetId, 11_003)).toEqual([again.quote])
})
