import { asUserId } from '@agio/engine/ids/id.ts'
import { expect, test } from 'vitest'
import type { ListedAsset } from '../feeds/listings.ts'
import { Quotes } from './quotes.ts'

const ANN = asUserId(1)
const coin = {} as ListedAsset
const LIFE_MS = 10_000

const giving = (quotes: Quotes) => (at: number) =>
  quotes.keep({
    ...{ userId: ANN, side: 'send', send: coin, receive: coin, sendAmount: 1n, receiveAmount: 1n, sendIndex: 1n, receiveIndex: 1n },
    ...{ spread: 50_000n, value: 1n, createdAt: at, validUntil: at + LIFE_MS },
  })

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
