/** The chart as a sentence and, on request, as a table of the visible candles. */
import { Suspense, useEffect, useState } from 'react'
import type { Bar, ChartPort, Interval } from '../../chart/chart-port.ts'
import { summarize } from '../../chart/summary.ts'
import { throttle } from '../../chart/throttle.ts'
import { formatDayTime, formatNumber, formatPercent } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { part } from '../../ui/part.tsx'
import { useMarket } from '../market.ts'

const CandleDialog = part(async () => (await import('./candle-dialog.tsx')).CandleDialog)

/** The text follows the drawing slowly; nobody reads faster. */
const TEXT_MS = 2000
const ROWS = 100

export function ChartText({ port, interval }: { readonly port: ChartPort; readonly interval: Interval }) {
  const t = useT()
  const { terms, name } = useMarket()
  const [bars, setBars] = useState<readonly Bar[]>([])
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const reading = throttle<undefined>(TEXT_MS, () => setBars(port.visible().bars))
    reading.push(undefined)
    const stop = port.onView(() => reading.push(undefined))
    return () => {
      stop()
      reading.stop()
    }
  }, [port])
  const summary = summarize(bars)
  const price = (value: number): string => formatNumber(value.toFixed(terms.priceScale), { scale: terms.priceScale })
  const text =
    summary === undefined
      ? t('terminal:chart.noCandles', { pair: name })
      : t('terminal:chart.summary', {
          pair: name,
          interval,
          count: summary.count,
          from: formatDayTime(summary.from),
          to: formatDayTime(summary.to),
          open: price(summary.open),
          close: price(summary.close),
          high: price(summary.high),
          low: price(summary.low),
          change: formatPercent(summary.changePercent.toFixed(2)),
        })
  return (
    <>
      <p className="visually-hidden" data-chart-summary>
        {text}
      </p>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="absolute start-12 bottom-8 z-10 -translate-y-full rounded-chip bg-raised px-2 py-1 text-small pointer-events-none opacity-0 focus-visible:pointer-events-auto focus-visible:opacity-100"
      >
        {t('terminal:chart.asTable')}
      </button>
      <Suspense>
        {open && <CandleDialog text={text} bars={bars.slice(-ROWS)} interval={interval} price={price} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
