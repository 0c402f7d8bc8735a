import { expect, it } from 'vitest'
import { quotedPrice } from '../quoted-price.ts'
import { referenceAt } from './reference-process.ts'
import { isSilent, SIMULATED_NAMES, simulatedSources } from './simulated-sources.ts'

const SEED = 20_260_101
const BTC = { symbol: 'BTC', reference: 67_412.38, liveliness: 1 }
const DOGE = { symbol: 'DOGE', reference: 0.126_48, liveliness: 1.9 }
const DAY = 86_400_000
const START = 1_795_000_000_000
const never = new AbortController().signal

it('the reference of an instant is always the same, walks in small steps and stays near what the listing says', () => {
  let before = referenceAt(BTC, SEED, START)
  const steps: number[] = []
  for (let second = 1; second < 3600; second += 1) {
    const now = referenceAt(BTC, SEED, START + second * 1000)
    steps.push(Math.abs(now / before - 1))
    before = now
  }
  expect(Math.max(...steps)).toBeLessThan(0.001)
  expect(steps.reduce((sum, step) => sum + step, 0) / steps.length).toBeGreaterThan(0.000_01)
  for (const coin of [BTC, DOGE]) {
    const days = Array.from({ length: 365 }, (_, day) => referenceAt(coin, SEED, START + day * DAY) / coin.reference)
    expect(Math.min(...days)).toBeGreaterThan(0.85)
    expect(Math.max(...days)).toBeLessThan(1.15)
    expect(new Set(days).size).toBe(365)
  }
  expect(referenceAt(BTC, SEED, START)).toBe(referenceAt({ ...BTC }, SEED, START))
  expect(referenceAt(BTC, SEED + 1, START)).not.toBe(referenceAt(BTC, SEED, START))
})

it('three sources differ by a few bp, fall silent now and then and come back, all from the seed and the time', async () => {
  let now = START
  const open = () =>
    simulatedSources(
      (coin) => [BTC, DOGE].flatMap((known) => (known.symbol === coin ? [referenceAt(known, SEED, now)] : []))[0],
      SEED,
      () => now,
    )
  const [first, again] = [open(), open()]
  let widest = 0
  const silent = new Map<string, number>()
  for (; now < START + DAY; now += 97_000) {
    const prices: number[] = []
    for (const [index, source] of first.entries()) {
      const answer = await source.read(['BTC', 'DOGE', 'OWN'], never)
      expect(answer).toEqual(await again[index]?.read(['BTC', 'DOGE', 'OWN'], never))
      if (answer.fault !== undefined) {
        silent.set(source.name, (silent.get(source.name) ?? 0) + 1)
        continue
      }
      expect([...answer.quotes.keys()]).toEqual(['BTC', 'DOGE'])
      for (const quote of answer.quotes.values()) expect(quotedPrice(quote)?.isCrossed).toBe(false)
      prices.push(Number(quotedPrice(answer.quotes.get('BTC') ?? { ageMs: 0 })?.price))
    }
    widest = Math.max(widest, Math.max(...prices) / Math.min(...prices) - 1)
  }
  expect(widest).toBeGreaterThan(0.0001)
  expect(widest).toBeLessThan(0.001)
  expect([...silent.keys()].sort()).toEqual([...SIMULATED_NAMES])
})

it('a silence lasts between 20 and 60 s', () => {
  const lengths: number[] = []
  let length = 0
  for (let at = START; at < START + DAY; at += 1000) {
    if (isSilent('simulated-1', SEED, at)) length += 1
    else if (length > 0) {
      lengths.push(length)
      length = 0
    }
  }
  expect(lengths.length).toBeGreaterThan(3)
  for (const each of lengths) expect(each >= 20 && each <= 61).toBe(true)
})
