/** Loads candles and keeps the growing one up to date, at most four times a second. */
import { marketKlines } from '@agio/wire/market.ts'
import { useCallback, useEffect, useState } from 'react'
import type { Bar, ChartPort, Interval } from '../../../chart/chart-port.ts'
import { throttle } from '../../../chart/throttle.ts'
import { send } from '../../../data/http-client.ts'
import { candleTopic, type LiveCandle, readCandle } from '../../../data/live/candles.ts'
import { onCatchUp } from '../../../data/live/catch-up.ts'
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

/** At most so many candles are read to close a gap; behind a longer one everything is loaded again. */
const GAP_MOST = 1000
/** At least this long between two readings for one gap, ms. */
const GAP_APART_MS = 2000

/** The candles that begin at `from` or later, ascending. */
async function loadCandles(symbol: string, interval: Interval, from: number): Promise<readonly LiveCandle[]> {
  const rows = await send(marketKlines, { symbol, interval, limit: GAP_MOST, startTime: from })
  return rows.flatMap((row) => readCandle(row) ?? [])
}

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
}

export interface LoadedBars extends BarsWanted {
  readonly bars: readonly Bar[]
}

interface Answer {
  /** The newest bars that came for this chart; undefined before the first. */
  readonly loaded: LoadedBars | undefined
  /** Why the last try brought none. */
  readonly failure: unknown
  /** Loads everything again. */
  readonly reload: () => void
}

/** Asks for bars without waiting for the library that draws them. */
export function useLoadedBars({ chart, symbol, interval, priceScale, quantityScale }: BarsWanted): Answer {
  const [loaded, setLoaded] = useState<LoadedBars>()
  const [failed, setFailed] = useState<{ readonly chart: string; readonly error: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const reload = useCallback(() => setAttempt((before) => before + 1), [])
  // A connection that came back may bring what it did not bring before.
  const broken = failed?.chart === chart
  useEffect(() => (broken ? onCatchUp(reload) : undefined), [broken, reload])
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
  return { loaded: loaded?.chart === chart ? loaded : undefined, failure: broken ? failed.error : undefined, reload }
}

interface Follower {
  /** Told at once: its last figures come before the next candle begins. */
  readonly ended: (candle: LiveCandle) => void
  /** Only the newest counts; it may wait. */
  readonly growing: (candle: LiveCandle) => void
  /** Reads what was missed: the candle that begins at `from`, with the figures it ended with, and those after it. */
  readonly missed: (from: number) => Promise<readonly LiveCandle[]>
  /** More was missed than can be put in its place. */
  readonly lost: () => void
}

interface Following {
  readonly leave: () => void
  /** The page was away: reads again from the last candle that was told. */
  readonly catchUp: () => void
}

/**
 * Tells of every candle from a moment on, those that the topic knows already included. The topic keeps two candles; when the last one told
 * is no longer among them, nothing is told until what lies between has been read.
 * @param from start of the last known one, ms; 0 = none
 */
export function followCandles(topic: Pick<Topic<readonly LiveCandle[]>, 'store' | 'subscribe'>, from: number, told: Follower): Following {
  let last = from
  let reading = false
  let gone = false
  let readAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = (fresh: readonly LiveCandle[]): void => {
    const newest = fresh.at(-1)
    if (newest === undefined || gone) return
    last = newest.at
    for (const candle of fresh.slice(0, -1)) told.ended(candle)
    told.growing(newest)
  }
  const look = (): void => {
    if (reading) return
    const fresh = topic.store.get().filter(({ at }) => at >= last)
    const [oldest] = fresh
    if (oldest === undefined || last === 0 || oldest.at === last) tell(fresh)
    else catchUp()
  }
  const catchUp = (): void => {
    clearTimeout(timer)
    if (reading || last === 0) return
    const wait = readAt + GAP_APART_MS - performance.now()
    if (wait > 0) {
      timer = setTimeout(catchUp, wait)
      return
    }
    reading = true
    readAt = performance.now()
    told
      .missed(last)
      .then((candles) => {
        if (candles[0] !== undefined && candles[0].at > last) told.lost()
        // What the topic knows is newer than what history has been told.
        else tell(candles.map((candle) => topic.store.get().find(({ at }) => at === candle.at) ?? candle))
      })
      .catch(() => undefined)
      .finally(() => {
        reading = false
        // A gap that is still there is read again in a while.
        if (!gone) look()
      })
  }
  const leave = topic.subscribe(look)
  look()
  return {
    leave: () => {
      leave()
      clearTimeout(timer)
      gone = true
    },
    catchUp,
  }
}

/** Draws what was loaded, and keeps the growing candle up to date. */
export function useShownBars(port: ChartPort | undefined, loaded: LoadedBars | undefined, reload: () => void): void {
  useEffect(() => {
    if (port === undefined || loaded === undefined) return undefined
    const { symbol, interval, bars } = loaded
    const feed = throttle<Bar>(CHART_MS, (bar) => port.update(bar))
    port.setPair(symbol, loaded.priceScale, loaded.quantityScale)
    port.onOlder((before) => loadBars(symbol, interval, before).catch(() => []))
    port.setBars(interval, bars)
    const following = followCandles(candleTopic(symbol, interval), bars.at(-1)?.at ?? 0, {
      ended: (candle) => port.update(toBar(candle)),
      growing: (candle) => feed.push(toBar(candle)),
      missed: (from) => loadCandles(symbol, interval, from),
      lost: reload,
    })
    const stop = onCatchUp(following.catchUp)
    return () => {
      stop()
      following.leave()
      feed.stop()
    }
  }, [port, loaded, reload])
}
