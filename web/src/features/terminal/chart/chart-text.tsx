/** The chart as a sentence and, on request, as a table of the visible candles. */
import { useEffect, useState } from 'react'
import type { Bar, ChartPort, Interval } from '../../../chart/chart-port.ts'
import { summarize } from '../../../chart/summary.ts'
import { throttle } from '../../../chart/throttle.ts'
import { formatDayTime, formatNumber, formatPercent } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useDesk } from '../desk.ts'

/** The text follows the drawing slowly; nobody reads faster. */
const TEXT_MS = 2000
const ROWS = 100

export function ChartText({ port, interval }: { readonly port: ChartPort; readonly interval: Interval }) {
  const t = useT()
  const { terms } = useDesk()
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
      ? t('terminal:chart.noCandles', { pair: terms.symbol })
      : t('terminal:chart.summary', {
          pair: terms.symbol,
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
        className="absolute start-12 bottom-8 z-10 -translate-y-full rounded-chip bg-raised px-2 py-1 text-small opacity-0 focus-visible:opacity-100"
      >
        {t('terminal:chart.asTable')}
      </button>
      {open && (
        <Dialog title={t('terminal:chart.tableTitle', { pair: terms.symbol, interval })} width={720} onClose={() => setOpen(false)}>
          <p className="mb-3 text-dense text-muted">{text}</p>
          <CandleTable bars={bars.slice(-ROWS)} price={price} />
        </Dialog>
      )}
    </>
  )
}

function CandleTable({ bars, price }: { readonly bars: readonly Bar[]; readonly price: (value: number) => string }) {
  const t = useT()
  const heads = ['open', 'high', 'low', 'close', 'quantity'] as const
  return (
    <table className="w-full text-small" data-candle-table>
      <thead>
        <tr className="text-faint">
          <th scope="col" className="py-1 text-start font-normal">
            {t('terminal:candle.time')}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="text-end font-normal">
              {t(`terminal:candle.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...bars].reverse().map((bar) => (
          <tr key={bar.at} className="border-t border-grid">
            <td className="py-1 text-start">
              <bdi className="num">{formatDayTime(bar.at)}</bdi>
            </td>
            {heads.map((head) => (
              <td key={head} className="num text-end">
                {head === 'quantity' ? formatNumber(String(bar.quantity)) : price(bar[head])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
