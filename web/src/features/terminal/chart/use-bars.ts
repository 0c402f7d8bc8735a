/** Loads candles and keeps the growing one up to date, at most four times a second. */
import { marketKlines } from '@agio/wire/market.ts'
import { useEffect } from 'react'
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
  readonly port: ChartPort | undefined
  readonly symbol: string
  readonly interval: Interval
  readonly priceScale: number
  readonly quantityScale: number
  readonly onFailure: (error: unknown) => void
  /** Raised to load again after a failure or a reconnect. */
  readonly attempt: number
}

export function useBars({ port, symbol, interval, priceScale, quantityScale, onFailure, attempt }: BarsWanted): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what asks for another load
  useEffect(() => {
    if (port === undefined) return undefined
    let gone = false
    let leave = (): void => undefined
    const feed = throttle<Bar>(CHART_MS, (bar) => port.update(bar))
    port.setPair(symbol, priceScale, quantityScale)
    port.onOlder((before) => loadBars(symbol, interval, before).catch(() => []))
    const load = async () => {
      const bars = await loadBars(symbol, interval)
      if (gone) return
      port.setBars(interval, bars)
      const topic = candleTopic(symbol, interval)
      const pushNewest = (): void => {
        const newest = topic.store.get().at(-1)
        if (newest !== undefined && newest.at >= (bars.at(-1)?.at ?? 0)) feed.push(toBar(newest))
      }
      leave = topic.subscribe(pushNewest)
      pushNewest()
    }
    load().catch((error: unknown) => {
      if (!gone) onFailure(error)
    })
    return () => {
      gone = true
      leave()
      feed.stop()
    }
  }, [port, symbol, interval, priceScale, quantityScale, attempt])
}
