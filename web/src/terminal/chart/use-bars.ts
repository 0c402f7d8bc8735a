/** Loads candles and keeps the growing one up to date, at most four times a second. */
import { useCallback, useEffect, useState } from 'react'
import type { Bar, ChartPort, Interval } from '../../chart/chart-port.ts'
import { throttle } from '../../chart/throttle.ts'
import type { LiveCandle } from '../../data/live/candles.ts'
import { onCatchUp } from '../../data/live/catch-up.ts'
import type { Topic } from '../../data/live/topic.ts'
import type { Market, Series } from '../market.ts'

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

/** Where candles come from: history by calls, the growing one by a topic. */
type Source = Pick<Market, 'candles' | 'loadCandles'>

async function loadBars({ source, series, interval }: BarsWanted, before?: number): Promise<readonly Bar[]> {
  const candles = await source.loadCandles({ series, interval, limit: PAGE, ...(before !== undefined && { until: before - 1 }) })
  return candles.map(toBar)
}

interface BarsWanted {
  /** Names the chart that asks. A chart that is made again shows nothing that was loaded for the one before. */
  readonly chart: string
  readonly symbol: string
  /** As the chart's legend has it. */
  readonly name: string
  readonly series: Series
  readonly source: Source
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
export function useLoadedBars({ chart, symbol, name, series, source, interval, priceScale, quantityScale }: BarsWanted): Answer {
  const { candles, loadCandles } = source
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
    const leave = candles(series, interval).subscribe(() => undefined)
    const wanted = { chart, symbol, name, series, source: { candles, loadCandles }, interval, priceScale, quantityScale }
    loadBars(wanted).then(
      (bars) => {
        if (gone) return
        setLoaded({ ...wanted, bars })
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
  }, [chart, symbol, name, series, candles, loadCandles, interval, priceScale, quantityScale, attempt])
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
  /** Pictures of the topic that are older than what history has told since: the page slept while they went on. */
  const overtaken = new WeakSet<LiveCandle>()
  const present = (): readonly LiveCandle[] => topic.store.get().filter((candle) => !overtaken.has(candle))
  /** The later picture of a candle that history tells of. @param before what the topic knew when it was asked */
  const later = (told: LiveCandle, before: readonly LiveCandle[]): LiveCandle => {
    const live = present().find(({ at }) => at === told.at)
    if (live === undefined) return told
    // What was traded only grows; of two with as much, that is later which was told later.
    const more = Number(told.quantity) - Number(live.quantity)
    if (before.includes(live) ? more < 0 : more <= 0) return live
    overtaken.add(live)
    return told
  }
  const tell = (fresh: readonly LiveCandle[]): void => {
    const newest = fresh.at(-1)
    if (newest === undefined || gone) return
    last = newest.at
    for (const candle of fresh.slice(0, -1)) told.ended(candle)
    told.growing(newest)
  }
  const look = (): void => {
    if (reading) return
    const fresh = present().filter(({ at }) => at >= last)
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
    const before = topic.store.get()
    told
      .missed(last)
      .then((candles) => {
        if (candles[0] !== undefined && candles[0].at > last) told.lost()
        else tell(candles.map((candle) => later(candle, before)))
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

/** The later of two pictures of one candle, with all of the time that both have seen in it. */
const joined = (before: Bar, now: Bar): Bar => ({
  ...now,
  open: before.open,
  high: Math.max(before.high, now.high),
  low: Math.min(before.low, now.low),
})

/**
 * Completes candles that a topic begins by itself at the first price it hears: what is known of them from history, and what was drawn, is of
 * their time too.
 * @param loaded the newest bar of history
 */
export function wholeCandles(loaded: Bar | undefined) {
  const known = new Map<number, Bar>(loaded === undefined ? [] : [[loaded.at, loaded]])
  const whole = (candle: LiveCandle): Bar => {
    const now = toBar(candle)
    const before = known.get(now.at)
    const bar = before === undefined ? now : joined(before, now)
    known.set(bar.at, bar)
    return bar
  }
  return {
    whole,
    /** History has told again of candles: they are not drawn yet. */
    remember: (candles: readonly LiveCandle[]): void => candles.forEach(whole),
  }
}

/** Draws what was loaded, and keeps the growing candle up to date. */
export function useShownBars(port: ChartPort | undefined, loaded: LoadedBars | undefined, reload: () => void): void {
  useEffect(() => {
    if (port === undefined || loaded === undefined) return undefined
    const { name, series, source, interval, bars } = loaded
    const feed = throttle<Bar>(CHART_MS, (bar) => port.update(bar))
    port.setPair(name, loaded.priceScale, loaded.quantityScale)
    port.onOlder((before) => loadBars(loaded, before).catch(() => []))
    port.setBars(interval, bars)
    // Of trades the line brings whole candles, and their own word is the last one.
    const { whole, remember } = series === 'last' ? { whole: toBar, remember: () => undefined } : wholeCandles(bars.at(-1))
    const following = followCandles(source.candles(series, interval), bars.at(-1)?.at ?? 0, {
      ended: (candle) => port.update(whole(candle)),
      growing: (candle) => feed.push(whole(candle)),
      async missed(from) {
        const candles = await source.loadCandles({ series, interval, limit: GAP_MOST, from })
        remember(candles)
        return candles
      },
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
