/** Loads candles and keeps the growing one up to date, at most four times a second. */
import { marketKlines } from '@agio/wire/market.ts'
import { useEffect, useState } from 'react'
import type { Bar, ChartPort, Interval } from '../../../chart/chart-port.ts'
import { throttle } from '../../../chart/throttle.ts'
import { send } from '../../../data/http-client.ts'
import { candleTopic, type LiveCandle, readCandle } from '../../../data/live/candles.ts'

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
  readonly symbol: string
  readonly interval: Interval
  readonly priceScale: number
  readonly quantityScale: number
  readonly onFailure: (error: unknown) => void
  /** Raised to load again after a failure or a reconnect. */
  readonly attempt: number
}

export interface LoadedBars extends Pick<BarsWanted, 'symbol' | 'interval' | 'priceScale' | 'quantityScale'> {
  readonly bars: readonly Bar[]
}

/** The bars that were asked for last and came; undefined before the first. Asks without waiting for the library that draws them. */
export function useLoadedBars({ symbol, interval, priceScale, quantityScale, onFailure, attempt }: BarsWanted): LoadedBars | undefined {
  const [loaded, setLoaded] = useState<LoadedBars>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what asks for another load
  useEffect(() => {
    let gone = false
    loadBars(symbol, interval).then(
      (bars) => {
        if (!gone) setLoaded({ symbol, interval, priceScale, quantityScale, bars })
      },
      (error: unknown) => {
        if (!gone) onFailure(error)
      },
    )
    return () => {
      gone = true
    }
  }, [symbol, interval, priceScale, quantityScale, attempt])
  return loaded
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
    const topic = candleTopic(symbol, interval)
    const pushNewest = (): void => {
      const newest = topic.store.get().at(-1)
      if (newest !== undefined && newest.at >= (bars.at(-1)?.at ?? 0)) feed.push(toBar(newest))
    }
    const leave = topic.subscribe(pushNewest)
    pushNewest()
    return () => {
      leave()
      feed.stop()
    }
  }, [port, loaded])
}
