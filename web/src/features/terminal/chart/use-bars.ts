/** Loads candles and keeps the growing one up to date, at most four times a second. */
import { marketKlines } from '@agio/wire/market.ts'
import { useEffect, useState } from 'react'
import type { Bar, ChartPort, Interval } from '../../../chart/chart-port.ts'
import { throttle } from '../../../chart/throttle.ts'
import { send } from '../../../data/http-client.ts'
import { candleTopic, type LiveCandle, readCandle } from '../../../data/live/candles.ts'
import type { Topic } from '../../../data/live/topic.ts'

/** Shortest time between two updates of the chart, ms. */
const CHART_MS = 250
const PAGE = 500

/** Numbers for drawing; nothing is computed from them. */
const toBar = (candle: LiveCandle): Bar => ({
  at: candle.at,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
  quantity: Number(candle.quantity),
})

export async function loadBars(symbol: string, interval: Interval, before?: number): Promise<readonly Bar[]> {
  const rows = await send(marketKlines, { symbol, interval, limit: PAGE, ...(before !== undefined && { endTime: before - 1 }) })
  return rows.flatMap((row) => readCandle(row) ?? []).map(toBar)
}

interface BarsWanted {
  /** Names the chart that asks. A chart that is made again shows nothing that was loaded for the one before. */
  readonly chart: string
  readonly symbol: string
  readonly interval: Interval
  readonly priceScale: number
  readonly quantityScale: number
  /** Raised to load again after a failure or a reconnect. */
  readonly attempt: number
}

export interface LoadedBars extends Omit<BarsWanted, 'attempt'> {
  readonly bars: readonly Bar[]
}

interface Answer {
  /** The newest bars that came for this chart; undefined before the first. */
  readonly loaded: LoadedBars | undefined
  /** Why the last try brought none. */
  readonly failure: unknown
}

/** Asks for bars without waiting for the library that draws them. */
export function useLoadedBars({ chart, symbol, interval, priceScale, quantityScale, attempt }: BarsWanted): Answer {
  const [loaded, setLoaded] = useState<LoadedBars>()
  const [failed, setFailed] = useState<{ readonly chart: string; readonly error: unknown }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what asks for another load
  useEffect(() => {
    let gone = false
    // From now on, so that a candle which ends before it can be drawn is known.
    const leave = candleTopic(symbol, interval).subscribe(() => undefined)
    loadBars(symbol, interval).then(
      (bars) => {
        if (gone) return
        setLoaded({ chart, symbol, interval, priceScale, quantityScale, bars })
        setFailed(undefined)
      },
      (error: unknown) => {
        if (!gone) setFailed({ chart, error })
      },
    )
    return () => {
      gone = true
      leave()
    }
  }, [chart, symbol, interval, priceScale, quantityScale, attempt])
  return { loaded: loaded?.chart === chart ? loaded : undefined, failure: failed?.chart === chart ? failed.error : undefined }
}

interface Follower {
  /** Told at once: its last figures come before the next candle begins. */
  readonly ended: (candle: LiveCandle) => void
  /** Only the newest counts; it may wait. */
  readonly growing: (candle: LiveCandle) => void
}

/** Tells of every candle from a moment on, those that the topic knows already included. @param from start of the last known one, ms */
export function followCandles(topic: Pick<Topic<readonly LiveCandle[]>, 'store' | 'subscribe'>, from: number, told: Follower): () => void {
  let last = from
  const look = (): void => {
    const fresh = topic.store.get().filter(({ at }) => at >= last)
    const newest = fresh.at(-1)
    if (newest === undefined) return
    last = newest.at
    for (const candle of fresh.slice(0, -1)) told.ended(candle)
    told.growing(newest)
  }
  const leave = topic.subscribe(look)
  look()
  return leave
}

/** Draws what was loaded, and keeps the growing candle up to date. */
export function useShownBars(port: ChartPort | undefined, loaded: LoadedBars | undefined): void {
  useEffect(() => {
    if (port === undefined || loaded === undefined) return undefined
    const { symbol, interval, bars } = loaded
    const feed = throttle<Bar>(CHART_MS, (bar) => port.update(bar))
    port.setPair(symbol, loaded.priceScale, loaded.quantityScale)
    port.onOlder((before) => loadBars(symbol, interval, before).catch(() => []))
    port.setBars(interval, bars)
    const leave = followCandles(candleTopic(symbol, interval), bars.at(-1)?.at ?? 0, {
      ended: (candle) => port.update(toBar(candle)),
      growing: (candle) => feed.push(toBar(candle)),
    })
    return () => {
      leave()
      feed.stop()
    }
  }, [port, loaded])
}
