import { type AssetId, asAssetId } from '@agio/engine/ids/id.ts'
import { indexOf, indexTermsOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { type IndexPrices, openIndex } from './open-index.ts'
import { faulty, type IndexSource, type SourceAnswer } from './source.ts'

const USDT = 10n ** 12n
let exchange: MemoryExchange
let btc: AssetId
let index: IndexPrices | undefined
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  exchange = new MemoryExchange()
  Object.defineProperty(exchange, 'clock', { get: () => Date.now() })
  exchange.must({ kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} })
  btc = asAssetId(exchange.must({ kind: 'defineAsset', symbol: 'BTC', scale: 8, document: {} }).value)
})
afterEach(async () => {
  await index?.stop()
  vi.useRealTimers()
})

function source(name: string, price: () => string | undefined): IndexSource {
  return {
    name,
    paceMs: 1000,
    read(): Promise<SourceAnswer> {
      const last = price()
      return Promise.resolve(last === undefined ? faulty('unreachable') : { quotes: new Map([['BTC', { last, ageMs: 0 }]]) })
    },
  }
}

async function opened(...sources: IndexSource[]): Promise<IndexPrices> {
  await index?.stop()
  index = openIndex({ exchange, sources, log })
  await vi.advanceTimersByTimeAsync(1200)
  return index
}

const priceNow = (): bigint => indexOf(exchange.state, btc).price

it('PERP-026 [part] the first leader says which sources there are, and a second later there is an index', async () => {
  await opened(
    source('one', () => '60000'),
    source('two', () => '60010'),
    source('three', () => '70000'),
  )
  expect(indexTermsOf(exchange.state)).toMatchObject({ sources: ['one', 'two', 'three'], freshMs: 30_000, capE8: 1_000_000 })
  expect(priceNow()).toBe((602_067n * USDT) / 10n)
})

it('sources keep their places: others of the settings come behind, those that are gone fall silent', async () => {
  await opened(
    source('one', () => '60000'),
    source('two', () => '61000'),
  )
  const before = exchange.durableSeq
  await opened(
    source('two', () => '61000'),
    source('three', () => '62000'),
  )
  expect(indexTermsOf(exchange.state).sources).toEqual(['one', 'two', 'three'])
  expect(sourcesOf(exchange.state, btc).map(({ name, state, price }) => [name, state, price])).toEqual([
    ['one', 'silent', 60_000n * USDT],
    ['two', 'live', 61_000n * USDT],
    ['three', 'live', 62_000n * USDT],
  ])
  expect(exchange.durableSeq).toBeGreaterThan(before)
  await opened(
    source('two', () => '61000'),
    source('three', () => '62000'),
  )
  expect(indexTermsOf(exchange.state).sources).toHaveLength(3)
})

it('PERP-027 [part] when every source is silent the index is frozen, and goes on when one speaks', async () => {
  let price: string | undefined = '60000'
  await opened(source('one', () => price))
  price = undefined
  await vi.advanceTimersByTimeAsync(3000)
  expect(indexOf(exchange.state, btc)).toMatchObject({ price: 60_000n * USDT, live: 0 })
  expect(log.warn).toHaveBeenCalledWith('a source of the index is silent', { tenant: 'test', source: 'one', reason: 'unreachable' })
  price = '61000'
  await vi.advanceTimersByTimeAsync(15_000)
  expect(indexOf(exchange.state, btc)).toMatchObject({ price: 61_000n * USDT, live: 1 })
})

it('a pinned index stands when the call has returned, also over a jump; freed it is what the sources say', async () => {
  const prices = await opened(
    source('one', () => '60000'),
    source('two', () => '60000'),
  )
  await prices.pin(btc, 50_000n * USDT)
  expect(priceNow()).toBe(50_000n * USDT)
  vi.setSystemTime(Date.now() + 86_400_000)
  await prices.refresh()
  expect(indexOf(exchange.state, btc)).toMatchObject({ price: 50_000n * USDT, live: 2 })
  await prices.pin(btc, 'silent', 'one')
  await prices.pin(btc, 40_000n * USDT, 'two')
  expect(indexOf(exchange.state, btc)).toMatchObject({ price: 40_000n * USDT, live: 1 })
  await prices.pin(btc, 'free')
  expect(indexOf(exchange.state, btc)).toMatchObject({ price: 60_000n * USDT, live: 2 })
  vi.setSystemTime(Date.now() + 86_400_000)
  await prices.refresh()
  expect(indexOf(exchange.state, btc)).toMatchObject({ price: 60_000n * USDT, live: 2 })
  exchange.refusal = 'busy'
  await expect(prices.pin(btc, USDT)).rejects.toThrow('took nothing')
  exchange.refusal = undefined
})
