import type { SourcePrice } from '@agio/engine/command.ts'
import { type AssetId, asAssetId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Leader } from '../core/leadership.ts'
import { IndexReporter, type ReporterParts } from './reporter.ts'
import { faulty, type IndexSource, type Quote, type SourceAnswer } from './source.ts'
import { isDue } from './tell-rule.ts'

const BTC = asAssetId(2)
const ETH = asAssetId(3)
const USDT = 10n ** 12n

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => vi.useRealTimers())

class Desk implements IndexSource {
  readonly paceMs = 1000
  asked = 0
  answer: SourceAnswer | Promise<SourceAnswer> = { quotes: new Map() }
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  read(): Promise<SourceAnswer> {
    this.asked += 1
    return Promise.resolve(this.answer)
  }
  says(prices: Readonly<Record<string, string | Quote>>): void {
    const quotes = Object.entries(prices).map(
      ([coin, price]) => [coin, typeof price === 'string' ? { last: price, ageMs: 0 } : price] as const,
    )
    this.answer = { quotes: new Map(quotes) }
  }
}

interface Sent {
  readonly at: number
  readonly words: readonly SourcePrice[]
}

function opened(desks: readonly Desk[], parts: Partial<ReporterParts> = {}) {
  const sent: Sent[] = []
  const silences: string[] = []
  const reporter = new IndexReporter({
    sources: desks,
    coins: () => [
      { assetId: BTC, symbol: 'BTC' },
      { assetId: ETH, symbol: 'ETH' },
    ],
    positionOf: (name) => desks.findIndex((desk) => desk.name === name),
    now: () => Date.now(),
    tell: (words) => {
      sent.push({ at: Date.now(), words })
      return Promise.resolve(true)
    },
    held: () => [],
    onSilence: (name, reason) => silences.push(`${name} ${reason ?? 'speaks'}`),
    ...parts,
  })
  const told = (assetId: AssetId = BTC): (readonly [number, string, bigint])[] =>
    sent.flatMap(({ words }) =>
      words.filter((word) => word.assetId === assetId).map(({ source, state, price }) => [source, state, price] as const),
    )
  return { reporter, sent, told, silences }
}

it('PERP-026 [part] tells a move of 1 bp within the second, and one of 0.9 bp not before 5 s', async () => {
  const desk = new Desk('one')
  desk.says({ BTC: '60000' })
  const { reporter, told } = opened([desk])
  reporter.begin()
  await vi.advanceTimersByTimeAsync(1000)
  expect(told()).toEqual([[0, 'live', 60_000n * USDT]])
  desk.says({ BTC: '60005.4' })
  await vi.advanceTimersByTimeAsync(4000)
  expect(told()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(told().at(-1)).toEqual([0, 'live', 60_005_400n * 10n ** 9n])
  desk.says({ BTC: '60011.5' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(told().at(-1)).toEqual([0, 'live', 60_011_500n * 10n ** 9n])
  await reporter.end()
})

it('a price that stands still is told every 5 s, so that it is never taken for a stale one', async () => {
  const desk = new Desk('one')
  desk.says({ BTC: '60000' })
  const { reporter, sent } = opened([desk])
  reporter.begin()
  await vi.advanceTimersByTimeAsync(21_000)
  expect(sent.map(({ at }) => at - (sent[0]?.at ?? 0))).toEqual([0, 5000, 10_000, 15_000, 20_000])
  await reporter.end()
})

it('sends at most one command a second, with what changed in it, and none while one is under way', async () => {
  const desks = [new Desk('one'), new Desk('two')]
  let release: (isTaken: boolean) => void = () => undefined
  const sent: (readonly SourcePrice[])[] = []
  const { reporter } = opened(desks, {
    tell: (words) => {
      sent.push(words)
      return new Promise((resolve) => {
        release = resolve
      })
    },
  })
  for (const desk of desks) desk.says({ BTC: '60000', ETH: '3000' })
  reporter.begin()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent.map((words) => words.length)).toEqual([4])
  for (const desk of desks) desk.says({ BTC: '61000', ETH: '3000' })
  await vi.advanceTimersByTimeAsync(3000)
  expect(sent).toHaveLength(1)
  // Refused: nothing old is sent again, what is true by then is.
  desks[0]?.says({ BTC: '62000', ETH: '3000' })
  await vi.advanceTimersByTimeAsync(1000)
  release(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent.map((words) => words.length)).toEqual([4, 4])
  expect(sent[1]?.map(({ price }) => price / USDT)).toEqual([62_000n, 3000n, 61_000n, 3000n])
  release(true)
  await reporter.end()
})

it('PERP-026 [part] a crossed book is told as crossed, a coin that a source no longer speaks of as silent, what is absurd as silence', async () => {
  const desk = new Desk('one')
  desk.says({ BTC: { bid: '60000', ask: '60010', last: '1', ageMs: 250 }, ETH: '3000' })
  const { reporter, sent, told } = opened([desk])
  reporter.begin()
  await vi.advanceTimersByTimeAsync(1000)
  expect(told()).toEqual([[0, 'live', 60_005n * USDT]])
  expect(sent[0]?.words[0]?.at).toBe(1_800_000_000_000 - 250)
  desk.says({ BTC: { bid: '60010', ask: '60000', ageMs: 0 } })
  await vi.advanceTimersByTimeAsync(2000)
  expect(told().at(-1)).toEqual([0, 'crossed', 60_005n * USDT])
  expect(told(ETH)).toEqual([
    [0, 'live', 3000n * USDT],
    [0, 'silent', 3000n * USDT],
  ])
  for (const absurd of ['0', '-1', '1e5', '', '99999999999', 'NaN']) {
    desk.says({ BTC: absurd })
    await vi.advanceTimersByTimeAsync(2000)
    expect(told().at(-1)).toEqual([0, 'silent', 60_005n * USDT])
  }
  // Silence is told once.
  expect(told()).toHaveLength(3)
  desk.says({ BTC: '60000' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(told().at(-1)?.[1]).toBe('live')
  await reporter.end()
})

it('a source that hangs or fails delays no other, and is told as silent', async () => {
  const [well, ill] = [new Desk('well'), new Desk('ill')]
  well.says({ BTC: '60000' })
  ill.says({ BTC: '60010' })
  const { reporter, told, silences } = opened([well, ill])
  reporter.begin()
  await vi.advanceTimersByTimeAsync(1500)
  ill.answer = new Promise(() => undefined)
  for (let second = 0; second < 8; second += 1) {
    well.says({ BTC: String(60_100 + second * 100) })
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(told().filter(([source]) => source === 0)).toHaveLength(9)
  // What it said last is told once more while its answer is out.
  expect(told().filter(([source]) => source === 1)).toEqual([
    [1, 'live', 60_010n * USDT],
    [1, 'live', 60_010n * USDT],
    [1, 'silent', 60_010n * USDT],
  ])
  expect(silences).toEqual(['ill timeout'])
  expect(reporter.health[1]?.faults.get('timeout')).toBe(1)
  ill.says({ BTC: '60020' })
  await vi.advanceTimersByTimeAsync(6000)
  expect(silences).toEqual(['ill timeout', 'ill speaks'])
  await reporter.end()
})

it('a source that asks for rest gets it, also from a refresh', async () => {
  const desk = new Desk('one')
  desk.answer = faulty('limited', 60_000)
  const { reporter } = opened([desk])
  reporter.begin()
  await vi.advanceTimersByTimeAsync(59_000)
  await reporter.refresh()
  expect(desk.asked).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(desk.asked).toBe(2)
  await reporter.end()
})

it('who does not lead is silent, and what was asked before counts no more', async () => {
  const desk = new Desk('one')
  const leader = new Leader()
  let answer: (said: SourceAnswer) => void = () => undefined
  desk.answer = new Promise((resolve) => {
    answer = resolve
  })
  const { reporter, sent } = opened([desk])
  leader.join(reporter)
  await vi.advanceTimersByTimeAsync(3000)
  expect(desk.asked).toBe(0)
  await leader.begin()
  await leader.end()
  answer({ quotes: new Map([['BTC', { last: '60000', ageMs: 0 }]]) })
  await vi.advanceTimersByTimeAsync(10_000)
  expect([desk.asked, sent]).toEqual([1, []])
  await expect(reporter.pin(BTC, USDT)).rejects.toThrow('took nothing')
  desk.says({ BTC: '60000' })
  await leader.begin()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toHaveLength(1)
  await leader.end()
})

it('a pinned source is told at once, stays, and speaks for itself again when it is freed', async () => {
  const desks = [new Desk('one'), new Desk('two')]
  for (const desk of desks) desk.says({ BTC: '60000' })
  const { reporter, sent, told } = opened(desks)
  reporter.begin()
  await vi.advanceTimersByTimeAsync(1000)
  await reporter.pin(BTC, 70_000n * USDT)
  expect(sent.at(-1)?.words.map(({ source, state, price }) => [source, state, price])).toEqual([
    [0, 'pinned', 70_000n * USDT],
    [1, 'pinned', 70_000n * USDT],
  ])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(told()).toHaveLength(4)
  await reporter.pin(BTC, 70_000n * USDT + 1n, 'two')
  await reporter.pin(BTC, 'silent', 'one')
  expect(told().slice(4)).toEqual([
    [1, 'pinned', 70_000n * USDT + 1n],
    [0, 'silent', 60_000n * USDT],
  ])
  desks[0]?.says({ BTC: '61000' })
  await reporter.pin(BTC, 'free')
  expect(told().slice(6)).toEqual([
    [0, 'live', 61_000n * USDT],
    [1, 'live', 60_000n * USDT],
  ])
  // A coin that no source knows is priced by its pins alone.
  await reporter.pin(ETH, 5n * USDT, 'one')
  await reporter.pin(ETH, 'free')
  expect(told(ETH)).toEqual([
    [0, 'pinned', 5n * USDT],
    [0, 'silent', 5n * USDT],
  ])
  await expect(reporter.pin(BTC, USDT, 'three')).rejects.toThrow('no source three')
  await reporter.end()
})

it('after a jump of the clock every source is read anew before the answer', async () => {
  const desk = new Desk('one')
  desk.says({ BTC: '60000' })
  const { reporter, sent } = opened([desk])
  reporter.begin()
  await vi.advanceTimersByTimeAsync(1000)
  vi.setSystemTime(Date.now() + 86_400_000)
  await reporter.refresh()
  expect(sent.at(-1)?.words[0]?.at).toBe(Date.now())
  await reporter.end()
})

it('begins with what the exchange holds: names that are gone fall silent, others are told when they changed', async () => {
  const desk = new Desk('one')
  desk.says({ BTC: '60000' })
  const held = (source: number, state: SourcePrice['state']): SourcePrice => ({ assetId: BTC, source, state, price: 60_000n * USDT, at: 5 })
  const { reporter, told } = opened([desk], { held: () => [held(0, 'pinned'), held(4, 'live'), held(5, 'silent')] })
  reporter.begin()
  await vi.advanceTimersByTimeAsync(1000)
  expect(told()).toEqual([
    [0, 'live', 60_000n * USDT],
    [4, 'silent', 60_000n * USDT],
  ])
  await reporter.end()
})

it('a price that its source did not say again is not told again', () => {
  const word: SourcePrice = { assetId: BTC, source: 0, state: 'live', price: 100n, at: 10 }
  expect(isDue(word, { ...word, toldAt: 0 }, 60_000)).toBe(false)
  expect(isDue({ ...word, at: 11 }, { ...word, toldAt: 0 }, 4999)).toBe(false)
  expect(isDue({ ...word, at: 11 }, { ...word, toldAt: 0 }, 5000)).toBe(true)
})
