import { asInstrumentId } from '@agio/engine/ids/id.ts'
import { klineView } from '@agio/wire/market/view.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { describe, expect, it, vi } from 'vitest'
import type { ReadModels } from '../projections/port.ts'
import { bucketAfter, bucketStart } from '../projections/reads/candle-buckets.ts'
import { frameTexts } from '../testing/frame-texts.ts'
import { listedAsset, listedPair } from '../testing/market-fixtures.ts'
import { KlineFeed } from './kline-feed.ts'
import { Outbox, type Subscriber } from './topic.ts'

const pair = listedPair(1, listedAsset(1, 'BTC'), listedAsset(2, 'USDT'))
const MINUTE = 60_000

const traded = (price: number, quantity: number) =>
  ({ kind: 'traded', instrumentId: asInstrumentId(1), price, quantity, notional: BigInt(price * quantity) * 10n }) as Parameters<
    KlineFeed['traded']
  >[0]

describe('kline feed', () => {
  it('MKT-016 buckets open at UTC minutes, days, Mondays and the first of a month [part]', () => {
    const at = Date.UTC(2026, 10, 21, 13, 47, 31)
    const starts = (['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const).map((interval) =>
      new Date(bucketStart(interval, at)).toISOString().slice(0, 16),
    )
    expect(starts).toEqual([
      '2026-11-21T13:47',
      '2026-11-21T13:45',
      '2026-11-21T13:45',
      '2026-11-21T13:30',
      '2026-11-21T13:00',
      '2026-11-21T12:00',
      '2026-11-21T00:00',
      '2026-11-16T00:00',
      '2026-11-01T00:00',
    ])
    expect(bucketAfter('1M', Date.UTC(2027, 0, 1), 1)).toBe(Date.UTC(2027, 1, 1))
    expect(bucketAfter('1w', Date.UTC(2026, 10, 16), 1)).toBe(Date.UTC(2026, 10, 23))
  })

  it('MKT-016 the live series continues history: a trade before the seed is counted once, an empty minute repeats the close [part]', async () => {
    vi.useFakeTimers()
    let now = 10 * MINUTE + 5
    const candle = { openAt: 10 * MINUTE, open: 100, high: 120, low: 90, close: 110, quantity: 7, turnover: 700n, tradeCount: 3 }
    let answerSeed: () => void = () => undefined
    const seeded = new Promise<void>((resolve) => {
      answerSeed = resolve
    })
    const models = {
      reached: () => Promise.resolve(),
      candleSeed: async () => {
        await seeded
        return { seq: 5, candles: [{ ...candle, openAt: 9 * MINUTE }, candle] }
      },
    } as Partial<ReadModels> as ReadModels
    const outbox = new Outbox(1)
    const listings = { facts: () => pair, find: () => pair, all: () => [pair] }
    const feed = new KlineFeed({ listings, outbox, models, now: () => now, view: klineView, durableSeq: () => 5 })
    const opening = feed.topic(pair.instrumentId, '1m')
    feed.traded(traded(130, 1), 5, now)
    feed.traded(traded(125, 2), 6, now)
    answerSeed()
    const topic = await opening
    const texts: string[] = []
    const subscriber: Subscriber = {
      deliver: (frames) => texts.push(...frameTexts(frames)),
      drain: () => undefined,
    }
    topic.subscribe(subscriber)
    const pushed = (index: number): { type: string; data: unknown } => readFrameText(texts[index] ?? '')
    expect(pushed(0).data).toEqual([
      [9 * MINUTE, '1', '1.2', '0.9', '1.1', '0.00007', '0.000007', 3],
      [10 * MINUTE, '1', '1.25', '0.9', '1.25', '0.00009', '0.000032', 4],
    ])
    texts.length = 0
    now = 12 * MINUTE + 1
    vi.advanceTimersByTime(260)
    const all = texts.join('')
    for (const text of texts) readFrameText(text)
    expect(all).toContain(`[${10 * MINUTE},"1","1.25","0.9","1.25","0.00009","0.000032",4,1]`)
    expect(all).toContain(`[${11 * MINUTE},"1.25","1.25","1.25","1.25","0","0",0,1]`)
    expect(all).toContain(`[${12 * MINUTE},"1.25","1.25","1.25","1.25","0","0",0,0]`)
    feed.stop()
    outbox.stop()
    vi.useRealTimers()
  })
})
