/** The candle that is growing, and the one before it. */
import { createTopic, topicFamily } from './topic.ts'

/** Prices as decimal strings; `at` is the start of the bucket, UTC ms. */
export interface LiveCandle {
  readonly at: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly quantity: string
}

/** A row of the wire, `[start, open, high, low, close, quantity, …]`, or undefined for another shape. */
export function readCandle(row: unknown): LiveCandle | undefined {
  if (!Array.isArray(row) || typeof row[0] !== 'number') return undefined
  const texts: unknown[] = row.slice(1, 6)
  if (!texts.every((text): text is string => typeof text === 'string')) return undefined
  const [open = '', high = '', low = '', close = '', quantity = '0'] = texts
  return { at: row[0], open, high, low, close, quantity }
}

/** The state of a candle channel, for either line. */
export function candleState() {
  let candles: readonly LiveCandle[] = []
  return {
    push(push: { readonly type: string; readonly data: unknown }): boolean {
      const rows: unknown[] = Array.isArray(push.data) ? (Array.isArray(push.data[0]) ? push.data : [push.data]) : []
      const fresh = rows.flatMap((row) => readCandle(row) ?? [])
      const known = push.type === 'snapshot' ? [] : candles.filter((candle) => !fresh.some((one) => one.at === candle.at))
      candles = [...known, ...fresh].sort((one, other) => one.at - other.at).slice(-2)
      return true
    },
    reset: () => undefined,
    view: () => candles,
  }
}

const candlesOf = topicFamily((key: `${string}:${string}`) => createTopic(`kline:${key}`, candleState()))

/** @param interval `1m`, `15m`, `1h` … */
export const candleTopic = (symbol: string, interval: string) => candlesOf(`${symbol}:${interval}`)
